"""Ranged and ground attacks, retreats, leaders (M6, M7, M8)."""

from __future__ import annotations

import pytest

from rules.minas_tirith.content import shipped
from rules.minas_tirith.state import Options
from tests.minas_tirith.table import Table

ACT = "1.0 good act 4/4"
EVIL = "1.1 evil act 4/4"


@pytest.mark.rule("M6.1")
def test_each_six_removes_a_battalion_of_the_owners_choice() -> None:
    table = Table(ACT, "Wn:a3 Pf:o2w Ab:o")
    # over the east wall: two steps
    table.do("good shoot Wn Pf 3", dice=[(6, 5, 1)])
    assert table.due() == "Losses"
    assert table.may("evil") == {"evil lose o", "evil lose w"}
    table.do("evil lose w")
    assert (table.at("Pf"), table.number("captured", "warg_riders")) == ("o2", 1)
    assert table.state.side == 0, "no defence, no retreat"


@pytest.mark.rule("M6.1")
def test_range_shooters_and_leaders_last() -> None:
    table = Table(ACT, "Wn:a4 Pf:oB St:o Mt:i Ab:o")
    assert table.refuses("good shoot Wn St 1") == "M6.1", "three steps"
    assert table.refuses("good shoot Wn Pf 4") == "M6.1"
    assert table.refuses("good shoot Mt Pf 1") == "M6.1"
    table.do("good shoot Wn Pf 2", dice=[(6, 6)])
    # the second six finds nobody; the leader falls with the last battalion
    assert table.at("Pf") == ""
    assert table.number("captured", "black_captain") == 1


@pytest.mark.rule("M6.1")
def test_horse_archers_shoot_with_archers_on_foot() -> None:
    table = Table(ACT, "Pf:a2h Bf:o3 Ab:o")
    table.do("good shoot Pf Bf 1 1", dice=[(6, 6)])
    assert (table.at("Pf"), table.at("Bf")) == ("a2'1h'1", "o")


@pytest.mark.rule("M6.2")
def test_evil_needs_two_shooters_for_a_die_against_a_banner() -> None:
    # Causeway Fort has a banner
    table = Table(EVIL, "Fb:x7 Fa:i3 Mt:i")
    assert {one for one in table.may("evil") if "shoot" in one} == {
        "evil shoot Fb Fa 2 0 no",
        "evil shoot Fb Fa 4 0 no",
        "evil shoot Fb Fa 6 0 no",
    }
    assert table.refuses("evil shoot Fb Fa 3") == "M6.2"
    table.do("evil shoot Fb Fa 6", dice=[(6, 6, 1)])
    assert table.at("Fa") == "i"
    # Good shoots at its own banner one for one
    assert "good shoot Bf Fa 1 0 no" in Table(ACT, "Bf:a Fa:o Ab:o").may("good")


@pytest.mark.rule("M7.1")
def test_one_to_three_dice_against_one_or_two() -> None:
    table = Table(ACT, "Pf:i4 Bf:o Ab:o")
    assert {one for one in table.may("good") if "attack" in one} == {
        f"good attack Pf Bf {n}" for n in (1, 2, 3)
    }
    assert table.refuses("good attack Pf Bf 4") == "M7.1"
    assert table.refuses("good attack Pf St 1") == "M7.1"
    table.do("good attack Pf Bf 3", dice=[(1, 1, 1), (2,)])
    assert table.at("Pf") == "i3"
    # two dice also against one
    table = Table(ACT, "Pf:i4 Bf:o5 Ab:o").do("good attack Pf Bf 1", dice=[(5,), (2, 3)])
    assert table.at("Bf") == "o4"


@pytest.mark.rule("M7.2")
def test_highest_against_highest_and_ties_to_the_defender() -> None:
    # 5-4 against 5-3: the tie is the defender's, 4 beats 3
    table = Table(ACT, "Pf:i4 Bf:o5 Ab:o").do("good attack Pf Bf 3", dice=[(4, 1, 5), (3, 5)])
    assert (table.at("Pf"), table.at("Bf")) == ("i3", "o4")
    # the owner chooses which of several kinds is lost
    table = Table(ACT, "Pf:ic3 Bf:o5 Ab:o").do("good attack Pf Bf 3", dice=[(1, 1, 1), (2, 2)])
    assert table.may("good") == {"good lose i", "good lose c"}
    assert table.do("good lose i").at("Pf") == "c2"


