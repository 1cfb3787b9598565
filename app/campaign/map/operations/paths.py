"""Drawing and erasing paths between places of any maps (V9.3)."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import and_, or_, select

from app.actor import Actor
from app.campaign.founding.models import Campaign
from app.campaign.map.models import Path, Place
from app.campaign.map.operations.checks import check_place
from app.campaign.map.operations.telling import tell
from app.campaign.orders.operations import lift_illegal
from app.extensions import db
from app.refusal import Refusal


def draw_path(start: Place, end: Place, *, one_way: bool, campaign: Campaign, actor: Actor) -> Path:
    """A path between two places; ``one_way`` leads from ``start`` to ``end`` alone.

    Between two places there is one path: drawn anew it takes the new direction. Orders that nothing leads
    to any more are lifted (V4.12). Raises Refusal while the module is off (V9.2), and for a path from a
    place to itself.
    """
    check_paths_on(campaign)
    for place in (start, end):
        check_place(place, campaign)
    if start.id == end.id:
        raise Refusal(_l("A path joins two places. Choose another one for its end."), "V9.3")
    path = _between(start, end)
    if path is None:
        path = Path(campaign_id=campaign.id)
        db.session.add(path)
    elif (path.start_id, path.end_id, path.one_way) == (start.id, end.id, one_way):
        return path
    path.start_id, path.end_id, path.one_way = start.id, end.id, one_way
    db.session.flush()
    names = {"start": start.name, "end": end.name, "one_way": one_way}
    tell("map.path_drawn", campaign, actor, start, names, chronicle=True)
    lift_illegal(campaign, actor)
    return path


def erase_path(path: Path, *, campaign: Campaign, actor: Actor) -> None:
    """Take a path off the map; orders that nothing leads to any more are lifted (V4.12)."""
    check_paths_on(campaign)
    start, end = (db.session.get_one(Place, key) for key in (path.start_id, path.end_id))
    check_place(start, campaign)
    db.session.delete(path)
    db.session.flush()
    tell(
        "map.path_erased",
        campaign,
        actor,
        params={"start": start.name, "end": end.name},
        chronicle=True,
    )
    lift_illegal(campaign, actor)


def check_paths_on(campaign: Campaign) -> None:
    """Raise Refusal while the campaign plays without the module Paths (V9.2)."""
    if not campaign.module_paths:
        raise Refusal(_l("This campaign is played without paths between places."), "V9.2")


def _between(one: Place, other: Place) -> Path | None:
    """The path between two places, whichever way it leads."""
    return db.session.execute(
        select(Path).where(
            or_(
                and_(Path.start_id == one.id, Path.end_id == other.id),
                and_(Path.start_id == other.id, Path.end_id == one.id),
            )
        )
    ).scalar_one_or_none()
