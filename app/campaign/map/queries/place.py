"""A place as its readers see it: what is said of it, what goes on there, what happened (V1.5, V5.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import selectinload

from app.board import Board
from app.campaign.access import Here
from app.campaign.battles.models import Battle
from app.campaign.events.models import Event
from app.campaign.events.queries import EventView, adding, events_at, views_of
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.drawings import ICONS
from app.campaign.map.models import Path, Place
from app.campaign.map.queries.atlas import Atlas, atlas_of
from app.campaign.map.queries.board import board, order_words, standing_warbands
from app.campaign.map.queries.lines import paths_of
from app.campaign.map.queries.reading import own_orders
from app.campaign.map.queries.ways import WayRow, ways_of
from app.campaign.map.wording import KINDS
from app.campaign.orders.models import Order
from app.campaign.states import BattleState, SideOutcome, State
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.journal.models import PUBLIC, AuditRow


@dataclass(frozen=True)
class BattleLine:
    """A battle at the place: «Battle for Rabenfels», who fights or fought, how it ended."""

    title: str
    url: str | None
    sides: str
    result: str | None
    round: int


@dataclass(frozen=True)
class Past:
    """One line of the place's history: a sentence in the round it belongs to."""

    round: int
    text: str
    icon: str
    url: str | None = None


@dataclass(frozen=True)
class PlacePage:
    """A place for one reader; ``gm_note`` is None for all but the GM and the deputy.

    ``lies_in`` is the place on whose map it lies, ``inside`` what lies on its own (V1.6, V1.7). ``bands`` are
    the names of the warbands that stand there with their players (V9.5).
    """

    place: Place
    kind: str
    url: str
    owner: Seat | None
    mine: bool
    since: str | None
    picture_url: str | None
    running: tuple[EventView, ...]
    battles: tuple[BattleLine, ...]
    orders: tuple[str, ...]
    send_url: str | None
    gm_note: str | None
    new_event_url: str | None
    edit_url: str | None
    past: tuple[Past, ...] = field(default=())
    lies_in: Place | None = None
    enter_url: str | None = None
    inside: Board | None = None
    ways: tuple[WayRow, ...] = ()
    bands: tuple[tuple[str, Seat], ...] = ()


def place_page(
    here: Here,
    place: Place,
    *,
    orders: Sequence[Order] | None = None,
    atlas: Atlas | None = None,
    paths: Sequence[Path] | None = None,
    bands: Sequence[Warband] | None = None,
) -> PlacePage:
    """A place with its history; ``orders`` are the reader's own, read here if not given, as are ``atlas``,
    ``paths`` and ``bands`` (``standing_warbands``). At most eleven queries.
    """
    campaign = here.campaign
    found = events_at(campaign, place.id)
    views = views_of(found, campaign)
    battles = _battles(campaign, place)
    changes = _changes(campaign, place)
    mine = orders if orders is not None else (own_orders(campaign, here.me) if campaign.running else ())
    owner = next((seat for seat in campaign.seats if seat.id == place.owner_id), None)
    atlas = atlas if atlas is not None else atlas_of(campaign)
    own_map = atlas.map_of(place)
    paths = paths if paths is not None else paths_of(campaign)
    bands = bands if bands is not None else standing_warbands(campaign)
    seats = {seat.id: seat for seat in campaign.seats}
    last = next((row for row in reversed(changes) if row.kind == "map.taken"), None)
    here_url: dict[str, Any] = {"campaign_id": campaign.id}
    runs = here.runs and campaign.state != State.FINISHED
    return PlacePage(
        place=place,
        kind=str(ICONS[place.icon]) if place.icon in ICONS else "",
        url=url_for("maps.place", place_id=place.id, **here_url),
        owner=owner,
        mine=owner is not None and owner.id == here.me.id,
        since=_since(last) if owner is not None and last is not None else None,
        picture_url=url_for("media.picture", picture_id=place.picture_id) if place.picture_id else None,
        running=tuple(view for view in views if view.runs),
        battles=tuple(
            _line(battle, place, campaign)
            for battle in battles
            if campaign.running and battle.round == campaign.round
        ),
        orders=tuple(order_words(order, place) for order in mine if order.place_id == place.id),
        send_url=_send_url(here, place),
        gm_note=place.gm_note if here.runs else None,
        new_event_url=url_for("events.new", place=place.id, **here_url) if adding(here)[0] else None,
        edit_url=url_for("maps.editor", place=place.id, **here_url) if runs else None,
        past=_past(views, battles, changes, place, campaign),
        lies_in=atlas.parent(place),
        enter_url=url_for("maps.campaign_map", inside=place.id, **here_url) if own_map else None,
        inside=board(here, own_map, atlas=atlas, paths=paths, bands=bands) if own_map else None,
        ways=ways_of(place, atlas, paths, campaign),
        bands=tuple((one.name, seats[one.seat_id]) for one in bands if one.standing_place_id == place.id),
    )


