"""What holds for maps and places before anything is changed."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import func, select

from app.campaign.founding.models import Campaign
from app.campaign.map.models import Map, Place
from app.extensions import db
from app.refusal import Refusal, Stale


def check_map(map_: Map, campaign: Campaign) -> None:
    if map_.campaign_id != campaign.id:
        raise Refusal(_l("This map is not part of the campaign."), "V1.4")


def check_place(place: Place, campaign: Campaign) -> None:
    if place.campaign_id != campaign.id:
        raise Refusal(_l("This place is not part of the campaign."), "V1.5")


def check_version(place: Place, version: str | int) -> None:
    if str(version) != str(place.version):
        raise Stale(_l("%(place)s was changed meanwhile. Look at it and try again.", place=place.name))


def check_spot(x: float, y: float) -> None:
    if not (0 <= x <= 1 and 0 <= y <= 1):
        raise Refusal(_l("The place must lie on the map."), "V1.4")


def check_name_free(map_id: str, name: str) -> None:
    names = db.session.execute(select(Place.name).where(Place.map_id == map_id)).scalars()
    if any(name.casefold() == other.casefold() for other in names):
        raise Refusal(
            _l("There is a place called %(place)s on this map already. Choose another name.", place=name),
            "V1.5",
        )


def count(map_: Map) -> int:
    return db.session.execute(select(func.count(Place.id)).where(Place.map_id == map_.id)).scalar_one()
