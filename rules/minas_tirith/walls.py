"""Who may step where: walls, gate, siege towers and ladders (M4.6, M5, M7.9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules.minas_tirith.army import count
from rules.minas_tirith.board import CITY, FIELD, WALL
from rules.minas_tirith.cards import Ladders, Tower
from rules.minas_tirith.content import Content
from rules.minas_tirith.terms import BATTALIONS, FOOT, GOOD, MOUNTED


class Position(Protocol):
    """What a State and a Draft have in common, as far as ways go."""

    @property
    def armies(self) -> Sequence[Sequence[int]]: ...
    @property
    def here(self) -> Sequence[int]: ...
    @property
    def gate_broken(self) -> bool: ...
    @property
    def bound(self) -> Sequence[int]: ...


def leaned(position: Position) -> int:
    """The walls at which a siege tower or ladders stand."""
    found = 0
    for wall in position.bound:
        if wall >= 0:
            found |= 1 << wall
    return found


def tower_at(content: Content, position: Position, wall: int) -> int:
    """The siege tower at a wall, -1 if there is none."""
    return _at(content, position, wall, Tower)


def way_up(content: Content, position: Position, wall: int) -> int:
    """By what Evil climbs a wall: a tower, else ladders; -1 if nothing stands there (M5.3)."""
    tower = tower_at(content, position, wall)
    return tower if tower >= 0 else _at(content, position, wall, Ladders)


def _at(content: Content, position: Position, wall: int, kind: type) -> int:
    return next((card for card in content.of_effect(kind) if position.bound[card] == wall), -1)


def steps(content: Content, side: int, space: int, foot: bool, up: int, broken: bool) -> int:
    """Spaces one step away that battalions of a side could enter if they were empty.

    ``foot``: infantry, archers, crossbows and leaders; others never come onto a wall. ``up`` are the walls
    with a way up, ``broken`` whether the gate is.
    """
    board = content.board
    if side == GOOD:
        return board.good_ways[space] if foot else board.ride_ways[space]
    ways = board.evil_ways[space]
    if broken and space == board.gate:
        ways |= 1 << board.city
    if foot and board.sort[space] == FIELD:
        ways |= board.near[space] & board.walls & up
    return ways


def is_foot(side: int, kind: int) -> bool:
    """Whether a kind may stand on walls: infantry, archers on foot, and leaders (M5.1, M5.3)."""
    return kind in FOOT or kind not in BATTALIONS[side]


def rides(side: int, kind: int) -> bool:
    """Whether a kind moves up to two territories (M4.2)."""
    return kind in MOUNTED[side]


def able(content: Content, side: int, origin: int, army: int, target: int, up: int, broken: bool) -> int:
    """How many battalions of an army could enter an adjacent space if it were empty (M7.9)."""
    found = 0
    for foot in (True, False):
        if steps(content, side, origin, foot, up, broken) >> target & 1:
            found += sum(count(army, kind) for kind in BATTALIONS[side] if (kind in FOOT) == foot)
    return found


def climbs(content: Content, side: int, origin: int, target: int) -> bool:
    """Whether this step leads from the field up a wall, as only Evil goes (M5.3)."""
    return side != GOOD and content.board.sort[target] == WALL and content.board.sort[origin] == FIELD


def why_closed(content: Content, side: int, origin: int, target: int, foot: bool) -> tuple[str, str]:
    """The rule and the reason why an adjacent space cannot be entered by such battalions."""
    sorts = content.board.sort
    if not content.board.near[origin] >> target & 1:
        return "M4.1", "not_adjacent"
    if not foot and sorts[target] == WALL:
        return ("M5.1" if side == GOOD else "M5.3"), "only_foot_on_walls"
    if side == GOOD and WALL in (sorts[origin], sorts[target]):
        return "M5.1", "wall_only_from_city"
    if side != GOOD and sorts[target] == CITY:
        return "M5.2", "gate_holds"
    return "M5.3", "no_way_up"
