"""Builds the icon sprites from the single drawings: ``python -m tools.sprites [--check]``.

One sprite per folder of ``tools/icons`` (ui, arms, places, models), so that a page loads only what it shows.
Also writes ``templates/macros/_sheets.html``, the list of which sprite holds which icon.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tools" / "icons"
STATIC = ROOT / "static" / "icons"
SHEETS = ROOT / "templates" / "macros" / "_sheets.html"

_SVG = re.compile(r'<svg[^>]*viewBox="([^"]+)"[^>]*>(.*)</svg>', re.S)
_DECIMAL = re.compile(r"-?\d*\.\d+")


def _rounded(match: re.Match[str]) -> str:
    """One decimal is enough for a drawing on a grid of 512, and saves a quarter of the bytes.

    Numbers that leaned on each other's decimal point ("1.25.5") get a space between them.
    """
    text = f"{round(float(match.group()), 1) + 0.0:g}"
    before = match.string[: match.start()][-1:]
    return f" {text}" if before.isdigit() and not text.startswith("-") else text


def symbol(path: Path) -> str:
    """The ``<symbol>`` of one drawing; its id is ``i-`` and the file's name."""
    found = _SVG.search(path.read_text(encoding="utf-8"))
    if not found:
        raise ValueError(f"{path.name} is no SVG with a viewBox")
    box, body = found.groups()
    body = re.sub(r"<!--.*?-->", "", body, flags=re.S)
    if box == "0 0 512 512":
        body = re.sub(r'(?<= d=")[^"]*', lambda path: _DECIMAL.sub(_rounded, path.group()), body)
    body = re.sub(r"\s+", " ", body).replace(" />", "/>").strip()
    return f'<symbol id="i-{path.stem}" viewBox="{box}">{body}</symbol>'


def sheets() -> dict[str, str]:
    """The files to write: path under the project's root → text."""
    files: dict[str, str] = {}
    where: list[str] = []
    for folder in sorted(p for p in SOURCE.iterdir() if p.is_dir()):
        drawings = sorted(folder.glob("*.svg"))
        name = "sprite" if folder.name == "ui" else f"sprite-{folder.name}"
        body = "".join(symbol(path) for path in drawings)
        files[f"static/icons/{name}.svg"] = f'<svg xmlns="http://www.w3.org/2000/svg">{body}</svg>\n'
        if name != "sprite":
            where += [f'  "{path.stem}": "{name}",' for path in drawings]
    files[str(SHEETS.relative_to(ROOT))] = (
        "{# Written by tools/sprites.py: the icons that are not in sprite.svg, and their sprite. #}\n"
        "{% set SHEETS = {\n" + "\n".join(where) + "\n} %}\n"
    )
    return files


def main() -> int:
    stale = [name for name, text in sheets().items() if not _same(ROOT / name, text)]
    if "--check" in sys.argv:
        for name in stale:
            print(f"{name} is not what tools/icons gives")
        return 1 if stale else 0
    for name, text in sheets().items():
        (ROOT / name).write_text(text, encoding="utf-8")
    return 0


def _same(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
