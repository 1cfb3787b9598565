"""V4.10, V5.2, V5.3, V6, V8.15, C3, C4: from orders to battles."""

from __future__ import annotations

from collections.abc import Hashable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.rng import Draw, NoRng, ScriptedRng, SeededRng
from rules.vanguard.announce import Announcement, Arrival, Joined, RunningEvent, Spot, announce
from rules.vanguard.bonds import Bonds, Guild, Mission
from rules.vanguard.catalogue_store import shipped_catalogue
from rules.vanguard.division import divide
from rules.vanguard.roles import Roles, RoleSide, battle_roles
from rules.vanguard.scenarios import defender_adds_models, drawable, has_roles, scenario_for
from rules.vanguard.tables_store import shipped_tables
from rules.vanguard.underdog import Strength, Underdog, underdog_share, underdogs

SCENARIOS = shipped_catalogue().scenarios
UNDERDOG = shipped_tables().underdog
NO_BONDS = Bonds()
PACT = Bonds(guilds=(Guild("pact", "ann", frozenset({"ann", "bo"})),))


def lot(*order: int) -> ScriptedRng:
    return ScriptedRng([Draw("V6.2 division", 0, order)])


def to_event(*seats: str, event: str | None = "raid") -> list[Arrival]:
    return [Arrival(f"{seat}'s", seat, "mill", event, 100) for seat in seats]


RAID = [RunningEvent("raid", "mill", 200)]


@pytest.mark.rule("V6.1")
def test_v6_1_two_warbands_at_an_event_fight_without_a_lot() -> None:
    found = announce(to_event("ann", "cy"), RAID, 2, NO_BONDS, NoRng())
    assert found == Announcement((Spot("mill", "raid", (("ann's", "cy's"),), (), (), False),), ())


@pytest.mark.rule("V6.1")
def test_v6_1_events_of_one_place_are_apart() -> None:
    arrivals = [*to_event("ann"), *to_event("cy", event="feast")]
    events = [*RAID, RunningEvent("feast", "mill", 200)]
    found = announce(arrivals, events, 2, NO_BONDS, NoRng())
    assert [spot.unopposed for spot in found.spots] == [("ann's",), ("cy's",)]
    assert all(spot.battles == () for spot in found.spots)


@pytest.mark.rule("V6.2")
def test_v6_2_three_warbands_one_against_one_leave_one_over_by_lot() -> None:
    found = announce(to_event("ann", "bo", "cy"), RAID, 2, NO_BONDS, lot(2, 0, 1))
    # The last of the lot stays out.
    assert found.spots == (Spot("mill", "raid", (("ann's", "cy's"),), ("bo's",), (), True),)


@pytest.mark.rule("V6.2")
@pytest.mark.parametrize(
    ("number", "most", "sizes"),
    [
        (4, 2, [2, 2]),
        (5, 2, [2, 2]),
        (4, 3, [2, 2]),
        (5, 3, [2, 3]),
        (7, 3, [2, 2, 3]),
        (7, 4, [3, 4]),
        (9, 4, [3, 3, 3]),
        (9, None, [9]),
    ],
)
def test_v6_2_sizes_are_as_equal_as_possible(number: int, most: int | None, sizes: list[int]) -> None:
    division = divide(list(range(number)), most, SeededRng(bytes(32)))
    assert sorted(len(battle) for battle in division.battles) == sizes
    assert len(division.left_over) == number - sum(sizes)


@pytest.mark.rule("V6.2")
def test_v6_2_allies_stay_together_where_the_limit_allows() -> None:
    # Three allies and three others with a limit of four: the allies and one other, and the other two.
    division = divide(["a", "a", "a", "b", "c", "d"], 4, SeededRng(bytes(32)))
    together = next(battle for battle in division.battles if 0 in battle)
    assert set(together) > {0, 1, 2}
    assert sorted(len(battle) for battle in division.battles) == [2, 4]


