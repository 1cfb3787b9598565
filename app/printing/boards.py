"""A map as paper shows it: everything that lies on the picture, told apart without colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import wrap

from markupsafe import Markup, escape

from app.board import UNITS_WIDE, Board, BoardPlace
from app.printing.drawings import DARK, LINE, WHITE, arms_shapes, hatching, icon_shapes

PAPER = "#fdf8ec"
SEAL = "#9c261f"
_LINE_LETTERS = 17
"""Letters of a place's name in one line."""
_FONT = 'font-family="Alegreya Sans, Alegreya Sans Ext" font-weight="700"'
_STANDARD = "M-14 -17H14V15L0 7L-14 15Z"
_BANNERS_SHOWN = 4

SIGNS = ("banner", "inside", "event", "battle", "bands", "closed", "path", "one_way", "order")
"""What a map may show besides places and owners, in the order of its legend."""


@dataclass(frozen=True)
class _Box:
    """A rectangle that is taken, in the units of the board."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: _Box) -> float:
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


@dataclass(frozen=True)
class _Label:
    """A place's name where it stands: lines from the top, their common middle, and the room they take."""

    lines: tuple[str, ...]
    middle: float
    box: _Box


def signs(board: Board) -> tuple[str, ...]:
    """Which of ``SIGNS`` the board shows."""
    places = board.places
    shown = {
        "banner": any(place.banner for place in places),
        "inside": any(place.has_map for place in places),
        "event": any(_events(place) for place in places),
        "battle": any(_embattled(place) for place in places),
        "bands": any(place.bands for place in places),
        "closed": any(place.locked for place in places),
        "path": any(not path.one_way for path in board.paths),
        "one_way": any(path.one_way for path in board.paths),
        "order": bool(board.orders),
    }
    return tuple(sign for sign in SIGNS if shown[sign])


def board_drawing(board: Board, *, scale: float = 1.0, spare: bool = False) -> Markup:
    """All that lies on the map, as an SVG to be laid over its picture.

    ``scale``: how much larger marks and names are than on a screen at ease; a small sheet takes larger ones.
    ``spare`` saves ink on the arms.
    """
    high = board.units_high
    styles = sorted({_number(style) for style in board.styles}) or [1]
    patterns = "".join(hatching(style, f"hx{style}", spare=spare) for style in styles)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {UNITS_WIDE} {high}"><defs>{patterns}</defs>',
        *_paths(board, scale),
    ]
    for place, label in _labelled(board, scale):
        at = f"translate({place.across} {board.down(place.y)}) scale({scale})"
        parts.append(f'<g transform="{at}">{_marker(place, spare=spare)}</g>{_written(label, scale)}')
    parts += _orders(board, scale)
    parts.append("</svg>")
    return Markup("".join(parts))  # noqa: S704  # names are escaped where they are written


def sign_drawing(sign: str) -> Markup:
    """One of ``SIGNS`` as the legend shows it."""
    drawn = {
        "banner": f'<g transform="translate(-5 5)">{_BANNER}</g>',
        "inside": _INSIDE.replace("23.5", "15"),
        "event": _EVENT,
        "battle": _BATTLE,
        "bands": f'<g transform="scale(.7)"><path d="M-14 24V-20" stroke="{LINE}" stroke-width="3"/>'
        f'<path d="{_STANDARD}" fill="{WHITE}" stroke="{LINE}" stroke-width="2.2"/></g>',
        "closed": _CLOSED,
        "path": _PATH.format(d="M-17 6Q0 -12 17 2", width=2.6),
        "one_way": _PATH.format(d="M-17 6Q0 -12 17 2", width=2.6)
        + f'<g transform="translate(0 -4)">{_WAY}</g>',
        "order": f'<path d="M-16 6Q-2 -8 8 -2" fill="none" stroke="{SEAL}" stroke-width="4"/>'
        f'<g transform="translate(9 -2) rotate(20)">{_HEAD}</g>',
    }[sign]
    return Markup(  # noqa: S704  # our own shapes
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-18 -18 36 36">{drawn}</svg>'
    )


