"""The style sheets: what the design promises in figures."""

import gzip
import re
from pathlib import Path

import pytest

from tools import sprites

ROOT = Path(__file__).resolve().parents[2]
CSS = ROOT / "static" / "css"
SCREEN = ("fonts", "tokens", "base", "components", "play", "board", "print")
TOKENS = (CSS / "tokens.css").read_text()
LIGHT = TOKENS[TOKENS.index(":root {") : TOKENS.index("@media (prefers-color-scheme")]
DARK = TOKENS[TOKENS.index(':root[data-theme="dark"]') : TOKENS.index("@media (prefers-reduced-motion")]
SYSTEM = TOKENS[TOKENS.index("@media (prefers-color-scheme") : TOKENS.index(':root[data-theme="dark"]')]


def colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", block))


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_all_styles_of_the_screen_weigh_under_25_kilobytes() -> None:
    together = "".join((CSS / f"{name}.css").read_text() for name in SCREEN)
    assert len(gzip.compress(together.encode(), 9)) < 25_000


def test_every_stylesheet_that_a_page_asks_for_is_there() -> None:
    sources = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "app").rglob("*.py")]
    asked = {name for path in sources for name in re.findall(r"css/([\w-]+\.css)", path.read_text("utf-8"))}
    assert asked - {path.name for path in CSS.glob("*.css")} == set()
    assert "board.css" in asked


ON_EVERY_PAGE = {"fonts", "tokens", "base", "components", "play"}
# These take their sheets from the kind of game.
SHEETS_OF_THE_GAME = {"boardgame/display.html"}
TEMPLATES = ROOT / "templates"
MACRO = re.compile(r"{%-? macro (\w+)\(.*?{%-? endmacro", re.S)


def written(name: str, macros: set[str] | None = None) -> list[str]:
    """The texts that make up a template: what it extends, includes and takes of others, each once."""
    text = (TEMPLATES / name).read_text("utf-8")
    if macros is None:
        found = [MACRO.sub("", text)] if name.startswith("macros/") else [text]
    else:
        found = [one.group(0) for one in MACRO.finditer(text) if one.group(1) in macros]
    for other in re.findall(r'{%-?\s*(?:extends|include) "([^"]+)"', text) if macros is None else ():
        found += written(other)
    for other, names in re.findall(r'{%-?\s*from "([^"]+)" import ([^%]+?)(?: with context)?\s*-?%}', text):
        if macros is None and not other.startswith("macros/"):
            found += written(other, set(re.findall(r"\w+", names)))
    return found


def test_every_class_of_a_page_stands_in_a_sheet_that_the_page_asks_for() -> None:
    """A class that another room's sheet styles does nothing here."""
    classes = {
        path.stem: set(
            re.findall(r"\.([a-z][\w-]*)", re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", path.read_text(), flags=re.S))
        )
        for path in CSS.glob("*.css")
        if path.stem != "pdf"
    }
    styled = set().union(*classes.values())
    lost = set()
    for path in TEMPLATES.rglob("*.html"):
        name = str(path.relative_to(TEMPLATES))
        if name in SHEETS_OF_THE_GAME or not re.search(r"{% extends", path.read_text("utf-8")):
            continue
        texts = written(name)
        asked = ON_EVERY_PAGE | set(re.findall(r"css/([\w-]+)\.css", " ".join(texts)))
        if "print/base.html" in " ".join(texts) or "css/pdf" in " ".join(texts):
            continue
        here = set().union(*(classes[sheet] for sheet in asked if sheet in classes))
        used = {
            one
            for text in texts
            for value in re.findall(r'(?:class|cls)="([^"{]*)|post_form\([^{}]*, "([a-z -]+)"', text)
            for one in " ".join(value).split()
        }
        lost |= {(name, one) for one in used & styled - here}
    assert lost == set()
    assert len(styled) > 300


def test_the_two_dark_lists_are_equal() -> None:
    inner = re.compile(r"\{([^{}]*)\}", re.S)
    forced, system = (re.sub(r"\s+", " ", inner.search(block).group(1)) for block in (DARK, SYSTEM))  # type: ignore[union-attr]
    assert forced.strip() == system.strip()


@pytest.mark.parametrize("block", [LIGHT, DARK], ids=["light", "dark"])
def test_text_colours_reach_four_and_a_half_to_one(block: str) -> None:
    c = colours(block)
    for text in ("ink", "ink-2", "ink-3", "seal", "woad", "moss", "brass"):
        for paper in ("paper", "paper-1", "paper-2", "paper-3"):
            assert contrast(c[text], c[paper]) >= 4.5, (text, paper)
    for accent in ("seal", "woad", "moss", "brass"):
        assert contrast(c[accent], c[f"{accent}-tint"]) >= 4.5, accent
        assert contrast(c[f"on-{accent}"], c[f"{accent}-fill"]) >= 4.5, accent
    assert contrast(c["line-strong"], c["paper-1"]) >= 3


@pytest.mark.parametrize("block", [LIGHT, DARK], ids=["light", "dark"])
def test_emblems_stand_out_of_their_tincture(block: str) -> None:
    c = colours(block)
    for tincture in ("azure", "vert", "purpure", "sable", "tenne"):
        assert contrast(c["tok-light"], c[f"t-{tincture}"]) >= 3, tincture
    assert contrast(c["tok-dark"], c["t-or"]) >= 3


def test_no_text_under_13_pixels_and_no_target_under_44() -> None:
    for name in ("base", "components", "play", "board"):
        text = (CSS / f"{name}.css").read_text()
        sizes = [float(s) for s in re.findall(r"font(?:-size)?:[^;}]*?\b([\d.]+)px", text)]
        assert [s for s in sizes if s < 13] == []
    buttons = re.findall(r"\.btn[^{]*\{[^}]*min-height: (\d+)px", (CSS / "components.css").read_text())
    assert buttons
    assert min(int(b) for b in buttons) >= 44


def test_every_file_a_style_asks_for_is_there() -> None:
    for path in CSS.glob("*.css"):
        for url in re.findall(r"url\(\"?([^#\")]+)\"?\)", path.read_text()):
            assert (CSS / url).resolve().is_file(), (path.name, url)


def test_paper_uses_no_unicode_range_and_its_own_family_for_extended_letters() -> None:
    text = (CSS / "pdf.css").read_text()
    assert not re.search(r"@font-face[^}]*unicode-range", text)
    assert 'html { font: 10.5pt/1.35 "Alegreya Sans", "Alegreya Sans Ext", sans-serif' in text


def test_sprites_are_what_their_sources_give() -> None:
    for name, text in sprites.sheets().items():
        assert (sprites.ROOT / name).read_text(encoding="utf-8") == text, name


def test_a_rounded_number_stays_apart_from_its_neighbour() -> None:
    """Paths may run numbers together at the decimal point; rounding must not join them."""
    assert sprites._DECIMAL.sub(sprites._rounded, "m1.04.5-.04 10.02l.25-3.14") == "m1 0.5 0 10l0.2-3.1"