@pytest.mark.rule("M7.3")
@pytest.mark.parametrize(
    ("side", "spaces", "order", "tower", "attack", "defence"),
    [
        ("good", "Pf:i3L Bf:o2", "Pf Bf", "", 1, 0),
        ("good", "Pf:i3 Bf:o2B", "Pf Bf", "", 0, 1),
        ("good", "Pf:i3LG Bf:o2", "Pf Bf", "", 1, 0),
        ("evil", "Fb:o3 Fa:i2", "Fb Fa", "", 0, 1),
        ("evil", "Fb:o3B Fa:i2L", "Fb Fa", "", 1, 2),
        ("evil", "Pf:o3 We:a2", "Pf We", " evil:tower_1@We", 1, 0),
        ("evil", "Pf:o3B We:a2L", "Pf We", " evil:tower_1@We", 2, 1),
        ("evil", "Pf:o3 We:a2", "Pf We", " evil:ladders_1@We", 0, 0),
        # Gondor's banner does not help Good's attack, nor Evil that has taken it
        ("good", "Fa:i3 Fb:o2", "Fa Fb", "", 0, 0),
        ("good", "Bf:i3 Fa:o2", "Bf Fa", "", 0, 0),
    ],
)
def test_bonuses(side: str, spaces: str, order: str, tower: str, attack: int, defence: int) -> None:
    head = ACT if side == "good" else EVIL
    table = Table(head, f"{spaces} Ab:o Mt:i{tower}")
    table.do(f"{side} attack {order} 3", dice=[(1, 1, 1), (1, 1)])
    fought = table.events[0]
    assert (fought.attack_bonus, fought.defence_bonus) == (attack, defence)  # type: ignore[union-attr]


@pytest.mark.rule("M7.3")
def test_a_bonus_counts_on_the_highest_die_or_by_option_on_every_die() -> None:
    # 4+1 beats 4; 3 against 3 is the defender's
    spaces = "Pf:i3L Bf:o4 Ab:o"
    table = Table(ACT, spaces).do("good attack Pf Bf 3", dice=[(4, 3, 1), (4, 3)])
    assert (table.at("Pf"), table.at("Bf")) == ("i2L", "o3")
    table = Table(ACT, spaces, options=Options(bonus="every"))
    table.do("good attack Pf Bf 3", dice=[(4, 3, 1), (4, 3)])
    assert (table.at("Pf"), table.at("Bf")) == ("i3L", "o2")


@pytest.mark.rule("M7.4")
def test_entering_a_cleared_territory_is_an_ordinary_action() -> None:
    table = Table(ACT, "Pf:i3 Bf:o Ab:o").do("good attack Pf Bf 3", dice=[(5, 1, 1), (4,)])
    assert (table.at("Bf"), table.at("Pf"), table.state.points) == ("", "i3", 3)
    assert table.do("good march Pf Bf i 3").state.points == 2


@pytest.mark.rule("M7.5")
def test_lost_pieces_are_captured_and_leaders_fall_with_the_last_battalion() -> None:
    table = Table(EVIL, "Bf:o3 Pf:iL Mt:i").do("evil attack Bf Pf 3", dice=[(6, 1, 1), (1,)])
    assert table.at("Pf") == ""
    assert (table.number("captured", "infantry"), table.number("captured", "captain")) == (1, 1)
    assert table.points() == (0, 6)
    # also with the attacker's last one
    table = Table(ACT, "Pf:iL Bf:o2 Mt:i Ab:o").do("good attack Pf Bf 1", dice=[(1,), (2, 2)])
    assert (table.at("Pf"), table.number("captured", "captain")) == ("", 1)


@pytest.mark.rule("M7.6")
def test_evil_falls_back_for_each_six_of_good() -> None:
    # a six beats 4 and the leader's one; all in the territory fall back, with the leader
    table = Table(ACT, "Pf:i3 Bf:o3B Ab:o").do("good attack Pf Bf 3", dice=[(6, 1, 1), (4, 1)])
    assert (table.at("Pf"), table.due()) == ("i2", "Fallback")
    assert table.may("evil") == {"evil fall_back Fa", "evil fall_back Rb"}
    assert table.refuses("evil fall_back St") == "M7.6"
    table.do("evil fall_back Rb")
    assert (table.at("Bf"), table.at("Rb"), table.state.side) == ("", "o2B", 0)


