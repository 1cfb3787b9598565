"""V8.2: the campaign's word for guild in every text, grammatically right in each language.

A text is written once, about a guild, and handed to ``guild_text`` with the campaign's word. `tools.messages`
puts six texts into the catalogues, one for each word, so that every language says whole sentences of its own
and nothing is pasted together. Texts about mission alliances are two: where guilds are called alliances,
those are mission pacts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext, npgettext, pgettext

from app.campaign.founding.models import Campaign
from app.refusal import Sentence

WORDS: dict[str, Sentence] = {
    "guild": _l("Guild"),
    "consortium": _l("Consortium"),
    "group": _l("Group"),
    "brotherhood": _l("Brotherhood"),
    "cartel": _l("Cartel"),
    # A side of a board game is called otherwise in some languages.
    "alliance": lazy_pgettext("word for guild", "Alliance"),
}
"""The words a game master can choose, as the wizard offers them."""

_PLURALS = {
    "guild": "guilds",
    "consortium": "consortia",
    "group": "groups",
    "brotherhood": "brotherhoods",
    "cartel": "cartels",
    "alliance": "alliances",
}
_GUILD = re.compile(r"\b(?:([Aa]) )?([Gg])uild(s?)\b")
_ALLIANCE = re.compile(r"\b(?:([Aa])n )?([Aa])lliance(s?)\b")
ALLIANCE, PACT = "mission alliance", "mission pact"


def guild_text(word: str, text: str, /, **holes: Any) -> str:
    """``text``, written about a guild, with the campaign's word for it (V8.2)."""
    return str(pgettext(word, about_guild(word, text), **holes))


def guild_ntext(word: str, one: str, many: str, number: int, /, **holes: Any) -> str:
    """As ``guild_text``, for a number."""
    return str(npgettext(word, about_guild(word, one), about_guild(word, many), number, **holes))


def mission_text(word: str, text: str, /, **holes: Any) -> str:
    """``text``, written about a mission alliance, in a campaign with that word for guild (V8.2)."""
    called = mission_word(word)
    return str(pgettext(called, about_mission(called, text), **holes))


def mission_ntext(word: str, one: str, many: str, number: int, /, **holes: Any) -> str:
    """As ``mission_text``, for a number."""
    called = mission_word(word)
    return str(npgettext(called, about_mission(called, one), about_mission(called, many), number, **holes))


def mission_word(word: str) -> str:
    """What mission alliances are called in a campaign with that word for guild."""
    return PACT if word == "alliance" else ALLIANCE


def word_of(campaign: Campaign) -> str:
    """The campaign's word for guild. Without guilds, mission alliances keep their name."""
    return campaign.guild_word if campaign.module_guilds else "guild"


def beside_players(campaign: Campaign, current: str) -> tuple[dict[str, Any], ...]:
    """The pages in the tab of the players, for ``link_tabs``: guilds and mission alliances where they are
    played. Empty if there are the players alone."""
    at: dict[str, Any] = {"campaign_id": campaign.id}
    word = word_of(campaign)
    pages = [("players", _("Players"), url_for("founding.players", **at))]
    if campaign.module_guilds:
        pages.append(("guilds", guild_text(word, "Guilds"), url_for("guilds.guilds", **at)))
    if campaign.module_alliances:
        pages.append(("pacts", mission_text(word, "Mission alliances"), url_for("pacts.pacts", **at)))
    if len(pages) == 1:
        return ()
    return tuple({"label": label, "url": url, "current": name == current} for name, label, url in pages)


def about_guild(word: str, text: str) -> str:
    """The English text with another word for guild."""

    def other(found: re.Match[str]) -> str:
        article, initial, plural = found.groups()
        said = _PLURALS[word] if plural else word
        said = said.capitalize() if initial == "G" else said
        if article is None:
            return said
        return f"{article}{'n' if word == 'alliance' else ''} {said}"

    return _GUILD.sub(other, text)


def about_mission(called: str, text: str) -> str:
    """The English text about a mission alliance, or about a mission pact."""
    if called == ALLIANCE:
        return text

    def other(found: re.Match[str]) -> str:
        article, initial, plural = found.groups()
        said = f"{'P' if initial == 'A' else 'p'}act{plural}"
        return said if article is None else f"{article} {said}"

    return _ALLIANCE.sub(other, text)


def variants(bond: str, texts: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Context and texts of everything that one text about a "guild" or a "mission" alliance can say."""
    if bond == "guild":
        for word in WORDS:
            yield word, tuple(about_guild(word, text) for text in texts)
    else:
        for called in (ALLIANCE, PACT):
            yield called, tuple(about_mission(called, text) for text in texts)
