"""C6.2, C8.3: the present figures of a model: its card and everything that has happened to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from rules.vanguard.catalogue import Card, PowerDice, Stats
from rules.vanguard.settlement.effects import (
    Effect,
    ExperienceGained,
    HardenedOnce,
    PowerDieGained,
    RankReached,
    RuleGained,
    StatChanged,
    sign,
)
from rules.vanguard.tables import Caps, RankRow, RankTable, StatName

ROLLED: tuple[StatName, ...] = ("me", "ra", "ar", "ne")
STATS: tuple[StatName, ...] = ("sp", "me", "ra", "ar", "ne", "wn")


class Profile(msgspec.Struct, frozen=True):
    """A model as it is now. ``steps`` are the net changes over the card by stat, better above 0;
    ``advances`` counts the advances taken, each worth points (C2.7)."""

    stats: Stats
    steps: dict[StatName, int]
    special_rules: tuple[str, ...]
    gained_dice: PowerDice
    experience: int
    ranks: tuple[str, ...]
    advances: int
    hardened: bool


def profile(card: Card, changes: Iterable[Effect]) -> Profile:
    """The present profile of a model of ``card`` after ``changes``, its own effects in any order.

    Counters take back what they answer. Effects of other kinds change no figure and are passed over.
    """
    steps: dict[StatName, int] = dict.fromkeys(STATS, 0)
    rules: Counter[str] = Counter()
    ranks: Counter[str] = Counter()
    dice = experience = advances = hardened = 0
    for change in changes:
        number = sign(change)
        if isinstance(change, StatChanged):
            steps[change.stat] += number * change.steps
            advances += number * (change.cause == "advance")
        elif isinstance(change, RuleGained):
            rules[change.special_rule] += number
            advances += number
        elif isinstance(change, PowerDieGained):
            dice += number
            advances += number
        elif isinstance(change, ExperienceGained):
            experience += number * change.amount
        elif isinstance(change, RankReached):
            ranks[change.rank] += number
        elif isinstance(change, HardenedOnce):
            hardened += number
    return Profile(
        stats=_changed(card.stats, steps),
        steps=steps,
        special_rules=tuple(rule for rule, count in rules.items() if count > 0),
        gained_dice=PowerDice(red=dice),
        experience=experience,
        ranks=tuple(rank for rank, count in ranks.items() if count > 0),
        advances=advances,
        hardened=hardened > 0,
    )


def _changed(stats: Stats, steps: dict[StatName, int]) -> Stats:
    values: dict[str, int] = {}
    for stat, number in steps.items():
        value = getattr(stats, stat)
        if number and value is not None:
            values[stat] = value - number if stat in ROLLED else value + number
    return msgspec.structs.replace(stats, **values)


def can_worsen(now: Profile, stat: StatName, caps: Caps) -> bool:
    """Whether ``stat`` may get one worse: never below 8+, and Sp not below 2 (C6.2)."""
    value: int | None = getattr(now.stats, stat)
    if value is None:
        return False
    if stat in ROLLED:
        return value < caps.worst_roll
    return value > (caps.least_speed if stat == "sp" else 1)


def can_improve(now: Profile, stat: StatName, caps: Caps) -> bool:
    """Whether ``stat`` may get one better: at most two over the card, never beyond 2+, Sp 10, Wn 8 (C8.3)."""
    value: int | None = getattr(now.stats, stat)
    if value is None or now.steps[stat] >= caps.gains_per_stat:
        return False
    if stat in ROLLED:
        return value > caps.best_roll
    return value < (caps.most_speed if stat == "sp" else caps.most_wounds)


def ranks_reached(before: int, after: int, table: RankTable) -> tuple[RankRow, ...]:
    """The ranks passed when experience goes from ``before`` to ``after``, lowest first (C8.1)."""
    return tuple(row for row in table.rows if before < row.experience <= after)


def ranks_due(now: Profile, table: RankTable) -> tuple[RankRow, ...]:
    """The ranks the model has the experience for and has not reached yet, lowest first (C8.1)."""
    return tuple(row for row in table.rows if row.experience <= now.experience and row.key not in now.ranks)
