"""The levels of the bots under one name."""

from __future__ import annotations

from rules.engine.rng import Rng
from rules.minas_tirith.actions import SiegeAction
from rules.minas_tirith.bots import easy, strong
from rules.minas_tirith.game import MinasTirith
from rules.minas_tirith.view import View

LEVELS = {"easy": easy.choose, "strong": strong.choose}
"""From the weakest."""
NODES = 400
"""Positions tried and judged for one decision, where nobody says otherwise."""


def choose(game: MinasTirith, bot: str, seen: View, seat: str, rng: Rng, nodes: int) -> SiegeAction:
    """The answer of a bot to the decision at hand.

    It follows from what anybody sees, the side, chance and the number of nodes alone; with more nodes every
    throw of the dice is tried more often. KeyError for a level that there is not.
    """
    return LEVELS[bot](game, seen, seat, rng, nodes)
