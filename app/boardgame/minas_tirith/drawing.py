"""The bare board as a picture: fields, the city in its rings, walls, the Rammas Echor, the road, Evil's end.

A picture in a page cannot see the page's style sheets, so the inks are written here; they are those of the
tokens ``--m-…``. It is made once for each board and theme and kept by browsers for ever.
"""

from __future__ import annotations

import hashlib
import math
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from app.boardgame.minas_tirith.board import gate_point
from app.boardgame.minas_tirith.played import PlayedSiege
from app.boardgame.outlines import Border, Point, path
from rules.minas_tirith.board import CITY, FIELD, WALL


class Inks(NamedTuple):
    """The colours of a theme."""

    land: str
    border: str
    ink: str
    stone: str
    city: str
    ring: str
    rammas: str
    rampart: str
    road: str
    evil: str
    tree: str
    tree_line: str
    grass: str


INKS = {
    "light": Inks(
        "#f4ead4", "#8b7753", "#3a2d1d", "#cdbb95", "#f9f2e0", "#c9b184", "#b98a2e", "#8a6d3a", "#b39c6e",
        "#a4552a", "#c9cfa2", "#6c7446", "#b3a988",
    ),
    "dark": Inks(
        "#2b2219", "#7b6545", "#d8bd8a", "#5c4a33", "#3a2e21", "#6d583a", "#b98a2e", "#a58550", "#5e4b31",
        "#a4552a", "#2f3a22", "#75854b", "#57482f",
    ),
}  # fmt: skip


@lru_cache(maxsize=16)
def draw(rules: PlayedSiege, theme: str) -> str:
    """The board as an SVG document."""
    ink, shapes, spaces = INKS[theme], rules.outlines, rules.board.spaces
    sort = {space.code: space.sort for space in spaces}
    w, h = shapes.width, shapes.height
    by_sort = {
        wanted: "".join(shapes.shapes[code] for code, one in sort.items() if one == wanted)
        for wanted in (FIELD, WALL, CITY)
    }
    outer = "".join(shapes.shapes[s.code] for s in spaces if s.role == "rammas" or s.role == "fort")
    camps = "".join(shapes.shapes[space.code] for space in spaces if space.start)
    inland = [line for line in shapes.borders if all(sort.get(one) == FIELD for one in line.spaces)]
    edges = [
        line
        for line in shapes.borders
        if {sort.get(one) for one in line.spaces} in ({WALL, FIELD}, {WALL, CITY})
    ]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">',
        f'<defs><radialGradient id="e" cx="1.02" cy=".5" r=".62"><stop offset="0" stop-color="{ink.evil}" '
        f'stop-opacity=".42"/><stop offset="1" stop-color="{ink.evil}" stop-opacity="0"/></radialGradient>'
        f'<clipPath id="c"><path d="{by_sort[CITY]}"/></clipPath></defs>',
        f'<path fill="{ink.land}" d="M0 0h{w}v{h}H0z"/>',
        f'<path fill="url(#e)" d="M0 0h{w}v{h}H0z"/>',
        f'<path fill="{ink.rammas}" opacity=".2" d="{outer}"/>',
        f'<path fill="{ink.evil}" opacity=".18" d="{camps}"/>',
        _relief(rules, ink),
        _road(rules, ink),
        '<g fill="none" stroke-linejoin="round" stroke-linecap="round">',
        f'<path stroke="{ink.border}" stroke-width="1.5" stroke-dasharray="6 4" d="{_path(inland)}"/>',
        _rampart(rules, ink),
        "</g>",
        f'<path fill="{ink.city}" d="{by_sort[CITY]}"/>',
        f'<g clip-path="url(#c)">{_rings(rules, ink)}</g>',
        f'<path fill="{ink.stone}" d="{by_sort[WALL]}"/>',
        '<g fill="none" stroke-linejoin="round" stroke-linecap="round">',
        f'<path stroke="{ink.ink}" stroke-width="2.6" d="{_path(edges)}"/>',
        _crenels(rules, ink),
        "</g>",
        _gate(rules, ink),
        _forts(rules, ink),
        "</svg>\n",
    ]
    return "".join(parts)


