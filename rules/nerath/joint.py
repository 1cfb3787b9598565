"""Joint defence: two partners agree who takes the hits, or split them evenly (N10.2)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.engine.refusal import IllegalAction
from rules.nerath.actions import Offer, SplitEvenly
from rules.nerath.board import Board
from rules.nerath.draft import Draft
from rules.nerath.events import Agreed
from rules.nerath.losses import capacity
from rules.nerath.standing import Position, own_in
from rules.nerath.state import AwaitLosses, AwaitSplit
from rules.nerath.terms import CASTLE, REALM_OF, REALMS, SEA
from rules.nerath.units import kind_of


def offers_open(position: Position, space: int, due: AwaitSplit) -> range:
    """What the first partner may take, so that neither gets more than he can bear."""
    first, second = (capacity(position, space, realm) for realm in (due.first, due.second))
    return range(max(0, due.hits - second), min(due.hits, first) + 1)


def share(draft: Draft, partners: tuple[int, int], hits: int) -> None:
    """Ask both partners, unless there is but one way."""
    due = AwaitSplit(partners[0], partners[1], hits)
    assert draft.battle is not None
    possible = offers_open(draft, draft.battle.space, due)
    if len(possible) == 1:
        _hand_out(draft, due, possible[0], evenly=False)
    else:
        draft.stack.append(due)


def even_share(board: Board, position: Position, space: int, due: AwaitSplit, reverse: bool) -> int:
    """The first partner's part of an even split.

    The odd hit goes to the partner with more units there, at equal numbers to the owner of the space, at
    sea to the one earlier in turn order; what one cannot bear goes to the other.
    """
    mine, other = (
        sum(kind_of(code) != CASTLE for code in own_in(position, space, realm))
        for realm in (due.first, due.second)
    )
    if mine != other:
        odd_to_first = mine > other
    elif board.sort[space] == SEA:
        odd_to_first = not reverse
    else:
        odd_to_first = position.owner[space] == due.first
    part = due.hits // 2 + (due.hits % 2 if odd_to_first else 0)
    possible = offers_open(position, space, due)
    return max(possible[0], min(part, possible[-1]))


def offer(draft: Draft, due: AwaitSplit, action: Offer) -> None:
    """A partner names a split; when both name the same it holds."""
    mine = 0 if REALM_OF[action.seat] == due.first else 1
    offers = (action.hits, due.offers[1]) if mine == 0 else (due.offers[0], action.hits)
    draft.stack.pop()
    if offers[0] == offers[1]:
        _hand_out(draft, due, action.hits, evenly=False)
    else:
        draft.stack.append(replace(due, offers=offers))


def split_evenly(draft: Draft, due: AwaitSplit) -> None:
    """Either partner ends the talk: an even split."""
    draft.stack.pop()
    assert draft.battle is not None
    space = draft.battle.space
    part = even_share(draft.board, draft, space, due, draft.options.reverse_order)
    _hand_out(draft, due, part, evenly=True)


def _hand_out(draft: Draft, due: AwaitSplit, part: int, *, evenly: bool) -> None:
    hits = [0, 0, 0, 0]
    hits[due.first], hits[due.second] = part, due.hits - part
    draft.say(Agreed(hits=(part, due.hits - part), evenly=evenly))
    draft.stack.append(AwaitLosses((hits[0], hits[1], hits[2], hits[3])))


def split_actions(position: Position, space: int, due: AwaitSplit, realm: int) -> list[Offer | SplitEvenly]:
    """Every split a partner may name but the one he has named, and the even one."""
    said = due.offers[0 if realm == due.first else 1]
    named = [hits for hits in offers_open(position, space, due) if hits != said]
    return [*(Offer(seat=REALMS[realm], hits=hits) for hits in named), SplitEvenly(seat=REALMS[realm])]


def check_offer(position: Position, space: int, due: AwaitSplit, action: Offer) -> None:
    """N10.2: neither partner gets more hits than he can bear."""
    said = due.offers[0 if REALM_OF[action.seat] == due.first else 1]
    if action.hits not in offers_open(position, space, due) or action.hits == said:
        raise IllegalAction("N10.2", "no_such_split", hits=due.hits)
