"""The easy bot: it takes what lies open, attacks when it feels strong, buys what it likes, and errs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rules.engine.rng import Rng
from rules.nerath import actions as act
from rules.nerath.actions import NerathAction
from rules.nerath.bots.strength import ATTACKER, DEFENDER, Army, army, chance, kinds_in
from rules.nerath.game import Nerath
from rules.nerath.losses import default_loss
from rules.nerath.standing import foes, friendly_land
from rules.nerath.state import State
from rules.nerath.terms import LAND, MOVE, REALM_OF, REINFORCE, WARSHIP

STOPS = 12
"""One in so many moves it thinks that it has moved enough."""


def easy(game: Nerath, state: State, seat: str, rng: Rng, _nodes: int) -> NerathAction:
    """The action of a seat that is due: the best of a glance, with luck in it."""
    legal = game.legal_actions(state, seat)
    if len(legal) == 1:
        return legal[0]
    if state.stack:
        return _answer(legal, rng)
    if state.step == REINFORCE:
        buys = [one for one in legal if isinstance(one, act.Buy) and one.kind != WARSHIP]
        if buys:
            return _any(buys, rng)
    elif _below(rng, STOPS):
        scored = [
            (_glance(game, state, one) + _below(rng, 100) / 100, number) for number, one in enumerate(legal)
        ]
        value, number = max(scored)
        if value > 1.0:
            return legal[number]
    if isinstance(legal[-1], act.EndStep):
        return legal[-1]
    return _any(legal, rng)


def _below(rng: Rng, bound: int) -> int:
    return rng.roll(bound, 1, "bot")[0] - 1


def _any(legal: Sequence[NerathAction], rng: Rng) -> NerathAction:
    return legal[_below(rng, len(legal))]


def _glance(game: Nerath, state: State, action: NerathAction) -> float:
    """What an action of a step looks like at first sight, about 0 to 2."""
    if isinstance(action, act.Play):
        return 0.6
    if not isinstance(action, act.Move):
        return 0.0
    board, realm = game.board, REALM_OF[action.seat]
    friendly = friendly_land(state, realm)
    if state.step != MOVE:
        return 0.7 if friendly >> action.target & 1 and not friendly >> action.origin & 1 else 0.1
    if board.sort[action.target] != LAND:
        return 0.2
    if friendly >> action.target & 1:
        near = board.near[action.target] & board.land & ~friendly
        return 0.5 if near and not board.near[action.origin] & board.land & ~friendly else 0.0
    stack = state.units[action.target]
    force: Army = army([*kinds_in(stack, realm), action.kind], ATTACKER)
    defence = army([kind for foe in foes(state, realm) for kind in kinds_in(stack, foe)], DEFENDER)
    here = len(kinds_in(state.units[action.origin], realm))
    return 1.4 * chance(force, defence) + (0.1 if here > 1 else 0.0)


def _answer(legal: Sequence[NerathAction], rng: Rng) -> NerathAction:
    first = legal[0]
    if isinstance(first, act.Lose):
        losses = [cast(act.Lose, one) for one in legal]
        unit, cargo = default_loss((one.unit, one.cargo) for one in losses)
        return act.Lose(seat=first.seat, unit=unit, cargo=cargo)
    if isinstance(first, act.Press):
        return first if _below(rng, 4) else legal[1]
    if isinstance(legal[-1], act.SplitEvenly):
        return legal[-1]
    return _any(legal, rng)
