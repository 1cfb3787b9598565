"""V9.3, V1.8: the paths of a campaign as they are drawn on one of its maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import select

from app.board import BoardPath
from app.campaign.founding.models import Campaign
from app.campaign.map.models import Map, Path, Place
from app.campaign.map.queries.atlas import Atlas
from app.extensions import db


def paths_of(campaign: Campaign) -> Sequence[Path]:
    """The paths of the campaign; none, and no query, without the module Paths (V9.2)."""
    if not campaign.module_paths:
        return ()
    return (
        db.session.execute(select(Path).where(Path.campaign_id == campaign.id).order_by(Path.id))
        .scalars()
        .all()
    )


def lines_on(map_: Map, atlas: Atlas, paths: Sequence[Path], campaign: Campaign) -> Iterator[BoardPath]:
    """The paths and accesses that touch the map.

    An end within a place of the map is drawn at that place, an end beyond the map at the nearest edge; where
    several would be the same line, it leads wherever one of them does.
    """
    if not campaign.module_paths:
        return
    one_way: dict[tuple[str, str], bool] = {}
    for path in paths:
        start, end = (atlas.seen_on(key, map_) for key in (path.start_id, path.end_id))
        if start is end:
            continue
        key = (start.id if start else "", end.id if end else "")
        if (key[1], key[0]) in one_way:
            one_way[key[1], key[0]] = False
        else:
            one_way[key] = path.one_way and one_way.get(key, True)
    for place in atlas.on(map_):
        if place.access:
            one_way["", place.id] = False
            one_way.pop((place.id, ""), None)
    for (start_id, end_id), only in one_way.items():
        yield _line(atlas.by_id.get(start_id), atlas.by_id.get(end_id), one_way=only)


def _line(start: Place | None, end: Place | None, *, one_way: bool) -> BoardPath:
    """A line between two places, or between one and the edge nearest to it."""
    (x1, y1), (x2, y2) = _point(start, end), _point(end, start)
    return BoardPath(x1, y1, x2, y2, one_way)


def _point(place: Place | None, other: Place | None) -> tuple[float, float]:
    if place is not None:
        return place.x, place.y
    return edge_point(other) if other is not None else (0.0, 0.0)


def edge_point(place: Place) -> tuple[float, float]:
    """The point of the map's nearest edge, over which ways from beyond the map come."""
    x, y = place.x, place.y
    return min(
        ((0.0, y), (1.0, y), (x, 0.0), (x, 1.0)),
        key=lambda point: abs(point[0] - x) + abs(point[1] - y),
    )
