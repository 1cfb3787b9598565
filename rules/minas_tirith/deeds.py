"""For each kind of action: the decision it answers, what judges it, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from rules.engine.core import Action
from rules.engine.refusal import IllegalAction
from rules.minas_tirith import actions as act
from rules.minas_tirith import exchange, ground, leaders, losses, movement, powers, ranged, retreat, rounds
from rules.minas_tirith.content import Content
from rules.minas_tirith.draft import Draft
from rules.minas_tirith.state import (
    Arrivals,
    Fallback,
    Keep,
    Losses,
    Rivals,
    Special,
    State,
    Storm,
    TurnEnds,
    Wounded,
)
from rules.minas_tirith.terms import ACT, EXCHANGE, TAKE


def _nothing(content: Content, state: State, action: Action) -> None:
    """The decision alone makes the action legal."""


def _check_draw_two(content: Content, state: State, action: act.DrawTwo) -> None:
    if not state.power_pile:
        raise IllegalAction("M3.3", "pile_is_empty")


def _check_fetch(content: Content, state: State, action: act.Fetch) -> None:
    if action.card not in exchange.fetchable(content, state, state.side):
        raise IllegalAction("M3.4", "not_to_fetch")


def _check_keep(content: Content, state: State, action: act.KeepCard) -> None:
    if action.card not in cast(Keep, state.stack[-1]).cards:
        raise IllegalAction("M3.4", "one_of_the_two")


def _check_lose(content: Content, state: State, action: act.Lose) -> None:
    due = state.stack[-1]
    if isinstance(due, Fallback):
        retreat.check_cornered(content, state, due, action.kind)
    else:
        losses.check_lose(state, cast(Losses, due), action.kind)


CHECKS: dict[type[Action], Callable[[Content, State, Any], None]] = {
    act.TakeDie: lambda content, state, a: rounds.check_take(state, a.value),
    act.Exchange: exchange.check_exchange,
    act.Reinforce: exchange.check_reinforce,
    act.EndExchange: lambda content, state, a: exchange.check_end(state),
    act.DrawTwo: _check_draw_two,
    act.Fetch: _check_fetch,
    act.Raise: lambda content, state, a: exchange.check_raise(
        content, state, cast(Special, state.stack[-1]), a
    ),
    act.KeepCard: _check_keep,
    act.March: movement.check_march,
    act.Shoot: ranged.check_shoot,
    act.Attack: ground.check_attack,
    act.Ram: lambda content, state, a: powers.check_ram(content, state),
    act.Swap: movement.check_swap,
    act.Deploy: powers.check_deploy,
    act.Play: powers.check_play,
    act.EndTurn: _nothing,
    act.Arrive: lambda content, state, a: powers.check_arrive(
        content, state, cast(Arrivals, state.stack[-1]), a
    ),
    act.Heal: lambda content, state, a: powers.check_heal(state, a.kind),
    act.Answer: _nothing,
    act.Lose: _check_lose,
    act.FallBack: lambda content, state, a: retreat.check_fall_back(
        content, state, cast(Fallback, state.stack[-1]), a.target
    ),
    act.Dismiss: lambda content, state, a: leaders.check_dismiss(
        state, cast(Rivals, state.stack[-1]), a.kind
    ),
}
"""The judge of each kind of action."""

STEP: dict[type[Action], int] = {
    act.TakeDie: TAKE,
    act.Exchange: EXCHANGE,
    act.Reinforce: EXCHANGE,
    act.EndExchange: EXCHANGE,
    act.March: ACT,
    act.Shoot: ACT,
    act.Attack: ACT,
    act.Ram: ACT,
    act.Swap: ACT,
    act.Deploy: ACT,
    act.Play: ACT,
    act.EndTurn: ACT,
}
"""The step of a turn that each kind of action belongs to, while nothing else is due."""

DUE: dict[type[Action], tuple[type[Any], ...]] = {
    act.DrawTwo: (Special,),
    act.Fetch: (Special,),
    act.Raise: (Special,),
    act.KeepCard: (Keep,),
    act.Arrive: (Arrivals,),
    act.Heal: (Wounded,),
    act.Answer: (Storm,),
    act.Lose: (Losses, Fallback),
    act.FallBack: (Fallback,),
    act.Dismiss: (Rivals,),
}
"""The decisions that each of the others answers."""


def _end_exchange(draft: Draft, state: State, action: act.EndExchange) -> None:
    draft.step = ACT


def _lose(draft: Draft, state: State, action: act.Lose) -> None:
    due = state.stack[-1]
    if isinstance(due, Fallback):
        retreat.cornered(draft, due, action.kind)
    else:
        losses.lose(draft, cast(Losses, due), action.kind)


def _heal(draft: Draft, state: State, action: act.Heal) -> None:
    due = cast(Wounded, draft.stack.pop())
    powers.heal(draft, action.kind)
    if due.count > 1:
        draft.stack.append(Wounded(due.count - 1))


def _arrive(draft: Draft, state: State, action: act.Arrive) -> None:
    powers.place(draft, cast(Arrivals, state.stack[-1]), action.kind, action.space)


DEEDS: dict[type[Action], Callable[[Draft, State, Any], None]] = {
    act.TakeDie: lambda draft, state, a: rounds.take_die(draft, a.value),
    act.Exchange: lambda draft, state, a: exchange.exchange(draft, a),
    act.Reinforce: lambda draft, state, a: exchange.reinforce(draft, a),
    act.EndExchange: _end_exchange,
    act.DrawTwo: lambda draft, state, a: exchange.draw_two(draft),
    act.Fetch: lambda draft, state, a: exchange.fetch(draft, a),
    act.Raise: lambda draft, state, a: exchange.raise_battalion(draft, a),
    act.KeepCard: lambda draft, state, a: exchange.keep(draft, cast(Keep, state.stack[-1]), a.card),
    act.March: movement.march,
    act.Shoot: ranged.shoot,
    act.Attack: lambda draft, state, a: ground.attack(draft, a),
    act.Ram: lambda draft, state, a: powers.ram(draft),
    act.Swap: lambda draft, state, a: movement.swap(draft, a.space),
    act.Deploy: powers.deploy,
    act.Play: lambda draft, state, a: powers.play(draft, a),
    act.EndTurn: lambda draft, state, a: draft.stack.append(TurnEnds("done")),
    act.Arrive: _arrive,
    act.Heal: _heal,
    act.Answer: lambda draft, state, a: powers.answer(draft, cast(Storm, state.stack[-1]), a.hold),
    act.Lose: _lose,
    act.FallBack: lambda draft, state, a: retreat.fall_back(draft, cast(Fallback, state.stack[-1]), a.target),
    act.Dismiss: lambda draft, state, a: leaders.dismiss(draft, cast(Rivals, state.stack[-1]), a.kind),
}
"""What each kind of action does."""

assert set(CHECKS) == set(DEEDS) == set(STEP) | set(DUE)