@pytest.mark.rule("V6.2")
def test_v6_2_two_pairs_of_allies_with_room_for_three() -> None:
    division = divide(["a", "a", "b", "b"], 3, SeededRng(bytes(32)))
    # Two battles of two; pairs together would be allies alone, so both pairs are parted.
    assert division.left_over == ()
    assert all({"ab"[i // 2] for i in battle} == {"a", "b"} for battle in division.battles)


@pytest.mark.rule("V6.2", "V7.10")
def test_v6_2_allies_who_outnumber_the_rest_are_left_over() -> None:
    division = divide(["a", "a", "a", "b"], 2, lot(3, 0, 2, 1))
    # One battle only: the lot's last allies, 1 and 2, stay out.
    assert division.battles == ((0, 3),)
    assert division.left_over == (1, 2)


GROUPS = st.lists(st.sampled_from("aabbcdefgh"), min_size=2, max_size=11).filter(
    lambda one: len(set(one)) > 1
)


@pytest.mark.rule("V6.2")
@given(groups=GROUPS, most=st.sampled_from([2, 3, 4, 5, None]), seed=st.binary(min_size=32, max_size=32))
def test_v6_2_every_division_keeps_the_rule(groups: list[Hashable], most: int | None, seed: bytes) -> None:
    division = divide(groups, most, SeededRng(seed))
    everyone = [one for battle in division.battles for one in battle] + list(division.left_over)
    assert sorted(everyone) == list(range(len(groups)))
    for battle in division.battles:
        assert len({groups[one] for one in battle}) > 1
        assert most is None or len(battle) <= most
    assert division == divide(groups, most, SeededRng(seed))
    if division.left_over:
        # Whoever is left over is one of an odd number, or an ally of all others left over.
        left = {groups[one] for one in division.left_over}
        assert len(division.left_over) == 1 or len(left) == 1


@pytest.mark.rule("V6.2")
def test_v6_2_the_lot_treats_all_alike() -> None:
    out = [divide(list("abc"), 2, SeededRng(seed.to_bytes(32, "big"))).left_over[0] for seed in range(900)]
    # 300 each are expected; four standard deviations are about 57.
    assert all(243 < out.count(one) < 357 for one in range(3))


def test_allies_alone_are_no_battle_to_divide() -> None:
    with pytest.raises(ValueError, match="allies"):
        divide(["a", "a"], 2, NoRng())
    with pytest.raises(ValueError, match="two warbands"):
        divide(["a", "b"], 1, NoRng())


@pytest.mark.rule("V6.10", "V8.15")
def test_v6_10_allies_among_themselves_do_not_fight() -> None:
    found = announce(to_event("ann", "bo"), RAID, 2, PACT, NoRng())
    assert found.spots == (Spot("mill", "raid", (), (), ("ann's", "bo's"), False),)


@pytest.mark.rule("V8.18")
def test_v8_18_a_mission_alliance_holds_for_its_event_alone() -> None:
    bonds = Bonds(missions=(Mission(1, "raid", "ann", frozenset({"ann", "bo"})),))
    assert announce(to_event("ann", "bo"), RAID, 2, bonds, NoRng()).spots[0].battles == ()
    feast = announce(to_event("ann", "bo", event="feast"), RAID, 2, bonds, NoRng())
    assert feast.spots[0].battles == (("ann's", "bo's"),)


HOME = Arrival("home", "ann", "mill", None, 100)


@pytest.mark.rule("V4.10")
def test_v4_10_the_owner_waits_and_joins_the_event_that_strangers_reach() -> None:
    found = announce([HOME, *to_event("cy")], RAID, 2, NO_BONDS, NoRng())
    assert found.joined == (Joined("home", "raid", False),)
    assert found.spots == (Spot("mill", "raid", (("cy's", "home"),), (), (), False),)


@pytest.mark.rule("V4.10")
def test_v4_10_of_several_events_the_lot_takes_one() -> None:
    events = [*RAID, RunningEvent("feast", "mill", 200)]
    rng = ScriptedRng([Draw("V4.10 event to join", 0, (1, 0))])
    found = announce([HOME, *to_event("cy"), *to_event("di", event="feast")], events, 2, NO_BONDS, rng)
    assert found.joined == (Joined("home", "feast", True),)


@pytest.mark.rule("V4.10")
@pytest.mark.parametrize(
    ("arrivals", "limit", "bonds"),
    [
        ([], 200, NO_BONDS),
        (to_event("bo"), 200, PACT),
        (to_event("cy"), 99, NO_BONDS),
        (to_event("cy", "ann"), 200, NO_BONDS),
    ],
    ids=["nobody came", "only an ally", "too many points", "another warband of his"],
)
def test_v4_10_else_the_owner_met_nobody(arrivals: list[Arrival], limit: int, bonds: Bonds) -> None:
    found = announce([HOME, *arrivals], [RunningEvent("raid", "mill", limit)], 2, bonds, NoRng())
    assert found.joined == (Joined("home", None, False),)
    assert Spot("mill", None, (), (), ("home",), False) in found.spots


@pytest.mark.rule("V4.10", "V6.1")
def test_v4_10_a_place_without_events_takes_orders_to_itself() -> None:
    found = announce([HOME, *to_event("cy", event=None)], [], 2, NO_BONDS, NoRng())
    assert found == Announcement((Spot("mill", None, (("home", "cy's"),), (), (), False),), ())


@pytest.mark.rule("C3.1")
@pytest.mark.parametrize(
    ("difference", "share"),
    [
        (0, (0, 0)),
        (9, (0, 0)),
        (10, (1, 0)),
        (19, (1, 0)),
        (20, (2, 0)),
        (39, (2, 0)),
        (40, (2, 15)),
        (59, (2, 15)),
        (60, (3, 20)),
        (62, (3, 20)),
        (100, (3, 33)),
        (-5, (0, 0)),
    ],
)
def test_c3_1_underdog_table(difference: int, share: tuple[int, int]) -> None:
    assert underdog_share(difference, UNDERDOG) == share


@pytest.mark.rule("V6.4")
def test_v6_4_each_against_the_strongest_single_hostile_warband() -> None:
    sides = [Strength(1, "ann", 120), Strength(2, "bo", 190), Strength(3, "cy", 200)]
    assert underdogs(sides, None, PACT, UNDERDOG) == (
        Underdog(1, against=3, difference=80, dice=3, bonus_points=26),
        Underdog(2, against=3, difference=10, dice=1, bonus_points=0),
        Underdog(3, against=2, difference=0, dice=0, bonus_points=0),
    )


@pytest.mark.rule("V5.2", "C4.1")
def test_v5_2_two_warbands_draw_one_of_fourteen_scenarios() -> None:
    two = drawable(SCENARIOS.values(), 2)
    assert len(two) == 14
    order = (3, *(i for i in range(14) if i != 3))
    rng = ScriptedRng([Draw("V5.2 scenario", 0, order)])
    assert scenario_for(SCENARIOS.values(), 2, rng) == two[3]


@pytest.mark.rule("V5.2", "C4.1")
def test_v5_2_three_and_more_take_king_of_the_hill() -> None:
    for warbands in (3, 5):
        scenario = scenario_for(SCENARIOS.values(), warbands, NoRng())
        assert scenario is not None
        assert scenario.name == "King of the Hill"
    assert scenario_for((), 2, NoRng()) is None


@pytest.mark.rule("C4.1", "V5.3")
def test_c4_1_scenarios_with_roles() -> None:
    assert {one.name for one in SCENARIOS.values() if has_roles(one)} == {
        "Light the Beacon",
        "Free the Princess",
        "Destroy the Baggage Train",
        "Burn the Stores",
    }
    assert [one.name for one in SCENARIOS.values() if defender_adds_models(one)] == ["Light the Beacon"]
    assert not has_roles(None)
    assert not defender_adds_models(None)


PAIR = [RoleSide(1, "ann"), RoleSide(2, "cy")]


@pytest.mark.rule("V6.5")
def test_v6_5_the_higher_roll_attacks_and_equal_ones_roll_again() -> None:
    rng = ScriptedRng([Draw("V6.5 roles", 8, (4, 4)), Draw("V6.5 roles", 8, (2, 7))])
    assert battle_roles(PAIR, None, rng) == Roles(attacker=2, defender=1, rolls=((4, 4), (2, 7)))


@pytest.mark.rule("V6.5")
def test_v6_5_the_owner_defends_without_a_roll_but_not_his_ally() -> None:
    assert battle_roles(PAIR, "ann", NoRng()) == Roles(attacker=2, defender=1, rolls=())
    assert battle_roles(PAIR, "cy", NoRng()) == Roles(attacker=1, defender=2, rolls=())
    rng = ScriptedRng([Draw("V6.5 roles", 8, (8, 1))])
    assert battle_roles(PAIR, "bo", rng) == Roles(attacker=1, defender=2, rolls=((8, 1),))


@pytest.mark.rule("V6.5", "V6.6")
def test_v6_5_more_than_two_sides_follow_the_gms_note() -> None:
    assert battle_roles([*PAIR, RoleSide(3, "di")], "ann", NoRng()) is None
    with pytest.raises(ValueError, match="two sides"):
        battle_roles(PAIR[:1], None, NoRng())
