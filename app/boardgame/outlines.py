"""The shapes of the spaces, made of the hex grid that a board is drawn on.

The sides of the cells where two spaces meet are joined to lines between the corners where three meet; each
line
is smoothed once and used by both its spaces, so that neighbours fit without a gap. All points are in units of
the drawing, 1400 wide.
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.board import UNITS_WIDE
from rules.engine.grid import Grid, neighbours

Corner = tuple[int, int]
Point = tuple[float, float]
_CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
_WOBBLE = 0.2
OUTSIDE = ""


@dataclass(frozen=True)
class Border:
    """A line between two spaces (one may be OUTSIDE); ``closed`` when it ends where it began."""

    spaces: tuple[str, str]
    ends: tuple[Corner, Corner]
    points: tuple[Point, ...]
    closed: bool


@dataclass(frozen=True)
class Outlines:
    """Every space's shape as path data, where its name and units stand, and the lines between spaces."""

    width: int
    height: int
    shapes: Mapping[str, str]
    middles: Mapping[str, Point]
    borders: tuple[Border, ...]
    cells: Mapping[str, tuple[Point, ...]]
    cell: float


def outlines(grid: Grid) -> Outlines:
    """The shapes of a grid whose rows are of one length."""
    columns, rows = len(grid[0]), len(grid)
    # half a cell at every edge is cut off, so that the outermost line is straight
    cell = UNITS_WIDE / (columns - 0.5)
    step = cell * math.sqrt(3) / 6

    def at(corner: Corner) -> Point:
        return (corner[0] * cell / 2, corner[1] * step)

    lines = _lines(grid, at, cell)
    by_space: dict[str, list[Border]] = defaultdict(list)
    for line in lines:
        for space in line.spaces:
            by_space[space].append(line)
    shapes = {
        space: "".join(path(ring, closed=True) for ring in _rings(borders))
        for space, borders in by_space.items()
        if space != OUTSIDE
    }
    cells: dict[str, list[Point]] = defaultdict(list)
    for row, codes in enumerate(grid):
        for column, code in enumerate(codes):
            cells[code].append(at((2 * column + row % 2, 3 * row)))
    return Outlines(
        UNITS_WIDE,
        round((rows - 1) * 3 * step),
        shapes,
        {code: _middle(points, cell) for code, points in cells.items()},
        lines,
        {code: tuple(points) for code, points in cells.items()},
        cell,
    )


def _lines(grid: Grid, at: Callable[[Corner], Point], cell: float) -> tuple[Border, ...]:
    """Every line between two spaces, from one corner of three spaces to the next."""
    near: dict[Corner, dict[Corner, tuple[str, str]]] = defaultdict(dict)
    for row, codes in enumerate(grid):
        for column, code in enumerate(codes):
            x, y = 2 * column + row % 2, 3 * row
            for side, other in enumerate(_across(grid, column, row)):
                if other == code:
                    continue
                one, two = ((x + dx, y + dy) for dx, dy in (_CORNERS[side], _CORNERS[(side + 1) % 6]))
                pair = (min(code, other), max(code, other))
                near[one][two] = near[two][one] = pair
    found: list[Border] = []
    seen: set[tuple[Corner, Corner]] = set()

    def walk(start: Corner, nxt: Corner) -> None:
        corners, pair = [start, nxt], near[start][nxt]
        seen.update(((start, nxt), (nxt, start)))
        while len(near[corners[-1]]) == 2 and corners[-1] != start:
            here = corners[-1]
            further = next(one for one in near[here] if one != corners[-2])
            seen.update(((here, further), (further, here)))
            corners.append(further)
        closed = corners[-1] == start and len(near[start]) == 2
        points = _smooth([at(corner) for corner in corners], closed, cell)
        found.append(Border(pair, (corners[0], corners[-1]), points, closed))

    for corner in sorted(near):
        if len(near[corner]) != 2:
            for nxt in sorted(near[corner]):
                if (corner, nxt) not in seen:
                    walk(corner, nxt)
    for corner in sorted(near):
        for nxt in sorted(near[corner]):
            if (corner, nxt) not in seen:
                walk(corner, nxt)
    return tuple(found)


