"""The board: spaces, borders, ways of each side, distances, for quick questions (M1.4, M5, M10.1).

A set of spaces is an int with one bit for each space.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any

import msgspec

FIELD, WALL, CITY = range(3)
"""Sorts of spaces: territories, wall sections, the city."""
SORTS = ("field", "wall", "city")
MOST_NOTES, MOST_CIRCUMSTANCES = 4096, 64
FAR = 99


class Space(msgspec.Struct, frozen=True):
    """One space: code on the drawing, name, sort, and what lies there (M10.1).

    ``start`` is the number of Evil's start area (0 none), ``role``: "", "gate" (the Grond territory),
    "north" (an entry of the riders), "harbour", "rammas" or "fort".
    """

    code: str
    name: str
    sort: int
    role: str
    banner: bool
    start: int


def bits(spaces: int) -> Iterator[int]:
    """The numbers of the spaces of a set, ascending."""
    while spaces:
        low = spaces & -spaces
        yield low.bit_length() - 1
        spaces ^= low


class Board:
    """Spaces and their borders; nothing changes after it is made."""

    def __init__(self, spaces: Sequence[Space], borders: Sequence[frozenset[int]]) -> None:
        self.spaces = tuple(spaces)
        self.size = len(spaces)
        self.borders = tuple(tuple(sorted(found)) for found in borders)
        self.by_code = {space.code: number for number, space in enumerate(spaces)}
        self.sort = tuple(space.sort for space in spaces)
        self.walls = self.where(lambda space: space.sort == WALL)
        self.fields = self.where(lambda space: space.sort == FIELD)
        self.banners = self.where(lambda space: space.banner)
        self.city = self.sort.index(CITY)
        self.gate = next(number for number, space in enumerate(spaces) if space.role == "gate")
        self.starts = tuple(
            sum(1 << number for number, space in enumerate(spaces) if space.start == area)
            for area in (1, 2, 3)
        )
        self.near = tuple(sum(1 << other for other in found) for found in borders)
        self.within = tuple(self._within(number) for number in range(self.size))
        """For each space the sets of spaces at range 1, at most 2, at most 3, over every border (M6.1)."""
        self.good_ways = tuple(self._good_ways(number) for number in range(self.size))
        """Where Good's foot goes in one step (M5.1, M5.2)."""
        self.ride_ways = tuple(
            ways & ~self.walls if self.sort[number] != WALL else 0
            for number, ways in enumerate(self.good_ways)
        )
        """Where Good's cavalry goes in one step: never onto a wall (M5.1)."""
        self.evil_ways = tuple(self._evil_ways(number) for number in range(self.size))
        """Where Evil goes in one step while the gate holds and nothing leans at the walls (M5.2, M5.3)."""
        self.fields_at = tuple(
            self.near[number] & self.fields if self.sort[number] == WALL else 0 for number in range(self.size)
        )
        """The fields below each wall section."""
        self.to_end = self._to_end()
        """Steps to Evil's end over the fields; a wall has one more than the least of its fields (M7.6)."""
        self.to_city = self._steps(1 << self.city, self.good_ways)
        """Steps to the city by Good's ways (M7.7)."""
        self._known: dict[Hashable, dict[Hashable, Any]] = {}

    def known(self, *circumstances: Hashable) -> dict[Hashable, Any]:
        """Notes on what follows from a space and its army under these circumstances."""
        notes = self._known.get(circumstances)
        if notes is None or len(notes) > MOST_NOTES:
            if len(self._known) >= MOST_CIRCUMSTANCES:
                self._known.clear()
            notes = self._known[circumstances] = {}
        return notes

    def where(self, fits: Callable[[Space], bool]) -> int:
        """The set of spaces that fit."""
        return sum(1 << number for number, space in enumerate(self.spaces) if fits(space))

    def role(self, role: str) -> int:
        """The set of spaces with a role."""
        return self.where(lambda space: space.role == role)

    def _within(self, origin: int) -> tuple[int, int, int]:
        reached, sets = 1 << origin, []
        for _ in range(3):
            for number in bits(reached):
                reached |= self.near[number]
            sets.append(reached & ~(1 << origin))
        return (sets[0], sets[1], sets[2])

    def _good_ways(self, number: int) -> int:
        city, gate = 1 << self.city, 1 << self.gate
        if self.sort[number] == CITY:
            return self.near[number] & (self.walls | gate)
        if self.sort[number] == WALL:
            return self.near[number] & (city | self.walls)
        return self.near[number] & (self.fields | (city if number == self.gate else 0))

    def _evil_ways(self, number: int) -> int:
        if self.sort[number] == WALL:
            return self.near[number]
        return self.near[number] & (self.fields | (self.walls if self.sort[number] == CITY else 0))

    def _steps(self, goal: int, ways: Sequence[int]) -> tuple[int, ...]:
        """Fewest steps to a space of ``goal``; FAR where none lead."""
        steps = [0 if goal >> number & 1 else FAR for number in range(self.size)]
        queue = list(bits(goal))
        for number in queue:
            for other in range(self.size):
                if steps[other] == FAR and ways[other] >> number & 1:
                    steps[other] = steps[number] + 1
                    queue.append(other)
        return tuple(steps)

    def _to_end(self) -> tuple[int, ...]:
        meadows = [self.near[n] & self.fields if self.sort[n] == FIELD else 0 for n in range(self.size)]
        steps = list(self._steps(self.starts[0] | self.starts[1] | self.starts[2], meadows))
        for number in range(self.size):
            if self.sort[number] == WALL:
                steps[number] = min((steps[f] for f in bits(self.fields_at[number])), default=FAR) + 1
        steps[self.city] = FAR
        return tuple(steps)
