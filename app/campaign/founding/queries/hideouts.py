"""What whoever chooses a hideout sees (V1.11)."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Map, Place
from app.extensions import db
from app.i18n import sorted_by_name


@dataclass(frozen=True)
class HideoutPage:
    """The banner places: those free, those taken, and the seat's own."""

    free: tuple[Place, ...]
    taken: tuple[Place, ...]
    own: Place | None


def hideout_page(campaign: Campaign, seat: Seat) -> HideoutPage:
    places = db.session.execute(
        select(Place)
        .where(Place.campaign_id == campaign.id, Place.banner)
        .options(joinedload(Place.owner, innerjoin=False), joinedload(Place.map).joinedload(Map.parent_place))
    ).scalars()
    free, taken, own = [], [], None
    for place in sorted_by_name(places):
        if place.owner_id == seat.id:
            own = place
        elif place.owner_id is None:
            free.append(place)
        else:
            taken.append(place)
    return HideoutPage(tuple(free), tuple(taken), own)
