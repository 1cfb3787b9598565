"""Pen work: palettes, path data, and the signs a map-maker puts on land and sea.

All colours are written as attributes, because a picture in a page cannot see the page's style sheets.
"""

import math
import random
from dataclasses import dataclass

from mapmaking.fields import Field, Line, Point


@dataclass(frozen=True)
class Palette:
    """The inks of one theme; the values are those of the tokens ``--m-…`` of the style sheet."""

    sea: str
    sea_ink: str
    sea_label: str
    land: str
    coast: str
    relief: str
    relief_body: str
    relief_shade: str
    tree: str
    tree_line: str
    border: str
    glow: str


PALETTES = {
    "light": Palette(
        sea="#d3ddd4", sea_ink="#6f8c90", sea_label="#3c5c63", land="#f4ead4", coast="#4b3b27",
        relief="#7a6547", relief_body="#f6edd9", relief_shade="#ddcba6", tree="#c9cfa2",
        tree_line="#6c7446", border="#7d6a4b", glow="#c2922f",
    ),
    "dark": Palette(
        sea="#0f1a1d", sea_ink="#35555c", sea_label="#8fb2ba", land="#2b2219", coast="#c3a672",
        relief="#9a8159", relief_body="#33281d", relief_shade="#1f1811", tree="#2f3a22",
        tree_line="#75854b", border="#7b6545", glow="#d2a03c",
    ),
}  # fmt: skip


