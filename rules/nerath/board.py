"""The board: spaces, who starts where, and what borders what, prepared for quick questions.

A set of spaces is an int with one bit for each space, so that "every friendly space next to these" is a
few machine operations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from rules.nerath.terms import DUNGEON, LAND, SEA


class Space(msgspec.Struct, frozen=True):
    """One space: its code on the drawing, its name, its sort, whose land it is at the start (-1 nobody's)."""

    code: str
    name: str
    sort: int
    home: int


def bits(spaces: int) -> Iterator[int]:
    """The numbers of the spaces of a set, ascending."""
    while spaces:
        low = spaces & -spaces
        yield low.bit_length() - 1
        spaces ^= low


class Board:
    """Spaces and their borders. Two boards of the same parts are alike; nothing changes after it is made."""

    def __init__(self, spaces: Sequence[Space], borders: Sequence[frozenset[int]], capitals: Sequence[int]):
        self.spaces = tuple(spaces)
        self.size = len(spaces)
        self.borders = tuple(tuple(sorted(found)) for found in borders)
        self.near = tuple(sum(1 << other for other in found) for found in borders)
        """For each space the set of the spaces that border it."""
        self.capitals = tuple(capitals)
        self.sort = tuple(space.sort for space in spaces)
        self.home = tuple(space.home for space in spaces)
        self.land, self.sea, self.dungeons = (
            sum(1 << number for number, space in enumerate(spaces) if space.sort == sort)
            for sort in (LAND, SEA, DUNGEON)
        )
        self.homes = tuple(
            sum(1 << number for number, space in enumerate(spaces) if space.home == realm)
            for realm in range(4)
        )
        self.by_code = {space.code: number for number, space in enumerate(spaces)}
        self.around = lru_cache(maxsize=1 << 16)(self._around)
        self.walk = lru_cache(maxsize=1 << 16)(self._walk)
        self.sail = lru_cache(maxsize=1 << 16)(self._sail)
        self.fly = lru_cache(maxsize=1 << 12)(self._fly)
        self.distance = lru_cache(maxsize=256)(self._distance)

    def _around(self, spaces: int) -> int:
        near = 0
        for number in bits(spaces):
            near |= self.near[number]
        return near

    def _walk(self, origin: int, steps: int, free: int, stops: int) -> int:
        """Spaces within ``steps`` of ``origin``: through ``free`` ones, into ``stops``, where one halts."""
        reached = frontier = 1 << origin
        for _ in range(steps):
            near = self.around(frontier)
            frontier = near & free & ~reached
            reached |= near & (free | stops)
        return reached & ~(1 << origin)

    def _sail(self, origin: int, steps: int, free: int, stops: int) -> tuple[int, ...]:
        """Like ``walk``, but one set for each number of steps that is needed: 1, 2, …"""
        rings = []
        seen = 1 << origin
        for steps_taken in range(1, steps + 1):
            reached = self.walk(origin, steps_taken, free, stops) & ~seen
            rings.append(reached)
            seen |= reached
        return tuple(rings)

    def _fly(self, origin: int, steps: int) -> int:
        """Spaces a flyer can come to, over anything; land to sea and back costs one more (N4.5)."""
        cost = {origin: 0}
        for spent in range(steps):
            for number in [one for one, paid in cost.items() if paid == spent]:
                for other in self.borders[number]:
                    price = (
                        spent
                        + 1
                        + (SEA in (self.sort[number], self.sort[other]))
                        * (self.sort[number] != self.sort[other])
                    )
                    if price <= steps and price < cost.get(other, steps + 1):
                        cost[other] = price
        return sum(1 << number for number in cost if number != origin)

    def _distance(self, origin: int) -> tuple[int, ...]:
        """Fewest steps from ``origin`` to every space over any spaces (N9.3); -1 where none lead."""
        steps = [-1] * self.size
        steps[origin] = 0
        queue = [origin]
        for number in queue:
            for other in self.borders[number]:
                if steps[other] < 0:
                    steps[other] = steps[number] + 1
                    queue.append(other)
        return tuple(steps)
