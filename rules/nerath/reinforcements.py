"""Buying and placing new units, and income (N9)."""

from __future__ import annotations

from functools import lru_cache

from rules.engine.refusal import IllegalAction
from rules.nerath.actions import Buy, Carry, Place
from rules.nerath.board import Board, bits
from rules.nerath.draft import Draft
from rules.nerath.events import GoldChanged, Moved, Raised
from rules.nerath.standing import Position, friendly_land, friendly_sea, own, own_in
from rules.nerath.state import AwaitCarry, AwaitPlace, State
from rules.nerath.terms import (
    BOX,
    CARGO,
    CASTLE,
    FOOTSOLDIER,
    PROFILES,
    REALM_OF,
    REALMS,
    REINFORCE,
    STORM,
    WALKERS,
    WARSHIP,
)
from rules.nerath.units import NEW, aboard_kind, kind_of, place, places, unit, with_left, with_places

UNITS_EACH = 4
"""New units at a castle that is not the capital's (N9.2)."""
NO_CASTLE = -1
Grounds = tuple[tuple[int, ...], int, tuple[tuple[int, int], ...], tuple[int, ...], tuple[int, ...]]
Spot = tuple[int, int, int]
"""Where a new unit can go: space, the castle it is charged to, and the ship it goes aboard (-1 none)."""


def price(state: State, kind: int) -> int:
    """What a unit costs now; never less than 1."""
    return max(1, PROFILES[kind].cost - state.discount[kind])


def receiving(board: Board, state: State, realm: int) -> list[int]:
    """Castles that take new units: held since the start of the turn, and a capital just retaken (N9.1)."""
    capital = board.capitals[realm]
    own_castles = [castle for castle in state.castles if state.owner[castle] == realm]
    if state.owner[capital] == realm and capital not in own_castles:
        own_castles.append(capital)
    return sorted(own_castles)


def room_at(board: Board, state: State, realm: int, castle: int) -> bool:
    """Whether a castle takes another unit: the capital and the only castle without limit (N9.2)."""
    if castle == board.capitals[realm] or state.castles == (castle,):
        return True
    return dict(state.charged).get(castle, 0) < UNITS_EACH


def nearest_to_capital(board: Board, position: Position, realm: int) -> list[int]:
    """Friendly land with the fewest steps to the capital, over any spaces (N9.3)."""
    steps = board.distance(board.capitals[realm])
    found = [space for space in bits(friendly_land(position, realm)) if steps[space] >= 0]
    least = min((steps[space] for space in found), default=0)
    return [space for space in found if steps[space] == least]


def figures(position: Position, realm: int) -> list[int]:
    """How many figures of each kind a realm has on the board, aboard included (N2.2)."""
    counts = [0] * 9
    for _, code in own(position, realm):
        counts[kind_of(code)] += 1
        for one in places(code):
            counts[aboard_kind(one)] += 1
    return counts


def may_buy(state: State, realm: int, kind: int) -> tuple[str, str] | None:
    """Why a kind cannot be bought now, as rule and code; None if it can."""
    if price(state, kind) > state.gold[realm]:
        return "N9.1", "not_enough_gold"
    if state.options.one_of_each and kind != FOOTSOLDIER and state.bought[kind]:
        return "N11.5", "one_of_each"
    if state.options.build_limit and figures(state, realm)[kind] >= BOX[kind]:
        return "N2.2", "no_figure_left"
    return None


def spots(board: Board, state: State, realm: int, kind: int) -> tuple[Spot, ...]:
    """Every place for a new unit of a kind (N9.1-N9.4, N9.7)."""
    return _spots(board, kind, *_grounds(board, state, realm))


