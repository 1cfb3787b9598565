"""V10.3: everything for an evening without phones: orders to be written, events, map, battle sheets."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for
from sqlalchemy import select

from app.campaign.access import Here
from app.campaign.battles.models import Battle
from app.campaign.battles.queries import battle_of
from app.campaign.documents.queries.battle import BattleSheet, battle_sheet
from app.campaign.documents.queries.maps import PaperMaps, Room, paper_maps
from app.campaign.events.queries import EventView, running_events, views_of
from app.campaign.founding.models import Campaign, Seat
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.i18n import sorted_by_name

PARTS = ("orders", "events", "map", "battles")
MAP_ROOM = Room(180.0, 190.0)
LEAST_ROWS = 4


@dataclass(frozen=True)
class OrderSheet:
    """A player's sheet; ``warbands`` are theirs by name, ``rows`` how many lines there are to write on."""

    player: str
    style: int
    emblem: str
    warbands: tuple[str, ...]

    @property
    def rows(self) -> tuple[str, ...]:
        """The warbands, and empty lines up to the least number."""
        return self.warbands + ("",) * (LEAST_ROWS - len(self.warbands))


@dataclass(frozen=True)
class Pack:
    """``orders`` are every player's for the GM, else the reader's own (V4.7, V3.11). ``blank`` is how many
    empty battle sheets come where no battle is announced yet. What was not asked for is empty."""

    name: str
    round: int
    page_url: str
    orders: tuple[OrderSheet, ...]
    events: tuple[EventView, ...]
    shows_events: bool
    maps: PaperMaps | None
    battles: tuple[BattleSheet, ...]
    blank: int


def pack(here: Here, parts: set[str], *, spare: bool) -> Pack:
    """The sheets of the present round for this reader; ``parts`` are some of ``PARTS``."""
    campaign = here.campaign
    fought = _battles(here) if "battles" in parts else ()
    blank = max(1, len(campaign.players) // 2) if "battles" in parts and campaign.shop_open else 0
    return Pack(
        name=campaign.name,
        round=campaign.round,
        page_url=url_for("overview.overview", campaign_id=campaign.id),
        orders=_order_sheets(here) if "orders" in parts else (),
        events=views_of(running_events(campaign), campaign) if "events" in parts else (),
        shows_events="events" in parts,
        maps=paper_maps(here, MAP_ROOM, spare=spare) if "map" in parts else None,
        battles=fought,
        blank=blank,
    )


def _order_sheets(here: Here) -> tuple[OrderSheet, ...]:
    seats = here.campaign.players if here.runs else [here.me] if here.me.plays else []
    names = _warbands(here.campaign, seats)
    return tuple(
        OrderSheet(str(seat.name), seat.style, seat.emblem, names.get(seat.id, ()))
        for seat in sorted_by_name(seats)
    )


def _warbands(campaign: Campaign, seats: list[Seat]) -> dict[str, tuple[str, ...]]:
    rows = db.session.execute(
        select(Warband.seat_id, Warband.name)
        .where(
            Warband.campaign_id == campaign.id,
            Warband.dissolved_at.is_(None),
            Warband.seat_id.in_([seat.id for seat in seats]),
        )
        .order_by(Warband.created_at, Warband.id)
    )
    names: dict[str, tuple[str, ...]] = {}
    for row in rows:
        names[row.seat_id] = (*names.get(row.seat_id, ()), row.name)
    return names


def _battles(here: Here) -> tuple[BattleSheet, ...]:
    """The battles of the round whose line-ups the reader may read (V3.11)."""
    ids = db.session.scalars(
        select(Battle.id)
        .where(Battle.campaign_id == here.campaign.id, Battle.round == here.campaign.round)
        .order_by(Battle.number)
    ).all()
    sheets = (battle_sheet(battle_of(here.campaign, one), here) for one in ids)
    return tuple(sheet for sheet in sheets if sheet is not None)