_BANNER = (
    f'<path d="M0 8V-17" stroke="{LINE}" stroke-width="2.4"/>'
    f'<path d="M0 -17C4 -20 8 -14 15 -16.5V-6C8 -3.5 4 -9 0 -6.5Z" fill="{SEAL}" stroke="{LINE}"'
    ' stroke-width="1"/>'
)
_INSIDE = f'<circle r="23.5" fill="none" stroke="{LINE}" stroke-width="2" stroke-dasharray="5 4"/>'
_EVENT = (
    f'<circle r="9" fill="{SEAL}" stroke="{WHITE}" stroke-width="1.4"/>'
    f'<path d="M0 -5V1.2" stroke="{WHITE}" stroke-width="2.4" stroke-linecap="round"/>'
    f'<circle cy="4.6" r="1.5" fill="{WHITE}"/>'
)
_BATTLE = (
    f'<circle r="10" fill="{WHITE}" stroke="{SEAL}" stroke-width="2"/>'
    f'<path d="M-5 -5L5 5M5 -5L-5 5" stroke="{LINE}" stroke-width="2.2" stroke-linecap="round"/>'
)
_CLOSED = (
    f'<rect x="-6" y="-2" width="12" height="9" rx="1" fill="{LINE}" stroke="{WHITE}" stroke-width="1"/>'
    f'<path d="M-3.6 -2V-5A3.6 3.6 0 0 1 3.6 -5V-2" fill="none" stroke="{LINE}" stroke-width="2"/>'
)
_PATH = (
    f'<path d="{{d}}" fill="none" stroke="{WHITE}" stroke-width="{{width}}" stroke-opacity=".8"'
    ' transform="translate(0 0)"/>'
    f'<path d="{{d}}" fill="none" stroke="{DARK}" stroke-width="{{width}}" stroke-dasharray="9 6"/>'
)
_WAY = f'<path d="M-9 -10L11 0L-9 10L-4 0Z" fill="{DARK}" stroke="{WHITE}" stroke-width="2"/>'
_HEAD = f'<path d="M11 0L-9 -10L-4 0L-9 10Z" fill="{SEAL}" stroke="{WHITE}" stroke-width="1.4"/>'


def _paths(board: Board, scale: float) -> Iterator[str]:
    for path in board.paths:
        bend = board.bend(path)
        yield (
            f'<path d="{bend}" fill="none" stroke="{WHITE}" stroke-width="{7 * scale:.1f}"'
            f' stroke-opacity=".75"/>'
            f'<path d="{bend}" fill="none" stroke="{DARK}" stroke-width="{2.6 * scale:.1f}"'
            f' stroke-dasharray="{9 * scale:.1f} {6 * scale:.1f}"/>'
        )
        if path.one_way:
            yield f'<g transform="{board.middle(path)} scale({scale})">{_WAY}</g>'


def _orders(board: Board, scale: float) -> Iterator[str]:
    for order in board.orders:
        arrow = board.arrow(order)
        if arrow is not None:
            yield (
                f'<path d="{arrow.shaft}" fill="none" stroke="{WHITE}" stroke-width="{7 * scale:.1f}"/>'
                f'<path d="{arrow.shaft}" fill="none" stroke="{SEAL}" stroke-width="{4 * scale:.1f}"/>'
                f'<g transform="{arrow.head} scale({scale})">{_HEAD}</g>'
            )


def _marker(place: BoardPlace, *, spare: bool) -> str:
    """The disc with the place's drawing and everything that hangs on it."""
    parts = [_INSIDE] if place.has_map else []
    parts.append(
        f'<circle r="18" fill="{PAPER}" stroke="{LINE}" stroke-width="2"/>{icon_shapes(place.icon, 23)}'
    )
    if place.banner:
        parts.append(f'<g transform="translate(13 -13)">{_BANNER}</g>')
    if place.owner:
        shapes = arms_shapes(
            _number(place.owner.style), place.owner.emblem, f"hx{_number(place.owner.style)}", spare=spare
        )
        parts.append(f'<g transform="translate(-16 15) scale(.62)">{shapes}</g>')
    if _events(place):
        parts.append(f'<g transform="translate(-16 -15)">{_EVENT}</g>')
    if _embattled(place):
        parts.append(f'<g transform="translate(17 16)">{_BATTLE}</g>')
    if place.locked:
        parts.append(f'<g transform="translate(0 -19)">{_CLOSED}</g>')
    for number, bands in enumerate(place.bands[:_BANNERS_SHOWN]):
        parts.append(
            f'<g transform="translate({32 + 17 * number} 2) scale(.52)"><path d="M-14 34V-20" stroke="{LINE}"'
            f' stroke-width="3"/><path d="{_STANDARD}" fill="{WHITE}"/>'
            f'<path d="{_STANDARD}" fill="url(#hx{_number(bands.owner.style)})"/>'
            f'<path d="{_STANDARD}" fill="none" stroke="{LINE}" stroke-width="2.2"/>'
            f'<g transform="translate(0 -2)">{icon_shapes(bands.owner.emblem, 24)}</g></g>'
        )
    return "".join(parts)


