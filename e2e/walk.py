"""Looks at every page once and notes what is wrong with it, for the tests of accessibility and of layout."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from e2e.contrast import measure
from e2e.crawl import crawl, shape
from e2e.device import LAPTOP, PHONE, Device, device, log_in
from e2e.stages import Stage

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from e2e.server import Server

HERE = Path(__file__).parent
SCRIPTS = (HERE / "vendor" / "axe-core-4.14.1.min.js", HERE / "looks.js")
# Without pictures behind it, and without bars and fingers' margins over it, axe can tell every contrast.
PLAIN = """
*, *::before, *::after { background-image: none !important; transition: none !important; }
.bar, .subbar, .tabs, .actionbar, .sheet { position: static !important; }
.board.live .map, .fixmap .map { height: auto !important; flex: none !important; }
.gm-page, .gm-news { height: auto !important; max-height: none !important; }
@media (max-width: 899px) {
  .fixmap, .fixmap :is(.page, .main, .board-fill, .board) {
    height: auto !important; flex: none !important; overflow: visible !important;
  }
}
.orders-map > .orders-strip, .grip, .sheetend { position: static !important; }
.board :is(.mapctl, .maptools, .key) { position: static !important; }
.board.live .map-view { height: 60vh !important; }
.sheet { margin: 0 !important; max-height: none !important; overflow: visible !important; }
a:not(.btn, .chip, .hit), summary:not(.btn), .grip { margin-block: 0 !important; }
"""
# One character alone is judged like any other text; the other options are axe's own.
_AXE = """async (rules) => {
  const contrast = axe._audit.checks["color-contrast"];
  contrast.options = {...contrast.options, ignoreLength: true};
  const found = await axe.run(document, {
    ...(rules ? {runOnly: {type: "rule", values: rules}} : {}),
    resultTypes: ["violations", "incomplete"],
    elementRef: true,
  });
  const unsure = found.incomplete.filter(({id}) => id === "color-contrast").flatMap(({nodes}) => nodes);
  looks.unsure(unsure.map((node) => node.element));
  const short = (results) => results.map(({id, nodes}) => ({id, nodes: nodes.map((node) => ({
    target: node.target.join(" "),
    html: node.html.slice(0, 200),
    why: [...node.any, ...node.all, ...node.none].map((it) => it.data?.messageKey || it.message).join(", "),
  }))}));
  return {violations: short(found.violations), incomplete: short(found.incomplete)};
}"""
WIDTHS = (320, 390, 1440)


@dataclass
class Findings:
    """Everything found, by kind, with the page it was found on."""

    pages: list[str] = field(default_factory=list)
    found: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def note(self, kind: str, where: str, faults: list[str]) -> None:
        self.found[kind].extend(f"{where}: {fault}" for fault in faults)


class Walk:
    """One browser after another: a stranger's, a player's, a game master's and a guest's.

    With ``whole`` each of them looks at every page of every stage; else a page is looked at once by whom it
    differs for, and pages of long names only for their layout.
    """

    def __init__(self, browser: Browser, server: Server, stages: list[Stage], *, whole: bool) -> None:
        self.browser, self.server, self.stages, self.whole = browser, server, stages, whole
        self.findings = Findings()
        self._seen: set[str] = set()
        self._link = ""

    def walk(self) -> Findings:
        self._as_stranger()
        karin = self._somebody("game master", LAPTOP, "Karin")
        gathering = self._path("gathering")
        karin.go(f"{gathering}/players")
        link = karin.page.locator(".linktext").inner_text()
        self._through(karin, [stage for stage in self.stages if not stage.path.startswith("/games")])
        ellen = self._somebody("player", PHONE, "Ellen")
        self._through(ellen, [stage for stage in self.stages if stage.name != "draft"])
        guest = self._somebody("guest", PHONE)
        guest.go(link)
        self._look(guest, "", "/join")
        guest.send("/guest", nickname="Gæst Göran")
        self._through(guest, [Stage("gathering", gathering)])
        return self.findings

    def _path(self, name: str) -> str:
        return next(stage.path for stage in self.stages if stage.name == name)

    def _somebody(self, role: str, kind: dict[str, Any], nickname: str = "") -> Device:
        at = device(
            self.browser, self.server.url, role, "de-DE", kind, bypass_csp=True, reduced_motion="reduce"
        )
        for script in SCRIPTS:
            at.context.add_init_script(path=str(script))
        if nickname:
            log_in(at, nickname, self.server.passwords[nickname])
        return at

    def _as_stranger(self) -> None:
        at = self._somebody("stranger", PHONE)
        for path in ("/", "/login", "/signup", "/recover", "/about", "/offline/de", "/no-such-page"):
            at.page.goto(self.server.url + path, wait_until="load")
            self._look(at, "", path)
        at.context.close()

    def _through(self, at: Device, stages: list[Stage]) -> None:
        for stage in stages:
            for path in self._paths(at, stage):
                if not self._new(at.name, stage, path):
                    continue
                self._seen.add(self._mark(at.name, stage, path))
                at.page.goto(self.server.url + path, wait_until="load")
                self._look(at, stage.name, path)
        at.context.close()

    def _paths(self, at: Device, stage: Stage) -> list[str]:
        starts = ["/", stage.path] if stage.name == "orders" else [stage.path]

        def enters(path: str) -> bool:
            if _FILE.search(path) or not (self.whole or self._new(at.name, stage, path)):
                return False
            if path.startswith(("/campaigns/", "/games/")) and path not in (
                "/campaigns/new",
                "/games/import",
            ):
                return path.startswith((stage.path, "/games/new"))
            # The address of a rule leads to its place in a book, which is looked at once.
            return stage.name == "orders" and not path.startswith(("/pictures/", "/static/", "/rules/id/"))

        found = crawl(at.context, self.server.url, starts, of_a_shape=1, enters=enters)
        return [path for path, text in found.items() if text.lstrip().lower().startswith("<!doctype html")]

    def _new(self, reader: str, stage: Stage, path: str) -> bool:
        return self._mark(reader, stage, path) not in self._seen

    def _mark(self, reader: str, stage: Stage, path: str) -> str:
        """What a page must have in common with another one to be looked at only once."""
        differs = _DIFFERS.search(path) is not None
        # A guest's pages of a campaign are a player's.
        who = "player" if reader == "guest" and path.startswith("/campaigns") else reader
        if not self.whole and not differs:
            who = ""
        return f"{who} {stage.name if differs or stage.name == 'long names' else ''} {shape(path)}"

    def _look(self, at: Device, stage: str, path: str) -> None:
        axe = self.whole or stage != "long names"
        look(at, f"{at.name}, {stage}: {path}", self.findings, axe=axe)


# Files to take away; they are made anew each time, and other tests read them.
_FILE = re.compile(r"\.(pdf|json|csv|svg|feldtog|webp)(\?.*)?$")
# Pages that look otherwise from state to state of a campaign or a game; the others are looked at once.
_DIFFERS = re.compile(
    r"^/campaigns/\w+"
    r"(/(found/.*|hideouts|players|map|dashboard|battles.*|captives|dawn|round/.*|chronicle|guilds|pacts|clock))?$"
    r"|/seats/\w+/(orders|hideouts|battles/.*|settlements/.*|captives|company|warbands)(\?.*)?$"
    r"|^/games/\w{13}(/(table|replay|log|actions))?$"
)


def look(at: Device, where: str, findings: Findings, *, axe: bool = True) -> None:
    """One page, in light and dark, narrow and wide, and with letters of twice the size."""
    page = at.page
    findings.pages.append(where)
    page.add_style_tag(content=PLAIN)
    if axe:
        page.emulate_media(color_scheme="light")
        _note_axe(page, where, findings, None)
        page.emulate_media(color_scheme="dark")
        _note_axe(page, f"{where} (dark)", findings, ["color-contrast"])
        page.emulate_media(color_scheme="light")
    before = page.viewport_size
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844 if width < 900 else 900})
        findings.note("overflow", f"{where} at {width}", page.evaluate("looks.overflow()"))
        if width == 390:
            findings.note("small", where, page.evaluate("looks.small()"))
            findings.note("targets", where, page.evaluate("looks.targets()"))
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_style_tag(content="html { font-size: 200% !important; }")
    findings.note("overflow", f"{where} with letters of twice the size", page.evaluate("looks.overflow()"))
    if before:
        page.set_viewport_size(before)


def _note_axe(page: Page, where: str, findings: Findings, rules: list[str] | None) -> None:
    results: dict[str, Any] = page.evaluate(_AXE, rules)
    for kind in ("violations", "incomplete"):
        for result in results[kind]:
            faults = [f"{node['target']} ({node['why']}) {node['html']}" for node in result["nodes"]]
            findings.note(f"{kind} {result['id']}", where, faults)
    for text in measure(page):
        if text.worst is None:
            findings.note("unseen", where, [text.words])
        else:
            findings.note("measured", where, [f"{text.worst:.2f} of {text.needed}: {text.words}"])
        if not text.readable:
            findings.note("unreadable", where, [f"{text.worst:.2f} of {text.needed}: {text.words}"])
