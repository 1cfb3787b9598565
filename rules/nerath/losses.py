"""Who takes the hits: the owner chooses (N5.5), castles last (N5.6), cargo goes down with its ship (N6.2)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.refusal import IllegalAction
from rules.nerath.actions import Lose
from rules.nerath.board import Board
from rules.nerath.draft import Draft
from rules.nerath.events import CastleFell, Lost, Wounded
from rules.nerath.standing import Position, own_in
from rules.nerath.state import AwaitLosses, State
from rules.nerath.terms import CASTLE, DRAGON, FLYERS, HEROES, PROFILES, REALM_OF, REALMS, SEA, WARSHIP
from rules.nerath.units import HIT, aboard_kind, heroes_aboard, kind_of, places, realm_of, with_places

Loss = tuple[int, int]
"""A unit that takes a hit: its code, and -1 or the kind of a hero aboard it."""


def options(board: Board, position: Position, space: int, realm: int) -> list[Loss]:
    """The different units of a realm in a battle that can take a hit; never the castle."""
    found: list[Loss] = []
    at_sea = board.sort[space] == SEA
    for code in dict.fromkeys(own_in(position, space, realm)):
        kind = kind_of(code)
        if at_sea and kind not in FLYERS and kind != WARSHIP:
            continue
        if kind != CASTLE:
            found.append((code, -1))
        if kind == WARSHIP:
            heroes = {aboard_kind(one) for one in places(code)} & HEROES
            found += [(code, hero) for hero in sorted(heroes)]
    return found


def capacity(position: Position, space: int, realm: int) -> int:
    """How many hits a realm can take there at most, without its castle: whole dragons take two."""
    total = 0
    for code in own_in(position, space, realm):
        kind = kind_of(code)
        if kind == CASTLE:
            continue
        total += 2 if kind == DRAGON and not code & HIT else 1
        if kind == WARSHIP:
            total += heroes_aboard(code)
    return total


def default_order(loss: Loss) -> tuple[int, int, int, int]:
    """The order of losses that is proposed (N5.12): a whole dragon's first hit, then the cheapest unit.

    At an equal price the smaller die goes first, and the ship that carries least.
    """
    code, cargo = loss
    kind = kind_of(code) if cargo < 0 else cargo
    if kind == DRAGON and not code & HIT:
        return (0, 0, 0, 0)
    return (
        1,
        PROFILES[kind].cost,
        PROFILES[kind].die,
        sum(PROFILES[aboard_kind(p)].cost for p in places(code)),
    )


def default_loss(choices: Iterable[Loss]) -> Loss:
    """The loss that the screen proposes first (N5.12)."""
    return min(choices, key=default_order)


def take_hit(draft: Draft, space: int, loss: Loss) -> None:
    """One unit takes one hit: a whole dragon is marked, everything else is gone (N5.5)."""
    code, cargo = loss
    realm = REALMS[realm_of(code)]
    if cargo >= 0:
        left = list(places(code))
        left.remove(next(one for one in left if aboard_kind(one) == cargo))
        draft.replace(space, code, with_places(code, tuple(left)))
        draft.say(Lost(realm=realm, kind=cargo, space=space, how="battle"))
        return
    kind = kind_of(code)
    if kind == DRAGON and not code & HIT:
        draft.replace(space, code, code | HIT)
        draft.say(Wounded(realm=realm, space=space))
        return
    draft.remove(space, code)
    draft.say(Lost(realm=realm, kind=kind, space=space, how="battle"))
    if kind == WARSHIP:
        for one in places(code):
            draft.say(Lost(realm=realm, kind=aboard_kind(one), space=space, how="drowned"))


def castle_in(position: Position, space: int) -> int:
    """The code of the castle in a space, or -1."""
    return next((code for code in position.units[space] if code & 15 == CASTLE), -1)


def castle_falls(draft: Draft, space: int) -> None:
    """The castle is hit: it fights no more in this battle (N5.6)."""
    castle = castle_in(draft, space)
    if castle >= 0 and not castle & HIT:
        draft.replace(space, castle, castle | HIT)
        draft.say(CastleFell(space=space))


def settle(draft: Draft, space: int, hits: list[int]) -> bool:
    """Take the hits that leave no choice; true when none is left to choose. Hits too many are lost (N5.5)."""
    for realm in range(4):
        while hits[realm]:
            choices = options(draft.board, draft, space, realm)
            if not choices:
                hits[realm] = 0
                break
            if len(choices) > 1 and hits[realm] < capacity(draft, space, realm):
                break
            # with as many hits as can be taken, heroes go before the ships that carry them
            take_hit(draft, space, max(choices, key=lambda loss: (loss[1], -loss[0])))
            hits[realm] -= 1
    return not any(hits)


def check_lose(board: Board, state: State, due: AwaitLosses, space: int, action: Lose) -> None:
    """N5.5, N5.6: refuse a loss by a realm that owes none, or of a unit that is not in the battle."""
    realm = REALM_OF[action.seat]
    if not due.hits[realm]:
        raise IllegalAction("N5.5", "no_hits_to_take")
    if (action.unit, action.cargo) not in options(board, state, space, realm):
        raise IllegalAction("N5.5", "not_in_the_battle", space=space)
