"""What a legal move does to the position (N4.4, N6.3, N8.1)."""

from __future__ import annotations

from rules.nerath.actions import Board as BoardShip
from rules.nerath.actions import Land, Move, Sail
from rules.nerath.draft import Draft
from rules.nerath.events import Moved
from rules.nerath.movement import find_unit, place_to_land
from rules.nerath.standing import foes_here, friendly_sea
from rules.nerath.state import State
from rules.nerath.terms import MOVE, REGROUP
from rules.nerath.units import (
    MARKS,
    MOVED,
    NEW,
    aboard_kind,
    landing_of,
    left_of,
    place,
    places,
    unit,
    with_left,
    with_places,
)


def move(draft: Draft, state: State, action: Move) -> None:
    """One unit goes to its target and has moved."""
    code = find_unit(state, action.origin, draft.turn, action.kind, state.step)
    draft.remove(action.origin, code)
    draft.add(action.target, code | MOVED)
    draft.say(
        Moved(realm=action.seat, kind=action.kind, origin=action.origin, target=action.target, how="move")
    )


def sail(draft: Draft, action: Sail) -> None:
    """A ship sails; in a hostile space it halts (N4.6), and what it carries sails along."""
    friendly = friendly_sea(draft.board, draft, draft.turn)
    ship = action.ship
    if friendly >> action.target & 1:
        rings = draft.board.sail(action.origin, left_of(ship), friendly, 0)
        taken = next(number for number, ring in enumerate(rings, start=1) if ring >> action.target & 1)
        moved = with_left(ship, left_of(ship) - taken)
    else:
        moved = with_left(ship, 0) | MOVED
    draft.remove(action.origin, ship)
    draft.add(action.target, moved)
    draft.say(
        Moved(realm=action.seat, kind=ship & 15, origin=action.origin, target=action.target, how="sail")
    )


def board_ship(draft: Draft, state: State, action: BoardShip) -> None:
    """A unit goes aboard and takes no other step; when regrouping it stays aboard (N4.4, N8.1)."""
    code = find_unit(state, action.origin, draft.turn, action.kind, state.step)
    draft.remove(action.origin, code)
    aboard = place(action.kind, settled=state.step == REGROUP)
    draft.replace(action.sea, action.ship, with_places(action.ship, (*places(action.ship), aboard)))
    draft.say(
        Moved(realm=action.seat, kind=action.kind, origin=action.origin, target=action.sea, how="board")
    )


def land(draft: Draft, action: Land) -> None:
    """A unit leaves its ship, which sails no further; amid enemies it lands once they are beaten (N6.3)."""
    cargo = list(places(action.ship))
    cargo.remove(place_to_land(action.ship, action.kind, draft.step))
    ship = with_left(action.ship, 0) | MOVED
    if draft.step == MOVE and foes_here(draft, draft.turn) >> action.sea & 1:
        cargo.append(place(action.kind, landing=action.target))
        draft.replace(action.sea, action.ship, with_places(ship, tuple(cargo)))
        draft.say(
            Moved(realm=action.seat, kind=action.kind, origin=action.sea, target=action.target, how="plan")
        )
        return
    draft.replace(action.sea, action.ship, with_places(ship, tuple(cargo)))
    fresh = NEW if action.ship & NEW else 0
    draft.add(action.target, unit(action.kind, draft.turn) | MOVED | fresh)
    draft.say(Moved(realm=action.seat, kind=action.kind, origin=action.sea, target=action.target, how="land"))


def land_the_planned(draft: Draft, sea: int) -> None:
    """After a sea battle won: units that were to land from there do (N6.3, N6.4)."""
    for ship in list(draft.units[sea]):
        if ship >> 4 & 3 != draft.turn:
            continue
        cargo = places(ship)
        going = [one for one in cargo if landing_of(one) >= 0]
        if not going:
            continue
        staying = tuple(one for one in cargo if landing_of(one) < 0)
        draft.replace(sea, ship, with_places(ship, staying))
        for one in going:
            kind = aboard_kind(one)
            draft.add(landing_of(one), unit(kind, draft.turn) | MOVED)
            draft.say(Moved(realm=draft.seat, kind=kind, origin=sea, target=landing_of(one), how="land"))


def forget_landings(ship: int) -> int:
    """A ship whose landing does not happen: what it carries stays aboard (N6.3)."""
    return with_places(ship, tuple(place(aboard_kind(one)) for one in places(ship)))


def fresh_ship(ship: int, left: int) -> int:
    """A ship at the beginning of a step in which it may sail so many spaces."""
    return with_left(ship & ~MARKS, left)