def _path(lines: list[Border]) -> str:
    return "".join(path(line.points, closed=line.closed) for line in lines)


def _rampart(rules: PlayedSiege, ink: Inks) -> str:
    """The outer wall along the eastern side of its territories."""
    roles = {space.code: space.role for space in rules.board.spaces}
    ends = dict(zip((space.code for space in rules.board.spaces), rules.board.to_end, strict=True))
    lines = [
        line
        for line in rules.outlines.borders
        if sum(
            roles.get(one) == "rammas" or (roles.get(one) == "fort" and ends[one] == 3) for one in line.spaces
        )
        == 1
        and all(one in ends for one in line.spaces)
        and min(ends[one] for one in line.spaces) == 2
    ]
    data = _path(lines)
    return (
        f'<path stroke="{ink.ink}" stroke-width="8" opacity=".55" d="{data}"/>'
        f'<path stroke="{ink.rampart}" stroke-width="5" stroke-dasharray="9 3" d="{data}"/>'
    )


def _middle_of_city(rules: PlayedSiege) -> tuple[float, float, float]:
    """The point at the western edge round which the rings lie, and how far they reach."""
    cells = rules.outlines.cells[rules.board.spaces[rules.board.city].code]
    ys = [y for _x, y in cells]
    return -20.0, (min(ys) + max(ys)) / 2, (max(ys) - min(ys)) / 2


def _rings(rules: PlayedSiege, ink: Inks) -> str:
    """Seven levels with their houses."""
    cx, cy, reach = _middle_of_city(rules)
    out = []
    for level in range(1, 7):
        radius = reach * (level + 0.6) / 7
        out.append(
            f'<circle cx="{cx:.0f}" cy="{cy:.0f}" r="{radius:.0f}" fill="none" stroke="{ink.ring}" '
            f'stroke-width="{2.4 if level % 2 else 1.4}"/>'
        )
        steps = int(radius / 13)
        for step in range(steps):
            turn = math.pi * (step + 0.5) / steps - math.pi / 2
            if abs(turn) < 24 / radius:
                continue
            x, y = cx + (radius - 11) * math.cos(turn), cy + (radius - 11) * math.sin(turn)
            luck = hashlib.blake2b(f"{level} {step}".encode(), digest_size=1).digest()[0]
            if luck < 150:
                out.append(
                    f'<path fill="{ink.land}" stroke="{ink.ring}" stroke-width="1.2" '
                    f'd="M{x - 4:.0f} {y + 4:.0f}v-5l4-4 4 4v5z"/>'
                )
    gx, gy = gate_point(rules)
    out.append(f'<path fill="{ink.ring}" opacity=".8" d="M{cx + 30:.0f} {cy:.0f}L{gx} {gy - 9}V{gy + 9}z"/>')
    return "".join(out)


def _crenels(rules: PlayedSiege, ink: Inks) -> str:
    """Merlons along the outer side of the walls."""
    board = rules.board
    sort = {space.code: space.sort for space in board.spaces}
    cx, cy, _reach = _middle_of_city(rules)
    out = []
    for line in rules.outlines.borders:
        if {sort.get(one) for one in line.spaces} != {WALL, FIELD}:
            continue
        for x, y in _along(line.points, 17.0):
            away = math.hypot(x - cx, y - cy)
            dx, dy = (x - cx) / away, (y - cy) / away
            px, py = x - dx * 5, y - dy * 5
            turn = math.degrees(math.atan2(dy, dx))
            out.append(
                f'<path fill="{ink.city}" stroke="{ink.ink}" stroke-width="1.5" '
                f'transform="translate({px:.0f} {py:.0f}) rotate({turn:.0f})" d="M-4 -5h7v10h-7z"/>'
            )
    return "".join(out)


def _along(points: tuple[Point, ...], step: float) -> list[Point]:
    """Points on a line at equal distances."""
    found, left = [], step / 2
    for (ax, ay), (bx, by) in pairwise(points):
        length = math.hypot(bx - ax, by - ay)
        while left < length:
            found.append((ax + (bx - ax) * left / length, ay + (by - ay) * left / length))
            left += step
        left -= length
    return found


