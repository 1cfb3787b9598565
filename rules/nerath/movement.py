"""Moves on foot and by air, and how ships sail, load and land (N4, N8.1, N9.5).

The three steps in which units move differ only in who may move and where to; ``Manner`` holds that, and
the rest is told once.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple, TypeAlias

from rules.engine.refusal import IllegalAction
from rules.nerath.actions import Board as BoardShip
from rules.nerath.actions import Land, Move, Sail
from rules.nerath.board import Board, bits
from rules.nerath.choices import NOTHING, Fan, Group
from rules.nerath.standing import foes_here, friendly_land, friendly_sea, open_dungeons
from rules.nerath.state import State
from rules.nerath.terms import (
    CARGO,
    DRAGON,
    FLYERS,
    HEROES,
    MOVE,
    PROFILES,
    REALM_OF,
    REALMS,
    REGROUP,
    REINFORCE,
    WALKERS,
    WARSHIP,
)
from rules.nerath.units import MOVED, NEW, SETTLED, aboard_kind, landing_of, left_of, places


class Manner(NamedTuple):
    """Where units of a realm may go in a step, as sets of spaces."""

    step: int
    walk: int
    """Land that may be walked through."""
    attack: int
    """Land at which one halts to attack; none outside the move step."""
    caves: int
    """Dungeon entrances that heroes may enter."""
    sea: int
    """Friendly sea."""
    hostile_sea: int
    """Sea at which ships halt to fight; none outside the move step."""
    dragon_ends: int
    storm_ends: int


Circumstances: TypeAlias = tuple[int, Manner, tuple[int, ...]]
"""What moves depend on besides the units: the realm, its manner, and the haste of each kind."""


def manner(board: Board, state: State, realm: int) -> Manner:
    """How a realm may move in the step at hand: attacks and dungeons in the move step only (N4.2, N8.1)."""
    known: Manner | None = state.__dict__.get("manner") if realm == state.turn else None
    if known is None:
        known = _manner(board, state, realm)
        if realm == state.turn:
            state.__dict__["manner"] = known
    return known


def _manner(board: Board, state: State, realm: int) -> Manner:
    walk, sea = friendly_land(state, realm), friendly_sea(board, state, realm)
    if state.step == MOVE:
        caves = open_dungeons(board, state, realm)
        anywhere = board.land | board.sea
        return Manner(MOVE, walk, board.land & ~walk, caves, sea, board.sea & ~sea, anywhere, anywhere)
    return Manner(state.step, walk, 0, 0, sea, 0, walk, walk | sea)


MOVABLE = {
    MOVE: sum(1 << kind for kind in WALKERS | FLYERS),
    REGROUP: sum(1 << kind for kind in HEROES | FLYERS),
    REINFORCE: sum(1 << kind for kind in WALKERS | FLYERS),
}
"""The kinds that move on foot or by air in a step, as a set (N8.1)."""


def may_move(code: int, step: int) -> bool:
    """Whether a unit may still move: heroes and flyers when regrouping, new units later (N8.1, N9.5)."""
    if code & MOVED:
        return False
    if step == MOVE:
        return True
    if step == REGROUP:
        return code & 15 in HEROES or code & 15 in FLYERS
    return bool(code & NEW)


def targets(board: Board, how: Manner, origin: int, kind: int, steps: int) -> int:
    """Where a unit on foot or in the air may move from a space, as a set (N4.1-N4.3, N4.5)."""
    here = 1 << origin
    if kind in FLYERS:
        return board.fly(origin, steps) & (how.dragon_ends if kind == DRAGON else how.storm_ends)
    if here & board.sea or kind not in WALKERS:
        return 0
    if here & board.dungeons and how.step != MOVE:
        # after a cleared dungeon only the one step to friendly land (N8.1)
        steps = 1
    return board.walk(origin, steps, how.walk, how.attack | how.caves if kind in HEROES else how.attack)


class Reach:
    """Every move, sailing, boarding and landing that a realm may make, space by space.

    An action changes few spaces, so the next position takes over the groups of all others.
    """

    __slots__ = ("circumstances", "groups", "size", "spaces")

    def __init__(self, circumstances: Circumstances, spaces: int, groups: list[Group], size: int) -> None:
        self.circumstances, self.size = circumstances, size
        self.spaces, self.groups = spaces, groups
        """From which spaces something can be done, as a set, and for each of them its group, ascending."""

    def again(self) -> Reach:
        """A copy that may be changed."""
        return Reach(self.circumstances, self.spaces, self.groups.copy(), self.size)

    def put(self, space: int, group: Group) -> None:
        """The group of a space is now this one, which may be empty."""
        here = 1 << space
        place = (self.spaces & here - 1).bit_count()
        if self.spaces & here:
            self.size -= self.groups[place][1]
            if group[1]:
                self.groups[place] = group
            else:
                del self.groups[place]
                self.spaces ^= here
        elif group[1]:
            self.groups.insert(place, group)
            self.spaces |= here
        self.size += group[1]


def moves(board: Board, state: State, realm: int) -> Reach:
    """Every move, sailing, boarding and landing that a realm may make now."""
    how = manner(board, state, realm)
    circumstances = realm, how, state.haste
    carried: tuple[Reach, int] | None = state.__dict__.get("former")
    if carried is not None and carried[0].circumstances == circumstances:
        # who can go aboard depends on the coasts
        former, touched = carried
        changed = touched | board.around(touched) & board.sea & state.here[realm]
        reach = former.again()
    else:
        changed = state.here[realm]
        reach = Reach(circumstances, 0, [], 0)
    while changed:
        low = changed & -changed
        changed ^= low
        origin = low.bit_length() - 1
        reach.put(origin, _group(board, state, how, realm, origin))
    if realm == state.turn:
        state.__dict__["reach"] = reach
    return reach


def _group(board: Board, state: State, how: Manner, realm: int, origin: int) -> Group:
    """What the units of a realm in a space may do."""
    stack, count, last = state.units[origin], 0, -1
    if not stack or (how.step == REINFORCE and stack[-1] < NEW and not how.sea >> origin & 1):
        return NOTHING
    fans: list[Fan] = []
    movable = MOVABLE[how.step]
    for code in stack:
        # equal units stand side by side
        if code == last or code >> 4 & 3 != realm:
            continue
        last, kind = code, code & 15
        if kind == WARSHIP:
            fans += _voyages(board, how, origin, code)
        elif movable >> kind & 1 and may_move(code, how.step):
            # a unit bought and one that stood there have different codes; the move is the same
            movable ^= 1 << kind
            spaces = targets(board, how, origin, kind, PROFILES[kind].move + state.haste[kind])
            if spaces:
                fans.append((partial(_move, REALMS[realm], origin, kind), spaces, spaces.bit_count()))
    if how.sea >> origin & 1:
        fans += _boardings(board, state, how, realm, origin)
    for _make, _spaces, size in fans:
        count += size
    return (tuple(fans), count) if fans else NOTHING


def _move(seat: str, origin: int, kind: int, target: int) -> Move:
    return Move(seat=seat, origin=origin, kind=kind, target=target)


def _sail(seat: str, origin: int, ship: int, target: int) -> Sail:
    return Sail(seat=seat, origin=origin, ship=ship, target=target)


def _land(seat: str, sea: int, ship: int, kind: int, target: int) -> Land:
    return Land(seat=seat, sea=sea, ship=ship, kind=kind, target=target)


def _board(seat: str, kind: int, sea: int, ship: int, origin: int) -> BoardShip:
    return BoardShip(seat=seat, origin=origin, kind=kind, sea=sea, ship=ship)


def _voyages(board: Board, how: Manner, sea: int, ship: int) -> list[Fan]:
    """Where a warship may sail, and where those aboard may land."""
    seat = REALMS[ship >> 4 & 3]
    fans: list[Fan] = []
    if spaces := sail_targets(board, how, sea, ship):
        fans.append((partial(_sail, seat, sea, ship), spaces, spaces.bit_count()))
    for kind in sorted({aboard_kind(p) for p in places(ship) if _may_land(p, ship, how.step)}):
        if spaces := landing_targets(board, how, sea):
            fans.append((partial(_land, seat, sea, ship, kind), spaces, spaces.bit_count()))
    return fans


def _boardings(board: Board, state: State, how: Manner, realm: int, sea: int) -> list[Fan]:
    """Who may go aboard in a friendly sea space, ship by ship."""
    seat, own = REALMS[realm], [code for code in state.units[sea] if code >> 4 & 3 == realm]
    ships = [code for code in dict.fromkeys(own) if code & 15 == WARSHIP and len(places(code)) < CARGO]
    if not ships:
        return []
    waiting = [
        (kind, 1 << coast)
        for coast in bits(board.near[sea] & how.walk & state.here[realm])
        for kind in sorted({code & 15 for code in state.units[coast] if _may_board(code, realm, how.step)})
    ]
    return [(partial(_board, seat, kind, sea, ship), coast, 1) for ship in ships for kind, coast in waiting]


def sail_targets(board: Board, how: Manner, sea: int, ship: int) -> int:
    """Where a warship may sail: in the move step, or new ones when reinforcing (N4.4, N9.5)."""
    left = left_of(ship)
    if not left:
        return 0
    return board.walk(sea, left, how.sea, how.hostile_sea)


def landing_targets(board: Board, how: Manner, sea: int) -> int:
    """Coasts at which a ship may land from a sea space; amid enemies only hostile ones (N6.3)."""
    coasts = board.near[sea] & board.land
    return coasts & (how.walk | how.attack) if how.sea >> sea & 1 else coasts & how.attack


def _may_board(code: int, realm: int, step: int) -> bool:
    return code >> 4 & 3 == realm and code & 15 in WALKERS and may_move(code, step)


def _may_land(place: int, ship: int, step: int) -> bool:
    """Whether a unit aboard may leave its ship: heroes when regrouping, cargo of a new ship when new."""
    if place & SETTLED or landing_of(place) >= 0:
        return False
    if step == MOVE:
        return True
    if step == REGROUP:
        return aboard_kind(place) in HEROES
    return bool(ship & NEW)


def find_unit(state: State, space: int, realm: int, kind: int, step: int) -> int:
    """The code of a unit of the kind that may still move; -1 if there is none."""
    if not 0 <= space < len(state.units):
        return -1
    for code in state.units[space]:
        if code & 15 == kind and code >> 4 & 3 == realm and may_move(code, step):
            return code
    return -1


def check_move(board: Board, state: State, action: Move) -> None:
    """N4.1-N4.3, N4.5, N8.1, N8.3, N9.5: refuse a move that the rules do not know."""
    realm = REALM_OF[action.seat]
    if find_unit(state, action.origin, realm, action.kind, state.step) < 0:
        rule = {MOVE: "N4.1", REGROUP: "N8.1"}.get(state.step, "N9.5")
        raise IllegalAction(rule, "no_such_unit", space=action.origin, kind=action.kind)
    if action.kind == WARSHIP:
        raise IllegalAction("N4.4", "ships_sail", space=action.origin)
    how = manner(board, state, realm)
    steps = PROFILES[action.kind].move + state.haste[action.kind]
    if not 0 <= action.target < board.size:
        raise IllegalAction("N4.1", "no_such_space", space=action.target)
    if targets(board, how, action.origin, action.kind, steps) >> action.target & 1:
        return
    target = 1 << action.target
    if target & board.dungeons:
        rule = "N4.5" if action.kind in FLYERS else "N7.7" if action.kind in HEROES else "N4.3"
        raise IllegalAction(rule, "not_into_dungeon", space=action.target, kind=action.kind)
    if action.kind in WALKERS and target & board.sea:
        raise IllegalAction("N4.3", "land_units_stay_on_land", space=action.target, kind=action.kind)
    if state.step != MOVE and target & board.land & ~how.walk:
        raise IllegalAction("N8.1", "no_new_battles", space=action.target)
    if state.step != MOVE and action.kind in FLYERS and target & board.sea:
        raise IllegalAction("N8.3", "flyers_end_on_friendly_land", space=action.target, kind=action.kind)
    raise IllegalAction("N4.1", "out_of_reach", space=action.target, kind=action.kind, steps=steps)


def _check_ship(state: State, realm: int, sea: int, ship: int) -> None:
    stands = 0 <= sea < len(state.units) and ship in state.units[sea]
    if not stands or ship & 15 != WARSHIP or ship >> 4 & 3 != realm:
        raise IllegalAction("N4.4", "no_such_ship", space=sea)


def check_sail(board: Board, state: State, action: Sail) -> None:
    """N4.4, N8.1, N9.5: where a warship may go."""
    realm = REALM_OF[action.seat]
    _check_ship(state, realm, action.origin, action.ship)
    reach = sail_targets(board, manner(board, state, realm), action.origin, action.ship)
    if action.target < 0 or not reach >> action.target & 1:
        raise IllegalAction("N4.4", "ship_out_of_reach", space=action.target, left=left_of(action.ship))


def check_board(board: Board, state: State, action: BoardShip) -> None:
    """N4.4, N4.6, N8.1: who may go aboard where."""
    realm = REALM_OF[action.seat]
    _check_ship(state, realm, action.sea, action.ship)
    how = manner(board, state, realm)
    if len(places(action.ship)) >= CARGO:
        raise IllegalAction("N4.4", "ship_full", space=action.sea)
    if not how.sea >> action.sea & 1:
        raise IllegalAction("N4.4", "enemies_at_sea", space=action.sea)
    coast = find_unit(state, action.origin, realm, action.kind, state.step)
    if coast < 0 or action.kind not in WALKERS:
        raise IllegalAction("N4.4", "no_unit_to_board", space=action.origin, kind=action.kind)
    if not board.near[action.sea] & how.walk & 1 << action.origin:
        raise IllegalAction("N4.4", "not_the_coast", space=action.origin, sea=action.sea)


def check_land(board: Board, state: State, action: Land) -> None:
    """N4.4, N6.3, N8.1, N9.5: who may land where."""
    realm = REALM_OF[action.seat]
    _check_ship(state, realm, action.sea, action.ship)
    how = manner(board, state, realm)
    fit = [one for one in places(action.ship) if aboard_kind(one) == action.kind]
    if not any(_may_land(one, action.ship, how.step) for one in fit):
        raise IllegalAction("N4.4", "nobody_to_land", space=action.sea, kind=action.kind)
    if action.target < 0 or not landing_targets(board, how, action.sea) >> action.target & 1:
        friendly_coast = action.target >= 0 and (how.walk & board.near[action.sea]) >> action.target & 1
        code = "enemies_at_sea" if friendly_coast else "not_a_coast_to_land_on"
        raise IllegalAction("N6.3" if friendly_coast else "N4.4", code, space=action.target)


def place_to_land(ship: int, kind: int, step: int) -> int:
    """The place of a ship whose unit of the kind may land; -1 if there is none."""
    return next((one for one in places(ship) if aboard_kind(one) == kind and _may_land(one, ship, step)), -1)


def stranded(board: Board, state: State, realm: int) -> tuple[tuple[int, int], ...]:
    """Flyers that would die if regrouping were closed now, as space and kind (N8.3)."""
    land, sea = friendly_land(state, realm), friendly_sea(board, state, realm)
    found = []
    for space in bits(state.here[realm]):
        for code in state.units[space]:
            kind = code & 15
            if code >> 4 & 3 == realm and kind in FLYERS:
                safe = land if kind == DRAGON else land | sea
                if not safe >> space & 1:
                    found.append((space, kind))
    return tuple(found)


def no_way_back(board: Board, state: State, realm: int) -> tuple[tuple[int, int], ...]:
    """Flyers that, as things stand, could not come to a safe space when regrouping (N4.5, N8.3)."""
    land, sea = friendly_land(state, realm), friendly_sea(board, state, realm)
    battles = foes_here(state, realm) & board.sea
    found = []
    for space, kind in stranded(board, state, realm):
        ends = land if kind == DRAGON else land | sea | battles & 1 << space
        if not (board.fly(space, PROFILES[kind].move) | 1 << space) & ends:
            found.append((space, kind))
    return tuple(found)