@pytest.mark.rule("M7.6")
def test_a_six_in_goods_defence_ends_evils_turn() -> None:
    spaces = "Bf:o4 Pf:i2 Ab:w Mt:i dice=2"
    table = Table(EVIL, spaces).do("evil attack Bf Pf 2", dice=[(3, 3), (6, 1)])
    assert table.due() == "Fallback"
    table.do("evil fall_back Fa")
    assert (table.at("Fa"), table.state.side) == ("o3", 0)
    # by option it is this army alone that does nothing more
    table = Table(EVIL, spaces, options=Options(six="army"))
    table.do("evil attack Bf Pf 2", "evil fall_back Fa", dice=[(3, 3), (6, 1)])
    assert table.state.side == 1
    assert table.refuses("evil march Fa Bf o 1") == "M7.6"
    assert "evil march Ab Fb w 1" in table.may("evil")


@pytest.mark.rule("M7.6")
def test_a_step_that_cannot_be_made_costs_a_battalion() -> None:
    # two sixes at Evil's end: nobody nearer the end, so two battalions
    table = Table(ACT, "Ob:i3 Ab:o4 Aa:oB Mt:i").do("good attack Ob Ab 3", dice=[(6, 6, 1), (6, 6)])
    # both dice tie to the defender; the sixes count
    assert (table.at("Ob"), table.at("Ab")) == ("i", "o2")
    # blocked by enemies: Good stands in all territories nearer Evil's end
    table = Table(ACT, "Ob:i3 Fb:o2t Oc:i Mt:i Ab:o")
    table.do("good attack Ob Fb 3", dice=[(6, 1, 1), (6, 6)])
    assert table.may("evil") == {"evil lose o", "evil lose t"}
    assert table.refuses("evil fall_back Fa") == "M7.6"
    assert table.do("evil lose o").at("Fb") == "ot"


@pytest.mark.rule("M7.6")
def test_sixes_are_worked_off_one_at_a_time_by_the_army_of_the_battle() -> None:
    table = Table(ACT, "Or:i3 Rb:o2 Eb:x Mt:i Ab:o").do("good attack Or Rb 2", dice=[(6, 6), (6, 6)])
    table.do("evil fall_back Eb")
    # the second step leads on from the east fence; the crossbows there stay
    assert table.may("evil") == {"evil fall_back Oa", "evil fall_back Ob"}
    assert table.do("evil fall_back Ob").at("Ob") == "o2"
    assert table.at("Eb") == "x"


@pytest.mark.rule("M7.6")
def test_every_space_has_its_distances() -> None:
    board = shipped().board
    far = {space.code: board.to_end[number] for number, space in enumerate(board.spaces)}
    assert [far[code] for code in ("Ab", "Ob", "Fb", "Fa", "St", "Gr")] == [0, 1, 2, 3, 4, 5]
    # a wall: the least of its fields and one
    assert far["We"] == min(far["Pf"], far["Gr"], far["Hf"]) + 1
    city = {space.code: board.to_city[number] for number, space in enumerate(board.spaces)}
    assert [city[code] for code in ("Mt", "Gr", "Wn", "Pf", "Or")] == [0, 1, 1, 2, 3]


@pytest.mark.rule("M7.7")
def test_the_lord_of_the_nazgul_drives_good_back() -> None:
    # without him Evil's sixes drive nobody
    table = Table(EVIL, "Bf:o4 Pf:i3 Mt:i").do("evil attack Bf Pf 3", dice=[(6, 1, 1), (1, 1)])
    assert (table.at("Pf"), table.due()) == ("i2", "")
    table = Table(EVIL, "Bf:o4N Pf:i3 Mt:i").do("evil attack Bf Pf 3", dice=[(6, 1, 1), (1, 1)])
    # the army goes to Grond, the one step nearer the city
    assert (table.at("Pf"), table.at("Gr")) == ("", "i2")


@pytest.mark.rule("M7.7")
def test_the_lords_six_in_defence_ends_goods_turn_even_if_he_falls() -> None:
    table = Table(ACT, "Pf:i4 Bf:oN Ab:oB Mt:i dice=2/3").do("good attack Pf Bf 3", dice=[(5, 5, 5), (6,)])
    assert (table.at("Gr"), table.at("Pf"), table.state.side) == ("i3", "", 1)
    # a leader gives Good 6+1: the Lord falls with the last battalion, and his six counts
    table = Table(ACT, "Pf:i4L Bf:oN Ab:oB Mt:i dice=2/3").do("good attack Pf Bf 3", dice=[(6, 5, 5), (6,)])
    # 6+1 against 6+1: a tie is the defender's
    assert table.at("Bf") == "oN"


@pytest.mark.rule("M7.7")
def test_when_both_roll_sixes_only_the_attacker_falls_back() -> None:
    table = Table(ACT, "Pf:i4 Bf:o3N Mt:i Ab:o dice=2/3").do("good attack Pf Bf 2", dice=[(6, 1), (6, 1)])
    assert (table.at("Gr"), table.at("Bf"), table.state.side) == ("i2", "o3N", 1)


