"""For each kind of action: the decision it answers, what judges it, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from rules.engine.core import Action
from rules.engine.refusal import IllegalAction
from rules.nerath import actions as act
from rules.nerath import (
    battle,
    conquest,
    dungeons,
    effects,
    joint,
    losses,
    movement,
    moving,
    reinforcements,
    retreat,
    turn,
)
from rules.nerath.content import Content
from rules.nerath.draft import Draft
from rules.nerath.state import (
    AwaitAmok,
    AwaitCarry,
    AwaitLosses,
    AwaitPlace,
    AwaitPress,
    AwaitReady,
    AwaitRetreat,
    AwaitSplit,
    AwaitStrikes,
    PickBattle,
    State,
)
from rules.nerath.terms import REALM_OF, REALMS, REINFORCE


def _check_losses(content: Content, state: State, action: act.Lose) -> None:
    assert state.battle is not None
    losses.check_lose(content.board, state, cast(AwaitLosses, state.stack[-1]), state.battle.space, action)


def _check_offer(content: Content, state: State, action: act.Offer) -> None:
    assert state.battle is not None
    joint.check_offer(state, state.battle.space, cast(AwaitSplit, state.stack[-1]), action)


def _check_retreat_to(content: Content, state: State, action: act.RetreatTo) -> None:
    assert state.battle is not None
    retreat.check_retreat_to(content.board, state, state.battle.space, state.turn, action)


def _check_ready(content: Content, state: State, action: act.Ready) -> None:
    """N3.3: the attacker is asked before every round, as he rolls the dice."""
    if action.whole and action.seat == REALMS[state.turn]:
        raise IllegalAction("N3.3", "attacker_is_always_asked")


def _check_buy(content: Content, state: State, action: act.Buy) -> None:
    if state.step != REINFORCE:
        raise IllegalAction("N9.1", "not_this_step")
    reinforcements.check_buy(content.board, state, action)


def _nothing(content: Content, state: State, action: Action) -> None:
    """The decision alone makes the action legal."""


CHECKS: dict[type[Action], Callable[[Content, State, Any], None]] = {
    act.Move: lambda content, state, a: movement.check_move(content.board, state, a),
    act.Sail: lambda content, state, a: movement.check_sail(content.board, state, a),
    act.Board: lambda content, state, a: movement.check_board(content.board, state, a),
    act.Land: lambda content, state, a: movement.check_land(content.board, state, a),
    act.EndStep: lambda content, state, a: turn.check_end_step(content.board, state),
    act.Play: lambda content, state, a: effects.check_play(content, state, REALM_OF[a.seat], a.card),
    act.Fight: lambda content, state, a: battle.check_fight(
        cast(PickBattle, state.stack[-1]).spaces, a.space
    ),
    act.Ready: _check_ready,
    act.Lose: _check_losses,
    act.Offer: _check_offer,
    act.SplitEvenly: _nothing,
    act.Strike: lambda content, state, a: dungeons.check_strike(
        content, state, cast(AwaitStrikes, state.stack[-1]), a.tile
    ),
    act.Press: _nothing,
    act.Retreat: _nothing,
    act.RetreatTo: _check_retreat_to,
    act.Amok: lambda content, state, a: conquest.check_amok(
        content.board, state, cast(AwaitAmok, state.stack[-1]), state.turn, a
    ),
    act.Place: lambda content, state, a: reinforcements.check_place(
        content.board, state, cast(AwaitPlace, state.stack[-1]), a
    ),
    act.Carry: lambda content, state, a: reinforcements.check_carry(
        state, cast(AwaitCarry, state.stack[-1]), a
    ),
    act.Buy: _check_buy,
}
"""The judge of each kind of action."""

DUE: dict[type[Action], type[Any] | None] = {
    act.Fight: PickBattle,
    act.Ready: AwaitReady,
    act.Lose: AwaitLosses,
    act.Offer: AwaitSplit,
    act.SplitEvenly: AwaitSplit,
    act.Strike: AwaitStrikes,
    act.Press: AwaitPress,
    act.Retreat: AwaitPress,
    act.RetreatTo: AwaitRetreat,
    act.Amok: AwaitAmok,
    act.Place: AwaitPlace,
    act.Carry: AwaitCarry,
}
"""The decision that each kind of action answers; the others belong to a step."""


def _pick(draft: Draft, state: State, action: act.Fight) -> None:
    draft.stack.pop()
    battle.begin(draft, action.space)


def _ready(draft: Draft, state: State, action: act.Ready) -> None:
    effects.next_in_queue(draft, cast(AwaitReady, state.stack[-1]), REALM_OF[action.seat], action.whole)


def _lose(draft: Draft, state: State, action: act.Lose) -> None:
    assert state.battle is not None
    due = cast(AwaitLosses, draft.stack.pop())
    losses.take_hit(draft, state.battle.space, (action.unit, action.cargo))
    hits = list(due.hits)
    hits[REALM_OF[action.seat]] -= 1
    draft.stack.append(AwaitLosses((hits[0], hits[1], hits[2], hits[3])))


def _strike(draft: Draft, state: State, action: act.Strike) -> None:
    due = cast(AwaitStrikes, draft.stack.pop())
    dungeons.hit(draft, action.tile, due.values[0])
    dungeons.assign(draft, list(due.values[1:]))


def _press(draft: Draft, state: State, action: act.Press) -> None:
    assert state.battle is not None
    draft.stack.pop()
    battle.press(draft, state.battle)


def _retreat(draft: Draft, state: State, action: act.Retreat) -> None:
    draft.stack[-1] = AwaitRetreat()


def _retreat_to(draft: Draft, state: State, action: act.RetreatTo) -> None:
    assert state.battle is not None
    retreat.leave(draft, state.battle.space, action.unit, action.target)


def _place(draft: Draft, state: State, action: act.Place) -> None:
    due = cast(AwaitPlace, draft.stack.pop())
    reinforcements.raise_unit(draft, due.realm, due.kind, action.space)
    draft.stack.append(AwaitPlace(due.realm, due.kind, due.count - 1))


def _carry(draft: Draft, state: State, action: act.Carry) -> None:
    due = cast(AwaitCarry, draft.stack.pop())
    if action.origin >= 0:
        reinforcements.carry(draft, due, action)
        draft.stack.append(AwaitCarry(due.realm, due.count - 1))


DEEDS: dict[type[Action], Callable[[Draft, State, Any], None]] = {
    act.Move: moving.move,
    act.Sail: lambda draft, state, a: moving.sail(draft, a),
    act.Board: moving.board_ship,
    act.Land: lambda draft, state, a: moving.land(draft, a),
    act.EndStep: lambda draft, state, a: turn.end_step(draft),
    act.Play: lambda draft, state, a: effects.use(draft, REALM_OF[a.seat], a.card),
    act.Fight: _pick,
    act.Ready: _ready,
    act.Lose: _lose,
    act.Offer: lambda draft, state, a: joint.offer(draft, cast(AwaitSplit, state.stack[-1]), a),
    act.SplitEvenly: lambda draft, state, a: joint.split_evenly(draft, cast(AwaitSplit, state.stack[-1])),
    act.Strike: _strike,
    act.Press: _press,
    act.Retreat: _retreat,
    act.RetreatTo: _retreat_to,
    act.Amok: lambda draft, state, a: conquest.run_amok(draft, cast(AwaitAmok, state.stack[-1]), a.target),
    act.Place: _place,
    act.Carry: _carry,
    act.Buy: reinforcements.buy,
}
"""What each kind of action does."""

assert set(CHECKS) == set(DEEDS)
