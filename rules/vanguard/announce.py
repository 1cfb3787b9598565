"""V6.1, V6.2, V6.10, V4.10, V8.15: from the warbands that arrive to the battles that are fought."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from rules.engine.rng import Rng, draw_one
from rules.vanguard.bonds import Bonds
from rules.vanguard.division import Division, divide
from rules.vanguard.names import Id, Seat
from rules.vanguard.standing import Post, Standing, defenders


class Arrival(msgspec.Struct, frozen=True):
    """A warband ordered to an event, or to the place itself when ``event`` is None."""

    warband: Id
    seat: Seat
    place: Id
    event: Id | None
    points: int


class RunningEvent(msgspec.Struct, frozen=True):
    """An event that runs this round, with its points limit in force (V4.3)."""

    id: Id
    place: Id
    limit: int


class Joined(msgspec.Struct, frozen=True):
    """V4.10: a waiting warband and the event it joined; ``event`` None: it met nobody."""

    warband: Id
    event: Id | None
    by_lot: bool


class Spot(msgspec.Struct, frozen=True):
    """What was announced for one event, or for one place without events.

    ``battles`` holds the warbands of each battle; ``left_over`` those that lots left without an
    opponent; ``unopposed`` those that met nobody or only allies.
    """

    place: Id
    event: Id | None
    battles: tuple[tuple[Id, ...], ...]
    left_over: tuple[Id, ...]
    unopposed: tuple[Id, ...]
    by_lot: bool


class Announcement(msgspec.Struct, frozen=True):
    """Everything that is announced at once, in the order in which the arrivals were given.

    ``posts`` are the standing warbands that defend without an order (V9.7).
    """

    spots: tuple[Spot, ...]
    joined: tuple[Joined, ...]
    posts: tuple[Post, ...] = ()


_Key: TypeAlias = tuple[Id, Id | None]


def announce(
    arrivals: Sequence[Arrival],
    events: Sequence[RunningEvent],
    most: int | None,
    bonds: Bonds,
    rng: Rng,
    standing: Sequence[Standing] = (),
) -> Announcement:
    """The battles of the round.

    ``most`` is how many warbands one battle holds: 2 with the module Multi-warband battles off, the
    chosen limit, or None without limit. First the waiting warbands join an event (V4.10), then each
    event and each place without events is divided (V6.1, V6.2). ``standing`` warbands, none without the
    module Movement, defend where they stand (V9.5, V9.7). Where warbands come from plays no part:
    there are no battles on the way (V6.3). The same arrivals in the same order and
    the same generator give the same battles; every lot is in ``rng.draws``.
    """
    at: dict[_Key, list[Arrival]] = defaultdict(list)
    by_place: Mapping[Id, list[RunningEvent]] = _by_place(events)
    waiting = [one for one in arrivals if one.event is None and one.place in by_place]
    for arrival in arrivals:
        if arrival not in waiting:
            at[arrival.place, arrival.event].append(arrival)
    joined: list[Joined] = []
    for arrival in waiting:
        event, by_lot = _event_to_join(arrival, by_place[arrival.place], at, bonds, rng)
        joined.append(Joined(arrival.warband, event, by_lot))
        at[arrival.place, event].append(arrival)
    posts = defenders(_reached(at, events), standing, bonds)
    for post in posts:
        one = post.standing
        at[one.place, post.event].append(Arrival(one.warband, one.seat, one.place, post.event, one.points))
    spots = tuple(_spot(key, there, most, bonds, rng) for key, there in at.items())
    return Announcement(spots, tuple(joined), posts)


def _reached(at: Mapping[_Key, Sequence[Arrival]], events: Sequence[RunningEvent]) -> dict[_Key, list[Seat]]:
    """Who came where: the events as they are given, then the places themselves."""
    keys: list[_Key] = [(event.place, event.id) for event in events]
    keys += [key for key in at if key[1] is None]
    return {key: [one.seat for one in at[key]] for key in keys if at.get(key)}


def _by_place(events: Sequence[RunningEvent]) -> dict[Id, list[RunningEvent]]:
    by_place: dict[Id, list[RunningEvent]] = defaultdict(list)
    for event in events:
        by_place[event.place].append(event)
    return dict(by_place)


def _event_to_join(
    waiting: Arrival,
    events: Sequence[RunningEvent],
    at: Mapping[_Key, list[Arrival]],
    bonds: Bonds,
    rng: Rng,
) -> tuple[Id | None, bool]:
    """V4.10: an event there with warbands outside its alliance, whose limit it keeps and where its
    player has no other warband; of several one by lot."""
    fitting = []
    for event in events:
        there = at.get((waiting.place, event.id), [])
        others_own = any(one.seat == waiting.seat for one in there)
        hostile = any(not bonds.allied(one.seat, waiting.seat, event.id) for one in there)
        if hostile and not others_own and waiting.points <= event.limit:
            fitting.append(event.id)
    if not fitting:
        return None, False
    return draw_one(rng, fitting, "V4.10 event to join"), len(fitting) > 1


def _spot(key: _Key, there: Sequence[Arrival], most: int | None, bonds: Bonds, rng: Rng) -> Spot:
    place, event = key
    groups = [bonds.group(one.seat, event) for one in there]
    if len(set(groups)) <= 1:
        # Allies among themselves, or one alone, do not fight (V6.10, V8.15).
        return Spot(place, event, (), (), tuple(one.warband for one in there), False)
    division: Division = divide(groups, most, rng)
    return Spot(
        place=place,
        event=event,
        battles=tuple(tuple(there[i].warband for i in battle) for battle in division.battles),
        left_over=tuple(there[i].warband for i in division.left_over),
        unopposed=(),
        by_lot=division.by_lot,
    )