def _grounds(board: Board, state: State, realm: int) -> Grounds:
    """What the places for new units depend on: castles with room, friendly sea, ships, land for castles."""
    castles = receiving(board, state, realm)
    with_room = tuple(castle for castle in castles if room_at(board, state, realm, castle))
    sea = friendly_sea(board, state, realm)
    near = 0
    for castle in with_room:
        near |= board.near[castle] & sea
    ships = tuple(
        (space, ship)
        for space in bits(near & state.here[realm])
        for ship in dict.fromkeys(own_in(state, space, realm))
        if kind_of(ship) == WARSHIP and len(places(ship)) < CARGO
    )
    nearest = () if castles else tuple(nearest_to_capital(board, state, realm))
    castle = unit(CASTLE, realm)
    owner, units = state.owner, state.units
    free = tuple([space for space in state.held if owner[space] == realm and castle not in units[space]])
    return with_room, near, ships, nearest, free


@lru_cache(maxsize=1 << 12)
def _spots(
    board: Board,
    kind: int,
    castles: tuple[int, ...],
    sea: int,
    ships: tuple[tuple[int, int], ...],
    nearest: tuple[int, ...],
    free: tuple[int, ...],
) -> tuple[Spot, ...]:
    if kind == CASTLE:
        return tuple((space, NO_CASTLE, -1) for space in free)
    found: list[Spot] = []
    if kind != WARSHIP:
        # without a castle, the land nearest the capital (N9.3)
        found += [(space, NO_CASTLE, -1) for space in nearest]
    for castle in castles:
        near = board.near[castle] & sea
        if kind != WARSHIP:
            found.append((castle, castle, -1))
        if kind in (WARSHIP, STORM):
            found += [(space, castle, -1) for space in bits(near)]
        if kind in WALKERS:
            found += [(space, castle, ship) for space, ship in ships if near >> space & 1]
    return tuple(found)


def buy_actions(board: Board, state: State, realm: int) -> list[Buy]:
    """Everything that can be bought now, with every place for it."""
    kinds = [kind for kind in range(9) if may_buy(state, realm, kind) is None]
    found: list[Buy] = []
    if kinds:
        grounds = _grounds(board, state, realm)
        for kind in kinds:
            found += _buys(realm, kind, _spots(board, kind, *grounds))
    return found


@lru_cache(maxsize=1 << 12)
def _buys(realm: int, kind: int, where: tuple[Spot, ...]) -> tuple[Buy, ...]:
    seat = REALMS[realm]
    return tuple(
        Buy(seat=seat, kind=kind, space=space, castle=castle, ship=ship) for space, castle, ship in where
    )


def check_buy(board: Board, state: State, action: Buy) -> None:
    """N9.1-N9.4, N9.7: what is bought, where it stands, and which castle it counts for."""
    realm = REALM_OF[action.seat]
    if not 0 <= action.kind < len(PROFILES):
        raise IllegalAction("N2.3", "no_such_kind")
    if refusal := may_buy(state, realm, action.kind):
        raise IllegalAction(refusal[0], refusal[1], kind=action.kind)
    if (action.space, action.castle, action.ship) in spots(board, state, realm, action.kind):
        return
    if action.castle in state.castles and not room_at(board, state, realm, action.castle):
        raise IllegalAction("N9.2", "castle_is_full", space=action.castle)
    if action.kind == CASTLE:
        raise IllegalAction("N9.4", "no_castle_there", space=action.space)
    if action.kind == WARSHIP:
        raise IllegalAction("N9.4", "no_ship_there", space=action.space)
    raise IllegalAction("N9.1", "no_place_there", space=action.space, kind=action.kind)


def buy(draft: Draft, state: State, action: Buy) -> None:
    """Pay and place a unit, and charge it to its castle."""
    realm, kind, space = draft.turn, action.kind, action.space
    cost = price(state, kind)
    draft.gold[realm] -= cost
    draft.say(GoldChanged(realm=action.seat, gold=-cost, why="bought"))
    draft.bought = tuple(count + (number == kind) for number, count in enumerate(draft.bought))
    if action.castle >= 0:
        charged = dict(draft.charged)
        charged[action.castle] = charged.get(action.castle, 0) + 1
        draft.charged = tuple(sorted(charged.items()))
    raise_unit(draft, realm, kind, space, action.ship)