def _gate(rules: PlayedSiege, ink: Inks) -> str:
    """Two towers and the gate between them."""
    x, y = gate_point(rules)
    tower = (
        f'<circle cx="0" cy="0" r="12" fill="{ink.city}" stroke="{ink.ink}" stroke-width="2.4"/>'
        f'<circle cx="0" cy="0" r="6" fill="none" stroke="{ink.ink}" stroke-width="1.5"/>'
    )
    return (
        f'<g transform="translate({x - 6} {y - 30})">{tower}</g>'
        f'<g transform="translate({x - 6} {y + 30})">{tower}</g>'
        f'<path fill="none" stroke="{ink.ink}" stroke-width="5" d="M{x} {y - 18}V{y + 18}"/>'
        f'<path fill="none" stroke="{ink.city}" stroke-width="1.5" stroke-dasharray="4 4" '
        f'd="M{x} {y - 18}V{y + 18}"/>'
    )


def _road(rules: PlayedSiege, ink: Inks) -> str:
    """The road from the gate over the forts to Evil's end."""
    board, shapes = rules.board, rules.outlines
    here, way = board.gate, [gate_point(rules)]
    while True:
        x, y = shapes.middles[board.spaces[here].code]
        way.append((round(x), round(y) + 18))
        if not board.to_end[here]:
            break
        nearer = [o for o in board.borders[here] if board.to_end[o] == board.to_end[here] - 1]
        here = min(
            nearer,
            key=lambda o: (board.spaces[o].role != "fort", abs(shapes.middles[board.spaces[o].code][1] - y)),
        )
    points = tuple((float(px), float(py)) for px, py in way)
    data = path(points, closed=False)
    return (
        f'<g fill="none" stroke-linecap="round">'
        f'<path stroke="{ink.road}" stroke-width="9" opacity=".5" d="{data}"/>'
        f'<path stroke="{ink.land}" stroke-width="5" d="{data}"/></g>'
    )


def _forts(rules: PlayedSiege, ink: Inks) -> str:
    out = []
    for space in rules.board.spaces:
        if space.role == "fort":
            x, y = rules.outlines.middles[space.code]
            out.append(
                f'<path fill="{ink.stone}" stroke="{ink.ink}" stroke-width="2" stroke-linejoin="round" '
                f'transform="translate({x - 44:.0f} {y - 34:.0f})" '
                'd="M-13 12V-8h5v4h4v-4h8v4h4v-4h5v20zM-4 12V4a4 4 0 0 1 8 0v8"/>'
            )
    return "".join(out)


def _relief(rules: PlayedSiege, ink: Inks) -> str:
    """Grass and trees in the outer cells of fields, away from where names and figures stand."""
    out: list[tuple[float, str]] = []
    shapes = rules.outlines
    sort = {space.code: space.sort for space in rules.board.spaces}
    for code, cells in shapes.cells.items():
        if sort[code] != FIELD:
            continue
        mx, my = shapes.middles[code]
        for x, y in cells:
            near = abs(x - mx) < shapes.cell * 1.9 and -shapes.cell * 1.2 < y - my < shapes.cell * 2
            roll = hashlib.blake2b(f"{x:.0f} {y:.0f}".encode(), digest_size=2).digest()
            if near or roll[0] > 130:
                continue
            dx, dy = roll[1] % 9 - 4, roll[1] // 37 - 3
            drawn = _tree(x + dx, y + dy, ink) if roll[1] % 5 < 2 else _grass(x + dx, y + dy, ink)
            out.append((y + dy, drawn))
    return "".join(text for _y, text in sorted(out))


def _tree(x: float, y: float, ink: Inks) -> str:
    return (
        f'<path fill="{ink.tree}" stroke="{ink.tree_line}" stroke-width="1" '
        f'd="M{x:.0f} {y + 6:.0f}v-4a5 5 0 1 1 .1 0z"/>'
    )


def _grass(x: float, y: float, ink: Inks) -> str:
    return (
        f'<path fill="none" stroke="{ink.grass}" stroke-width="1.2" '
        f'd="M{x - 9:.0f} {y:.0f}q5-3 9 0t9 0M{x - 6:.0f} {y + 5:.0f}q4-3 7 0t7 0"/>'
    )
