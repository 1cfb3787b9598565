"""The easy player: knows the rules and the points, looks at a few actions, and is often distracted."""

from __future__ import annotations

from rules.engine.random_play import QuickRng
from rules.engine.rng import Rng
from rules.minas_tirith.actions import EndTurn, SiegeAction
from rules.minas_tirith.bots.judging import Weights
from rules.minas_tirith.bots.strong import at_once
from rules.minas_tirith.bots.trying import sense, values
from rules.minas_tirith.game import MinasTirith
from rules.minas_tirith.terms import TAKE
from rules.minas_tirith.view import View, guess

WEIGHTS = Weights(
    pressure=0.0, breach=3.0, way_up=0.1, hunted=0.0, last_leader=0.0, guard=(0.0, 1.0), on_wall=(0.0, 0.5)
)
LOOKS_AT = 2
DISTRACTION = 5.0
"""Worth may be misjudged by so many points either way."""


def choose(game: MinasTirith, seen: View, seat: str, rng: Rng, nodes: int) -> SiegeAction:
    """The answer to the decision at hand."""
    state = guess(seen, rng)
    luck = QuickRng(rng.roll(1 << 30, 1, "bot")[0])
    actions = game.legal_actions(state, seat)
    if len(actions) == 1:
        return actions[0]
    if not state.stack and state.step == TAKE:
        return actions[luck.below(len(actions))]
    plainly = at_once(game, state, actions)
    if plainly is not None:
        return plainly
    tried = [action for action in sense(state, actions) if not isinstance(action, EndTurn)]
    if not tried:
        return actions[-1]
    tried = [tried[luck.below(len(tried))] for _ in range(LOOKS_AT)]
    worth = values(game, state, seat, tried, luck, nodes, WEIGHTS)
    noisy = [one + DISTRACTION * (luck.below(2001) / 1000 - 1) for one in worth]
    return tried[max(range(len(tried)), key=lambda number: noisy[number])]
