"""The campaign's map and those of its places (V1.4, V1.6)."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import select

from app.actor import Actor
from app.campaign.founding.models import Campaign
from app.campaign.map.limits import MOST_LEVELS, shape_is_free
from app.campaign.map.models import Map, Place
from app.campaign.map.operations.checks import check_map, check_place, count
from app.campaign.map.operations.telling import tell
from app.campaign.map.shipped import shipped_maps, suggestions
from app.extensions import db
from app.i18n import language
from app.media.models import Picture
from app.refusal import Refusal


def set_campaign_map(
    campaign: Campaign, *, shipped: str | None = None, picture: Picture | None = None, actor: Actor
) -> Map:
    """Give the campaign a shipped map or a picture (V1.4); places keep where they lie on the picture.

    Raises Refusal for a map that does not exist and once hideouts are chosen (V1.12).
    """
    _check_ground(shipped, picture, campaign)
    chosen = db.session.execute(
        select(Map).where(Map.campaign_id == campaign.id, Map.parent_place_id.is_(None))
    ).scalar_one_or_none()
    chosen = _lay(chosen, campaign, None, shipped, picture)
    tell("map.chosen", campaign, actor)
    return chosen


def set_place_map(
    place: Place,
    *,
    shipped: str | None = None,
    picture: Picture | None = None,
    campaign: Campaign,
    actor: Actor,
) -> Map:
    """Give a place a map of its own, or another picture for the one it has (V1.6).

    A first map may come at any time, as places may (V1.12). Raises Refusal for a fourth level, and as
    ``set_campaign_map``.
    """
    check_place(place, campaign)
    _check_ground(shipped, picture, campaign)
    chosen = db.session.execute(select(Map).where(Map.parent_place_id == place.id)).scalar_one_or_none()
    if chosen is None and _level(place) >= MOST_LEVELS:
        raise Refusal(
            _l(
                "%(place)s lies on the third level of maps, and there are three in all: "
                "it gets no map of its own.",
                place=place.name,
            ),
            "V1.6",
        )
    first = chosen is None
    chosen = _lay(chosen, campaign, place, shipped, picture)
    tell("map.place_map", campaign, actor, place, {"place": place.name}, chronicle=first)
    return chosen


def take_place_map_away(place: Place, *, campaign: Campaign, actor: Actor) -> None:
    """Take the map of a place away while nothing lies on it. Raises Refusal otherwise (V1.12)."""
    check_place(place, campaign)
    chosen = db.session.execute(select(Map).where(Map.parent_place_id == place.id)).scalar_one_or_none()
    if chosen is None:
        return
    if count(chosen):
        raise Refusal(
            _l("There are places on the map of %(place)s. Delete those first.", place=place.name), "V1.12"
        )
    db.session.delete(chosen)
    db.session.flush()
    tell("map.place_map_gone", campaign, actor, place, {"place": place.name}, chronicle=True)


def take_suggested(map_: Map, *, campaign: Campaign, actor: Actor) -> int:
    """Put all places suggested for a shipped map on it, with names in the reader's language.

    Returns how many. Raises Refusal if the map is not one of ours or holds a place already.
    """
    check_map(map_, campaign)
    if map_.shipped is None or count(map_):
        raise Refusal(_l("Suggested places are for one of our maps while there is no place on it."), "V1.4")
    found = suggestions(map_.shipped, language())
    for one in found:
        spot = one.spot
        db.session.add(
            Place(
                campaign_id=campaign.id,
                map_id=map_.id,
                name=one.name,
                income=one.income,
                banner=spot.banner,
                icon=spot.icon,
                x=spot.x,
                y=spot.y,
            )
        )
    db.session.flush()
    tell("map.places_suggested", campaign, actor, params={"count": len(found)})
    return len(found)


def _check_ground(shipped: str | None, picture: Picture | None, campaign: Campaign) -> None:
    if (shipped is None) == (picture is None) or (shipped is not None and shipped not in shipped_maps()):
        raise Refusal(_l("Choose one of the maps or a picture of your own."), "V1.4")
    if picture is not None and picture.campaign_id != campaign.id:
        raise Refusal(_l("Choose one of the maps or a picture of your own."), "V1.4")


def _lay(
    chosen: Map | None, campaign: Campaign, place: Place | None, shipped: str | None, picture: Picture | None
) -> Map:
    """Write the map; the picture of one that there is stays from the choice of hideouts on (V1.12)."""
    if (chosen is not None or place is None) and not shape_is_free(campaign):
        raise Refusal(_l("Hideouts are being chosen or were chosen: the map stays this one."), "V1.12")
    if chosen is None:
        chosen = Map(campaign_id=campaign.id, parent_place_id=place.id if place is not None else None)
        db.session.add(chosen)
    chosen.shipped = shipped
    chosen.picture_id = picture.id if picture is not None else None
    db.session.flush()
    return chosen


def _level(place: Place) -> int:
    """The level of the map a place lies on: 1 for the campaign's own (V1.6)."""
    level, above = 1, db.session.get_one(Map, place.map_id)
    while above.parent_place_id is not None:
        outer = db.session.get_one(Place, above.parent_place_id)
        level, above = level + 1, db.session.get_one(Map, outer.map_id)
    return level
