"""Scalar fields on a grid: noise, outlines at a level, distance to an outline."""

import itertools
import math
import random
from collections.abc import Callable

Point = tuple[float, float]
Line = list[Point]

_FAR = 1e12


class Noise:
    """Smooth gradient noise in the plane, about -1 to 1, always the same for one seed."""

    def __init__(self, seed: int) -> None:
        rnd = random.Random(seed)
        order = list(range(256))
        rnd.shuffle(order)
        self._order = order * 2
        self._slopes = [(math.cos(a), math.sin(a)) for a in (rnd.uniform(0, math.tau) for _ in range(256))]

    def _corner(self, ix: int, iy: int, dx: float, dy: float) -> float:
        gx, gy = self._slopes[self._order[self._order[ix & 255] + (iy & 255)]]
        return gx * dx + gy * dy

    def at(self, x: float, y: float) -> float:
        """The noise at one point of a lattice with cells of size 1."""
        ix, iy = math.floor(x), math.floor(y)
        fx, fy = x - ix, y - iy
        u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
        v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
        top = self._corner(ix, iy, fx, fy) * (1 - u) + self._corner(ix + 1, iy, fx - 1, fy) * u
        low = (
            self._corner(ix, iy + 1, fx, fy - 1) * (1 - u) + self._corner(ix + 1, iy + 1, fx - 1, fy - 1) * u
        )
        return top * (1 - v) + low * v

    def layered(self, x: float, y: float, scale: float, octaves: int = 4) -> float:
        """Several sizes of noise on top of each other; ``scale`` is the size of the largest, in units."""
        total, weight, height = 0.0, 0.0, 1.0
        for octave in range(octaves):
            f = 2**octave / scale
            total += height * self.at(x * f + 31 * octave, y * f - 17 * octave)
            weight += height
            height *= 0.5
        return total / weight


class Field:
    """Numbers on a square grid that reaches ``margin`` units over the frame of the map on each side."""

    def __init__(
        self, width: int, height: int, step: float, margin: float, fn: Callable[[float, float], float]
    ):
        self.step, self.margin = step, margin
        self.columns = int((width + 2 * margin) / step) + 1
        self.rows = int((height + 2 * margin) / step) + 1
        self.values = [
            [fn(c * step - margin, r * step - margin) for c in range(self.columns)] for r in range(self.rows)
        ]

    def sample(self, x: float, y: float) -> float:
        """The value at a point of the map, between the four nodes around it."""
        gx = min(max((x + self.margin) / self.step, 0), self.columns - 1.001)
        gy = min(max((y + self.margin) / self.step, 0), self.rows - 1.001)
        c, r = int(gx), int(gy)
        u, v = gx - c, gy - r
        a, b = self.values[r], self.values[r + 1]
        return (a[c] * (1 - u) + a[c + 1] * u) * (1 - v) + (b[c] * (1 - u) + b[c + 1] * u) * v

    def outlines(self, level: float = 0.0, smallest: float = 900) -> list[Line]:
        """Closed rings around everything above ``level``; rings under ``smallest`` square units are left out.

        The outermost nodes count as below the level, so every ring closes, outside the frame if need be.
        """
        links: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
        place: dict[tuple[int, int, int], Point] = {}

        def height(c: int, r: int) -> float:
            if c in (0, self.columns - 1) or r in (0, self.rows - 1):
                return -1.0
            return (self.values[r][c] - level) or 1e-9

        def crossing(c: int, r: int, axis: int) -> tuple[int, int, int]:
            key = (c, r, axis)
            if key not in place:
                a, b = height(c, r), height(c + 1 - axis, r + axis)
                t = a / (a - b)
                place[key] = (
                    (c + t * (1 - axis)) * self.step - self.margin,
                    (r + t * axis) * self.step - self.margin,
                )
            return key

        for r in range(self.rows - 1):
            for c in range(self.columns - 1):
                corners = (height(c, r), height(c + 1, r), height(c + 1, r + 1), height(c, r + 1))
                case = sum(1 << i for i, h in enumerate(corners) if h > 0)
                if case in (0, 15):
                    continue
                edges = ((c, r, 0), (c + 1, r, 1), (c, r + 1, 0), (c, r, 1))
                cut = [i for i in range(4) if (corners[i] > 0) != (corners[(i + 1) % 4] > 0)]
                pairs = (
                    [(cut[0], cut[1])]
                    if len(cut) == 2
                    else [(3, 0), (1, 2)]
                    if case == 5
                    else [(0, 1), (2, 3)]
                )
                for i, j in pairs:
                    a, b = crossing(*edges[i]), crossing(*edges[j])
                    links.setdefault(a, []).append(b)
                    links.setdefault(b, []).append(a)
        rings: list[Line] = []
        unseen = set(links)
        for start in links:
            if start not in unseen:
                continue
            ring, here = [], start
            while here in unseen:
                unseen.discard(here)
                ring.append(place[here])
                here = next((n for n in links[here] if n in unseen), here)
            if abs(area(ring)) >= smallest:
                rings.append([*ring, ring[0]])
        return rings

    def distances(self) -> "Field":
        """For each node the distance to the outline at level 0, in units: above it positive, below negative."""
        inside = self._spread([[0.0 if v <= 0 else _FAR for v in row] for row in self.values])
        outside = self._spread([[0.0 if v > 0 else _FAR for v in row] for row in self.values])
        result = Field.__new__(Field)
        result.step, result.margin = self.step, self.margin
        result.columns, result.rows = self.columns, self.rows
        result.values = [
            [
                (math.sqrt(inside[r][c]) - math.sqrt(outside[r][c])) * self.step
                + (0.5 if outside[r][c] else -0.5) * self.step
                for c in range(self.columns)
            ]
            for r in range(self.rows)
        ]
        return result

    def _spread(self, squares: list[list[float]]) -> list[list[float]]:
        """Exact squared distances in two passes: along the rows, then along the columns."""
        rows = [_lower_envelope(row) for row in squares]
        columns = [_lower_envelope([row[c] for row in rows]) for c in range(self.columns)]
        return [[columns[c][r] for c in range(self.columns)] for r in range(self.rows)]


