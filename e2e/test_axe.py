"""Accessibility of every page, in light and dark, as axe-core judges it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from e2e.contrast import contrast
from e2e.device import LAPTOP, PHONE, device, log_in
from e2e.walk import Findings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from e2e.server import Server


def test_every_page_was_looked_at(findings: Findings) -> None:
    assert len(findings.pages) > 60


def test_axe_finds_no_violation(findings: Findings) -> None:
    found = [
        f"{kind}: {fault}"
        for kind, faults in findings.found.items()
        if kind.startswith("violations")
        for fault in faults
    ]
    assert found == []


def test_what_axe_cannot_tell_was_measured_and_can_be_read(findings: Findings) -> None:
    """Where axe knows no contrast, its worst pixel is measured: 4.5, or 3 for large letters."""
    assert len(findings.found["measured"]) > 100
    assert findings.found["unreadable"] == []


def test_every_text_that_was_to_be_measured_was_seen(findings: Findings) -> None:
    assert findings.found["unseen"] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_greeting_can_be_read_on_its_picture(server: Server, browser: Browser, theme: str) -> None:
    """Its colour against every pixel behind its lines, on a phone and on a laptop."""
    for kind in (PHONE, LAPTOP):
        at = device(browser, server.url, "Karin", "de-DE", kind, bypass_csp=True, reduced_motion="reduce")
        log_in(at, "Karin", server.passwords["Karin"])
        at.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]  # one of the two
        colour, box = at.page.evaluate("""() => {
            const lines = document.createRange();
            lines.selectNodeContents(document.getElementById("hello"));
            const {x, y, width, height} = lines.getBoundingClientRect();
            return [getComputedStyle(document.getElementById("hello")).color, {x, y, width, height}];
        }""")
        at.page.add_style_tag(content="#hello, #hello * { color: transparent !important; }")
        behind = Image.open(io.BytesIO(at.page.screenshot(clip=box))).convert("RGB")
        text = tuple(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))
        worst = min(contrast(text, pixel) for _count, pixel in behind.getcolors(behind.width * behind.height))
        at.context.close()
        assert worst >= 4.5, f"{theme}, {box['width']:.0f} px wide: {worst:.1f}"
