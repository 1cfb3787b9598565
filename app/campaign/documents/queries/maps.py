"""The maps of a campaign on paper: each with its owners, and those of places after it (V1.6, V10.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup
from sqlalchemy import select

from app.board import UNITS_WIDE, Board, Owner
from app.campaign.access import Here
from app.campaign.events.queries import running_events
from app.campaign.founding.models import Campaign
from app.campaign.map.models import Map
from app.campaign.map.queries import Atlas, atlas_of, board, paths_of, standing_warbands
from app.campaign.orders.models import Order
from app.extensions import db
from app.i18n import sorted_by_name
from app.media.models import Picture
from app.printing.boards import SIGNS, board_drawing, signs

EASY = 340.0
"""Millimetres of width from which marks and names are large enough as they are."""


@dataclass(frozen=True)
class Room:
    """What a map may take of its sheet, in millimetres."""

    width: float
    height: float


@dataclass(frozen=True)
class Holder:
    """A player in the legend; ``places`` and ``income`` are of all maps together."""

    name: str
    style: int
    emblem: str
    places: int
    income: int


@dataclass(frozen=True)
class PaperMap:
    """A map: ``picture`` is the address of its ground, ``width`` and ``height`` are millimetres."""

    title: str
    picture: str
    width: float
    height: float
    drawing: Markup


@dataclass(frozen=True)
class PaperMaps:
    """All maps of a campaign, its own first; ``signs`` are those that stand on any of them."""

    maps: tuple[PaperMap, ...]
    holders: tuple[Holder, ...]
    signs: tuple[str, ...]
    pictures: Mapping[str, bytes]


def paper_maps(
    here: Here,
    room: Room,
    *,
    spare: bool,
    bare: bool = False,
    orders: Sequence[Order] = (),
    owners: Mapping[str, str | None] | None = None,
) -> PaperMaps:
    """The maps as everybody at the table may see them; ``orders`` are the reader's own, if wanted (A11).

    ``bare``: without what is going on just now (events, battles, warbands in the field). ``owners`` are
    those of another time, by place. No maps before one is chosen (V1.4).
    """
    campaign = here.campaign
    atlas = atlas_of(campaign)
    events = running_events(campaign) if campaign.running and not bare else []
    paths = paths_of(campaign)
    bands = () if bare else standing_warbands(campaign)
    boards = [
        board(
            here,
            one,
            atlas=atlas,
            events=events,
            paths=paths,
            bands=bands,
            orders=orders,
            embattled=frozenset() if bare else None,
        )
        for one in _in_order(atlas)
    ]
    if owners is not None:
        boards = [_owned_then(one, owners, campaign) for one in boards]
    shown = {sign for one in boards for sign in signs(one)}
    return PaperMaps(
        maps=tuple(
            _drawn(one, map_, room, spare) for one, map_ in zip(boards, _in_order(atlas), strict=True)
        ),
        holders=_holders(campaign, atlas, owners),
        signs=tuple(sign for sign in SIGNS if sign in shown),
        pictures=_pictures(atlas.maps),
    )


def _in_order(atlas: Atlas) -> list[Map]:
    """The campaign's own map, then those of places by their full names."""
    inner = [own for place, _name in atlas.by_full_name() if (own := atlas.map_of(place)) is not None]
    return [atlas.root, *inner] if atlas.root is not None else []


def _drawn(shown: Board, map_: Map, room: Room, spare: bool) -> PaperMap:
    factor = min(room.width / UNITS_WIDE, room.height / shown.units_high)
    width = UNITS_WIDE * factor
    scale = round(min(max((EASY / width) ** 0.6, 1.0), 2.0), 2)
    return PaperMap(
        title=shown.title,
        picture=f"picture/{_key(map_)}" if map_.picture_id is not None else shown.picture_light,
        width=round(width, 1),
        height=round(shown.units_high * factor, 1),
        drawing=board_drawing(shown, scale=scale, spare=spare),
    )


def _owned_then(shown: Board, owners: Mapping[str, str | None], campaign: Campaign) -> Board:
    """The board with the owners of another time; places that came later are not on it."""

    seats = {seat.id: seat for seat in campaign.seats}
    places = []
    for place in shown.places:
        if place.id not in owners:
            continue
        seat = seats.get(owners[place.id] or "")
        owner = Owner(f"p{seat.style}", seat.emblem, str(seat.name)) if seat is not None else None
        places.append(replace(place, owner=owner))
    return replace(shown, places=tuple(places))


def _holders(campaign: Campaign, atlas: Atlas, owners: Mapping[str, str | None] | None) -> tuple[Holder, ...]:
    held = {place.id: place.owner_id for place in atlas.places} if owners is None else owners
    places = Counter(owner for owner in held.values() if owner is not None)
    income: Counter[str] = Counter()
    for place in atlas.places:
        owner = held.get(place.id)
        if owner is not None:
            income[owner] += place.income
    seats = sorted_by_name(seat for seat in campaign.seats if seat.plays or places[seat.id])
    return tuple(
        Holder(str(seat.name), seat.style, seat.emblem, places[seat.id], income[seat.id]) for seat in seats
    )


def _key(map_: Map) -> str:
    return f"map-{map_.id}"


def _pictures(maps: Collection[Map]) -> dict[str, bytes]:
    """The uploaded pictures of the maps, which their readers see on the page of the map as well."""
    wanted = {map_.picture_id: _key(map_) for map_ in maps if map_.picture_id is not None}
    if not wanted:
        return {}
    rows = db.session.execute(select(Picture.id, Picture.data).where(Picture.id.in_(wanted)))
    return {wanted[picture_id]: data for picture_id, data in rows}
