"""Actions, moves, walls and gate (M4, M5)."""

from __future__ import annotations

import pytest

from tests.minas_tirith.table import Table

ACT = "1.0 good act 4/4"
EVIL = "1.1 evil act 4/4"


@pytest.mark.rule("M4.1")
def test_an_army_moves_into_an_adjacent_territory_for_a_point() -> None:
    table = Table(ACT, "Pf:i3a2L Or:c Ab:o")
    table.do("good march Pf Bf i 2")
    assert table.state.points == 3
    # others join the same move for the same point, the leader too
    table.do("good march Pf Bf a 1", "good march Pf Bf L 1")
    assert (table.at("Bf"), table.at("Pf"), table.state.points) == ("i2aL", "ia", 3)
    # another territory costs another point, and so does an own one
    table.do("good march Pf Or i 1")
    assert (table.at("Or"), table.state.points) == ("ic", 2)
    table.do("good march Pf Bf a 1")
    assert table.state.points == 1, "the first move is over"
    assert table.refuses("good march Or Fa i 1") == "M4.1"
    assert table.refuses("good march Or Pf i 2") == "M4.1"


@pytest.mark.rule("M4.2")
def test_cavalry_moves_two_territories_if_the_first_is_free_or_own() -> None:
    table = Table(ACT, "Pf:c2iL Bf:o Ab:o")
    # over the orchards to the rampart; not over the burnt farm, where the enemy stands
    assert "good march Pf Rb c 2" in table.may("good")
    assert table.refuses("good march Pf Fa c 1") == "M4.2"
    assert table.refuses("good march Pf Rb i 1") == "M4.1"
    table.do("good march Pf Rb c 1", "good march Pf Rb L 1")
    assert (table.at("Rb"), table.state.points) == ("cL", 3)
    assert "good march Pf Rb i 1" not in table.may("good")
    assert "evil march Ab Fb w 1" in Table(EVIL, "Ab:w Mt:i").may("evil")


@pytest.mark.rule("M4.3")
def test_a_leader_alone_goes_one_to_three_territories_through_his_army() -> None:
    table = Table(ACT, "Pf:iL Or:i Rb:i Ra:i Ea:i Oa:i Ab:o")
    assert {one for one in table.may("good") if " L " in one} == {
        "good march Pf Or L 1",
        "good march Pf Rb L 1",
        "good march Pf Ra L 1",
        "good march Pf Ea L 1",
    }
    assert table.refuses("good march Pf Oa L 1") == "M4.3", "four steps"
    assert table.refuses("good march Pf Bf L 1") == "M4.3", "none of his army is there"
    table.do("good march Pf Ra L 1")
    assert (table.at("Ra"), table.state.points) == ("iL", 3)


@pytest.mark.rule("M4.4")
def test_deploying_costs_an_action() -> None:
    table = Table("1.1 evil act 2/2", "Mt:i Ab:o evil:reserves(o2)")
    table.do("evil deploy reserves 3")
    assert (table.at("Ac"), table.state.points) == ("o2", 1)
    assert table.used() == ["reserves"]


@pytest.mark.rule("M4.5")
def test_an_oliphant_becomes_three_infantry() -> None:
    table = Table(EVIL, "Mt:i Ab:e2")
    table.do("evil swap Ab")
    assert (table.at("Ab"), table.state.points) == ("o3e", 3)
    # supply permitting: 38 infantry stand on the board, two are left
    table = Table(EVIL, "Mt:i Aa:o38 Ab:e")
    assert table.refuses("evil swap Ab") == "M4.5"
    assert table.refuses("evil swap Aa") == "M4.5"


@pytest.mark.rule("M4.6")
def test_nobody_moves_into_enemies_and_the_ramparts_are_open_to_all() -> None:
    table = Table(ACT, "Pf:i Bf:o Fa:c Ab:o")
    assert table.refuses("good march Pf Bf i 1") == "M4.6"
    assert "good march Fa Rb c 1" in table.may("good")
    assert "evil march Eb Rb o 1" in Table(EVIL, "Eb:o Mt:i").may("evil")


