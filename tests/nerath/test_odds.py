"""The exact chances of battles fought to the end (N5.12), against figures worked out by hand."""

from __future__ import annotations

import random
import time

import pytest

from rules.nerath.odds import odds
from rules.nerath.terms import (
    CASTLE,
    DRAGON,
    FIGHTER,
    FOOTSOLDIER,
    MONSTER,
    PROFILES,
    SIEGE,
    STORM,
    WARSHIP,
    WIZARD,
)
from rules.nerath.units import place, unit, with_places


def army(*kinds: int, realm: int = 0) -> list[int]:
    return [unit(kind, realm) for kind in kinds]


@pytest.mark.rule("N5.12", "N2.1", "N5.3", "N5.4")
@pytest.mark.parametrize(
    ("attackers", "defenders", "at_sea", "wins", "both"),
    [
        # one sixth each, over and over: 5/36 : 5/36 : 1/36
        ([FOOTSOLDIER], [FOOTSOLDIER], False, 5 / 11, 1 / 11),
        # half before the answer; else half times one sixth …: w = 1/2 + 1/2 * 5/6 * w
        ([WIZARD], [FOOTSOLDIER], False, 6 / 7, 0),
        ([WIZARD], [WIZARD], False, 1 / 3, 1 / 3),
        # the attacker hits with two dice of 3/8 (39/64), the defender with one
        ([SIEGE], [SIEGE], False, 65 / 129, 39 / 129),
        ([DRAGON], [DRAGON], False, 37 / 125, 51 / 125),
        ([STORM], [WARSHIP], True, 65 / 129, 39 / 129),
    ],
)
def test_small_battles(
    attackers: list[int], defenders: list[int], at_sea: bool, wins: float, both: float
) -> None:
    found = odds(army(*attackers), army(*defenders, realm=1), at_sea=at_sea)
    assert found.attacker_wins == pytest.approx(wins, abs=1e-12)
    assert found.both_dead == pytest.approx(both, abs=1e-12)
    assert found.defender_holds == pytest.approx(1 - wins - both, abs=1e-12)


@pytest.mark.rule("N5.12", "N5.5")
def test_five_footsoldiers_against_a_dragon() -> None:
    found = odds(army(*[FOOTSOLDIER] * 5), army(DRAGON, realm=1))
    assert found.attacker_wins == pytest.approx(0.822, abs=0.0005)


@pytest.mark.rule("N5.6", "N5.12")
def test_siege_engine_and_footsoldier_against_a_castle() -> None:
    # The castle hits with 15 of 20. Footsoldier and engine together hit unless all three dice miss:
    # miss m2 = 5/8 * 5/8 * 5/6, the engine alone m1 = 5/8 * 5/8. The footsoldier dies first.
    m2, m1, c = 25 / 64 * 5 / 6, 25 / 64, 3 / 4
    alone_wins = (1 - m1) * (1 - c) / (1 - m1 * (1 - c))
    # both there: a hit takes the castle, as one hit of the castle leaves the engine
    wins = ((1 - m2) + m2 * c * alone_wins) / (1 - m2 * (1 - c))
    found = odds(army(SIEGE, FOOTSOLDIER), army(CASTLE, realm=1))
    assert found.attacker_wins == pytest.approx(wins, abs=1e-12)
    # with nobody left to take it the castle stands
    assert found.both_dead == 0
    assert found.defender_holds == pytest.approx(1 - wins, abs=1e-12)


