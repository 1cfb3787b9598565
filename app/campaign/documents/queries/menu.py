"""What can be printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import select

from app.campaign.access import Here
from app.campaign.company.holdings import company_of
from app.campaign.documents.queries.roster import warbands_of
from app.campaign.documents.queries.setups import setups_of, wishes_saved
from app.campaign.founding.queries import catalogue_of
from app.campaign.map.models import Map
from app.extensions import db


@dataclass(frozen=True)
class Choice:
    """A warband whose roster can be printed."""

    id: str
    name: str
    emblem: str


@dataclass(frozen=True)
class Saved:
    """A saved way to print, with the parameters of its address."""

    name: str
    warband_id: str
    query: dict[str, Any]


@dataclass(frozen=True)
class Menu:
    """``company`` is its name, None before a faction is chosen."""

    company: str | None
    faction: str
    warbands: tuple[Choice, ...]
    setups: tuple[Saved, ...]


@dataclass(frozen=True)
class TableMenu:
    """``rounds`` are those that can be told, the newest first; ``seat`` is the reader's own if they play."""

    has_map: bool
    running: bool
    round: int
    rounds: tuple[tuple[str, str], ...]
    seat: str | None
    runs: bool


def menu(here: Here) -> Menu:
    """The seat's company and warbands by name."""
    company = company_of(here.seat)
    faction = catalogue_of(here.campaign).factions[company.faction].name if company else ""
    return Menu(
        company=(company.name or faction) if company else None,
        faction=faction,
        warbands=tuple(Choice(one.id, one.name, one.emblem) for one in warbands_of(here)),
        setups=tuple(
            Saved(one.name, one.warband_id, wishes_saved(one).query()) for one in setups_of(here.seat)
        ),
    )


def table_menu(here: Here) -> TableMenu:
    """What everybody at the table can print."""
    campaign = here.campaign
    chosen = select(Map.id).where(Map.campaign_id == campaign.id, Map.parent_place_id.is_(None))
    return TableMenu(
        has_map=db.session.execute(chosen).first() is not None,
        running=campaign.running,
        round=campaign.round,
        rounds=tuple((str(one), _("Round %(round)d", round=one)) for one in range(campaign.round, 0, -1)),
        seat=here.me.id if here.me.plays else None,
        runs=here.runs,
    )