@pytest.mark.rule("M4.7")
def test_the_turn_ends_when_the_points_are_used_up_or_earlier() -> None:
    table = Table("1.0 good act 1/1", "Pf:i2 Ab:o dice=3/4")
    table.do("good march Pf Bf i 1")
    # one more may still join this move, then the turn is over
    assert table.may("good") == {"good march Pf Bf i 1", "good end_turn"}
    assert table.refuses("good march Bf St i 1") == "M4.7"
    table.do("good march Pf Bf i 1")
    assert table.state.side == 1
    table = Table(ACT, "Pf:i2 Ab:o dice=3/4").do("good end_turn")
    assert (table.state.side, table.state.points) == (1, 0)


@pytest.mark.rule("M4.7")
def test_each_archer_shoots_once_a_turn() -> None:
    table = Table(ACT, "Pf:a2 Bf:o9 Ab:o dice=1/2")
    table.do("good shoot Pf Bf 1", dice=[(1,)])
    assert table.refuses("good shoot Pf Bf 2") == "M4.7"
    # who has not shot goes first, and shoots there; he who has shot stays
    table.do("good march Pf Or a 1", "good shoot Or Bf 1", dice=[(1,)])
    assert (table.at("Pf"), table.at("Or")) == ("a'1", "a'1")
    assert not [one for one in table.may("good") if "shoot" in one]
    table.do("good end_turn")
    assert table.at("Pf") == "a"


@pytest.mark.rule("M5.1")
def test_good_goes_up_and_down_its_walls_by_the_city() -> None:
    table = Table(ACT, "Mt:iac Wn:aL Pf:i Gr:c Ab:o")
    may = table.may("good")
    assert {"good march Mt Wn i 1", "good march Wn Mt a 1", "good march Wn We a 1"} <= may
    assert table.refuses("good march Wn Nm a 1") == "M5.1"
    assert table.refuses("good march Pf We i 1") == "M5.1"
    assert table.refuses("good march Mt We c 1") == "M5.1"
    assert "good march Wn Ws a 1" not in may, "they do not touch"


@pytest.mark.rule("M5.2")
def test_the_gate_is_open_to_good_and_closed_to_evil_until_it_is_broken() -> None:
    table = Table(ACT, "Mt:i2c Ab:o")
    assert {"good march Mt Gr i 2", "good march Mt Pf c 1"} <= table.may("good")
    shut = Table(EVIL, "Gr:o3 Wn:a")
    assert shut.refuses("evil march Gr Mt o 1") == "M5.2"
    assert Table(EVIL, "Gr:o3 Mt:i").refuses("evil attack Gr Mt 1") == "M5.2"
    broken = Table(EVIL, "Gr:t3 Mt:i gate=broken")
    assert "evil attack Gr Mt 3" in broken.may("evil")
    assert Table(EVIL, "Gr:t Wn:a gate=broken").do("evil march Gr Mt t 1").winner() == ("evil", "city")


@pytest.mark.rule("M5.3")
def test_evil_climbs_only_with_tower_or_ladders() -> None:
    table = Table(EVIL, "Pf:o3tB Or:o Mt:i evil:tower_1,ladders_1")
    assert table.refuses("evil march Pf We o 1") == "M5.3"
    table.do("evil play tower_1 We")
    assert "evil march Pf We o 2" in table.may("evil")
    assert table.refuses("evil march Pf We t 1") == "M5.3"
    table.do("evil march Pf We o 2", "evil march Pf We B 1")
    assert table.at("We") == "o2B"
    # from the wall into the city and onto the next wall
    assert {"evil attack We Mt 2", "evil march We Wn o 1"} <= table.may("evil")
    # attacking a wall needs a way up as well
    table = Table(EVIL, "Nm:o3 Wn:a Mt:i evil:ladders_1")
    assert table.refuses("evil attack Nm Wn 3") == "M5.3"
    assert "evil attack Nm Wn 3" in table.do("evil play ladders_1 Wn").may("evil")
