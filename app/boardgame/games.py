"""The games that the house has."""

from __future__ import annotations

from app.boardgame.adapter import Adapter
from app.boardgame.minas_tirith.adapter import SiegeTable
from app.boardgame.nerath.adapter import NerathTable

GAMES: dict[str, Adapter] = {"nerath": NerathTable(), "minas_tirith": SiegeTable()}


def adapter_of(ruleset: str) -> Adapter:
    """The adapter of a rule set; KeyError for one that the house does not have."""
    return GAMES[ruleset]
