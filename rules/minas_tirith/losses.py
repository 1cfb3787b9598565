"""Who falls: battalions by their owner's choice, leaders with the last of them (M6.1, M7.2, M7.5)."""

from __future__ import annotations

from rules.engine.refusal import IllegalAction
from rules.minas_tirith.army import battalions, has_battalion, kinds_in, leaders_of, pieces
from rules.minas_tirith.draft import Draft
from rules.minas_tirith.events import Lost
from rules.minas_tirith.state import Losses, State
from rules.minas_tirith.terms import SIDES
from rules.minas_tirith.victory import check_leaders


def fall(draft: Draft, side: int, kind: int, space: int, how: str) -> None:
    """A battalion goes to the enemy; with the last one go the leaders (M7.5)."""
    draft.fall(side, kind, space)
    draft.count(draft.captured, side, kind, 1)
    draft.say(Lost(side=SIDES[side], kind=kind, space=space, how=how))
    leaders_fall(draft, side, space)


def leaders_fall(draft: Draft, side: int, space: int) -> None:
    """Leaders of a space whose last battalion has fallen fall with it (M7.5)."""
    army = draft.armies[side][space]
    if has_battalion(side, army):
        return
    for kind, number in pieces(side, leaders_of(side, army)):
        for _ in range(number):
            draft.fall(side, kind, space)
            draft.count(draft.captured, side, kind, 1)
            draft.say(Lost(side=SIDES[side], kind=kind, space=space, how="with_last"))
    check_leaders(draft)


def settle(draft: Draft, due: Losses) -> bool:
    """Let fall what leaves no choice; false when the owner must be asked."""
    draft.stack.pop()
    left = due.count
    while left and draft.winner is None:
        army = draft.armies[due.side][due.space]
        kinds = kinds_in(due.side, army)
        if not kinds:
            break
        if len(kinds) > 1 and battalions(due.side, army) > left:
            draft.stack.append(Losses(due.side, due.space, left, due.cause))
            return False
        fall(draft, due.side, kinds[0], due.space, due.cause)
        left -= 1
    return True


def check_lose(state: State, due: Losses, kind: int) -> None:
    """M6.1, M7.2: one of the battalions that stand there."""
    if kind not in kinds_in(due.side, state.armies[due.side][due.space]):
        raise IllegalAction("M7.2", "no_such_battalion", space=due.space)


def lose(draft: Draft, due: Losses, kind: int) -> None:
    """The owner has chosen one of the battalions that fall."""
    draft.stack.pop()
    fall(draft, due.side, kind, due.space, due.cause)
    if due.count > 1 and draft.winner is None:
        draft.stack.append(Losses(due.side, due.space, due.count - 1, due.cause))