@pytest.mark.rule("M7.8")
def test_evil_driven_from_a_wall_and_good_in_the_city() -> None:
    table = Table(ACT, "Mt:i4 We:o2 Ab:o").do("good attack Mt We 1", dice=[(6,), (6, 1)])
    # the fields below the east wall that are nearer Evil's end
    assert table.may("evil") == {"evil fall_back Gr", "evil fall_back Hf", "evil fall_back Pf"}
    table.do("evil fall_back Pf")
    assert (table.at("We"), table.at("Pf")) == ("", "o2")
    table = Table(EVIL, "Gr:o4N Mt:i4 gate=broken").do("evil attack Gr Mt 1", dice=[(6,), (6, 6)])
    # 6+1 beats 6; Good's sixes throw the attacker back, so his own drive nobody
    assert table.at("Mt") == "i3"
    table = Table(EVIL, "Gr:o4N Mt:i4 gate=broken").do("evil attack Gr Mt 2", dice=[(6, 6), (1, 1)])
    # two fall in the comparison, two for the sixes
    assert table.at("Mt") == ""


@pytest.mark.rule("M7.9")
def test_who_could_not_enter_cannot_attack() -> None:
    # cavalry in the city cannot come onto the wall, infantry can
    table = Table(ACT, "Mt:ic3 We:o Gr:o Ab:o")
    may = table.may("good")
    assert "good attack Mt We 1" in may
    assert table.refuses("good attack Mt We 2") == "M7.1"
    assert "good attack Mt Gr 3" in may, "the gate lets Good out"
    # neighbouring walls, and down to the field for Evil alone
    assert "good attack Wn We 1" in Table(ACT, "Wn:a We:o Ab:o").may("good")
    assert Table(ACT, "We:a Pf:o Ab:o").refuses("good attack We Pf 1") == "M5.1"
    evil = Table(EVIL, "We:o2 Pf:i Wn:a Mt:i").may("evil")
    assert {"evil attack We Pf 2", "evil attack We Wn 2"} <= evil
    assert "evil march We Hf o 1" in evil
    # range counts over every border: from Grond to the city
    assert "evil shoot Gr Mt 1 0 no" in Table(EVIL, "Gr:x Mt:i").may("evil")


@pytest.mark.rule("M8.1")
def test_a_leader_left_alone_is_lost_without_points() -> None:
    table = Table(EVIL, "Ab:oB Mt:i dice=2")
    table.do("evil march Ab Ob o 1", "evil end_turn")
    assert table.number("lost", "black_captain") == 1
    assert table.points() == (0, 0)
    table = Table(EVIL, "Ab:oB Mt:i dice=2 captured=/B").do("evil march Ab Ob o 1", "evil end_turn")
    assert table.winner() == ("good", "leaders")


@pytest.mark.rule("M8.2")
def test_two_of_a_colour_do_not_stay_together() -> None:
    table = Table(ACT, "Mt:iL2G Ab:o dice=2/3").do("good end_turn")
    assert (table.at("Mt"), table.number("lost", "captain")) == ("iLG", 1)
    table = Table(ACT, "Mt:iGA Ab:o dice=2/3").do("good end_turn")
    assert table.may("good") == {"good dismiss G", "good dismiss A"}
    assert table.refuses("good dismiss L") == "M8.2"
    table.do("good dismiss G")
    assert (table.at("Mt"), table.state.side, table.points()) == ("iA", 1, (0, 0))
    # red with black
    assert Table(EVIL, "Ab:oBN Mt:i dice=2").do("evil end_turn").at("Ab") == "oBN"


@pytest.mark.rule("M7.6", "M7.7")
def test_the_roll_tells_whom_its_six_drives() -> None:
    """A six of Evil drives nobody without the Lord of the Nazgûl; of two sixes the attacker gives way."""

    def driven(armies: str, *dice: tuple[int, ...]) -> int:
        table = Table(ACT, f"{armies} Ab:o Mt:i").do("good attack Pf Bf 1", dice=dice)
        assert table.state.clash is not None
        return table.state.clash.back

    assert driven("Pf:i4 Bf:o5", (5,), (6, 3)) == -1
    assert driven("Pf:i4 Bf:o5", (6,), (6, 3)) == 1
    assert driven("Pf:i4 Bf:o5N", (6,), (6, 3)) == 0
    assert driven("Pf:i4 Bf:o5", (3,), (2, 1)) == -1
