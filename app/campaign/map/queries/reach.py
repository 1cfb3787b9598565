"""V9.3, V9.4, V1.8: the ways of a campaign, read from its rows for the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Path, Place
from app.campaign.map.queries.atlas import Atlas
from app.campaign.map.shipped import shipped_maps
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.media.models import Picture
from rules.vanguard import reach

_GRID = 10_000
"""Steps into which the width of the campaign's map is divided for the rules."""


@dataclass(frozen=True)
class Roads:
    """The places and paths of a campaign as the rules know them, and which modules are on."""

    places: tuple[reach.Place, ...]
    paths: tuple[reach.Path, ...]
    ways: reach.Ways

    def reachable(self, seat: Seat, warband: Warband) -> frozenset[str]:
        """The ids of the places to which ``warband`` can be ordered, whatever else forbids it there."""
        found = reach.reachable(seat.id, self.places, self.paths, self.ways, warband.standing_place_id)
        return frozenset(map(str, found))

    def gathers_at(self, seat: Seat, to: Place) -> str | None:
        """The id of the own place from which a warband that stands nowhere goes to ``to`` (V9.6)."""
        found = reach.gathers_at(seat.id, to.id, self.places, self.paths, self.ways)
        return str(found) if found is not None else None


def roads_of(campaign: Campaign, atlas: Atlas, paths: Sequence[Path]) -> Roads:
    """The ways of a campaign, for the rules; one query at most."""
    down = _proportion(campaign, atlas)
    return Roads(
        places=tuple(
            reach.Place(
                id=place.id,
                owner=place.owner_id,
                parent=parent.id if (parent := atlas.parent(place)) is not None else None,
                access=place.access and campaign.module_paths,
                x=round(place.x * _GRID),
                y=round(place.y * down),
            )
            for place in atlas.places
        ),
        paths=tuple(reach.Path(one.start_id, one.end_id, one.one_way) for one in paths),
        ways=reach.Ways(paths=campaign.module_paths, movement=campaign.module_movement),
    )


def _proportion(campaign: Campaign, atlas: Atlas) -> float:
    """The height of the campaign's map in the steps of its width; only Movement measures distances (V9.4)."""
    if not campaign.module_movement or atlas.root is None:
        return _GRID
    if atlas.root.shipped is not None:
        shipped = shipped_maps()[atlas.root.shipped]
        return _GRID * shipped.height / shipped.width
    picture = db.session.get_one(Picture, atlas.root.picture_id)
    return _GRID * picture.height / picture.width
