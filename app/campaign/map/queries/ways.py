"""V9.3, V1.8: the ways from a place in words, and the editor's list of paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _

from app.campaign.founding.models import Campaign
from app.campaign.map.models import Path, Place
from app.campaign.map.queries.atlas import Atlas


@dataclass(frozen=True)
class WayRow:
    """A way from or to a place: the other place's full name, and in which direction it can be gone.

    ``path_id`` is None for an access, which is no drawn path.
    """

    name: str
    url: str
    words: str
    icon: str
    path_id: str | None = None


def ways_of(place: Place, atlas: Atlas, paths: Sequence[Path], campaign: Campaign) -> tuple[WayRow, ...]:
    """The paths that touch a place, and its accesses; none without the module Paths (V9.2)."""
    return tuple(_ways(place, atlas, paths, campaign)) if campaign.module_paths else ()


def _ways(place: Place, atlas: Atlas, paths: Sequence[Path], campaign: Campaign) -> Iterator[WayRow]:
    def row(other: Place, words: str, icon: str, path_id: str | None = None) -> WayRow:
        url = url_for("maps.campaign_map", campaign_id=campaign.id, place=other.id)
        return WayRow(atlas.full_name(other), url, words, icon, path_id)

    for path in paths:
        if place.id not in (path.start_id, path.end_id):
            continue
        other = atlas.by_id[path.end_id if path.start_id == place.id else path.start_id]
        if not path.one_way:
            yield row(other, _("both ways"), "l-move", path.id)
        elif path.start_id == place.id:
            yield row(other, _("one way, from here"), "l-arrow-right", path.id)
        else:
            yield row(other, _("one way, to here"), "l-arrow-left", path.id)
    above = atlas.parent(place)
    if place.access and above is not None:
        yield row(above, _("access, both ways"), "gate")
    own = atlas.map_of(place)
    for inner in atlas.on(own) if own is not None else ():
        if inner.access:
            yield row(inner, _("access, both ways"), "gate")


@dataclass(frozen=True)
class PathRow:
    """A path as the editor lists it."""

    id: str
    start: str
    end: str
    one_way: bool


def path_rows(atlas: Atlas, paths: Sequence[Path], touching: Sequence[Place]) -> tuple[PathRow, ...]:
    """The paths that touch one of the places."""
    ids = {place.id for place in touching}
    return tuple(
        PathRow(
            path.id,
            atlas.full_name(atlas.by_id[path.start_id]),
            atlas.full_name(atlas.by_id[path.end_id]),
            path.one_way,
        )
        for path in paths
        if path.start_id in ids or path.end_id in ids
    )