def _across(grid: Grid, column: int, row: int) -> list[str]:
    """The codes across the six sides of a cell, clockwise from the upper right; OUTSIDE at the edge."""
    shift = row % 2
    places = (
        (column + shift, row - 1),
        (column + 1, row),
        (column + shift, row + 1),
        (column - 1 + shift, row + 1),
        (column - 1, row),
        (column - 1 + shift, row - 1),
    )
    inside = set(neighbours(grid, column, row))
    return [grid[y][x] if (x, y) in inside else OUTSIDE for x, y in places]


def _smooth(points: Sequence[Point], closed: bool, cell: float) -> tuple[Point, ...]:
    """The middles of the sides instead of their corners, each moved a little; the ends stay."""
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(points)]
    moved = [_moved(point, cell) for point in middles]
    if closed:
        return tuple(moved)
    if len(moved) > 4:
        moved = [point for number, point in enumerate(moved) if number % 2 == 0 or number == len(moved) - 1]
    return (points[0], *moved, points[-1])


def _moved(point: Point, cell: float) -> Point:
    luck = hashlib.blake2b(f"{point[0]:.1f} {point[1]:.1f}".encode(), digest_size=2).digest()
    dx, dy = (byte / 255 - 0.5 for byte in luck)
    return point[0] + dx * cell * _WOBBLE * 2, point[1] + dy * cell * _WOBBLE * 2


def _rings(borders: Iterable[Border]) -> list[list[Point]]:
    """The lines of a space joined to closed rings, the longest first."""
    rings = [list(line.points) for line in borders if line.closed]
    left = [line for line in borders if not line.closed]
    while left:
        line = left.pop()
        ring, first, last = list(line.points), line.ends[0], line.ends[1]
        while last != first:
            index = next(i for i, other in enumerate(left) if last in other.ends)
            other = left.pop(index)
            points = other.points if other.ends[0] == last else other.points[::-1]
            last = other.ends[1] if other.ends[0] == last else other.ends[0]
            ring += points[1:]
        rings.append(ring[:-1])
    return sorted(rings, key=len, reverse=True)


def path(points: Sequence[Point], *, closed: bool) -> str:
    """Path data of a soft line through the middles of its parts, in whole units."""
    if closed:
        middles = [
            ((ax + bx) / 2, (ay + by) / 2)
            for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True)
        ]
        pairs = zip([*points[1:], points[0]], [*middles[1:], middles[0]], strict=True)
        return _data(middles[0], pairs) + "z"
    inner = list(points[1:-1])
    ends = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(inner)]
    if not inner:
        return _data(points[0], [(points[-1], points[-1])])
    return _data(points[0], zip(inner, [*ends, points[-1]], strict=True))


def _data(start: Point, curves: Iterable[tuple[Point, Point]]) -> str:
    x, y = round(start[0]), round(start[1])
    out = [f"M{x} {y}q"]
    for (cx, cy), (ex, ey) in curves:
        out.append(f"{round(cx) - x} {round(cy) - y} {round(ex) - x} {round(ey) - y} ".replace(" -", "-"))
        x, y = round(ex), round(ey)
    return "".join(out).rstrip()


def _middle(points: Sequence[Point], cell: float) -> Point:
    """The point of a space that is farthest from every other; among equals the nearest to its centre."""
    cx = sum(x for x, _y in points) / len(points)
    cy = sum(y for _x, y in points) / len(points)
    own = {(round(x), round(y)) for x, y in points}
    reach = [r * cell for r in (1, 1.75, 2.65, 3.5)]

    def room(point: Point) -> int:
        for rings, radius in enumerate(reach):
            for turn in range(12):
                x = point[0] + radius * math.cos(turn * math.pi / 6)
                y = point[1] + radius * math.sin(turn * math.pi / 6)
                if not any(abs(x - ox) < cell * 0.6 and abs(y - oy) < cell * 0.6 for ox, oy in own):
                    return rings
        return len(reach)

    return max(points, key=lambda one: (room(one), -math.hypot(one[0] - cx, one[1] - cy)))
