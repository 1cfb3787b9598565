"""What the rules say, written down a second time and in another way, to judge what the app did.

Players and places go by their names. Nothing here asks the rules package.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

Spot = tuple[str, str | None]
"""A place and an event there, or None for the place itself."""


@dataclass
class Land:
    """The ground: where each place lies, what it is entered from, and where one path leads."""

    inside: dict[str, str] = field(default_factory=dict)
    at: dict[str, tuple[float, float]] = field(default_factory=dict)
    onward: dict[str, set[str]] = field(default_factory=dict)
    age: list[str] = field(default_factory=list)

    def join(self, start: str, end: str, *, one_way: bool = False) -> None:
        self.onward.setdefault(start, set()).add(end)
        if not one_way:
            self.onward.setdefault(end, set()).add(start)

    def steps(self, start: str, end: str) -> int | None:
        """Paths from one place to another, None if none leads there."""
        edge, seen, count = {start}, {start}, 0
        while edge:
            if end in edge:
                return count
            edge = {to for one in edge for to in self.onward.get(one, ())} - seen
            seen |= edge
            count += 1
        return None

    def apart(self, one: str, other: str) -> float:
        """The distance on the campaign's map; what lies in a place counts as lying there (V9.6)."""
        (ax, ay), (bx, by) = (self.at[self.outermost(place)] for place in (one, other))
        return round(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5, 4)

    def outermost(self, place: str) -> str:
        while place in self.inside:
            place = self.inside[place]
        return place


def reach(land: Land, own: Collection[str], standing: str | None, *, paths: bool, movement: bool) -> set[str]:
    """V9.3, V9.6: the places a warband can be sent to."""
    if not paths:
        return set(land.age)
    starts = {standing} if movement and standing is not None else set(own)
    if not starts:
        return set(land.age)
    return starts | {end for start in starts for end in land.onward.get(start, ())}


def nearest(land: Land, at: str, own: Collection[str], *, paths: bool) -> list[str]:
    """V9.4, V9.6: the hideouts a beaten warband withdraws to, the older first; the place itself is none."""
    others = [place for place in land.age if place in own and place != at]
    if paths:
        steps = {place: land.steps(at, place) for place in others}
        known = [count for count in steps.values() if count is not None]
        if known:
            return [place for place in others if steps[place] == min(known)]
    apart = {place: land.apart(at, place) for place in others}
    return [place for place in others if apart[place] == min(apart.values())]


@dataclass(frozen=True)
class Pact:
    """An alliance for one event: who concluded it, and all who are in it."""

    event: str
    concluder: str
    members: frozenset[str]


@dataclass(frozen=True)
class Bonds:
    """Who stands together in a round: guilds as founder → members (the founder too), and alliances."""

    guilds: Mapping[str, frozenset[str]]
    pacts: Sequence[Pact]

    def founder(self, player: str) -> str | None:
        return next((one for one, members in self.guilds.items() if player in members), None)

    def pact(self, player: str, event: str | None) -> Pact | None:
        return next((one for one in self.pacts if one.event == event and player in one.members), None)

    def camp(self, player: str, event: str | None) -> object:
        return self.founder(player) or self.pact(player, event) or player


def holder(
    owner: str | None,
    winners: Collection[tuple[str, str | None]],
    fought: bool,
    unopposed: Collection[tuple[str, str | None]],
    bonds: Bonds,
) -> str | set[str] | None:
    """V7.5-V7.7, V7.10, V8.15, V8.18: who holds a place after dawn; a set: the game master chooses of them.

    ``winners`` and ``unopposed`` are players, each with the event at which it was.
    """
    claims = set(winners)
    if not claims:
        if owner is not None or not unopposed:
            return owner
        claims = set(unopposed)
    assert fought or not winners
    players = {player for player, _event in claims}
    if len(players) == 1:
        return players.pop()
    founders = {bonds.founder(player) for player in players}
    if len(founders) == 1 and None not in founders:
        return founders.pop()
    pacts = {bonds.pact(player, event) for player, event in claims}
    if len(pacts) == 1 and None not in pacts:
        (pact,) = pacts
        assert pact is not None
        return pact.concluder
    return players


def home(
    move: str, land: Land, at: str, came_from: str | None, own: Collection[str], *, paths: bool
) -> set[str | None]:
    """Where a warband can stand after the round, by what becomes of it (V9.4, V9.6)."""
    if move == "stays":
        return {at}
    if move == "returns":
        return {came_from}
    near = nearest(land, at, own, paths=paths)
    return set(near) or ({at} if at in own else {None})


def after(stance: str, outcome: str | None) -> str:
    """V9.4, V9.6: what a warband does after its battle; ``outcome`` None: it had none."""
    if outcome in (None, "won"):
        return "stays"
    if stance == "attack":
        return "returns"
    return "withdraws" if outcome == "lost" else "stays"