def _lower_envelope(f: list[float]) -> list[float]:
    """The least of the parabolas that stand on each value of ``f``, at each index."""
    n = len(f)
    base = [0] * n
    border = [-math.inf] + [math.inf] * n
    k = 0
    for q in range(1, n):
        while True:
            p = base[k]
            s = ((f[q] + q * q) - (f[p] + p * p)) / (2 * q - 2 * p)
            if s > border[k] or k == 0:
                break
            k -= 1
        if s <= border[k]:
            base[k] = q
        else:
            k += 1
            base[k] = q
            border[k] = s
        border[k + 1] = math.inf
    out, k = [], 0
    for q in range(n):
        while border[k + 1] < q:
            k += 1
        out.append((q - base[k]) ** 2 + f[base[k]])
    return out


def area(ring: Line) -> float:
    """Signed area of a ring, in square units."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True)) / 2


def to_segment(p: Point, a: Point, b: Point) -> float:
    """Distance from a point to a stretch of line, in units."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = 0.0 if not length else min(1, max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def to_line(p: Point, line: Line) -> float:
    """Distance from a point to a line of many stretches, in units."""
    return min(to_segment(p, a, b) for a, b in itertools.pairwise(line))


def simplify(line: Line, tolerance: float) -> Line:
    """The same line with fewer points, nowhere further off than ``tolerance`` units."""
    if len(line) < 3:
        return line
    if line[0] == line[-1]:
        half = len(line) // 2
        return simplify(line[: half + 1], tolerance)[:-1] + simplify(line[half:], tolerance)
    worst, at = 0.0, 0
    for i in range(1, len(line) - 1):
        d = to_segment(line[i], line[0], line[-1])
        if d > worst:
            worst, at = d, i
    if worst <= tolerance:
        return [line[0], line[-1]]
    return simplify(line[: at + 1], tolerance)[:-1] + simplify(line[at:], tolerance)


def rounded(line: Line, times: int = 2) -> Line:
    """An open line with its corners cut, so that it flows."""
    for _ in range(times):
        cut = [line[0]]
        for (ax, ay), (bx, by) in itertools.pairwise(line):
            cut += [
                (0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by),
                (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by),
            ]
        line = [*cut, line[-1]]
    return line


def scatter(
    fits: Callable[[float, float], bool], width: int, height: int, gap: float, seed: int, tries: int
) -> Line:
    """Points at random, at least ``gap`` units apart (a little less up and down), from north to south."""
    rnd = random.Random(seed)
    found: Line = []
    near: dict[tuple[int, int], Line] = {}
    for _ in range(tries):
        x, y = rnd.uniform(0, width), rnd.uniform(0, height)
        cell = (int(x / gap), int(y / gap))
        around = (p for i in (-1, 0, 1) for j in (-1, 0, 1) for p in near.get((cell[0] + i, cell[1] + j), ()))
        if any((x - a) ** 2 + ((y - b) * 1.35) ** 2 < gap * gap for a, b in around) or not fits(x, y):
            continue
        found.append((x, y))
        near.setdefault(cell, []).append((x, y))
    return sorted(found, key=lambda p: p[1])
