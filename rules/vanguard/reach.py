"""V9.3, V9.4, V9.6, V1.8: where a warband can be ordered, and where it withdraws to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from rules.vanguard.names import Id, Seat


class Place(msgspec.Struct, frozen=True):
    """A place of the campaign, on whatever map it lies.

    ``parent`` is the place whose map it lies on, None on the campaign's own map. ``access``: the GM
    marked it as access from the parent (V1.8). ``x`` and ``y`` are its position on its map, and
    places are listed from the oldest to the newest.
    """

    id: Id
    owner: Seat | None = None
    parent: Id | None = None
    access: bool = False
    x: int = 0
    y: int = 0


class Path(msgspec.Struct, frozen=True):
    """A path between two places of any maps; ``one_way`` leads only from ``start`` to ``end``."""

    start: Id
    end: Id
    one_way: bool = False


class Ways(msgspec.Struct, frozen=True):
    """Which of the two modules are on (V9.2)."""

    paths: bool
    movement: bool


def reachable(
    seat: Seat,
    places: Sequence[Place],
    paths: Iterable[Path],
    ways: Ways,
    standing: Id | None = None,
) -> frozenset[Id]:
    """Every place to which a warband of ``seat`` can be ordered, whatever else forbids it there.

    Neither module, or Movement alone: anywhere. Paths alone: places of the player and those one path
    further; anywhere for a player who holds none (V9.3). Both: where the warband stands and one path
    further (V9.4, V9.6); one that stands nowhere (``standing`` None) gathers at any own place and goes
    on from there, or may go anywhere if its player holds none.
    """
    everywhere = frozenset(place.id for place in places)
    if not ways.paths:
        return everywhere
    owned = frozenset(place.id for place in places if place.owner == seat)
    starts = frozenset({standing}) if ways.movement and standing is not None else owned
    if not starts:
        return everywhere
    onward = links(places, paths)
    return (starts | frozenset(end for start in starts for end in onward.get(start, ()))) & everywhere


def links(places: Iterable[Place], paths: Iterable[Path]) -> Mapping[Id, frozenset[Id]]:
    """Where each place leads in one path: drawn paths, and accesses as two-way paths (V1.8)."""
    onward: dict[Id, set[Id]] = defaultdict(set)
    for path in paths:
        onward[path.start].add(path.end)
        if not path.one_way:
            onward[path.end].add(path.start)
    for place in places:
        if place.access and place.parent is not None:
            onward[place.parent].add(place.id)
            onward[place.id].add(place.parent)
    return {start: frozenset(ends) for start, ends in onward.items()}


def gathers_at(seat: Seat, to: Id, places: Sequence[Place], paths: Iterable[Path], ways: Ways) -> Id | None:
    """The own place at which a warband that stands nowhere gathers to be ordered to ``to`` (V9.6): there
    itself if it is an own place, else an own place from which a path leads there, or without Paths the
    nearest; of several the oldest. None if its player holds none.
    """
    own = [place for place in places if place.owner == seat]
    if any(place.id == to for place in own):
        return to
    if ways.paths:
        onward = links(places, paths)
        own = [place for place in own if to in onward.get(place.id, ())]
    if not own:
        return None
    by_id = {place.id: place for place in places}
    there = _on_main_map(to, by_id)
    return min(own, key=lambda place: _apart(_on_main_map(place.id, by_id), there)).id


def nearest_hideouts(
    seat: Seat, at: Id, places: Sequence[Place], paths: Iterable[Path], ways: Ways
) -> tuple[Id, ...]:
    """The own places a beaten warband at ``at`` may withdraw to, oldest first; several are equally near
    and the player chooses, else the first (V9.4, V9.6). Empty if the player holds no other place.

    Near is counted by path steps with the module Paths, else, and where no path leads to any of them, by
    distance on the map; a place on a place's map counts as lying at its parent.
    """
    own = [place.id for place in places if place.owner == seat and place.id != at]
    if not own:
        return ()
    if ways.paths:
        steps = _steps(at, links(places, paths))
        known = [steps[place] for place in own if place in steps]
        if known:
            return tuple(place for place in own if steps.get(place) == min(known))
    by_id = {place.id: place for place in places}
    here = _on_main_map(at, by_id)
    apart = {place: _apart(here, _on_main_map(place, by_id)) for place in own}
    return tuple(place for place in own if apart[place] == min(apart.values()))


def _steps(start: Id, onward: Mapping[Id, frozenset[Id]]) -> dict[Id, int]:
    """Path steps from ``start`` to every place that can be got to."""
    steps = {start: 0}
    edge = [start]
    while edge:
        further = [end for place in edge for end in onward.get(place, ()) if end not in steps]
        depth = steps[edge[0]] + 1
        steps.update(dict.fromkeys(further, depth))
        edge = list(dict.fromkeys(further))
    return steps


def _on_main_map(place: Id, by_id: Mapping[Id, Place]) -> Place:
    found = by_id[place]
    while found.parent is not None:
        found = by_id[found.parent]
    return found


def _apart(one: Place, other: Place) -> int:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2
