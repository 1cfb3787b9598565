"""What the players' tab shows (V1.10, V0.2, V11.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from sqlalchemy import select

from app.actor import Deed
from app.campaign.access import Here
from app.campaign.dropouts.latest import can_drop_out, rows_in_this_phase
from app.campaign.founding.arms import EMBLEMS, STYLE_NAMES, free_emblems, free_styles
from app.campaign.founding.links import token_of
from app.campaign.founding.models import Campaign, Seat
from app.campaign.guild_words import beside_players
from app.campaign.guilds.queries import guild_names
from app.campaign.map.models import Place
from app.campaign.states import SeatState, State
from app.extensions import db
from app.refusal import Sentence


@dataclass(frozen=True)
class PlaceName:
    """A place somebody owns, as the lists name it."""

    id: str
    name: str
    income: int


@dataclass(frozen=True)
class PlayerRow:
    """One person at the table: ``marks`` say what else they are, ``state`` why they do not play.

    ``opened_url`` is the company's page where the reader may see it: the GM's always (V3.11), everybody's
    in a finished campaign (V0.1).
    """

    seat: Seat
    name: str
    style: str
    emblem: str
    mine: bool
    marks: tuple[str, ...]
    state: str
    places: tuple[PlaceName, ...]
    opened_url: str | None
    guild: str | None = None
    can_drop_out: bool = False
    can_take_back: bool = False


@dataclass(frozen=True)
class OpenLink:
    """The invitation link as the GM sees it."""

    url: str
    until: datetime


@dataclass(frozen=True)
class PlayersPage:
    """The players, and for the GM who is asked, who said no and the link."""

    players: tuple[PlayerRow, ...]
    others: tuple[PlayerRow, ...]
    asked: tuple[PlayerRow, ...]
    gone: tuple[PlayerRow, ...]
    free_seats: int
    link: OpenLink | None
    gm_plays: bool
    beside: tuple[dict[str, Any], ...]


def players_page(here: Here) -> PlayersPage:
    """Everyone at the table; invitations are shown to the GM alone."""
    campaign = here.campaign
    places, guilds = places_by_owner(campaign), guild_names(campaign)
    dropped_now = rows_in_this_phase(campaign) if here.runs else {}
    rows = [
        replace(
            _row(here, seat, places.get(seat.id, ()), guilds.get(seat.id)),
            can_drop_out=here.runs and can_drop_out(seat, campaign),
            can_take_back=seat.state == SeatState.DROPPED and seat.id in dropped_now,
        )
        for seat in campaign.seats
    ]
    players = [row for row in rows if row.seat.plays]
    others = [row for row in rows if not row.seat.plays and row.seat.state == SeatState.JOINED]
    dropped = [row for row in rows if row.seat.state == SeatState.DROPPED]
    asked = [row for row in rows if row.seat.state == SeatState.INVITED] if here.runs else []
    gone_states = (SeatState.DECLINED, SeatState.LAPSED, SeatState.REMOVED)
    gone = [row for row in rows if row.seat.state in gone_states] if here.runs else []
    return PlayersPage(
        players=tuple(players),
        others=tuple(others + dropped),
        asked=tuple(asked),
        gone=tuple(gone),
        free_seats=max(0, campaign.max_players - len(players)),
        link=_link(campaign) if here.runs else None,
        gm_plays=any(row.seat.is_gm for row in players),
        beside=beside_players(campaign, "players"),
    )


def places_by_owner(campaign: Campaign) -> dict[str, tuple[PlaceName, ...]]:
    """Seat → its places, oldest first, in one query."""
    owned: dict[str, list[PlaceName]] = {}
    rows = db.session.execute(
        select(Place.owner_id, Place.id, Place.name, Place.income)
        .where(Place.campaign_id == campaign.id, Place.owner_id.is_not(None))
        .order_by(Place.created_at, Place.id)
    )
    for row in rows:
        owned.setdefault(row.owner_id, []).append(PlaceName(row.id, row.name, row.income))
    return {seat_id: tuple(places) for seat_id, places in owned.items()}


def style_of(seat: Seat) -> str:
    """The style as the drawings name it: "p1" to "p12"."""
    return f"p{seat.style}"


def _row(here: Here, seat: Seat, places: tuple[PlaceName, ...], guild: str | None) -> PlayerRow:
    return PlayerRow(
        seat=seat,
        name=str(seat.name),
        style=style_of(seat),
        emblem=seat.emblem,
        mine=seat.id == here.me.id,
        marks=tuple(marks_of(seat)),
        state=state_of(seat),
        places=places,
        opened_url=_opened(here, seat),
        guild=guild,
    )


def _opened(here: Here, seat: Seat) -> str | None:
    if not seat.plays or not here.may(Deed.SEE_SECRETS, seat):
        return None
    return url_for("company.company", campaign_id=here.campaign.id, seat_id=seat.id)


def marks_of(seat: Seat) -> list[str]:
    """What a seat is besides a player's, openly said to all (V0.2, V11.3)."""
    marks = []
    if seat.is_gm:
        marks.append(_("Game master, plays too") if seat.plays else _("Game master"))
    if seat.is_deputy:
        marks.append(_("Deputy"))
    if seat.state == SeatState.JOINED:
        if seat.person_id is None:
            marks.append(_("In the game master's hands"))
        elif seat.person is not None and seat.person.guest:
            marks.append(_("Guest"))
    return marks


def state_of(seat: Seat) -> str:
    """How the seat stands, for whoever does not play."""
    if seat.state == SeatState.INVITED:
        return _("Invited, no answer yet")
    if seat.state == SeatState.DECLINED:
        return _("Has left") if seat.joined_at is not None else _("Declined")
    if seat.state == SeatState.LAPSED:
        return _("Invitation lapsed")
    if seat.state == SeatState.REMOVED:
        return _("No longer in the campaign") if seat.joined_at is not None else _("Invitation withdrawn")
    if seat.state == SeatState.DROPPED:
        return _("Dropped out")
    return ""


def _link(campaign: Campaign) -> OpenLink | None:
    token = token_of(campaign)
    if token is None or campaign.invite_until is None or campaign.state != State.GATHERING:
        return None
    return OpenLink(url_for("founding.invitation", token=token, _external=True), campaign.invite_until)


@dataclass(frozen=True)
class ArmsChoice:
    """One tincture or emblem: its word, and whether it is free for this seat."""

    value: str
    word: Sentence
    free: bool


@dataclass(frozen=True)
class ArmsPage:
    """The arms a player may choose."""

    styles: tuple[ArmsChoice, ...]
    emblems: tuple[ArmsChoice, ...]


def arms_page(campaign: Campaign, seat: Seat) -> ArmsPage:
    """All tinctures and emblems; those another player bears are shown as taken."""
    styles, emblems = free_styles(seat, campaign.seats), free_emblems(seat, campaign.seats)
    return ArmsPage(
        tuple(ArmsChoice(str(style), word, style in styles) for style, word in STYLE_NAMES.items()),
        tuple(ArmsChoice(emblem, word, emblem in emblems) for emblem, word in EMBLEMS.items()),
    )
