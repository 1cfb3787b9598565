"""The strong player: tries every sensible action and takes the one that promises most."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.random_play import QuickRng
from rules.engine.rng import Rng
from rules.minas_tirith.actions import SiegeAction
from rules.minas_tirith.bots import plain
from rules.minas_tirith.bots.judging import Weights
from rules.minas_tirith.bots.trying import sense, values
from rules.minas_tirith.game import MinasTirith
from rules.minas_tirith.state import Keep, Losses, Special, State, Storm
from rules.minas_tirith.terms import EXCHANGE, TAKE
from rules.minas_tirith.view import View, guess

WEIGHTS = Weights()


def choose(game: MinasTirith, seen: View, seat: str, rng: Rng, nodes: int) -> SiegeAction:
    """The answer to the decision at hand."""
    state = guess(seen, rng)
    luck = QuickRng(rng.roll(1 << 30, 1, "bot")[0])
    actions = game.legal_actions(state, seat)
    if len(actions) == 1:
        return actions[0]
    plainly = at_once(game, state, actions)
    if plainly is not None:
        return plainly
    tried = sense(state, actions)
    worth = values(game, state, seat, tried, luck, nodes, WEIGHTS)
    return tried[max(range(len(tried)), key=lambda number: worth[number])]


def at_once(game: MinasTirith, state: State, actions: Sequence[SiegeAction]) -> SiegeAction | None:
    """The answer to a decision that needs no trying, None for the others."""
    content = game.content
    match state.stack[-1] if state.stack else None:
        case Special():
            return plain.special(content, state, actions)
        case Keep():
            return plain.keep(content, actions)
        case Losses():
            return plain.lose(actions)
        case Storm():
            return plain.answer(state, actions)
        case None if state.step == TAKE:
            return plain.take(state, actions)
        case None if state.step == EXCHANGE:
            return plain.trade(state, actions)
    return None