def raise_unit(draft: Draft, realm: int, kind: int, space: int, ship: int = -1) -> None:
    """Put a new unit on the board; when reinforcing it may move at once (N9.5)."""
    code = unit(kind, realm)
    if ship >= 0:
        draft.replace(space, ship, with_places(ship, (*places(ship), place(kind))))
    elif kind == CASTLE:
        draft.add(space, code)
    else:
        fresh = code | NEW if draft.step == REINFORCE else code
        draft.add(space, with_left(fresh, PROFILES[WARSHIP].move) if kind == WARSHIP else fresh)
    draft.say(Raised(realm=REALMS[realm], kind=kind, space=space))


def place_targets(board: Board, position: Position, due: AwaitPlace) -> list[int]:
    """Where a unit given by a card may stand: at own castles, storm elementals also at sea beside them."""
    if position.options.build_limit and figures(position, due.realm)[due.kind] >= BOX[due.kind]:
        return []
    castles = [space for space, code in own(position, due.realm) if kind_of(code) == CASTLE]
    if not castles:
        return nearest_to_capital(board, position, due.realm)
    found = set(castles)
    if due.kind == STORM:
        sea = friendly_sea(board, position, due.realm)
        for castle in castles:
            found.update(bits(board.near[castle] & sea))
    return sorted(found)


def place_actions(board: Board, position: Position, due: AwaitPlace) -> list[Place]:
    return [Place(seat=REALMS[due.realm], space=space) for space in place_targets(board, position, due)]


def check_place(board: Board, position: Position, due: AwaitPlace, action: Place) -> None:
    """N9.1: units given by a card stand where a castle could receive them."""
    if action.space not in place_targets(board, position, due):
        raise IllegalAction("N9.1", "no_place_there", space=action.space, kind=due.kind)


@lru_cache(maxsize=1 << 14)
def _carries(realm: int, origin: int, kind: int, spaces: int) -> tuple[Carry, ...]:
    return tuple(Carry(seat=REALMS[realm], origin=origin, kind=kind, target=to) for to in bits(spaces))


def carry_actions(position: Position, due: AwaitCarry) -> list[Carry]:
    """Every land unit on friendly land with every other friendly land, and to carry no more (N4.1)."""
    friendly = friendly_land(position, due.realm)
    found = [Carry(seat=REALMS[due.realm], origin=-1, kind=-1, target=-1)]
    for origin in bits(friendly & position.here[due.realm]):
        kinds = {kind_of(code) for code in own_in(position, origin, due.realm)} & WALKERS
        for kind in sorted(kinds):
            found += _carries(due.realm, origin, kind, friendly & ~(1 << origin))
    return found


def check_carry(position: Position, due: AwaitCarry, action: Carry) -> None:
    """N4.1: a card carries land units between friendly lands."""
    if action not in carry_actions(position, due):
        raise IllegalAction("N4.1", "not_to_be_carried", space=action.target)


def carry(draft: Draft, due: AwaitCarry, action: Carry) -> None:
    """A unit is carried; it keeps its marks, as that is no move of its own."""
    code = next(c for c in own_in(draft, action.origin, due.realm) if kind_of(c) == action.kind)
    draft.remove(action.origin, code)
    draft.add(action.target, code)
    draft.say(
        Moved(realm=action.seat, kind=action.kind, origin=action.origin, target=action.target, how="card")
    )


def income(board: Board, position: Position, realm: int, base: int) -> int:
    """N9.6: base, + 1 for each land taken, - 1 for each of the start lost; half without the capital."""
    land, home = position.land[realm], board.homes[realm]
    total = base + (land & ~home).bit_count() - (home & ~land).bit_count()
    if position.owner[board.capitals[realm]] != realm:
        total = (total + 1) // 2
    return max(0, total)