def _since(row: AuditRow) -> str:
    if row.round == 0:
        return _("since the campaign began")
    return _("since round %(round)d", round=row.round)


def _send_url(here: Here, place: Place) -> str | None:
    if not here.campaign.orders_open or not here.me.plays:
        return None
    return url_for("orders.orders", campaign_id=here.campaign.id, seat_id=here.me.id, place=place.id)


def _battles(campaign: Campaign, place: Place) -> list[Battle]:
    return list(
        db.session.execute(
            select(Battle)
            .where(Battle.campaign_id == campaign.id, Battle.place_id == place.id)
            .options(selectinload(Battle.sides))
            .order_by(Battle.round, Battle.number)
        ).scalars()
    )


def _changes(campaign: Campaign, place: Place) -> list[AuditRow]:
    """The public rows that tell who held the place."""
    return list(
        db.session.execute(
            select(AuditRow)
            .where(
                AuditRow.campaign_id == campaign.id,
                AuditRow.place_id == place.id,
                AuditRow.audience == PUBLIC,
                AuditRow.chronicle,
                AuditRow.kind.in_(["map.taken", "map.left"]),
            )
            .order_by(AuditRow.seq)
        ).scalars()
    )


def _line(battle: Battle, place: Place, campaign: Campaign) -> BattleLine:
    names = {seat.id: seat.name for seat in campaign.seats}
    return BattleLine(
        title=_("Battle for %(place)s", place=place.name),
        url=url_for("battles.battle", campaign_id=campaign.id, battle_id=battle.id),
        sides=" – ".join(names.get(side.seat_id, side.warband_name) for side in battle.sides),
        result=_result(battle, names),
        round=battle.round,
    )


def _result(battle: Battle, names: dict[str, str]) -> str | None:
    """How a confirmed battle ended; None while it is open."""
    if battle.state != BattleState.CONFIRMED:
        return None
    winners = [names.get(s.seat_id, s.warband_name) for s in battle.sides if s.outcome == SideOutcome.WON]
    if not winners:
        return _("A draw.")
    return _("Won by %(names)s.", names=", ".join(winners))


def _past(
    views: Sequence[EventView],
    battles: Sequence[Battle],
    changes: Sequence[AuditRow],
    place: Place,
    campaign: Campaign,
) -> tuple[Past, ...]:
    """What happened here, the latest first: ended events, decided battles, owners (V5.6)."""
    lines = [Past(row.round, KINDS[row.kind](row.params), "l-flag") for row in changes]
    for battle in battles:
        line = _line(battle, place, campaign)
        if line.result is not None:
            text = _(
                "%(title)s: %(sides)s. %(result)s", title=line.title, sides=line.sides, result=line.result
            )
            lines.append(Past(battle.round, text, "l-swords", line.url))
    for view in views:
        if not view.runs:
            text = _("%(event)s: %(lasts)s.", event=view.event.title, lasts=view.lasts)
            lines.append(Past(_last_round(view.event), text, "hourglass", view.url))
    return tuple(sorted(lines, key=lambda line: line.round, reverse=True))


def _last_round(event: Event) -> int:
    return event.ended_round if event.ended_round is not None else event.first_round + event.duration - 1
