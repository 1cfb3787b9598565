"""All maps of a campaign with their places, and how they lie in one another (V1.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import select

from app.campaign.founding.models import Campaign
from app.campaign.map.limits import MOST_LEVELS
from app.campaign.map.models import Map, Place
from app.extensions import db
from app.i18n import sorted_by_name


@dataclass(frozen=True)
class Atlas:
    """Every map and every place of a campaign, the places from the oldest to the newest."""

    maps: tuple[Map, ...]
    places: tuple[Place, ...]

    @cached_property
    def by_id(self) -> dict[str, Place]:
        return {place.id: place for place in self.places}

    @cached_property
    def root(self) -> Map | None:
        """The campaign's own map; None until one is chosen (V1.4)."""
        return next((one for one in self.maps if one.parent_place_id is None), None)

    @cached_property
    def _maps(self) -> dict[str, Map]:
        return {one.id: one for one in self.maps}

    @cached_property
    def _inner(self) -> dict[str, Map]:
        return {one.parent_place_id: one for one in self.maps if one.parent_place_id is not None}

    def map_of(self, place: Place) -> Map | None:
        """The place's own map, which one enters (V1.7)."""
        return self._inner.get(place.id)

    def parent(self, place: Place) -> Place | None:
        """The place on whose map it lies; None on the campaign's own."""
        return self.entered(self._maps[place.map_id])

    def entered(self, map_: Map) -> Place | None:
        """The place whose map it is; None for the campaign's own."""
        return self.by_id[map_.parent_place_id] if map_.parent_place_id is not None else None

    def trail(self, map_: Map) -> tuple[Place, ...]:
        """The places one has entered to get to the map, the outermost first."""
        found = self.entered(map_)
        return (*self.trail(self._maps[found.map_id]), found) if found is not None else ()

    def may_have_map(self, place: Place) -> bool:
        """V1.6: three levels in all."""
        return len(self.trail(self._maps[place.map_id])) + 1 < MOST_LEVELS

    def on(self, map_: Map) -> tuple[Place, ...]:
        return tuple(place for place in self.places if place.map_id == map_.id)

    def inside(self, place: Place) -> Iterator[Place]:
        """Every place within a place, at whatever depth."""
        own = self.map_of(place)
        if own is None:
            return
        for inner in self.on(own):
            yield inner
            yield from self.inside(inner)

    def seen_on(self, place_id: str, map_: Map) -> Place | None:
        """The place itself if it lies on the map, else the place of the map within which it lies, if any."""
        found = self.by_id.get(place_id)
        while found is not None and found.map_id != map_.id:
            found = self.parent(found)
        return found

    def full_name(self, place: Place) -> str:
        """«Salzfurt › Market» for a place on a place's map."""
        return " › ".join(one.name for one in (*self.trail(self._maps[place.map_id]), place))

    def by_full_name(self) -> list[tuple[Place, str]]:
        """All places with their full names, in the order of the reader's language."""
        return [(one.place, one.name) for one in sorted_by_name(map(self._named, self.places))]

    def _named(self, place: Place) -> _Named:
        return _Named(place, self.full_name(place))

    def shown(self, place_id: str, inside_id: str) -> Map | None:
        """The map an address asks for: the one a place lies on, else the map of a place, else the root."""
        place, inside = self.by_id.get(place_id), self.by_id.get(inside_id)
        if place is not None:
            return self._maps[place.map_id]
        return (self.map_of(inside) if inside is not None else None) or self.root


@dataclass(frozen=True)
class _Named:
    place: Place
    name: str


def atlas_of(campaign: Campaign) -> Atlas:
    """The campaign's atlas; one query."""
    rows = db.session.execute(
        select(Map, Place)
        .outerjoin(Place, Place.map_id == Map.id)
        .where(Map.campaign_id == campaign.id)
        .order_by(Place.created_at, Place.id)
    ).all()
    maps = {map_.id: map_ for map_, _place in rows}
    return Atlas(tuple(maps.values()), tuple(place for _map, place in rows if place is not None))