@pytest.mark.rule("N6.1", "N6.2")
def test_cargo_at_sea_heroes_fight_and_others_drown() -> None:
    idle = with_places(unit(WARSHIP, 0), (place(FOOTSOLDIER), place(MONSTER)))
    assert odds([idle], army(WARSHIP, realm=1), at_sea=True).attacker_wins == pytest.approx(
        odds(army(WARSHIP), army(WARSHIP, realm=1), at_sea=True).attacker_wins
    )
    # 3/8 each and equal: 15/64 : 15/64 : 9/64; with the ship its cargo of two is lost
    lone = odds([idle], army(WARSHIP, realm=1), at_sea=True)
    assert lone.attacker_loses == pytest.approx(3 * 24 / 39)
    fighter = with_places(unit(WARSHIP, 0), (place(FIGHTER),))
    # ship and fighter miss with 5/8 * 1/2; the ship is lost first, and the fighter drowns with it
    miss = 5 / 16
    wins = (1 - miss) * (5 / 8) / (1 - miss * 5 / 8)
    assert odds([fighter], army(WARSHIP, realm=1), at_sea=True).attacker_wins == pytest.approx(wins)


def simulated(attackers: list[int], defenders: list[int], luck: random.Random) -> tuple[bool, bool]:
    """One battle on land, told anew and plainly: who is left."""
    sides = [[k for k in side for _ in range(2 if k == DRAGON else 1)] for side in (attackers, defenders)]

    def order(kind: int) -> tuple[int, int]:
        return (PROFILES[kind].cost, PROFILES[kind].die)

    # a dragon stands twice in the list: its first hit goes before all others, its second as its price says
    queues = []
    for side in sides:
        first = [DRAGON] * (side.count(DRAGON) // 2)
        rest = sorted([*first, *(k for k in side if k != DRAGON)], key=order)
        queues.append((first, rest))

    def roll(side: int, wizards: bool) -> int:
        hits = 0
        for kind in queues[side][1]:
            if (kind == WIZARD) == wizards:
                dice = 2 if kind == SIEGE and side == 0 else 1
                hits += sum(luck.randint(1, PROFILES[kind].die) >= 6 for _ in range(dice))
        return hits

    while queues[0][1] and queues[1][1]:
        for wizards in (True, False):
            hits = (roll(1, wizards), roll(0, wizards))
            for side in (0, 1):
                for _ in range(hits[side]):
                    first, rest = queues[side]
                    if first:
                        first.pop()
                    elif rest:
                        rest.pop(0)
            if not (queues[0][1] and queues[1][1]):
                break
    return bool(queues[0][1]), bool(queues[1][1])


@pytest.mark.rule("N5.12")
@pytest.mark.parametrize("seed", range(6))
def test_odds_are_what_many_battles_show(seed: int) -> None:
    luck = random.Random(seed)
    kinds = [FOOTSOLDIER, SIEGE, FIGHTER, WIZARD, MONSTER, STORM, DRAGON]
    attackers = [luck.choice(kinds) for _ in range(luck.randint(1, 6))]
    defenders = [luck.choice(kinds) for _ in range(luck.randint(1, 6))]
    battles = 3000
    ends = [simulated(attackers, defenders, luck) for _ in range(battles)]
    found = odds(army(*attackers), army(*defenders, realm=1))
    for chance, count in (
        (found.attacker_wins, sum(mine for mine, _ in ends)),
        (found.both_dead, sum(not mine and not theirs for mine, theirs in ends)),
    ):
        # a few battles more or less also count where the chance is tiny
        spread = 4 * (chance * (1 - chance) / battles) ** 0.5 + 4 / battles
        assert abs(count / battles - chance) <= spread


def test_fifteen_units_a_side_take_a_moment() -> None:
    kinds = [FOOTSOLDIER] * 4 + [SIEGE] * 3 + [FIGHTER] * 3 + [WIZARD] * 2 + [MONSTER] * 2 + [DRAGON]
    began = time.process_time()
    found = odds(army(*kinds), army(*kinds, realm=1))
    assert time.process_time() - began < 0.25
    assert found.attacker_wins + found.both_dead + found.defender_holds == pytest.approx(1)


def test_nobody_cannot_fight() -> None:
    with pytest.raises(ValueError, match="both sides"):
        odds([], army(FOOTSOLDIER))