def _labelled(board: Board, scale: float) -> Iterator[tuple[BoardPlace, _Label]]:
    """Each place with its name where it is in nobody's way, as far as there is such a spot."""
    ordered = sorted(board.places, key=lambda place: (place.y, place.x))
    taken = [_around(board, place, scale) for place in ordered]
    for number, place in enumerate(ordered):
        own = taken[number]
        others = [box for other, box in enumerate(taken) if other != number]
        label = min(_spots(board, place, scale), key=lambda one: _cost(one.box, [*others, own], board))
        taken.append(label.box)
        yield place, label


def _around(board: Board, place: BoardPlace, scale: float) -> _Box:
    x, y = place.across, board.down(place.y)
    right = 20 + 17 * len(place.bands[:_BANNERS_SHOWN]) + (14 if place.bands else 0)
    reach = (24 if place.has_map else 20) * scale
    return _Box(x - reach - 4 * scale, y - reach, x + max(reach, right * scale), y + reach + 6 * scale)


def _spots(board: Board, place: BoardPlace, scale: float) -> Iterator[_Label]:
    """Where the name may stand: below, above, right, left; the first is best."""
    lines = tuple(wrap(place.name, _LINE_LETTERS) or [""])
    wide = max(sum(_breadth(letter) for letter in line) for line in lines) * 16 * scale + 8 * scale
    high = (17 * len(lines) + 3) * scale
    x, y = place.across, board.down(place.y)
    around = _around(board, place, scale)
    middles = (
        (x, around.bottom + high / 2),
        (x, around.top - high / 2 - 2 * scale),
        (around.right + wide / 2 + 2 * scale, y),
        (around.left - wide / 2 - 2 * scale, y),
    )
    for across, down in middles:
        middle = min(max(across, wide / 2 + 2), UNITS_WIDE - wide / 2 - 2)
        top = min(max(down - high / 2, 2), board.units_high - high - 2)
        yield _Label(lines, middle, _Box(middle - wide / 2, top, middle + wide / 2, top + high))


def _cost(box: _Box, taken: Iterable[_Box], board: Board) -> float:
    """How much of what is there the name would hide; paths count a little, by their middles."""
    hidden = sum(box.overlap(other) for other in taken)
    for path in board.paths:
        x = (path.x1 + path.x2) / 2 * UNITS_WIDE
        y = (path.y1 + path.y2) / 2 * board.units_high
        hidden += 0.5 * box.overlap(_Box(x - 14, y - 14, x + 14, y + 14))
    return hidden


def _breadth(letter: str) -> float:
    """How wide a letter is of its size, with room to spare."""
    if letter in "ijlI.,:;'! ":
        return 0.32
    if letter in "mwMW@" or ord(letter) > 0x2FFF:
        return 0.9
    return 0.62 if letter.isupper() else 0.53


def _written(label: _Label, scale: float) -> str:
    box, size = label.box, 15 * scale
    lines = "".join(
        f'<text x="{label.middle:.1f}" y="{box.top + (13.5 + 17 * number) * scale:.1f}" text-anchor="middle"'
        f' font-size="{size:.1f}" fill="{LINE}" {_FONT}>{escape(line)}</text>'
        for number, line in enumerate(label.lines)
    )
    return (
        f'<rect x="{box.left:.1f}" y="{box.top:.1f}" width="{box.right - box.left:.1f}"'
        f' height="{box.bottom - box.top:.1f}" rx="{4 * scale:.1f}" fill="{PAPER}"'
        f' fill-opacity=".85"/>{lines}'
    )


def _events(place: BoardPlace) -> bool:
    return bool(place.event_count or (place.inside and place.inside.events))


def _embattled(place: BoardPlace) -> bool:
    return place.embattled or bool(place.inside and place.inside.embattled)


def _number(style: str) -> int:
    """The number of a seat's style, "p1" … "p12"."""
    return int(style[1:])
