"""V7.9, V8.9: what End round pays."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Income(msgspec.Struct, frozen=True):
    """One player's income of a round in whole gold, by what it comes from."""

    fixed: int
    places: int
    guild: int

    @property
    def total(self) -> int:
        return self.fixed + self.places + self.guild


def guild_share(level: int, level_income: int, members: int) -> int:
    """What each member gets of level × level income, equal shares, each rounded up (V8.9).

    ``members`` counts the founder too and is those at End round (V8.12). 0 for a guild without members.
    """
    return -(-level * level_income // members) if members else 0


def round_income(fixed: int, places: Iterable[int], guild: int = 0) -> Income:
    """Fixed income, the incomes of all owned places, and the guild share (V7.9)."""
    return Income(fixed, sum(places), guild)
