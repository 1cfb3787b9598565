"""Maps, places and one's own orders as they are stored."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Map, Path, Place
from app.campaign.orders.models import Order
from app.extensions import db


def campaign_map(campaign: Campaign) -> Map | None:
    """The campaign's own map; None until one is chosen (V1.4)."""
    return db.session.execute(
        select(Map).where(Map.campaign_id == campaign.id, Map.parent_place_id.is_(None))
    ).scalar_one_or_none()


def map_of(place: Place) -> Map | None:
    """The map of a place, None if it has none (V1.6)."""
    return db.session.execute(select(Map).where(Map.parent_place_id == place.id)).scalar_one_or_none()


def entered(place: Place) -> Place | None:
    """The place on whose map a place lies; None on the campaign's own."""
    above = db.session.get_one(Map, place.map_id).parent_place_id
    return db.session.get_one(Place, above) if above is not None else None


def places_of(map_: Map) -> Sequence[Place]:
    """The places of one map, oldest first."""
    return (
        db.session.execute(select(Place).where(Place.map_id == map_.id).order_by(Place.created_at, Place.id))
        .scalars()
        .all()
    )


def place_of(campaign: Campaign, place_id: str) -> Place | None:
    """The place of that id in this campaign."""
    found = db.session.get(Place, place_id)
    return found if found is not None and found.campaign_id == campaign.id else None


def path_of(campaign: Campaign, path_id: str) -> Path | None:
    """The path of that id in this campaign."""
    found = db.session.get(Path, path_id)
    return found if found is not None and found.campaign_id == campaign.id else None


def own_orders(campaign: Campaign, seat: Seat) -> Sequence[Order]:
    """The standing orders of one seat in this round; for its player's eyes (V4.7), and those of the GM."""
    return (
        db.session.execute(
            select(Order)
            .where(
                Order.campaign_id == campaign.id,
                Order.round == campaign.round,
                Order.seat_id == seat.id,
                Order.lifted_at.is_(None),
            )
            .options(joinedload(Order.warband, innerjoin=True), joinedload(Order.event))
            .order_by(Order.given_at, Order.id)
        )
        .scalars()
        .all()
    )
