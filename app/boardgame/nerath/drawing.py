"""The bare board as a picture: sea, coasts, land, hills and woods, dungeon entrances, borders.

A picture in a page cannot see the page's style sheets, so the inks are written here; they are those of the
tokens ``--m-…``. It is made once for each board and theme and kept by browsers for ever.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import NamedTuple

from app.boardgame.nerath.played import PlayedNerath
from app.boardgame.outlines import OUTSIDE, Border, Point, path
from rules.nerath.terms import DUNGEON, SEA


class Inks(NamedTuple):
    """The colours of a theme."""

    sea: str
    sea_ink: str
    land: str
    coast: str
    border: str
    relief: str
    body: str
    shade: str
    tree: str
    tree_line: str
    cave: str


INKS = {
    "light": Inks(
        "#d3ddd4", "#6f8c90", "#f4ead4", "#4b3b27", "#7d6a4b", "#7a6547", "#f6edd9", "#ddcba6", "#c9cfa2",
        "#6c7446", "#d9c9a6",
    ),
    "dark": Inks(
        "#0f1a1d", "#35555c", "#2b2219", "#c3a672", "#7b6545", "#9a8159", "#33281d", "#1f1811", "#2f3a22",
        "#75854b", "#17110c",
    ),
}  # fmt: skip


@lru_cache(maxsize=16)
def draw(rules: PlayedNerath, theme: str) -> str:
    """The board as an SVG document."""
    ink, shapes = INKS[theme], rules.outlines
    sort = {space.code: space.sort for space in rules.board.spaces}
    sort[OUTSIDE] = SEA
    coasts = [line for line in shapes.borders if _wet(sort, line) == 1]
    seas = [line for line in shapes.borders if _wet(sort, line) == 2 and OUTSIDE not in line.spaces]
    inland = [line for line in shapes.borders if _wet(sort, line) == 0]
    caves = [line for line in inland if DUNGEON in (sort[line.spaces[0]], sort[line.spaces[1]])]
    plain = [line for line in inland if line not in caves]
    coast = _path(coasts)
    land = "".join(shapes.shapes[code] for code in shapes.shapes if sort[code] != SEA)
    dark = "".join(shapes.shapes[code] for code in shapes.shapes if sort[code] == DUNGEON)
    w, h = shapes.width, shapes.height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">',
        f'<path fill="{ink.sea}" d="M0 0h{w}v{h}H0z"/>',
        _rhumbs(w, h, ink),
        '<g fill="none" stroke-linejoin="round" stroke-linecap="round">',
        *(
            f'<path stroke="{ink.sea_ink}" stroke-width="{wide}" opacity="{thin}" d="{coast}"/>'
            f'<path stroke="{ink.sea}" stroke-width="{wide - 1.6}" d="{coast}"/>'
            for wide, thin in ((33, 0.3), (22, 0.45), (12, 0.6))
        ),
        f'<path stroke="{ink.sea_ink}" stroke-width="1.5" stroke-dasharray="1 5" d="{_path(seas)}"/></g>',
        f'<path fill="{ink.land}" d="{land}"/><path fill="{ink.cave}" d="{dark}"/>',
        _relief(rules, sort, ink),
        '<g fill="none" stroke-linejoin="round" stroke-linecap="round">',
        f'<path stroke="{ink.border}" stroke-width="1.3" stroke-dasharray="5 3.5" d="{_path(plain)}"/>',
        f'<path stroke="{ink.coast}" stroke-width="1.5" d="{_path(caves)}"/>',
        f'<path stroke="{ink.coast}" stroke-width="2.4" d="{coast}"/></g></svg>\n',
    ]
    return "".join(parts)


def _wet(sort: dict[str, int], line: Border) -> int:
    """How many of a line's two spaces are sea."""
    return sum(sort[space] == SEA for space in line.spaces)


def _path(lines: list[Border]) -> str:
    return "".join(path(line.points, closed=line.closed) for line in lines)


def _rhumbs(w: int, h: int, ink: Inks) -> str:
    """Lines of bearing from two points, as on a sea chart."""
    ends = [(x, y) for x in (0, w // 3, 2 * w // 3, w) for y in (0, h)] + [(0, h // 2), (w, h // 2)]
    lines = "".join(f"M{cx} {cy}L{x} {y}" for cx, cy in ((w // 2, h // 2), (w // 5, h // 2)) for x, y in ends)
    return f'<path fill="none" stroke="{ink.sea_ink}" stroke-width=".8" opacity=".3" d="{lines}"/>'


def _relief(rules: PlayedNerath, sort: dict[str, int], ink: Inks) -> str:
    """Hills and trees in the outer cells of lands, away from where names and units stand."""
    out: list[tuple[float, str]] = []
    shapes = rules.outlines
    for code, cells in shapes.cells.items():
        if sort[code] != 0:
            continue
        mx, my = shapes.middles[code]
        luck = hashlib.blake2b(code.encode(), digest_size=1).digest()[0]
        for x, y in cells:
            near = abs(x - mx) < shapes.cell * 1.7 and -shapes.cell * 1.2 < y - my < shapes.cell * 1.9
            roll = hashlib.blake2b(f"{x:.0f} {y:.0f}".encode(), digest_size=2).digest()
            if near or roll[0] > 120 or not _inner(shapes.cells[code], (x, y), shapes.cell):
                continue
            dx, dy = roll[1] % 7 - 3, roll[1] // 37 - 3
            out.append((y + dy, _hill(x + dx, y + dy, ink) if luck % 3 == 0 else _tree(x + dx, y + dy, ink)))
    return "".join(text for _y, text in sorted(out))


def _inner(cells: tuple[Point, ...], at: Point, cell: float) -> bool:
    """Whether most neighbours of a cell are of the same space."""
    close = sum(0 < (x - at[0]) ** 2 + (y - at[1]) ** 2 < (1.2 * cell) ** 2 for x, y in cells)
    return close >= 5


def _hill(x: float, y: float, ink: Inks) -> str:
    return (
        f'<path fill="{ink.body}" stroke="{ink.relief}" stroke-width="1.3" stroke-linejoin="round" '
        f'd="M{x - 11:.0f} {y + 6:.0f}l8-14 4 4 3-3 8 13"/>'
        f'<path fill="{ink.shade}" d="M{x - 3:.0f} {y - 8:.0f}l2 8 3 6h6l-6-13z"/>'
    )


def _tree(x: float, y: float, ink: Inks) -> str:
    return (
        f'<path fill="{ink.tree}" stroke="{ink.tree_line}" stroke-width="1" '
        f'd="M{x:.0f} {y + 6:.0f}v-4a5 5 0 1 1 .1 0z"/>'
    )
