"""What units are worth in a fight, as a few numbers that can be added up.

Two armies are compared by the product of what they hit with and what they can lose, as in Lanchester's
law; ``chance`` is close to the exact odds and costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rules.nerath.odds import Odds, odds
from rules.nerath.terms import CASTLE, DRAGON, HEROES, PROFILES, WARSHIP
from rules.nerath.units import HIT, aboard_kind, kind_of, places, unit

ATTACK = (0.167, 0.75, 0.5, 0.62, 0.583, 0.0, 0.375, 0.75, 0.375)
"""Hits a round when attacking on land, by kind; wizards count for more, as they strike first."""
DEFENCE = (0.167, 0.375, 0.5, 0.62, 0.583, 0.75, 0.375, 0.75, 0.375)
"""Hits a round when defending on land."""
AT_SEA = (0.0, 0.0, 0.5, 0.62, 0.0, 0.0, 0.75, 0.75, 0.375)
"""Hits a round at sea."""
LASTING = tuple(2.3 if kind == DRAGON else 1.0 for kind in range(9))
"""Hits that a unit bears, by kind; a dragon's first one heals."""
COST = tuple(float(profile.cost) if kind != CASTLE else 0.0 for kind, profile in enumerate(PROFILES))
"""Gold that is lost with a unit; a castle is never removed."""


class Army(NamedTuple):
    """Hits a round, hits that can be borne, and what it cost."""

    hits: float
    body: float
    gold: float

    def __add__(self, other: tuple[object, ...]) -> Army:
        assert isinstance(other, Army)
        return Army(self.hits + other.hits, self.body + other.body, self.gold + other.gold)


NOBODY = Army(0.0, 0.0, 0.0)
ATTACKER = tuple(Army(ATTACK[kind], LASTING[kind], COST[kind]) for kind in range(9))
DEFENDER = tuple(Army(DEFENCE[kind], LASTING[kind], COST[kind]) for kind in range(9))


def army(kinds: Iterable[int], each: tuple[Army, ...]) -> Army:
    """The sum over units, told by their kinds; ``each`` is ATTACKER or DEFENDER."""
    hits = body = gold = 0.0
    for kind in kinds:
        one = each[kind]
        hits += one.hits
        body += one.body
        gold += one.gold
    return Army(hits, body, gold)


def at_sea(codes: Iterable[int]) -> Army:
    """A fleet: ships, flyers, and the heroes aboard; drowned cargo is lost too."""
    hits = body = gold = 0.0
    for code in codes:
        kind = kind_of(code)
        hits += AT_SEA[kind]
        body += LASTING[kind]
        gold += COST[kind]
        if kind == WARSHIP:
            for one in places(code):
                aboard = aboard_kind(one)
                gold += COST[aboard]
                if aboard in HEROES:
                    hits += AT_SEA[aboard]
                    body += 1.0
    return Army(hits, body, gold)


def ratio(attacker: Army, defender: Army) -> float:
    """How much stronger the attacker is; 1 means about even."""
    if not defender.body:
        return 100.0
    return attacker.hits * attacker.body / (defender.hits * defender.body + 1e-9)


def chance(attacker: Army, defender: Army) -> float:
    """About how likely the attacker is to win, 0 to 1."""
    if not defender.body:
        return 1.0 if attacker.body else 0.0
    better: float = ratio(attacker, defender) ** 1.5
    return better / (1.0 + better)


@lru_cache(maxsize=1 << 15)
def exact(attackers: tuple[int, ...], defenders: tuple[int, ...], sea: bool) -> Odds:
    """The exact odds of sorted kinds on land, or of codes at sea, remembered."""
    if sea:
        return odds(attackers, defenders, at_sea=True)
    return odds([unit(kind, 0) for kind in attackers], [unit(kind, 1) for kind in defenders])


def kinds_in(stack: Iterable[int], realm: int) -> list[int]:
    """The kinds of a realm's units in a stack, ascending; a fallen castle is none."""
    return [
        code & 15 for code in stack if code >> 4 & 3 == realm and not (code & 15 == CASTLE and code & HIT)
    ]
