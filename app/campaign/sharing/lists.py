"""C1.4: what a warband looks like as plain text, as Markdown, as the secret list, and as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from flask_babel import gettext as _
from flask_babel import ngettext

from app.campaign.access import Here
from app.campaign.company.befell import in_my_language, rank_name, role_name
from app.campaign.company.holdings import company_of
from app.campaign.documents.wording import power_dice_words
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.warbands.frozen import FrozenCard, frozen
from app.campaign.warbands.models import Warband
from app.campaign.warbands.queries import line_up, power_dice
from rules.vanguard.tables import Tables

FORMAT, FORMAT_VERSION = "feldtog-warband", 1
_MARKS = re.compile(r"([\\`*_{}\[\]<>#|~])")


@dataclass(frozen=True)
class WarbandList:
    """What all the forms say: the warband, its company, and who stands in it."""

    name: str
    company: str
    faction: str
    campaign: str
    points: int
    limit: int
    dice: dict[str, int]
    cards: tuple[FrozenCard, ...]
    tables: Tables


def list_of(warband: Warband, here: Here) -> WarbandList:
    """The warband as it stands now."""
    campaign = here.campaign
    company = company_of(here.seat)
    cards = tuple(frozen(card) for card in line_up(warband))
    faction = catalogue_of(campaign).factions[company.faction].name if company else ""
    return WarbandList(
        name=warband.name,
        company=company.name or faction if company else "",
        faction=faction,
        campaign=campaign.name,
        points=sum(card.points for card in cards),
        limit=campaign.warband_size,
        dice=power_dice(warband),
        cards=cards,
        tables=tables_of(campaign),
    )


def plain_text(one: WarbandList) -> str:
    """For a mail or a message: a line for each model, and below it what it has."""
    lines = [f"{one.name} · {_points_of(one)}", _from(one), _dice(one), ""]
    for card in one.cards:
        lines.append(f"- {_who(card)} · {_points(card.points)}")
        lines += [f"  {line}" for line in _more(card, one.tables)]
    return "\n".join(line for line in lines if line is not None) + "\n"


def markdown(one: WarbandList) -> str:
    """For a chat or a forum; what players typed shows as they typed it."""
    lines = [f"**{_as_typed(one.name)}** · {_points_of(one)}  ", f"{_as_typed(_from(one))}  ", _dice(one), ""]
    for card in one.cards:
        lines.append(f"- {_who(card, _as_typed, '**')} · {_points(card.points)}")
        lines += [f"  - {_as_typed(line)}" for line in _more(card, one.tables)]
    return "\n".join(lines) + "\n"


def secret_list(one: WarbandList) -> str:
    """For an opponent before the battle: who comes, without points, figures and items."""
    lines = [one.name, _from(one), ""]
    lines += [f"- {_who(card)}" for card in one.cards]
    return "\n".join(lines) + "\n"


def as_json(one: WarbandList) -> bytes:
    """For other programs: the warband with everything the sheets know of its models; no ids of ours."""
    models = []
    for card in one.cards:
        model: dict[str, Any] = msgspec.to_builtins(card)
        for hidden in ("model_id", "icon"):
            model.pop(hidden, None)
        for item in model["items"]:
            item.pop("id", None)
        models.append(model)
    data = {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "name": one.name,
        "company": one.company,
        "faction": one.faction,
        "campaign": one.campaign,
        "points": one.points,
        "limit": one.limit,
        "power_dice": one.dice,
        "models": models,
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n"


def _points(points: int) -> str:
    return ngettext("%(num)d point", "%(num)d points", points)


def _points_of(one: WarbandList) -> str:
    return _("%(points)d of %(limit)d points", points=one.points, limit=one.limit)


def _from(one: WarbandList) -> str:
    return " · ".join(dict.fromkeys(filter(None, (one.company, one.faction, one.campaign))))


def _dice(one: WarbandList) -> str:
    return _("Power dice each round: %(dice)s", dice=power_dice_words(one.dice))


def _as_is(text: str) -> str:
    return text


def _as_typed(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)


def _who(card: FrozenCard, typed: Callable[[str], str] = _as_is, strong: str = "") -> str:
    """«Grimm (Dwarf King), leads the warband»."""
    said = f"{strong}{typed(card.name)}{strong}"
    if card.card_name != card.name:
        said += f" ({typed(card.card_name)})"
    if card.leader:
        said += f", {_('leads the warband')}"
    return f"{said}, {_('mercenary')}" if card.mercenary else said


def _more(card: FrozenCard, tables: Tables) -> Iterator[str]:
    """What a model has beside its card, a line for each kind."""
    grown = [rank_name(card.ranks[-1], tables)] if card.ranks else []
    grown += [role_name(card.role, tables)] if card.role else []
    if grown:
        yield ", ".join(grown)
    parts = (
        (_("Options"), card.options),
        (_("Spells"), card.spells),
        (_("Items"), tuple(item.name for item in card.items)),
        (_("Special rules"), tuple(in_my_language(rule.names, rule.key) for rule in card.special_rules)),
    )
    for name, what in parts:
        if what:
            yield f"{name}: {', '.join(what)}"
