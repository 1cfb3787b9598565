"""Armies that fall back before a six, a territory for each (M7.6-M7.8)."""

from __future__ import annotations

from rules.engine.refusal import IllegalAction
from rules.minas_tirith import walls
from rules.minas_tirith.army import has_battalion, kinds_in, without
from rules.minas_tirith.board import WALL, bits
from rules.minas_tirith.content import Content
from rules.minas_tirith.draft import Draft
from rules.minas_tirith.events import FellBack, Lost
from rules.minas_tirith.losses import leaders_fall
from rules.minas_tirith.state import Fallback, State
from rules.minas_tirith.terms import EVIL, FOOT, SIDES


def targets(content: Content, position: walls.Position, due: Fallback) -> tuple[int, ...]:
    """Where an army may fall back to: nearer its end, and free of enemies (M7.6-M7.8)."""
    board, side, space = content.board, due.side, due.space
    free = ~position.here[1 - side]
    if side == EVIL:
        ways = board.fields_at[space] if board.sort[space] == WALL else board.near[space] & board.fields
        far = board.to_end
    else:
        group = due.group or position.armies[side][space]
        foot = all(kind in FOOT for kind in kinds_in(side, group))
        ways = board.good_ways[space] if foot else board.ride_ways[space]
        far = board.to_city
    return tuple(other for other in bits(ways & free) if far[other] < far[space])


def settle(draft: Draft, due: Fallback) -> bool:
    """Fall back while there is no choice; false when the owner must be asked."""
    draft.stack.pop()
    side = due.side
    group = due.group or draft.armies[side][due.space]
    due = Fallback(side, due.space, due.steps, group)
    while due.steps and has_battalion(side, due.group):
        where = targets(draft.content, draft, due)
        kinds = kinds_in(side, due.group)
        if len(where) > 1 or (not where and len(kinds) > 1):
            draft.stack.append(due)
            return False
        due = _step(draft, due, where[0]) if where else _pay(draft, due, kinds[0])
        if draft.winner is not None:
            return True
    if side == draft.side and draft.options.six == "army":
        draft.halted |= 1 << due.space
    return True


def _step(draft: Draft, due: Fallback, target: int) -> Fallback:
    """The army goes back one territory, all together."""
    draft.carry(due.side, due.space, target, due.group)
    draft.say(FellBack(side=SIDES[due.side], origin=due.space, target=target))
    return Fallback(due.side, target, due.steps - 1, due.group)


def _pay(draft: Draft, due: Fallback, kind: int) -> Fallback:
    """A step that cannot be made costs a battalion."""
    side, space = due.side, due.space
    group = without(side, due.group, kind)
    draft.put(side, space, draft.armies[side][space] - (due.group - group))
    draft.count(draft.captured, side, kind, 1)
    draft.say(Lost(side=SIDES[side], kind=kind, space=space, how="cornered"))
    leaders_fall(draft, side, space)
    return Fallback(side, space, due.steps - 1, group)


def check_fall_back(content: Content, state: State, due: Fallback, target: int) -> None:
    """M7.6, M7.7: one of the spaces that are nearer the own end."""
    where = targets(content, state, due)
    if not where:
        raise IllegalAction("M7.6", "no_way_back", space=due.space)
    if target not in where:
        raise IllegalAction("M7.6" if due.side == EVIL else "M7.7", "not_nearer_home", space=due.space)


def check_cornered(content: Content, state: State, due: Fallback, kind: int) -> None:
    """M7.6: a battalion is lost only where no step can be made."""
    if targets(content, state, due):
        raise IllegalAction("M7.6", "there_is_a_way_back", space=due.space)
    if kind not in kinds_in(due.side, due.group):
        raise IllegalAction("M7.6", "no_such_battalion", space=due.space)


def fall_back(draft: Draft, due: Fallback, target: int) -> None:
    """The owner has chosen the way."""
    draft.stack[-1] = _step(draft, due, target)


def cornered(draft: Draft, due: Fallback, kind: int) -> None:
    """The owner has chosen the battalion that a step costs."""
    draft.stack.pop()
    left = _pay(draft, due, kind)
    if draft.winner is None:
        draft.stack.append(left)
