"""The only sources of chance: seeded, scripted, declared and none.

Every draw has a reason, ``why``, in a form that is stored and shown in each reader's language:
a rule id, and what the draw was for ("V5.2 scenario").
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

import msgspec

T = TypeVar("T")


class Draw(msgspec.Struct, frozen=True):
    """One request for chance and its answer.

    ``sides`` is the number of faces of each die, and ``values`` the dice in the order they fell;
    ``sides`` 0 marks a lot, and ``values`` is then a permutation of 0..n-1.
    """

    why: str
    sides: int
    values: tuple[int, ...]


class Rng(Protocol):
    """A source of chance that remembers what it gave out in ``draws``."""

    @property
    def draws(self) -> list[Draw]:
        """Every draw so far, oldest first."""

    def roll(self, sides: int, count: int, why: str) -> tuple[int, ...]:
        """``count`` dice of ``sides`` faces, each 1..sides, in the order they fell."""

    def shuffle(self, size: int, why: str) -> tuple[int, ...]:
        """A permutation of 0..size-1."""


def draw_one(rng: Rng, items: Sequence[T], why: str) -> T:
    """One of ``items`` by lot, each equally likely; a single one needs no lot.

    A lot is a shuffle and never a roll, so a table that declares its own dice is not asked for it.
    Raises ValueError when there is nothing to draw from.
    """
    if not items:
        raise ValueError(f"{why}: nothing to draw from")
    if len(items) == 1:
        return items[0]
    return items[rng.shuffle(len(items), why)[0]]


class SeededRng:
    """SHA-256 in counter mode, cut to range by rejection.

    The same seed and cursor give the same draws on every Python for ever, which ``random.Random``
    does not promise. ``seed`` is 32 bytes; ``cursor`` counts the blocks used up.
    """

    def __init__(self, seed: bytes, cursor: int = 0) -> None:
        if len(seed) != 32:
            raise ValueError(f"a seed is 32 bytes, not {len(seed)}")
        self._seed = seed
        self.cursor = cursor
        self.draws: list[Draw] = []

    def _below(self, bound: int) -> int:
        limit = (1 << 64) - (1 << 64) % bound
        while True:
            block = hashlib.sha256(self._seed + self.cursor.to_bytes(8, "big")).digest()
            self.cursor += 1
            word = int.from_bytes(block[:8], "big")
            if word < limit:
                return word % bound

    def roll(self, sides: int, count: int, why: str) -> tuple[int, ...]:
        values = tuple(self._below(sides) + 1 for _ in range(count))
        self.draws.append(Draw(why, sides, values))
        return values

    def shuffle(self, size: int, why: str) -> tuple[int, ...]:
        order = list(range(size))
        for i in range(size - 1, 0, -1):
            j = self._below(i + 1)
            order[i], order[j] = order[j], order[i]
        self.draws.append(Draw(why, 0, tuple(order)))
        return tuple(order)


class ScriptedRng:
    """Replays given draws, and objects (LookupError) to any other request."""

    def __init__(self, draws: Iterable[Draw]) -> None:
        self._left = list(draws)
        self.draws: list[Draw] = []

    def _take(self, sides: int, count: int, why: str) -> tuple[int, ...]:
        if not self._left:
            raise LookupError(f"no draw is left for {why}: {count}d{sides}")
        draw = self._left.pop(0)
        if (draw.why, draw.sides, len(draw.values)) != (why, sides, count):
            raise LookupError(f"the script holds {draw}, the rules asked {why}: {count}d{sides}")
        self.draws.append(draw)
        return draw.values

    def roll(self, sides: int, count: int, why: str) -> tuple[int, ...]:
        return self._take(sides, count, why)

    def shuffle(self, size: int, why: str) -> tuple[int, ...]:
        return self._take(0, size, why)

    def spent(self) -> bool:
        """Whether every scripted draw was asked for."""
        return not self._left


class DiceWanted(Exception):
    """The table must roll ``count`` dice of ``sides`` faces before the action can go on."""

    def __init__(self, sides: int, count: int, why: str) -> None:
        super().__init__(f"{why}: {count}d{sides}")
        self.sides = sides
        self.count = count
        self.why = why


class DeclaredRng:
    """Dice the players rolled by hand; lots come from ``lots``, the seeded generator of the same game.

    ``declared`` holds one tuple of dice per roll, in the order the rules will ask. Raises DiceWanted
    when the next roll has not been declared yet, ValueError when the declared dice cannot be it.
    """

    def __init__(self, declared: Iterable[tuple[int, ...]], lots: Rng) -> None:
        self._left = list(declared)
        self._lots = lots
        self.draws: list[Draw] = []

    def roll(self, sides: int, count: int, why: str) -> tuple[int, ...]:
        if not self._left:
            raise DiceWanted(sides, count, why)
        values = self._left.pop(0)
        if len(values) != count or not all(1 <= value <= sides for value in values):
            raise ValueError(f"{why} wants {count}d{sides}, not {values}")
        self.draws.append(Draw(why, sides, values))
        return values

    def shuffle(self, size: int, why: str) -> tuple[int, ...]:
        order = self._lots.shuffle(size, why)
        self.draws.append(Draw(why, 0, order))
        return order

    def spent(self) -> bool:
        """Whether every declared roll was asked for."""
        return not self._left


class NoRng:
    """For code that must not use luck: views, checks, migrations. Any request is our bug."""

    @property
    def draws(self) -> list[Draw]:
        return []

    def roll(self, sides: int, count: int, why: str) -> tuple[int, ...]:
        raise AssertionError(f"unexpected roll of {count}d{sides}: {why}")

    def shuffle(self, size: int, why: str) -> tuple[int, ...]:
        raise AssertionError(f"unexpected lot of {size}: {why}")
