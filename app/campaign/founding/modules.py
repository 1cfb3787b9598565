"""V9.1, V9.2: the campaign modules and what each is called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from app.campaign.founding.models import Campaign
from app.campaign.guild_words import guild_text, mission_text, word_of
from app.refusal import Sentence

MODULES: dict[str, Sentence] = {
    "guilds": _l("Guilds"),
    "alliances": _l("Mission alliances"),
    "messages": _l("Messages"),
    "transfers": _l("Gold transfers"),
    "multi": _l("Multi-warband battles"),
    "paths": _l("Paths between places"),
    "movement": _l("Warband movement"),
}
"""The modules by the end of their column's name."""

RULES = {
    "guilds": "V8.1",
    "alliances": "V8.16",
    "messages": "V8.23",
    "transfers": "V8.21",
    "multi": "V6.1",
    "paths": "V9.3",
    "movement": "V9.4",
}
"""Where the rulebook says what a module does; the wizard offers these modules."""

AMOUNTS: dict[str, tuple[str, ...]] = {
    "guilds": (
        "guild_word",
        "guild_level_cost",
        "guild_level_income",
        "guild_most_levels",
        "guild_request_fee",
        "guild_entry_fee",
    ),
    "alliances": ("alliance_fee",),
    "multi": ("warband_limit",),
}
"""The amounts that belong to a module, by column and form field (V9.1)."""

ON_BY_DEFAULT = frozenset({"guilds", "alliances", "messages", "transfers", "multi"})
"""How a new draft stands (V9.2): on, but for paths and movement."""


@dataclass(frozen=True)
class Amount:
    """One setting in words, with the rule it belongs to."""

    name: str
    value: str
    rule: str


def is_on(campaign: Campaign, module: str) -> bool:
    """Whether the campaign plays with a module of ``MODULES``."""
    return bool(getattr(campaign, f"module_{module}"))


def name_of(module: str, campaign: Campaign) -> str:
    """What the module is called in this campaign, by its word for guild (V8.2)."""
    if module == "guilds":
        return guild_text(word_of(campaign), "Guilds")
    if module == "alliances":
        return mission_text(word_of(campaign), "Mission alliances")
    return str(MODULES[module])


def modules_on(campaign: Campaign) -> list[str]:
    """The names of the modules the campaign plays with, in their order."""
    return [name_of(module, campaign) for module in MODULES if is_on(campaign, module)]


def module_amounts(campaign: Campaign) -> Iterator[Amount]:
    """The amounts of the modules that are on (V9.1)."""
    if campaign.module_guilds:
        yield from _guild_amounts(campaign)
    if campaign.module_alliances:
        fee = _("%(gold)d gold", gold=campaign.alliance_fee)
        yield Amount(mission_text(word_of(campaign), "Part in a mission alliance"), fee, "V8.16")
    if campaign.module_multi:
        most = campaign.warband_limit
        value = _("no limit") if most is None else _("at most %(count)d", count=most)
        yield Amount(_("Warbands in one battle"), value, "V6.1")


def _guild_amounts(campaign: Campaign) -> Iterator[Amount]:
    word = word_of(campaign)
    cost = _("%(gold)d gold times the level", gold=campaign.guild_level_cost)
    yield Amount(guild_text(word, "A level of a guild costs"), cost, "V8.5")
    income = _("%(gold)d gold times the level", gold=campaign.guild_level_income)
    yield Amount(guild_text(word, "A guild earns per round"), income, "V8.9")
    yield Amount(guild_text(word, "Highest level of a guild"), str(campaign.guild_most_levels), "V8.5")
    fee = _("%(gold)d gold", gold=campaign.guild_request_fee)
    yield Amount(guild_text(word, "Request to a guild"), fee, "V8.3")
    fee = _("%(gold)d gold", gold=campaign.guild_entry_fee)
    yield Amount(guild_text(word, "Entry to a guild"), fee, "V8.3")
