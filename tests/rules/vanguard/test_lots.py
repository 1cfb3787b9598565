"""V6.2, V8: lots for battles of several warbands; where they are few, every way there is is looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.rng import Draw, ScriptedRng, SeededRng
from rules.vanguard.announce import Arrival, RunningEvent, announce
from rules.vanguard.bonds import Bonds, Guild, Mission
from rules.vanguard.division import Division, divide

Battles = tuple[tuple[int, ...], ...]

SEEDS = st.binary(min_size=32, max_size=32)
LIMITS = st.sampled_from([2, 3, 4])


def camps(most: int) -> st.SearchStrategy[list[str]]:
    """So many warbands at most, of two camps or more; camps of several are allies."""
    return st.lists(st.sampled_from("aaabbcdef"), min_size=2, max_size=most).filter(
        lambda one: len(set(one)) > 1
    )


def ways(groups: Sequence[str], most: int) -> Iterator[tuple[Battles, tuple[int, ...]]]:
    """Every way to put warbands into battles that V6.2 allows, with who is left over."""

    def into(rest: Sequence[int]) -> Iterator[Battles]:
        if not rest:
            yield ()
            return
        first, others = rest[0], rest[1:]
        for size in range(1, most):
            for more in combinations(others, size):
                battle = (first, *more)
                if len({groups[one] for one in battle}) > 1:
                    for further in into([one for one in others if one not in more]):
                        yield (battle, *further)

    for over in range(len(groups)):
        for left in combinations(range(len(groups)), over):
            for battles in into([one for one in range(len(groups)) if one not in left]):
                if battles:
                    yield battles, left


def merit(groups: Sequence[str], battles: Battles) -> tuple[int, int]:
    """Pairs of allies parted, and how unequal the battles are (the sum of the squares of their sizes)."""
    parted = sum(
        groups[one] == groups[other]
        for battle, against in combinations(battles, 2)
        for one in battle
        for other in against
    )
    return parted, sum(len(battle) ** 2 for battle in battles)


@pytest.mark.rule("V6.2")
@settings(max_examples=60)
@given(groups=camps(7), most=LIMITS, seed=SEEDS)
def test_v6_2_no_other_division_is_better(groups: list[str], most: int, seed: bytes) -> None:
    """As few as possible are left over, in as few battles as possible; and of those who fight, as the lot has
    it, no others keep more allies together or make battles more equal."""
    division = divide(groups, most, SeededRng(seed))
    if not division.by_lot:
        assert division.battles == (tuple(range(len(groups))),)
        return
    every = list(ways(groups, most))
    fewest = min((len(left), len(battles)) for battles, left in every)
    assert (len(division.left_over), len(division.battles)) == fewest
    alike = [battles for battles, left in every if left == division.left_over]
    best = min(merit(groups, battles) for battles in alike if len(battles) == fewest[1])
    assert merit(groups, division.battles) == best


def every_lot(groups: Sequence[str], most: int) -> list[Division]:
    number = len(groups)
    return [
        divide(groups, most, ScriptedRng([Draw("V6.2 division", 0, order)]))
        for order in permutations(range(number))
    ]


@pytest.mark.rule("V6.2")
@settings(max_examples=40)
@given(groups=camps(5), most=LIMITS)
def test_v6_2_of_all_lots_each_warband_is_left_over_and_matched_alike(groups: list[str], most: int) -> None:
    """Exactly, not by a sample: warbands with equally many allies stay out in equally many of all the lots,
    and two of them meet as often as any other two like them."""
    if len(groups) <= most:
        return
    size = Counter(groups)
    out: dict[int, set[int]] = {}
    meet: dict[tuple[object, ...], set[int]] = {}
    divisions = every_lot(groups, most)
    for one in range(len(groups)):
        count = sum(one in division.left_over for division in divisions)
        out.setdefault(size[groups[one]], set()).add(count)
    for one, other in combinations(range(len(groups)), 2):
        count = sum({one, other} <= set(battle) for division in divisions for battle in division.battles)
        alike = (groups[one] == groups[other], *sorted((size[groups[one]], size[groups[other]])))
        meet.setdefault(alike, set()).add(count)
    assert all(len(counts) == 1 for counts in out.values()), out
    assert all(len(counts) == 1 for counts in meet.values()), meet


@pytest.mark.rule("V6.1", "V6.2")
@given(groups=camps(9))
def test_v6_1_without_limit_all_fight_at_once_and_no_lot_is_drawn(groups: list[str]) -> None:
    division = divide(groups, None, ScriptedRng([]))
    assert division == Division((tuple(range(len(groups))),), (), False)


# --- With guilds and alliances --------------------------------------------------------------------

PLAYERS = ("ann", "bo", "cy", "di", "ed", "flo")
EVENTS = (RunningEvent("raid", "mill", 200), RunningEvent("feast", "mill", 60))


@st.composite
def rounds(draw: st.DrawFn) -> tuple[list[Arrival], Bonds]:
    """Orders of six players to two events and a place without, with guilds and alliances as V8 allows."""
    guilds, missions = [], []
    free = list(draw(st.permutations(PLAYERS)))
    for name in "GH"[: draw(st.integers(0, 2))]:
        members = [free.pop() for _ in range(draw(st.integers(1, min(3, len(free) or 1)))) if free]
        if members:
            guilds.append(Guild(name, members[0], frozenset(members)))
    if len(free) > 1 and draw(st.booleans()):
        allies = free[: draw(st.integers(2, len(free)))]
        missions.append(Mission("M", "raid", allies[0], frozenset(allies)))
    arrivals = []
    for player in PLAYERS:
        for number, target in enumerate(draw(st.sets(st.sampled_from(["raid", "feast", "hill"])))):
            place, event = ("hill", None) if target == "hill" else ("mill", target)
            points = draw(st.integers(20, 100))
            arrivals.append(Arrival(f"{player}{number}", player, place, event, points))
    return arrivals, Bonds(tuple(guilds), tuple(missions))


@pytest.mark.rule("V6.1", "V6.2", "V6.10", "V8.1", "V8.15", "V8.18")
@given(told=rounds(), most=st.sampled_from([2, 3, 4, None]), seed=SEEDS)
def test_v8_15_every_warband_meets_one_fate_and_allies_alone_never_fight(
    told: tuple[list[Arrival], Bonds], most: int | None, seed: bytes
) -> None:
    arrivals, bonds = told
    found = announce(arrivals, EVENTS, most, bonds, SeededRng(seed))
    by_band = {one.warband: one for one in arrivals}
    fates = [
        band
        for spot in found.spots
        for band in (*(one for battle in spot.battles for one in battle), *spot.left_over, *spot.unopposed)
    ]
    assert sorted(map(str, fates)) == sorted(map(str, by_band))
    for spot in found.spots:
        there = [one for one in arrivals if (one.place, one.event) == (spot.place, spot.event)]
        sides = {bonds.group(one.seat, spot.event) for one in there}
        assert bool(spot.battles) == (len(sides) > 1)
        assert bool(spot.unopposed) == (len(sides) == 1)
        for battle in spot.battles:
            assert most is None or len(battle) <= most
            assert len({bonds.group(by_band[band].seat, spot.event) for band in battle}) > 1
        if most is None or len(there) <= most:
            assert len(spot.battles) <= 1
            assert not spot.left_over


@pytest.mark.rule("V8.18")
@given(told=rounds(), seed=SEEDS)
def test_v8_18_an_alliance_counts_for_its_event_alone(told: tuple[list[Arrival], Bonds], seed: bytes) -> None:
    """Beside its event everything is announced as if there were no alliance."""
    arrivals, bonds = told
    elsewhere = [one for one in arrivals if one.event != "raid"]
    with_it = announce(elsewhere, EVENTS, 2, bonds, SeededRng(seed))
    without = announce(elsewhere, EVENTS, 2, Bonds(bonds.guilds), SeededRng(seed))
    assert with_it == without
