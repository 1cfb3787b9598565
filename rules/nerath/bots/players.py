"""The bots by their names: pure functions of what a seat sees, chance and a number of nodes.

``choose`` gets the view of the seat and nothing else of the game, so a bot cannot know a hidden card. It
answers every prompt. The same view, seat, nodes and draws give the same action. The reference cards
are weighed by games of equal strong bots (N11.4): ``./dev bench nerath-bots``.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.rng import Rng
from rules.nerath.actions import NerathAction
from rules.nerath.bots.easy import easy
from rules.nerath.bots.imagine import imagined
from rules.nerath.bots.strong import NODES, strong
from rules.nerath.game import Nerath
from rules.nerath.state import State
from rules.nerath.view import View

BOTS: dict[str, Callable[[Nerath, State, str, Rng, int], NerathAction]] = {"easy": easy, "strong": strong}


def choose(game: Nerath, bot: str, view: View, seat: str, rng: Rng, nodes: int = NODES) -> NerathAction:
    """The action of ``bot`` (one of BOTS) for ``seat``, which must be due in ``view``."""
    return BOTS[bot](game, imagined(game.content, view), seat, rng, nodes)
