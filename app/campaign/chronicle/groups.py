"""Kinds of entries, as the chronicle is sorted and filtered by them (V10.2)."""

from __future__ import annotations

from enum import StrEnum

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from app.wording import wordings


class Group(StrEnum):
    """What an entry is about."""

    PHASES = "phases"
    BATTLES = "battles"
    PLACES = "places"
    COMPANIES = "companies"
    PLAYERS = "players"
    GM = "gm"


NAMES: dict[Group, LazyString] = {
    Group.PHASES: _l("Rounds and phases"),
    Group.BATTLES: _l("Battles"),
    Group.PLACES: _l("Places and events"),
    Group.COMPANIES: _l("Companies and awards"),
    Group.PLAYERS: _l("Players"),
    Group.GM: _l("Game master"),
}
ICONS: dict[Group, str] = {
    Group.PHASES: "hourglass",
    Group.BATTLES: "clash",
    Group.PLACES: "banner",
    Group.COMPANIES: "company",
    Group.PLAYERS: "l-user",
    Group.GM: "quill",
}

ROOMS: dict[str, Group] = {
    "round": Group.PHASES,
    "clock": Group.PHASES,
    "battle": Group.BATTLES,
    "map": Group.PLACES,
    "movement": Group.COMPANIES,
    "dawn": Group.PLACES,
    "event": Group.PLACES,
    "award": Group.COMPANIES,
    "captive": Group.COMPANIES,
    "company": Group.COMPANIES,
    "order": Group.COMPANIES,
    "retinue": Group.COMPANIES,
    "settlement": Group.COMPANIES,
    "shop": Group.COMPANIES,
    "warband": Group.COMPANIES,
    "accounts": Group.PLAYERS,
    "founding": Group.PLAYERS,
    "dropout": Group.PLAYERS,
    "catalogue": Group.GM,
    "tables": Group.GM,
    "guild": Group.PLAYERS,
    "transfer": Group.PLAYERS,
    "letter": Group.PLAYERS,
    "pact": Group.PLAYERS,
    "chronicle": Group.GM,
    "export": Group.GM,
    "public": Group.GM,
}
"""By the first part of a kind; what stands in ``_SINGLE`` belongs elsewhere than its room."""

_SINGLE: dict[str, Group] = {
    "battle.corrected": Group.GM,
    "order.revoked": Group.GM,
    "founding.founded": Group.PHASES,
    "founding.hideouts_opened": Group.PHASES,
    "founding.started": Group.PHASES,
    "founding.finished": Group.PHASES,
    "founding.house_rules_changed": Group.GM,
    "guild.taken_out": Group.GM,
    "movement.put": Group.GM,
    "settlement.reopened": Group.GM,
    "settlement.corrected": Group.GM,
}


_PLAYERS_ROOMS = frozenset({"company", "retinue", "settlement", "shop", "warband"})
_PLAYERS_DEEDS = frozenset(
    {
        "battle.agreed",
        "battle.disputed",
        "battle.entered",
        "battle.entered_anew",
        "order.done",
        "order.given",
        "order.not_done",
    }
)


def is_players_deed(kind: str) -> bool:
    """Whether a player does this themselves, so that it is worth saying when the GM did (V11.5)."""
    own = kind in _PLAYERS_DEEDS or kind.partition(".")[0] in _PLAYERS_ROOMS
    return own and group_of(kind) is not Group.GM


def group_of(kind: str) -> Group:
    """What an entry of this kind is about; one of a room without a group counts as the game master's."""
    return _SINGLE.get(kind) or ROOMS.get(kind.partition(".")[0], Group.GM)


def kinds_of(group: Group) -> list[str]:
    """All kinds of the group, for a query."""
    return [kind for kind in wordings("KINDS") if group_of(kind) is group]
