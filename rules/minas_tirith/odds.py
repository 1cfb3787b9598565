"""Exact chances of a series of ground attacks and of a ranged attack (M6.1, M7.1-M7.7).

A series: the attacker attacks with as many dice as he may, up to a number of attacks, until one side is gone,
or, if he counts with retreats, until a six makes an army fall back. Losses of a battle are taken before.
Nobody retreats in a ranged attack.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from rules.minas_tirith.ground import MOST_DEFENCE, compare
from rules.minas_tirith.terms import DIE, HIT, MOST_DICE

FACES = range(1, DIE + 1)


class Series(NamedTuple):
    """Chances from 0 to 1, and battalions lost on average.

    ``cleared``: the defender is gone, by the dice alone; ``broken``: the attacker is; ``driven``: the
    defender has fallen back before a six, ``repelled``: the attacker has; ``undecided``: the attacks are used
    up. They add up to 1.
    """

    cleared: float
    broken: float
    driven: float
    repelled: float
    undecided: float
    attacker_loses: float
    defender_loses: float


@lru_cache(maxsize=256)
def exchange(
    attack: int, defence: int, plus: int, minus: int, *, every: bool = False
) -> dict[tuple[int, int, int, int], float]:
    """One roll of so many dice: (losses of attacker and defender, sixes of both) → chance (M7.2, M7.3)."""
    found: Counter[tuple[int, int, int, int]] = Counter()
    sides = Counter(tuple(sorted(dice, reverse=True)) for dice in product(FACES, repeat=attack))
    others = Counter(tuple(sorted(dice, reverse=True)) for dice in product(FACES, repeat=defence))
    for mine, often in sides.items():
        for theirs, times in others.items():
            lost = compare(mine, theirs, plus, minus, every=every)
            found[(*lost, mine.count(DIE), theirs.count(DIE))] += often * times
    whole = DIE ** (attack + defence)
    return {key: number / whole for key, number in found.items()}


def six(dice: int) -> float:
    """The chance of at least one six with so many dice."""
    return 1 - (5 / 6) ** dice


def series(
    attackers: int,
    defenders: int,
    attacks: int,
    *,
    plus: int = 0,
    minus: int = 0,
    attacker_drives: bool = False,
    defender_drives: bool = False,
    with_retreat: bool = True,
    every: bool = False,
) -> Series:
    """Up to ``attacks`` attacks of battalions that may all attack, on those of one space.

    ``plus`` and ``minus`` are the bonuses, which stay as long as their side does. A side drives if its sixes
    do: Good's always, Evil's if the Lord of the Nazgûl fights. The defender's six ends the series, as it
    throws the attacker back; without retreats sixes are dice like others. ValueError for an empty side.
    """
    if attackers < 1 or defenders < 1:
        raise ValueError("both sides need a battalion")
    here: dict[tuple[int, int], float] = {(attackers, defenders): 1.0}
    ends = dict.fromkeys(("cleared", "broken", "driven", "repelled"), 0.0)
    lost = slain = 0.0
    for _ in range(attacks):
        after: dict[tuple[int, int], float] = defaultdict(float)
        for (mine, theirs), chance in here.items():
            rolls = exchange(min(MOST_DICE, mine), min(MOST_DEFENCE, theirs), plus, minus, every=every)
            for (down, made, sixes, against), likely in rolls.items():
                part = chance * likely
                lost += part * down
                slain += part * made
                left = mine - down, theirs - made
                if not left[0] or not left[1]:
                    ends["broken" if not left[0] else "cleared"] += part
                elif with_retreat and defender_drives and against:
                    ends["repelled"] += part
                elif with_retreat and attacker_drives and sixes:
                    ends["driven"] += part
                else:
                    after[left] += part
        here = after
    return Series(
        ends["cleared"], ends["broken"], ends["driven"], ends["repelled"], sum(here.values()), lost, slain
    )


def shots(dice: int, hits_on: int = HIT) -> tuple[float, ...]:
    """The chances of 0, 1, 2 … hits of so many dice (M6.1, M9.5)."""
    hit = (DIE - hits_on + 1) / DIE
    chances = [1.0]
    for _ in range(dice):
        longer = [chance * (1 - hit) for chance in chances] + [0.0]
        for made, chance in enumerate(chances):
            longer[made + 1] += chance * hit
        chances = longer
    return tuple(chances)
