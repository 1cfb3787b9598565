"""The board with all that stands on it, as plain data for ``templates/boardgame/minas_tirith/board.html``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import gettext as _

from app.boardgame.minas_tirith.played import PlayedSiege
from app.boardgame.minas_tirith.words import (
    KIND_ICONS,
    STYLES,
    army_words,
    card_icon,
    seat_of,
    side_name,
    space_name,
)
from rules.minas_tirith.army import battalions, pieces
from rules.minas_tirith.board import SORTS
from rules.minas_tirith.state import State
from rules.minas_tirith.terms import BATTALIONS

LEGAL, DANGER, SELECTED = "legal", "danger", "selected"


@dataclass(frozen=True)
class Token:
    """Figures of one kind: tincture, icon, outline, how many; ``x`` and ``y`` from the middle, in pixels."""

    style: str
    icon: str
    leader: bool
    count: int
    x: float
    y: float


@dataclass(frozen=True)
class BoardSpace:
    """A space as drawn; ``words`` say everything for readers, ``leans`` what stands at a wall."""

    code: str
    name: str
    shape: str
    x: int
    y: int
    sort: str
    state: str
    url: str
    words: str
    tokens: tuple[Token, ...]
    army: tuple[str, int] | None
    banner: bool
    flag: tuple[int, int]
    leans: tuple[str, ...]


@dataclass(frozen=True)
class Arrow:
    """A way shown on the board, between two points in units of the drawing."""

    x1: int
    y1: int
    x2: int
    y2: int


@dataclass(frozen=True)
class DrawnBoard:
    """The whole board. ``seek`` names the space that the view goes to when it changes."""

    width: int
    height: int
    spaces: tuple[BoardSpace, ...]
    seek: BoardSpace | None
    arrows: tuple[Arrow, ...]
    gate: tuple[int, int]
    gate_broken: bool


def space_words(rules: PlayedSiege, state: State, space: int) -> str:
    """Everything about a space in sentences."""
    one = rules.board.spaces[space]
    said = []
    if SORTS[one.sort] == "wall":
        said.append(_("A section of the city wall."))
    elif SORTS[one.sort] == "city":
        said.append(_("The city. The gate is broken.") if state.gate_broken else _("The city."))
    if one.banner:
        said.append(_("Gondor's banner."))
    if one.start:
        said.append(_("Start area %(number)d of Evil.", number=one.start))
    for side in (0, 1):
        if state.armies[side][space]:
            words = army_words(side, state.armies[side][space])
            said.append(f"{side_name(seat_of(side))}: {words}.")
    if any(wall == space for wall in state.bound):
        said.append(_("A siege tower or ladders stand here."))
    return " ".join(said) or _("Nobody stands here.")


def board(
    rules: PlayedSiege,
    state: State,
    marks: Mapping[int, str],
    urls: Mapping[int, str],
    arrows: tuple[tuple[int, int], ...] = (),
    seek: int | None = None,
) -> DrawnBoard:
    """The board with these marks (space → legal, danger, selected), links and arrows."""
    shapes = rules.outlines
    spaces = []
    for number, space in enumerate(rules.board.spaces):
        x, y = shapes.middles[space.code]
        spaces.append(
            BoardSpace(
                space.code,
                space_name(rules, number),
                shapes.shapes[space.code],
                round(x),
                round(y),
                SORTS[space.sort],
                marks.get(number, ""),
                urls.get(number, ""),
                space_words(rules, state, number),
                _tokens(state, number),
                _army(state, number),
                space.banner,
                _flag(state, number),
                tuple(
                    card_icon(rules.content, card) for card, wall in enumerate(state.bound) if wall == number
                ),
            )
        )
    lines = []
    for origin, target in arrows:
        one, two = spaces[origin], spaces[target]
        lines.append(Arrow(one.x, one.y, two.x, two.y))
    return DrawnBoard(
        shapes.width,
        shapes.height,
        tuple(spaces),
        spaces[seek] if seek is not None else None,
        tuple(lines),
        gate_point(rules),
        state.gate_broken,
    )


def gate_point(rules: PlayedSiege) -> tuple[int, int]:
    """The middle of the line between the city and the territory before its gate."""
    pair = {rules.board.spaces[rules.board.city].code, rules.board.spaces[rules.board.gate].code}
    line = next(one for one in rules.outlines.borders if set(one.spaces) == pair)
    x, y = line.points[len(line.points) // 2]
    return round(x), round(y)


def _tokens(state: State, space: int) -> tuple[Token, ...]:
    """One token for each kind, in rows of at most three, leaders last; the lowest stays above the name."""
    found = [
        (side, kind, number) for side in (0, 1) for kind, number in pieces(side, state.armies[side][space])
    ]
    rows = [found[start : start + 3] for start in range(0, len(found), 3)]
    out = []
    for line, row in enumerate(rows):
        y = (line - len(rows) + 1) * 34 - 4
        for place, (side, kind, number) in enumerate(row):
            x = (place - (len(row) - 1) / 2) * 31
            leader = kind not in BATTALIONS[side]
            style = STYLES[seat_of(side)]
            out.append(Token(style, KIND_ICONS[side][kind], leader, number, round(x, 1), round(y, 1)))
    return tuple(out)


def _flag(state: State, space: int) -> tuple[int, int]:
    """Where the banner stands: above the name, or at the right of the tokens."""
    kinds = sum(1 for side in (0, 1) for _piece in pieces(side, state.armies[side][space]))
    return (20 + 15 * min(kinds, 3), -26) if kinds else (0, -20)


def _army(state: State, space: int) -> tuple[str, int] | None:
    """Whose army it is and how many battalions, for the board seen from afar."""
    for side in (0, 1):
        if army := state.armies[side][space]:
            return STYLES[seat_of(side)], battalions(side, army)
    return None
