"""What must always be true of a position, and what no action may change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping

from rules.nerath.content import Content
from rules.nerath.losses import castle_in
from rules.nerath.standing import allied
from rules.nerath.state import State, here_of, land_of
from rules.nerath.terms import (
    CARGO,
    CASTLE,
    FLYERS,
    HEROES,
    KINDS,
    LAND,
    PARTNER,
    REALMS,
    SEA,
    WALKERS,
    WARSHIP,
)
from rules.nerath.units import FOUGHT, HIT, MOVED, NEW, aboard_kind, kind_of, places, realm_of


def faults(content: Content, state: State) -> list[str]:
    """Every way in which a position contradicts itself or the rules; empty is healthy."""
    board = content.board
    found = []
    if (land_of(state.owner), here_of(state.units)) != (state.land, state.here):
        found.append("the sets of spaces do not follow from owners and units")
    for space, stack in enumerate(state.units):
        found += [f"{board.spaces[space].code}: {fault}" for fault in _stack_faults(content, state, space)]
        if list(stack) != sorted(stack):
            found.append(f"{board.spaces[space].code}: the units are not in order")
    for space, owner in enumerate(state.owner):
        if (owner >= 0) != (board.sort[space] == LAND):
            found.append(f"{board.spaces[space].code}: owner {owner}")
    if min(state.gold) < 0 or min(state.points) < 0:
        found.append("gold or points below 0")
    if (
        state.battle is None
        and any(code & (HIT | FOUGHT) for s in state.units for code in s)
        and not state.stack
    ):
        found.append("a wound of a battle that is over")
    return found


def _stack_faults(content: Content, state: State, space: int) -> list[str]:
    board, stack = content.board, state.units[space]
    found = []
    sort = board.sort[space]
    fit = {LAND: WALKERS | FLYERS | {CASTLE}, SEA: FLYERS | {WARSHIP}}.get(sort, HEROES)
    realms = {realm_of(code) for code in stack}
    for code in stack:
        if kind_of(code) not in fit:
            found.append(f"a {KINDS[kind_of(code)]} cannot stand there")
        if code & MOVED and realm_of(code) != state.turn:
            found.append("a unit of another realm has moved")
        if code & NEW and realm_of(code) != state.turn:
            found.append("a unit of another realm is new")
        if len(places(code)) > CARGO or any(aboard_kind(one) not in WALKERS for one in places(code)):
            found.append("a ship carries what it cannot")
    castles = [code for code in stack if kind_of(code) == CASTLE]
    if len(castles) > 1 or (castles and realm_of(castle_in(state, space)) != state.owner[space]):
        found.append("a castle too many, or another's")
    foreign = [r for r in realms if r != state.turn]
    if len(foreign) > 1 and not (allied(state) and PARTNER[foreign[0]] == foreign[1]):
        found.append("enemies stand together")
    if sort not in (LAND, SEA) and len(realms) > 1:
        found.append("two realms in one dungeon")
    return found


def box(state: State) -> Hashable:
    """The cards and guardians of the box, wherever they are."""
    events = tuple(
        tuple(sorted((*deck, *hand, *used)))
        for deck, hand, used in zip(state.decks, state.hands, state.discards, strict=True)
    )
    treasures = [*state.treasure_pile]
    for piles in (state.treasures, state.used):
        treasures += [card for pile in piles for card in pile]
    tiles = [*state.pile, *state.beaten, *(tile >> 1 for there in state.tiles for tile in there)]
    return events, tuple(sorted(treasures)), tuple(sorted(tiles))


def totals(state: State) -> Mapping[str, int]:
    """Gold, points and units of each realm, aboard included."""
    found: Counter[str] = Counter()
    for realm, gold, points in zip(REALMS, state.gold, state.points, strict=True):
        found[f"{realm} gold"] = gold
        found[f"{realm} points"] = points
    for stack in state.units:
        for code in stack:
            realm = REALMS[realm_of(code)]
            found[f"{realm} {KINDS[kind_of(code)]}"] += 1
            for one in places(code):
                found[f"{realm} {KINDS[aboard_kind(one)]}"] += 1
    return found
