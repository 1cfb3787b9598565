"""C8, C9.4: what a new rank brings."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.engine.refusal import IllegalAction
from rules.engine.rng import Rng
from rules.vanguard.catalogue import Card
from rules.vanguard.names import Id
from rules.vanguard.settlement.effects import Effect, PowerDieGained, RankReached, RuleGained, StatChanged
from rules.vanguard.settlement.profile import STATS, Profile, can_improve, profile, ranks_due
from rules.vanguard.tables import AdvanceRow, StatName, Tables


class Advance(msgspec.Struct, frozen=True):
    """A rolled advance. ``effect`` is None when the player chooses: from ``stats`` and ``special_rules``
    (a stat cannot improve further, C8.3), or only from ``special_rules`` (C8.2, 7-8)."""

    roll: int
    effect: StatChanged | None
    stats: tuple[StatName, ...] = ()
    special_rules: tuple[str, ...] = ()


def new_ranks(model: Id, card: Card, changes: Iterable[Effect], tables: Tables) -> tuple[RankReached, ...]:
    """The ranks the model reaches now, lowest first; each brings one advance (C8.1, C8.2).

    Grunts and mercenaries have no ranks.
    """
    if card.grunt or card.mercenary:
        return ()
    due = ranks_due(profile(card, changes), tables.ranks)
    return tuple(RankReached(model=model, rank=row.key) for row in due)


def roll_advance(model: Id, card: Card, changes: Iterable[Effect], tables: Tables, rng: Rng) -> Advance:
    """Roll one advance (C8.2); ``rng`` is the app's or the die of the table."""
    now = profile(card, changes)
    (roll,) = rng.roll(tables.advances.sides, 1, "C8.2 advance")
    row = next(row for row in tables.advances.rows if row.low <= roll <= row.high)
    rules = open_rules(now, tables)
    if row.stat is None and rules:
        return Advance(roll, None, special_rules=rules)
    stat = _stat_of(row, card)
    if stat is not None and can_improve(now, stat, tables.caps):
        return Advance(roll, StatChanged(model=model, stat=stat, steps=1, cause="advance"))
    return Advance(roll, None, open_stats(now, card, tables), rules)


def choose_stat(model: Id, advance: Advance, stat: StatName) -> StatChanged:
    """The stat a player chose where the rolled one cannot improve (C8.3); else IllegalAction."""
    if stat not in advance.stats:
        raise IllegalAction("C8.3", "stat_not_open", stat=stat)
    return StatChanged(model=model, stat=stat, steps=1, cause="advance")


def choose_rule(model: Id, advance: Advance, special_rule: str) -> RuleGained:
    """The special rule a player chose (C8.2, C8.3); IllegalAction for one not on offer."""
    if special_rule not in advance.special_rules:
        raise IllegalAction("C8.3", "rule_not_open", special_rule=special_rule)
    return RuleGained(model=model, special_rule=special_rule)


def power_upgrade(model: Id, card: Card, *, used: bool) -> PowerDieGained:
    """One red power die more for a Command instead of the roll of an advance (C9.4).

    ``used`` tells whether the company has had its one already. Raises IllegalAction.
    """
    if not card.command:
        raise IllegalAction("C9.4", "upgrade_needs_command", card=card.name)
    if used:
        raise IllegalAction("C9.4", "upgrade_used")
    return PowerDieGained(model=model)


def open_rules(now: Profile, tables: Tables) -> tuple[str, ...]:
    """Special rules the model has not yet: each once per model (C8.3)."""
    return tuple(row.key for row in tables.special_rules.rows if row.key not in now.special_rules)


def open_stats(now: Profile, card: Card, tables: Tables) -> tuple[StatName, ...]:
    """Stats the advance table can still improve (C8.3)."""
    offered = {_stat_of(row, card) for row in tables.advances.rows}
    return tuple(stat for stat in STATS if stat in offered and can_improve(now, stat, tables.caps))


def _stat_of(row: AdvanceRow, card: Card) -> StatName | None:
    """The stat of a row; a model without Ra gets Me (C8.2)."""
    if row.stat is not None and row.otherwise is not None and getattr(card.stats, row.stat) is None:
        return row.otherwise
    return row.stat
