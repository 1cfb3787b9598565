"""V11.7: what is news, and of which kind. What is neither here nor a matter of one's own is none."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What somebody may want to hear of."""

    TURN = "turn"
    REMINDER = "reminder"
    ALONE = "alone"
    PHASES = "phases"
    BATTLES = "battles"
    TABLE = "table"


PUBLIC_KINDS: dict[str, Kind] = {
    "founding.hideouts_opened": Kind.PHASES,
    "founding.started": Kind.PHASES,
    "founding.finished": Kind.PHASES,
    "round.switched": Kind.PHASES,
    "round.stepped_back": Kind.PHASES,
    "round.ended": Kind.PHASES,
    "clock.set": Kind.PHASES,
    "clock.extended": Kind.PHASES,
    "clock.cleared": Kind.PHASES,
    "clock.paused": Kind.PHASES,
    "clock.resumed": Kind.PHASES,
    "battle.announced": Kind.BATTLES,
    "battle.unopposed": Kind.BATTLES,
    "battle.left_over": Kind.BATTLES,
    "battle.entered": Kind.BATTLES,
    "battle.entered_anew": Kind.BATTLES,
    "battle.disputed": Kind.BATTLES,
    "battle.confirmed": Kind.BATTLES,
    "battle.corrected": Kind.BATTLES,
    "captive.taken": Kind.BATTLES,
    "captive.ransom_named": Kind.BATTLES,
    "captive.ransomed": Kind.BATTLES,
    "captive.left": Kind.BATTLES,
    "captive.exchange_offered": Kind.BATTLES,
    "captive.exchanged": Kind.BATTLES,
    "captive.released": Kind.BATTLES,
    "captive.executed": Kind.BATTLES,
    "map.taken": Kind.TABLE,
    "map.left": Kind.TABLE,
    "map.chosen": Kind.TABLE,
    "dawn.choice": Kind.TABLE,
    "event.added": Kind.TABLE,
    "event.ended": Kind.TABLE,
    "award.gold_granted": Kind.TABLE,
    "award.gold_taken": Kind.TABLE,
    "award.item": Kind.TABLE,
    "award.model": Kind.TABLE,
    "accounts.left": Kind.TABLE,
    "founding.joined": Kind.TABLE,
    "founding.left": Kind.TABLE,
    "founding.removed": Kind.TABLE,
    "founding.handed_over": Kind.TABLE,
    "founding.seat_given": Kind.TABLE,
    "founding.deputy_named": Kind.TABLE,
    "founding.deputy_ended": Kind.TABLE,
    "founding.house_rules_changed": Kind.TABLE,
    "catalogue.changed": Kind.TABLE,
    "guild.founded": Kind.TABLE,
    "guild.joined": Kind.TABLE,
    "guild.left": Kind.TABLE,
    "guild.built": Kind.TABLE,
    "guild.dissolved": Kind.TABLE,
    "pact.revealed": Kind.TABLE,
    "chronicle.entry": Kind.TABLE,
}
"""Rows that everybody at the table may read."""

REMINDERS = frozenset({"clock.reminded", "clock.up"})
"""Rows that the clock itself writes, each for one person."""

UNTOLD = frozenset(
    {
        "founding.declined",
        "founding.invitation_withdrawn",
        "movement.chosen",
        "movement.gathered",
        "movement.gathers",
        "movement.nowhere",
        "movement.returns",
        "movement.withdraws",
        "order.lifted",
        "round.income",
        "settlement.opened",
        "warband.emptied",
    }
)
"""Rows of one seat that follow from something everybody hears of, so need no telling of their own."""


def kind_of(row_kind: str, *, public: bool) -> Kind:
    """The kind of news that a row is."""
    if row_kind in REMINDERS:
        return Kind.REMINDER
    return PUBLIC_KINDS.get(row_kind, Kind.TABLE) if public else Kind.ALONE
