"""An army: how many figures of each kind one side has in a space, packed into one int.

Every kind has six bits, in the order of its side's KINDS; behind them stand, for each kind of archers, how
many of them have shot in this turn (M4.7). An empty space is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from rules.minas_tirith.terms import BATTALIONS, KINDS, LEADERS, SHOOTERS

BITS, MASK = 6, 63
MOST = MASK
"""More figures of one kind fit in no space, nor in a supply."""
ONE = tuple(1 << BITS * kind for kind in range(8))
"""One figure of each kind."""
_LEADER_MASK = tuple(sum(MASK << BITS * kind for kind in LEADERS[side]) for side in (0, 1))
_BATTALION_MASK = tuple(sum(MASK << BITS * kind for kind in BATTALIONS[side]) for side in (0, 1))
_FIGURES = tuple((1 << BITS * len(KINDS[side])) - 1 for side in (0, 1))
_SHOT = tuple(
    {kind: BITS * (len(KINDS[side]) + number) for number, kind in enumerate(SHOOTERS[side])}
    for side in (0, 1)
)


def count(army: int, kind: int) -> int:
    """How many figures of a kind are in an army."""
    return army >> BITS * kind & MASK


def shot(side: int, army: int, kind: int) -> int:
    """How many archers of a kind have shot in this turn."""
    return army >> _SHOT[side][kind] & MASK


def fresh(side: int, army: int, kind: int) -> int:
    """How many archers of a kind may still shoot in this turn (M4.7)."""
    return count(army, kind) - shot(side, army, kind)


@lru_cache(maxsize=1 << 14)
def battalions(side: int, army: int) -> int:
    """How many battalions are in an army."""
    return sum(army >> BITS * kind & MASK for kind in BATTALIONS[side])


def has_leader(side: int, army: int) -> bool:
    """Whether a leader is with an army."""
    return bool(army & _LEADER_MASK[side])


def has_battalion(side: int, army: int) -> bool:
    """Whether an army has a battalion."""
    return bool(army & _BATTALION_MASK[side])


def leaders_of(side: int, army: int) -> int:
    """The leaders of an army alone."""
    return army & _LEADER_MASK[side]


def rested(side: int, army: int) -> int:
    """The army with nobody having shot."""
    return army & _FIGURES[side]


def with_shot(side: int, army: int, kind: int, number: int) -> int:
    """The army when ``number`` more archers of a kind have shot."""
    return army + (number << _SHOT[side][kind])


@lru_cache(maxsize=1 << 12)
def kinds_in(side: int, army: int) -> tuple[int, ...]:
    """The kinds of battalions in an army, ascending."""
    return tuple(kind for kind in BATTALIONS[side] if army >> BITS * kind & MASK)


def pieces(side: int, army: int) -> Iterator[tuple[int, int]]:
    """Every kind that is in an army, leaders too, with its number."""
    for kind in range(len(KINDS[side])):
        if number := count(army, kind):
            yield kind, number


def part(side: int, army: int, kind: int, number: int) -> int:
    """``number`` figures of a kind cut out of an army: rested archers first."""
    cut = number << BITS * kind
    place = _SHOT[side].get(kind)
    if place is not None and (tired := number - fresh(side, army, kind)) > 0:
        cut += tired << place
    return cut


def without(side: int, army: int, kind: int) -> int:
    """The army without one figure of a kind that falls: one that has shot, if there is one."""
    place = _SHOT[side].get(kind)
    cut = ONE[kind]
    if place is not None and army >> place & MASK:
        cut += 1 << place
    return army - cut


def packed(counts: Mapping[int, int]) -> int:
    """An army of so many figures of each kind, nobody having shot."""
    return sum(number << BITS * kind for kind, number in counts.items())
