"""What whoever has the public link reads (V11.8): what the chronicle, the standings and the map show to all.

The reader is an onlooker: a seat of nobody, without any right. So the queries of the table's own pages serve
here, and what they leave out for a stranger is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from sqlalchemy import or_, select
from sqlalchemy.orm import selectinload

from app.actor import Actor
from app.board import Board
from app.campaign.access import Here
from app.campaign.chronicle.queries.ways import Ways
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Map, Place
from app.campaign.map.queries import Atlas, atlas_of, board
from app.campaign.states import SeatState, State
from app.campaign.words import where_it_stands
from app.columns import now
from app.extensions import db
from app.journal.models import PUBLIC, AuditRow
from app.media.models import Picture

Address = Callable[..., str]


@dataclass(frozen=True)
class Head:
    """What a chat shows of the link: name, where the campaign stands, and a picture; never a secret."""

    title: str
    state: str
    description: str
    image: str


@dataclass(frozen=True)
class Tab:
    """One of the public pages."""

    url: str
    label: str
    icon: str
    current: bool


@dataclass(frozen=True)
class PublicMap:
    """The map shown, and the way up from a place's own map (V1.7)."""

    board: Board | None
    title: str
    up_url: str | None


def campaign_of_link(nonce: str) -> Campaign | None:
    """The campaign that the link opens; None for one that is void or was never made."""
    return db.session.scalars(
        select(Campaign)
        .where(Campaign.public_nonce == nonce, Campaign.state != State.DRAFT)
        .options(selectinload(Campaign.seats))
    ).one_or_none()


def onlooker(campaign: Campaign) -> Here:
    """The campaign as somebody meets it who has no seat in it: ``may`` says no to every deed."""
    nobody = Seat(
        id="",
        campaign_id=campaign.id,
        given_name="",
        state=SeatState.REMOVED,
        is_gm=False,
        is_deputy=False,
        is_player=False,
    )
    return Here(campaign, Actor(None), nobody, nobody)


def ways(campaign: Campaign, address: Address) -> Ways:
    """The public addresses; ``address`` makes one of a page's name and what it asks for."""
    return Ways(
        chronicle=lambda **asked: address("public.chronicle", **asked),
        standings=lambda **asked: address("public.standings", **asked),
        picture=lambda picture_id: picture_url(campaign, picture_id),
    )


def picture_url(campaign: Campaign, picture_id: str, *, whole: bool = False) -> str:
    """The public address of a picture; ``whole`` with the server's name."""
    return url_for("public.picture", nonce=campaign.public_nonce, picture_id=picture_id, _external=whole)


def head_of(campaign: Campaign) -> Head:
    """For the head of every public page."""
    image = (
        picture_url(campaign, campaign.picture_id, whole=True)
        if campaign.picture_id
        else url_for("static", filename="icons/app-icon-512.png", _external=True)
    )
    state = where_it_stands(campaign)
    return Head(
        title=campaign.name,
        state=state,
        description=_("Chronicle, standings and map of a campaign at the table. %(state)s.", state=state),
        image=image,
    )


def tabs(address: Address, current: str) -> tuple[Tab, ...]:
    """The three public pages, of which one is shown."""
    pages = (
        ("public.chronicle", _("Chronicle"), "feather"),
        ("public.standings", _("Standings"), "victory"),
        ("public.map", _("Map"), "l-map"),
    )
    return tuple(Tab(address(name), label, icon, name == current) for name, label, icon in pages)


def map_page(here: Here, inside: str | None, address: Address) -> PublicMap:
    """The campaign's map, or that of the place one has entered. A place with a map leads into it."""
    campaign = here.campaign
    atlas = atlas_of(campaign)
    shown = atlas.shown("", inside or "")
    if shown is None:
        return PublicMap(None, _("Map"), None)
    entered = atlas.entered(shown)
    return PublicMap(
        board=board(
            here,
            shown,
            atlas=atlas,
            place_url=lambda place: _into(place, atlas, shown, address),
            picture_url=lambda picture_id: picture_url(campaign, picture_id),
        ),
        title=entered.name if entered is not None else _("Map"),
        up_url=_up(entered, atlas, address) if entered is not None else None,
    )


def shared_picture(campaign: Campaign, picture_id: str) -> Picture | None:
    """The picture, if a public page of this campaign shows it: its own, a map's or one of the chronicle."""
    shown = or_(
        Picture.id == campaign.picture_id,
        Picture.id.in_(select(Map.picture_id).where(Map.campaign_id == campaign.id)),
        Picture.id.in_(
            select(AuditRow.picture_id).where(
                AuditRow.campaign_id == campaign.id, AuditRow.chronicle, AuditRow.public_from <= now()
            )
        ),
    )
    return db.session.scalars(
        select(Picture).where(
            Picture.id == picture_id, Picture.campaign_id == campaign.id, Picture.audience == PUBLIC, shown
        )
    ).one_or_none()


def _into(place: Place, atlas: Atlas, shown: Map, address: Address) -> str:
    if atlas.map_of(place) is not None:
        return address("public.map", inside=place.id)
    at = atlas.entered(shown)
    return address("public.map", **_asked(at))


def _up(entered: Place, atlas: Atlas, address: Address) -> str:
    return address("public.map", **_asked(atlas.parent(entered)))


def _asked(place: Place | None) -> dict[str, Any]:
    return {"inside": place.id} if place is not None else {}