def number(value: float, digits: int = 1) -> str:
    """A number as short as path data allows."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def path_data(line: Line, digits: int = 1, closed: bool = False) -> str:
    """One line as relative path data, rounded so that errors never add up."""
    px, py = round(line[0][0], digits), round(line[0][1], digits)
    out = f"M{number(px, digits)} {number(py, digits)}l"
    for x, y in line[1:-1] if closed else line[1:]:
        x, y = round(x, digits), round(y, digits)
        if (x, y) == (px, py):
            continue
        dx, dy = number(x - px, digits), number(y - py, digits)
        out += ("" if out[-1] == "l" or dx[0] == "-" else " ") + dx + ("" if dy[0] == "-" else " ") + dy
        px, py = x, y
    return out + ("z" if closed else "")


def rings_data(rings: list[Line], digits: int = 1) -> str:
    return "".join(path_data(ring, digits, closed=True) for ring in rings)


def water_lines(depth: Field, width: int, height: int, reach: tuple[int, ...], gap: float, seed: int) -> str:
    """The engraver's water: level strokes of changing length that hug the shore.

    ``depth`` is the distance from the shore, negative in the water.
    """
    rnd = random.Random(seed)
    out, y, row = "", gap, 0
    while y < height:
        limit = reach[row % len(reach)]
        start: float | None = None
        x = 0.0
        while x <= width:
            wet = -limit < depth.sample(x, y) < -3
            if wet and start is None:
                start = x
            if start is not None and (not wet or x + 4 > width):
                a, b = start + rnd.uniform(0, 2), x - rnd.uniform(0, 3)
                if b - a > 4:
                    out += f"M{a:.0f} {number(y)}h{b - a:.0f}"
                start = None
            x += 4
        y += gap
        row += 1
    return out


def _points(points: Line) -> str:
    return " ".join(f"{number(x)} {number(y)}" for x, y in points)


def mountain(name: str, rnd: random.Random, p: Palette) -> str:
    """One peak, its foot at the origin."""
    h, w, top = rnd.uniform(19, 27), rnd.uniform(13, 17), rnd.uniform(-3, 2)

    def j(a: float = 1.4) -> float:
        return rnd.uniform(-a, a)

    left = [
        (-w, 0.0),
        (-w * 0.62 + j(), -h * 0.36 + j()),
        (-w * 0.38 + j(), -h * 0.52 + j()),
        (top - 2, -h * 0.9),
    ]
    right = [
        (top, -h),
        (top + w * 0.24 + j(), -h * 0.7 + j()),
        (w * 0.45 + j(), -h * 0.42 + j()),
        (w * 0.72, -h * 0.2),
    ]
    right.append((w, 0.0))
    ridge = [(top, -h), (top + 1.5 + j(0.8), -h * 0.72), (top - 1 + j(0.8), -h * 0.48), (top + 2, -h * 0.24)]
    ridge.append((top + 0.5, -2.0))
    outline = f"M{_points(left + right)}"
    strokes = ""
    for i in range(7):
        t = 0.16 + i * 0.123
        k = t * w * 0.9 * rnd.uniform(0.55, 0.95)
        strokes += f"M{number(top + 1 + t * 1.2)} {number(-h + t * h * 0.98 - 2)}l{number(k * 0.55)} {number(k * 0.52)}"
    return (
        f'<g id="{name}" stroke-linejoin="round" stroke-linecap="round"><path fill="{p.relief_body}" d="{outline}z"/>'
        f'<path fill="{p.relief_shade}" d="M{_points(right + ridge[::-1])}z"/>'
        f'<path fill="none" stroke="{p.relief}" stroke-width="1.3" d="{outline}M{_points(ridge)}"/>'
        f'<path fill="none" stroke="{p.relief}" stroke-width=".8" d="{strokes}"/></g>'
    )


def leaf_tree(name: str, size: float, p: Palette) -> str:
    """A round crown on a short stem, its foot at the origin."""
    r = size
    crown = (
        f"M0 0v-4M{number(-r)} -6.5a{number(r * 0.62)} {number(r * 0.62)} 0 0 1 {number(r * 0.5)} {number(-r * 0.95)}"
        f"a{number(r * 0.62)} {number(r * 0.62)} 0 0 1 {number(r)} 0a{number(r * 0.6)} {number(r * 0.6)} 0 0 1 "
        f"{number(r * 0.5)} {number(r * 0.95)}a{number(r / 2)} {number(r / 2)} 0 0 1 {number(-r * 0.7)} {number(r * 0.55)}"
        f"h{number(-r * 0.7)}a{number(r / 2)} {number(r / 2)} 0 0 1 {number(-r * 0.6)} {number(-r * 0.55)}z"
    )
    shade = f"M{number(r * 0.2)} -10.4l2 1.2M{number(r * 0.25)} -8.2l2.4 1.2M{number(r * 0.2)} -6l2.2 1"
    return _tree(name, crown, shade, p)


def fir(name: str, size: float, p: Palette) -> str:
    """A fir, its foot at the origin."""
    s = size
    crown = f"M0 0v-3M{number(-4 * s)} -3L0 {number(-14 * s)}L{number(4 * s)} -3z"
    return _tree(name, crown, "M.8 -10l1.2 2.4M.8 -7.4l1.9 3", p)


def _tree(name: str, crown: str, shade: str, p: Palette) -> str:
    return (
        f'<g id="{name}" stroke="{p.tree_line}" stroke-linejoin="round"><path fill="{p.tree}" d="{crown}"/>'
        f'<path fill="none" stroke-width=".8" d="{shade}"/></g>'
    )


def hill(name: str, p: Palette) -> str:
    return (
        f'<g id="{name}" fill="none" stroke="{p.relief}" stroke-linecap="round">'
        f'<path fill="{p.relief_body}" stroke-width="1.4" d="M-14 0Q-8 -9.5 0 -9Q8 -9 14 0"/>'
        f'<path d="M4 -7.4l4 5M7.4 -6.6l4 5M.8 -8l2.4 3.4"/></g>'
    )


def reeds(name: str, p: Palette) -> str:
    """Wet ground: a tuft over two strokes of water."""
    return (
        f'<g id="{name}" fill="none" stroke-linecap="round"><path stroke="{p.tree_line}" d="M0 0v-8M-2.5 0l-2 -6M2.5 0l2 -6"/>'
        f'<path stroke="{p.sea_ink}" d="M-9 1.5h18M-5 4.5h13"/></g>'
    )


def furrows(name: str, p: Palette) -> str:
    """Tilled land."""
    return (
        f'<path id="{name}" fill="none" stroke="{p.tree_line}" stroke-width=".9" stroke-linecap="round" '
        'd="M-11 -6q11 -4 22 0M-12 -2q12 -4 24 0M-11 2q11 -4 22 0M-10 6q10 -4 20 0"/>'
    )


def ship(x: float, y: float, p: Palette) -> str:
    """A small cog under sail."""
    return (
        f'<g transform="translate({number(x)} {number(y)})" stroke="{p.sea_label}" stroke-width="1.3" '
        f'stroke-linejoin="round" stroke-linecap="round" fill="{p.sea}">'
        '<path d="M-19 4Q-21 -3 -22 -5L-13 -2H13L23 -7Q21 2 17 6Q0 12 -15 7Z"/>'
        '<path d="M-1 -2V-36M9 -2V-29"/><path d="M-14 -8Q-6 -19 -12 -31Q-2 -28 9 -31Q5 -19 10 -8Q-2 -5 -14 -8Z"/>'
        '<path fill="none" d="M-1 -36q5 -3 10 0M-28 12q5 -3 9 0t9 0M2 14q5 -3 9 0t9 0M-12 -19Q-2 -16 8 -19"/></g>'
    )


def compass(x: float, y: float, r: float, ink: str, ground: str) -> str:
    """A wind rose of eight points, the north marked."""

    def n(value: float) -> str:
        return number(value)

    ticks = "".join(
        f"M{n(math.sin(a) * r * 0.72)} {n(-math.cos(a) * r * 0.72)}L{n(math.sin(a) * r * 0.78)} {n(-math.cos(a) * r * 0.78)}"
        for a in (math.radians(i * 11.25) for i in range(32))
    )
    out = (
        f'<g transform="translate({n(x)} {n(y)})" stroke="{ink}" fill="none"><circle r="{n(r * 0.78)}"/>'
        f'<circle r="{n(r * 0.72)}"/><circle r="{n(r * 0.2)}"/><path d="{ticks}"/>'
    )
    for point, length in ((1, 0.62), (3, 0.62), (5, 0.62), (7, 0.62), (0, 1), (2, 1), (4, 1), (6, 1)):
        side, tip, waist = n(r * 0.12), n(-r * length), n(-r * 0.16)
        out += (
            f'<g transform="rotate({point * 45})" stroke-width=".8"><path fill="{ink}" d="M0 {tip}L{side} {waist}L0 0z"/>'
            f'<path fill="{ground}" d="M0 {tip}L-{side} {waist}L0 0z"/></g>'
        )
    north = f"M0 {n(-r * 1.28)}q{n(r * 0.13)} {n(r * 0.1)} 0 {n(r * 0.2)}q{n(-r * 0.13)} {n(-r * 0.1)} 0 {n(-r * 0.2)}z"
    return out + f'<path fill="{ink}" d="{north}"/></g>'


def rhumb_lines(at: Point, ink: str) -> str:
    """Sixteen bearings from the rose across the whole map."""
    rays = "".join(
        f"M{number(at[0])} {number(at[1])}l{math.cos(a) * 2400:.0f} {math.sin(a) * 2400:.0f}"
        for a in (math.radians(i * 22.5) for i in range(16))
    )
    return f'<path fill="none" stroke="{ink}" stroke-width=".8" opacity=".3" d="{rays}"/>'


def neatline(width: int, height: int, p: Palette) -> str:
    """The measured frame of an inland map: two lines, and dark and light lengths between them."""
    w, h = width, height
    return (
        f'<g fill="none" stroke="{p.coast}"><path stroke-width="2" d="M5 5H{w - 5}V{h - 5}H5z"/>'
        f'<path d="M14 14H{w - 14}V{h - 14}H14z"/>'
        f'<path stroke-width="5" stroke-dasharray="40 40" d="M14 9.5H{w - 14}M14 {h - 9.5}H{w - 14}M9.5 14V{h - 14}'
        f'M{w - 9.5} 14V{h - 14}"/></g>'
    )
