"""Trying actions: what a position is worth after each, over some throws of the dice."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.random_play import QuickRng
from rules.engine.rng import Rng
from rules.minas_tirith import actions as act
from rules.minas_tirith.actions import SiegeAction
from rules.minas_tirith.army import count
from rules.minas_tirith.bots import plain
from rules.minas_tirith.bots.judging import Weights, judge
from rules.minas_tirith.game import MinasTirith
from rules.minas_tirith.state import Arrivals, Fallback, Losses, State, Wounded
from rules.minas_tirith.terms import GOOD, SIDES

PLAIN = (Losses, Fallback, Arrivals, Wounded)
BY_CHANCE = (act.Attack, act.Shoot, act.Ram)
RESTLESS = 0.02
"""A move must bring at least this much."""
FOLLOW_UPS = 10
"""Losses, retreats and arrivals that are answered before a position is judged."""


def sense(state: State, actions: Sequence[SiegeAction]) -> list[SiegeAction]:
    """The actions worth trying: whole armies or all but one, and as many dice as may be rolled."""
    found: list[SiegeAction] = []
    most: dict[tuple[int, int], int] = {}
    for action in actions:
        if isinstance(action, act.Attack):
            key = action.origin, action.target
            most[key] = max(most.get(key, 0), action.dice)
    armies = state.armies[state.side]
    for action in actions:
        if isinstance(action, act.March):
            here = count(armies[action.origin], action.kind)
            if action.number not in (here, here - 1, (here + 1) // 2):
                continue
        elif isinstance(action, act.Attack) and action.dice < most[action.origin, action.target]:
            continue
        found.append(action)
    return found


def values(
    game: MinasTirith,
    state: State,
    seat: str,
    actions: Sequence[SiegeAction],
    luck: QuickRng,
    nodes: int,
    weights: Weights,
) -> list[float]:
    """The worth of each action to a side, the average of some throws where dice fall."""
    sign = 1.0 if seat == SIDES[GOOD] else -1.0
    throws = sum(isinstance(action, BY_CHANCE) for action in actions)
    times = max(1, min(16, (nodes - len(actions) + throws) // max(1, throws)))
    found = []
    for action in actions:
        tries = times if isinstance(action, BY_CHANCE) else 1
        total = 0.0
        for _ in range(tries):
            after, _ = game.apply(state, action, luck)
            total += judge(game.content, settled(game, after, luck), weights)
        found.append(sign * total / tries - RESTLESS * isinstance(action, act.March))
    return found


def settled(game: MinasTirith, state: State, luck: Rng) -> State:
    """The position when losses are taken, armies have fallen back or come, each the plain way."""
    for _ in range(FOLLOW_UPS):
        if not state.stack or state.winner is not None or not isinstance(state.stack[-1], PLAIN):
            break
        (seat,) = game.to_move(state)
        open_now = game.legal_actions(state, seat)
        action = plain.lose(open_now) if isinstance(open_now[0], act.Lose) else open_now[0]
        state, _ = game.apply(state, action, luck)
    return state
