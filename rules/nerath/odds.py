"""The exact chances of a battle that is fought to its end, with the default order of losses (N5.12).

With a fixed order of losses a side is told by the number of hits it has taken, so a battle is a walk over
pairs of such numbers. Each pair is visited in both halves of a round, before the first strikes and before
the other dice; a round without a hit leads back to where it began, which is summed as a geometric series.
No cards, no retreat, no guardians.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.nerath.losses import default_loss
from rules.nerath.terms import CASTLE, DRAGON, FLYERS, HEROES, HIT_ON, PROFILES, WARSHIP, WIZARD, dice_of
from rules.nerath.units import HIT, aboard_kind, kind_of, places, with_places


class Odds(NamedTuple):
    """Chances from 0 to 1, and how many units, and how much gold's worth, each side loses on average.

    ``both_dead`` is the chance that nobody is left at all; a castle that is hit as the last attacker dies
    stands, and so does its owner (N5.6).
    """

    attacker_wins: float
    both_dead: float
    defender_holds: float
    attacker_loses: float
    defender_loses: float
    attacker_pays: float
    defender_pays: float


class _Rank(NamedTuple):
    """A side after some hits: its dice in both steps as chances of 0, 1, 2 … hits, and its units."""

    first: tuple[float, ...]
    others: tuple[float, ...]
    units: int
    worth: int
    """What the units left cost to build, a castle excepted: it is never removed."""


def odds(attackers: Sequence[int], defenders: Sequence[int], *, at_sea: bool = False) -> Odds:
    """The chances of these units, given by their codes, warships with what they carry.

    Neither side may be empty, at sea none without a unit that fights there; ValueError otherwise.
    """
    mine = _ranks(tuple(sorted(attackers)), True, at_sea)
    theirs = _ranks(tuple(sorted(defenders)), False, at_sea)
    if len(mine) < 2 or len(theirs) < 2:
        raise ValueError("both sides need a unit that fights")
    castle = any(kind_of(code) == CASTLE for code in defenders)
    begin, between = _walk(mine, theirs)
    ends = {
        (i, j): begin.get((i, j), 0.0) + between.get((i, j), 0.0)
        for i, j in begin.keys() | between.keys()
        if i == len(mine) - 1 or j == len(theirs) - 1
    }
    wins = sum(chance for (i, _), chance in ends.items() if i < len(mine) - 1)
    nobody = ends.get((len(mine) - 1, len(theirs) - 1), 0.0)
    lost = sum(chance * (mine[0].units - mine[i].units) for (i, _), chance in ends.items())
    slain = sum(chance * (theirs[0].units - theirs[j].units) for (_, j), chance in ends.items())
    paid = sum(chance * (mine[0].worth - mine[i].worth) for (i, _), chance in ends.items())
    cost = sum(chance * (theirs[0].worth - theirs[j].worth) for (_, j), chance in ends.items())
    both = 0.0 if castle else nobody
    return Odds(wins, both, 1.0 - wins - both, lost, slain, paid, cost)


Chances = dict[tuple[int, int], float]


def _walk(mine: Sequence[_Rank], theirs: Sequence[_Rank]) -> tuple[Chances, Chances]:
    """How often each pair of hits taken is met before the first strikes, and before the other dice."""
    last_i, last_j = len(mine) - 1, len(theirs) - 1
    begin: Chances = {(0, 0): 1.0}
    between: Chances = {}
    for total in range(last_i + last_j):
        for i in range(max(0, total - last_j), min(total, last_i) + 1):
            j = total - i
            if i == last_i or j == last_j or ((i, j) not in begin and (i, j) not in between):
                continue
            # both of a side's dice fall at once; the hits of one side are taken by the other
            ours, others = mine[i], theirs[j]
            stay_first = ours.first[0] * others.first[0]
            stay_others = ours.others[0] * others.others[0]
            inward = begin.get((i, j), 0.0) + between.get((i, j), 0.0) * stay_others
            at_begin = inward / (1.0 - stay_first * stay_others)
            at_between = between.get((i, j), 0.0) + at_begin * stay_first
            _spread(between, at_begin, (i, j), ours.first, others.first, (last_i, last_j))
            _spread(begin, at_between, (i, j), ours.others, others.others, (last_i, last_j))
    return begin, between


def _spread(
    onto: Chances,
    chance: float,
    at: tuple[int, int],
    hits: tuple[float, ...],
    suffered: tuple[float, ...],
    last: tuple[int, int],
) -> None:
    """Pass a chance on to every pair that some hits lead to; hits beyond what can die are lost (N5.5)."""
    if not chance:
        return
    for down, likely in enumerate(suffered):
        i = min(at[0] + down, last[0])
        part = chance * likely
        for made, this in enumerate(hits):
            if down or made:
                key = i, min(at[1] + made, last[1])
                onto[key] = onto.get(key, 0.0) + part * this


@lru_cache(maxsize=4096)
def _ranks(codes: tuple[int, ...], attacking: bool, at_sea: bool) -> tuple[_Rank, ...]:
    """A side after 0, 1, 2 … hits, down to nobody, losing units in the default order."""
    left = [code for code in codes if not (at_sea and kind_of(code) not in FLYERS | {WARSHIP})]
    ranks = []
    while True:
        ranks.append(_rank(left, attacking, at_sea))
        if not left:
            return tuple(ranks)
        others = [code for code in left if kind_of(code) != CASTLE]
        heroes = [
            (ship, aboard_kind(one))
            for ship in others
            for one in places(ship)
            if at_sea and aboard_kind(one) in HEROES
        ]
        code, cargo = default_loss([*((one, -1) for one in others or left), *heroes])
        left.remove(code)
        if cargo >= 0:
            kept = list(places(code))
            kept.remove(next(one for one in kept if aboard_kind(one) == cargo))
            left.append(with_places(code, tuple(kept)))
        elif kind_of(code) == DRAGON and not code & HIT:
            left.append(code | HIT)


def _rank(units: Sequence[int], attacking: bool, at_sea: bool) -> _Rank:
    dice: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    count = worth = 0
    for code in units:
        aboard = [aboard_kind(one) for one in places(code)]
        count += 1 + len(aboard)
        worth += sum(PROFILES[kind].cost for kind in aboard)
        worth += PROFILES[kind_of(code)].cost if kind_of(code) != CASTLE else 0
        for kind in [kind_of(code), *(kind for kind in aboard if kind in HEROES)]:
            dice[kind == WIZARD][PROFILES[kind].die] += dice_of(kind, attacking=attacking, at_sea=at_sea)
    return _Rank(_hits(dice[1]), _hits(dice[0]), count, worth)


def _hits(dice: Counter[int]) -> tuple[float, ...]:
    """The chances of 0, 1, 2 … hits of some dice, told by their faces (N2.1)."""
    chances = [1.0]
    for faces, number in dice.items():
        hit = (faces - HIT_ON + 1) / faces
        for _ in range(number):
            missed = [chance * (1.0 - hit) for chance in chances] + [0.0]
            for made, chance in enumerate(chances):
                missed[made + 1] += chance * hit
            chances = missed
    return tuple(chances)
