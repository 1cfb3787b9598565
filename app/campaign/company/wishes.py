"""What somebody wants to buy."""

from __future__ import annotations

from dataclasses import dataclass

MOST_AT_ONCE = 50


@dataclass(frozen=True)
class ModelOrder:
    """Models of one card that are to be bought alike: ``count`` 1 to 50, options and spells by key."""

    card: str
    count: int = 1
    options: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()


@dataclass(frozen=True)
class ItemOrder:
    """Items of one kind that are to be bought: ``count`` 1 to 50."""

    item: str
    count: int = 1
