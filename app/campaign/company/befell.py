"""V3.8: what befell a model, in the reader's words."""

from __future__ import annotations

from collections.abc import Mapping

from flask_babel import gettext as _
from flask_babel import ngettext

from app.i18n import language
from rules.vanguard.settlement.effects import (
    Captured,
    Died,
    Effect,
    Executed,
    ExperienceGained,
    HardenedOnce,
    ItemLost,
    MissesNextBattle,
    PowerDieGained,
    RankReached,
    Replaced,
    Returned,
    RoleGiven,
    RoleVacated,
    RuleGained,
    StatChanged,
)
from rules.vanguard.tables import Names, Tables


def in_my_language(names: Names, key: str) -> str:
    """A name of the campaign's tables in the reader's language, else in English, else its key."""
    return names.get(language()) or names.get("en") or key


def role_name(key: str, tables: Tables) -> str:
    """The name of a retinue role (C9.1)."""
    names = {role.key: role.names for role in tables.retinue.roles}
    return in_my_language(names.get(key, {}), key)


def role_note(key: str, tables: Tables) -> str | None:
    """What of a role is to be read on a sheet at the table: the Standard Bearer's Nerve roll (C9.1)."""
    effects = {role.key: role.effect for role in tables.retinue.roles}
    return _("A Nerve roll may be made again.") if effects.get(key) == "reroll_nerve" else None


def rank_name(key: str, tables: Tables) -> str:
    """The name of a rank (C8.1)."""
    names = {row.key: row.names for row in tables.ranks.rows}
    return in_my_language(names.get(key, {}), key)


def special_rule_name(key: str, tables: Tables) -> str:
    """The name of a special rule gained by an advance (C8.3)."""
    names = {row.key: row.names for row in tables.special_rules.rows}
    return in_my_language(names.get(key, {}), key)


def special_rule_effect(key: str, tables: Tables) -> str:
    """What a special rule gained by an advance does (C8.3)."""
    effects = {row.key: row.effects for row in tables.special_rules.rows}
    return in_my_language(effects.get(key, {}), "")


STAT_NAMES = {"sp": "Sp", "me": "Me", "ra": "Ra", "ar": "Ar", "ne": "Ne", "wn": "Wn"}
"""Figures as the cards of the game abbreviate them; not translated."""


def befell(effect: Effect, tables: Tables, players: Mapping[str, str]) -> str:
    """One thing that befell a model. ``players`` gives names for seats (captors)."""
    said = _said(effect, tables, players)
    return _("Taken back: %(what)s", what=said) if effect.undone else said


def _said(effect: Effect, tables: Tables, players: Mapping[str, str]) -> str:
    match effect:
        case StatChanged(stat=stat, steps=steps, cause=cause):
            return _stat_changed(STAT_NAMES[stat], steps, cause)
        case HardenedOnce():
            return _("Hardened by what it went through.")
        case RuleGained(special_rule=key):
            return _("Advance: %(name)s.", name=special_rule_name(key, tables))
        case PowerDieGained():
            return _("Advance: one red power die more.")
        case ExperienceGained(amount=amount):
            return ngettext("%(num)d point of experience.", "%(num)d points of experience.", amount)
        case RankReached(rank=key):
            return _("Reached the rank %(rank)s.", rank=rank_name(key, tables))
        case Died(items="lost"):
            return _("Died. Its items are lost.")
        case Died():
            return _("Died. Its items are in the store.")
        case Replaced():
            return _("Replaced by a new model of the same kind.")
        case Captured(captor=captor):
            return _("Captured by %(player)s.", player=players.get(str(captor), "–"))
        case Returned(how="ransomed"):
            return _("Back for a ransom.")
        case Returned(how="exchanged"):
            return _("Back in exchange for another captive.")
        case Returned():
            return _("Set free and back.")
        case Executed():
            return _("Executed in captivity.")
        case MissesNextBattle():
            return _("A deep wound: out of the next battle.")
        case ItemLost(cause="used_up"):
            return _("Used up an item.")
        case ItemLost(cause="ransom"):
            return _("Left an item with the captor.")
        case ItemLost():
            return _("Was robbed of an item.")
        case RoleGiven(role=key):
            return _("Took the role %(role)s.", role=role_name(key, tables))
        case RoleVacated(role=key):
            return _("Gave up the role %(role)s.", role=role_name(key, tables))
    raise TypeError(f"no words for {effect!r}")


def _stat_changed(stat: str, steps: int, cause: str) -> str:
    if cause == "gm":
        signed = f"{steps:+d}"
        return _("The game master changes %(stat)s by %(steps)s.", stat=stat, steps=signed)
    if steps < 0:
        return _("Injury: %(stat)s is worse by %(steps)s.", stat=stat, steps=-steps)
    if cause == "injury":
        return _("Hardened: %(stat)s is better by %(steps)s.", stat=stat, steps=steps)
    return _("Advance: %(stat)s is better by %(steps)s.", stat=stat, steps=steps)
