"""Leaving a battle: all or none, and where to (N5.7, N6.5, N7.3)."""

from __future__ import annotations

from rules.engine.refusal import IllegalAction
from rules.nerath.actions import RetreatTo
from rules.nerath.board import Board, bits
from rules.nerath.draft import Draft
from rules.nerath.events import Moved
from rules.nerath.moving import forget_landings
from rules.nerath.standing import Position, friendly_land, friendly_sea, own_in
from rules.nerath.terms import CARGO, FLYERS, REALMS, SEA, WARSHIP
from rules.nerath.units import FOUGHT, HIT, kind_of, place, places, with_places

BODY = -1
"""Stands for the whole body of land units, or of warships, that retreats to one space."""


def _parts(position: Position, space: int, realm: int) -> tuple[list[int], list[int]]:
    """The codes of the body and of the flyers that still have to leave."""
    codes = own_in(position, space, realm)
    return (
        [code for code in codes if kind_of(code) not in FLYERS],
        [code for code in codes if kind_of(code) in FLYERS],
    )


def _rooms(position: Position, sea: int, realm: int) -> int:
    """Free places aboard a realm's ships in a sea space."""
    ships = [code for code in own_in(position, sea, realm) if kind_of(code) == WARSHIP]
    return sum(CARGO - len(places(ship)) for ship in ships)


def body_targets(board: Board, position: Position, space: int, realm: int) -> int:
    """Where the body may go as one: friendly land, or friendly sea for warships; a set."""
    if board.sort[space] == SEA:
        return board.near[space] & friendly_sea(board, position, realm)
    return board.near[space] & friendly_land(position, realm)


def ship_targets(board: Board, position: Position, space: int, realm: int) -> int:
    """Adjacent friendly sea where own ships have room for one more; a set."""
    if board.sort[space] == SEA:
        return 0
    near = board.near[space] & friendly_sea(board, position, realm) & position.here[realm]
    return sum(1 << sea for sea in bits(near) if _rooms(position, sea, realm))


def flyer_targets(board: Board, position: Position, space: int, realm: int) -> int:
    """Adjacent friendly land or sea; a set."""
    return board.near[space] & (friendly_land(position, realm) | friendly_sea(board, position, realm))


def may_retreat(board: Board, position: Position, space: int, realm: int) -> bool:
    """Whether every surviving attacker has a place (N5.7)."""
    body, flyers = _parts(position, space, realm)
    if flyers and not flyer_targets(board, position, space, realm):
        return False
    if not body or body_targets(board, position, space, realm):
        return True
    room = sum(_rooms(position, sea, realm) for sea in bits(ship_targets(board, position, space, realm)))
    return len(body) <= room


def choices(board: Board, position: Position, space: int, realm: int) -> list[tuple[int, int]]:
    """The next part to leave with each of its targets: the body first, then flyer by flyer."""
    body, flyers = _parts(position, space, realm)
    if body:
        together = body_targets(board, position, space, realm)
        if together:
            return [(BODY, target) for target in bits(together)]
        return [(body[0], sea) for sea in bits(ship_targets(board, position, space, realm))]
    if flyers:
        return [(flyers[0], target) for target in bits(flyer_targets(board, position, space, realm))]
    return []


def leave(draft: Draft, space: int, part: int, target: int) -> None:
    """A part of the attackers goes to its target; wounds heal and planned landings are off."""
    body, _ = _parts(draft, space, draft.turn)
    at_sea = draft.at_sea(space)
    for code in body if part == BODY else [part]:
        draft.remove(space, code)
        whole = code & ~(HIT | FOUGHT)
        kind = kind_of(code)
        if at_sea or kind in FLYERS or part == BODY:
            draft.add(target, forget_landings(whole) if kind == WARSHIP else whole)
        else:
            ships = [s for s in own_in(draft, target, draft.turn) if kind_of(s) == WARSHIP]
            ship = max((s for s in ships if len(places(s)) < CARGO), key=lambda s: len(places(s)))
            draft.replace(target, ship, with_places(ship, (*places(ship), place(kind))))
        draft.say(Moved(realm=draft.seat, kind=kind, origin=space, target=target, how="retreat"))


def check_retreat_to(board: Board, position: Position, space: int, realm: int, action: RetreatTo) -> None:
    """N5.7: land units together to friendly land, else aboard; flyers each where they like."""
    if (action.unit, action.target) not in choices(board, position, space, realm):
        raise IllegalAction("N5.7", "no_retreat_there", space=action.target)


def retreat_actions(board: Board, position: Position, space: int, realm: int) -> list[RetreatTo]:
    seat = REALMS[realm]
    return [RetreatTo(seat=seat, unit=part, target=to) for part, to in choices(board, position, space, realm)]
