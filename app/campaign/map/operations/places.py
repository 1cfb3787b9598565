"""Places come, change and go (V1.4, V1.5, V1.12)."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import lazy_gettext as _l
from sqlalchemy import exists, select

from app.actor import Actor
from app.campaign.events.models import Event
from app.campaign.founding.models import Campaign
from app.campaign.map.drawings import ICONS
from app.campaign.map.limits import MOST_PLACES, shape_is_free
from app.campaign.map.models import Map, Place
from app.campaign.map.operations.checks import (
    check_map,
    check_name_free,
    check_place,
    check_spot,
    check_version,
    count,
)
from app.campaign.map.operations.paths import check_paths_on
from app.campaign.map.operations.telling import tell
from app.campaign.orders.models import Order
from app.campaign.orders.operations import lift_illegal
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.journal.operations import record_gm
from app.media.models import Picture
from app.refusal import Refusal


@dataclass(frozen=True)
class PlaceWords:
    """What is said of a place (V1.5); ``income`` is whole gold per round, ``gm_note`` for the GM's eyes.

    ``access`` marks it as the way in from the place on whose map it lies (V1.8).
    """

    name: str
    description: str = ""
    gm_note: str = ""
    income: int = 0
    banner: bool = False
    icon: str = "village"
    access: bool = False


def add_place(
    map_: Map, words: PlaceWords, *, x: float, y: float, picture: Picture | None = None,
    campaign: Campaign, actor: Actor,
) -> Place:  # fmt: skip
    """Put a place on the map, at any time (V1.4, V1.12); ``x`` and ``y`` are fractions of the picture.

    Raises Refusal for a name that another place of the map bears, and for a place beside the map.
    """
    check_map(map_, campaign)
    _check_words(words)
    if words.access:
        _check_access(map_, campaign)
    check_spot(x, y)
    check_name_free(map_.id, words.name)
    if count(map_) >= MOST_PLACES:
        raise Refusal(_l("A map holds at most %(most)d places.", most=MOST_PLACES), "V1.4")
    place = Place(
        campaign_id=campaign.id,
        map_id=map_.id,
        picture_id=picture.id if picture is not None else None,
        x=x,
        y=y,
        **vars(words),
    )
    db.session.add(place)
    db.session.flush()
    tell("map.place_added", campaign, actor, place, {"place": place.name}, chronicle=True)
    return place


def change_place(
    place: Place,
    words: PlaceWords,
    *,
    version: str | int,
    x: float | None = None,
    y: float | None = None,
    picture: Picture | None = None,
    drop_picture: bool = False,
    campaign: Campaign,
    actor: Actor,
) -> None:
    """Change what is said of a place, and where it lies if ``x`` and ``y`` are given (V1.5, V1.12).

    Raises Stale if the place is no longer at ``version``; Refusal for a name taken, and from the choice
    of hideouts on for a move or another banner.
    """
    check_place(place, campaign)
    check_version(place, version)
    _check_words(words)
    if words.name.casefold() != place.name.casefold():
        check_name_free(place.map_id, words.name)
    to_x, to_y = (place.x if x is None else x), (place.y if y is None else y)
    moved = (to_x, to_y) != (place.x, place.y)
    if not shape_is_free(campaign) and (moved or words.banner != place.banner):
        raise Refusal(
            _l("Hideouts are being chosen or were chosen: places stay where they are, and so do banners."),
            "V1.12",
        )
    if words.access and not place.access:
        _check_access(place.map, campaign)
    before = PlaceWords(**{name: getattr(place, name) for name in vars(words)})
    for name, value in vars(words).items():
        setattr(place, name, value)
    if moved:
        check_spot(to_x, to_y)
        place.x, place.y = to_x, to_y
    repainted = picture is not None or (drop_picture and place.picture_id is not None)
    if repainted:
        place.picture_id = picture.id if picture is not None else None
    place.version += 1
    db.session.flush()
    _tell_change(place, before, moved or repainted, campaign, actor)
    if place.access != before.access:
        lift_illegal(campaign, actor)


def move_place(
    place: Place, *, x: float, y: float, version: str | int, campaign: Campaign, actor: Actor
) -> None:
    """Drag a place elsewhere on its map (V1.4). Raises as ``change_place``."""
    words = PlaceWords(**{name: getattr(place, name) for name in PlaceWords.__dataclass_fields__})
    change_place(place, words, version=version, x=x, y=y, campaign=campaign, actor=actor)


def delete_place(place: Place, *, version: str | int, campaign: Campaign, actor: Actor) -> None:
    """Take a place off the map.

    Raises Refusal if anyone owns it (which makes it a hideout) or it has or had an event, a warband or an
    order (V1.12): what happened there stays told.
    """
    check_place(place, campaign)
    check_version(place, version)
    if place.owner_id is not None:
        raise Refusal(_l("%(place)s is somebody's hideout. It cannot be deleted.", place=place.name), "V1.12")
    for question, sentence in (
        (exists().where(Event.place_id == place.id), _l("There is or was an event. It cannot be deleted.")),
        (
            exists().where(Warband.standing_place_id == place.id),
            _l("A warband stands there. It cannot be deleted."),
        ),
        (exists().where(Order.place_id == place.id), _l("A warband was sent there. It cannot be deleted.")),
        (
            exists().where(Map.parent_place_id == place.id, Place.map_id == Map.id),
            _l("There are places on its map. Delete those first."),
        ),
    ):
        if db.session.execute(select(question)).scalar_one():
            raise Refusal(sentence, "V1.12")
    name = place.name
    db.session.delete(place)
    db.session.flush()
    tell("map.place_deleted", campaign, actor, params={"place": name}, chronicle=True)


def _check_access(map_: Map, campaign: Campaign) -> None:
    """V1.8: a way in from the place above, with the module Paths."""
    check_paths_on(campaign)
    if map_.parent_place_id is None:
        raise Refusal(
            _l("Only a place on the map of another place can be an access: nothing lies above this one."),
            "V1.8",
        )


def _check_words(words: PlaceWords) -> None:
    if not words.name.strip():
        raise Refusal(_l("A place needs a name."), "V1.5")
    if words.income < 0:
        raise Refusal(_l("The income of a place is 0 or more."), "V1.5")
    if words.icon not in ICONS:
        raise Refusal(_l("There is no such drawing."), "V1.5")


def _tell_change(place: Place, before: PlaceWords, other: bool, campaign: Campaign, actor: Actor) -> None:
    """Tell each change by itself; the GM's note moves nothing that a player could see."""
    if place.name != before.name:
        names = {"place": place.name, "former": before.name}
        tell("map.place_renamed", campaign, actor, place, names, chronicle=True)
    if place.income != before.income:
        amounts = {"place": place.name, "income": place.income, "former": before.income}
        tell("map.income_changed", campaign, actor, place, amounts, chronicle=True)
    if place.access != before.access:
        _tell_access(place, campaign, actor)
    shown = ("description", "banner", "icon")
    if other or any(getattr(place, name) != getattr(before, name) for name in shown):
        tell("map.place_changed", campaign, actor, place, {"place": place.name})
    if place.gm_note != before.gm_note:
        record_gm(
            "map.note_changed",
            campaign=campaign,
            actor=actor,
            place_id=place.id,
            params={"place": place.name},
        )


def _tell_access(place: Place, campaign: Campaign, actor: Actor) -> None:
    above = db.session.get_one(Place, place.map.parent_place_id)
    names = {"place": place.name, "parent": above.name}
    kind = "map.access_opened" if place.access else "map.access_closed"
    tell(kind, campaign, actor, place, names, chronicle=True)
