"""The sixteen Minas Tirith cards (M9)."""

from __future__ import annotations

import pytest

from rules.minas_tirith.content import shipped
from tests.minas_tirith.table import Table

ACT = "1.0 good act 4/4"
EVIL = "1.1 evil act 4/4"


@pytest.mark.rule("M9.1")
def test_theoden_comes_from_the_north() -> None:
    table = Table("1.0 good exchange 3/3", "Mt:iL Ab:o hands=fffhhhh/", piles="theoden")
    supply = table.number("supply", "captain"), table.number("supply", "cavalry")
    assert supply == (2, 18)
    table.do("good exchange f f f", "good reinforce h theoden c")
    assert table.number("supply", "cavalry") == 14, "three lie on the card from the start"
    table.do("good end_exchange", "good deploy theoden")
    assert table.may("good") == {"good arrive c Rw", "good arrive c Re"}
    table.do("good arrive c Re", "good arrive c Re", "good arrive c Rw", "good arrive c Re")
    # the leader stays with battalions of his
    table.do("good arrive L Rw")
    assert (table.at("Rw"), table.at("Re"), table.state.points) == ("cL", "c3", 2)
    assert table.used() == ["theoden"]
    # an entry held by Evil is closed
    table = Table(ACT, "Mt:i Rw:o good:theoden(c2)").do("good deploy theoden")
    assert table.at("Re") == "c2L"
    assert Table(ACT, "Mt:i Rw:o Re:o good:theoden(c2)").refuses("good deploy theoden") == "M4.4"


@pytest.mark.rule("M9.2")
def test_aragorn_comes_to_the_harbour() -> None:
    table = Table(ACT, "Mt:i He:o Ab:o good:aragorn(i2)").do("good deploy aragorn")
    assert (table.at("Hw"), table.state.points) == ("i2A", 3)


@pytest.mark.rule("M9.3")
def test_gandalf_joins_battalions_of_good_anywhere() -> None:
    table = Table(ACT, "Mt:i Wn:a Fa:i Ab:o good:gandalf")
    spaces = {one.split()[-1] for one in table.may("good") if "gandalf" in one}
    assert spaces == {"Mt", "Wn", "Fa"}
    assert table.do("good play gandalf Wn").at("Wn") == "aG"


@pytest.mark.rule("M9.4")
def test_a_sortie_is_free_once() -> None:
    table = Table(ACT, "Mt:ic4L Ab:o good:sortie")
    table.do("good play sortie", "good march Mt Pf c 2", "good march Mt Pf L 1")
    assert (table.at("Pf"), table.state.points) == ("c2L", 4)
    table.do("good march Mt Gr c 2")
    assert table.state.points == 3
    # infantry does not ride with it
    table = Table(ACT, "Mt:ic4 Ab:o good:sortie").do("good play sortie", "good march Mt Gr c 2")
    assert table.do("good march Mt Gr i 1").state.points == 3


@pytest.mark.rule("M9.5")
def test_rain_of_arrows_hits_on_five_once() -> None:
    table = Table(ACT, "Wn:a3 We:a Pf:o9 Ab:o good:arrows").do("good play arrows")
    table.do("good shoot Wn Pf 3", "good shoot We Pf 1", dice=[(5, 6, 4), (5,)])
    assert table.at("Pf") == "o7"


@pytest.mark.rule("M9.6")
def test_hold_them_back() -> None:
    table = Table(EVIL, "Pf:o3 We:a2 Mt:i evil:tower_1@We good:hold")
    table.do("evil attack Pf We 3")
    assert table.may("good") == {"good answer yes", "good answer no"}
    assert table.refuses("evil end_turn") == "M2.1"
    table.do("good answer yes")
    assert (table.at("Pf"), table.at("We"), table.state.points) == ("o3", "a2", 3)
    assert table.used() == ["hold", "tower_1"]
    assert table.refuses("evil attack Pf We 3") == "M5.3"
    # without the answer it happens, and others may join the move without another question
    table = Table(EVIL, "Pf:o3 Mt:i evil:ladders_1@We good:hold").do("evil march Pf We o 1", "good answer no")
    assert (table.at("We"), table.cards("good")) == ("o", ["hold"])
    assert table.do("evil march Pf We o 2").at("We") == "o3"
    # who comes along the wall uses neither
    table = Table(EVIL, "Wn:o3 We:a2 Mt:i good:hold").do("evil attack Wn We 3", dice=[(1, 1, 1), (2, 2)])
    assert table.due() == ""


@pytest.mark.rule("M9.7")
def test_houses_of_healing() -> None:
    table = Table(ACT, "Mt:i Ab:o good:healing captured=i2a2c/o")
    assert table.points() == (1, 6)
    table.do("good play healing")
    assert table.may("good") == {"good heal i", "good heal a"}
    table.do("good heal a", "good heal i")
    assert (table.at("Mt"), table.points()) == ("i2a", (1, 4))
    # with fewer all return without a question; with none it cannot be played
    assert Table(ACT, "Mt:i Ab:o good:healing captured=a/").do("good play healing").at("Mt") == "ia"
    assert Table(ACT, "Mt:i Ab:o good:healing captured=c/").refuses("good play healing") == "M3.7"


@pytest.mark.rule("M9.8")
def test_mordors_reserves_come_to_one_start_area() -> None:
    table = Table("1.1 evil exchange 3/3", "Mt:i Ab:o hands=/fffc", piles="reserves")
    table.do("evil exchange f f f", "evil reinforce c reserves t", "evil deploy reserves 2")
    assert (table.at("Ab"), table.state.points) == ("o4t", 2)
    assert Table(EVIL, "Ab:i Mt:i evil:reserves(o)").refuses("evil deploy reserves 2") == "M4.4"


@pytest.mark.rule("M9.9", "M9.10")
def test_a_siege_tower_stays_at_its_wall() -> None:
    for tower in ("tower_1", "tower_2"):
        table = Table(EVIL, f"Pf:o3 Hf:o2 Mt:i evil:{tower} dice=3").do(f"evil play {tower} We")
        may = table.may("evil")
        # from any field at the wall
        assert {"evil march Pf We o 3", "evil march Hf We o 2"} <= may
        assert not any(f"play {tower}" in one for one in may), "it is bound"
        table.do("evil end_turn")
        assert table.cards("evil") == [tower]
        assert table.state.bound[shipped().by_card[tower]] == shipped().board.by_code["We"]


@pytest.mark.rule("M9.11", "M9.12")
def test_storm_ladders_serve_one_turn() -> None:
    for ladders in ("ladders_1", "ladders_2"):
        table = Table(EVIL, f"Pf:o3t Mt:i evil:{ladders} dice=3").do(f"evil play {ladders} We")
        table.do("evil march Pf We o 2", "evil end_turn")
        # who is up stays; the ladders are used
        assert (table.at("We"), table.used()) == ("o2", [ladders])


@pytest.mark.rule("M9.13")
def test_grond_breaks_the_gate_on_four() -> None:
    table = Table(EVIL, "Gr:to Mt:i evil:grond").do("evil ram", dice=[(3,)])
    assert (table.state.gate_broken, table.state.points) == (False, 3)
    table.do("evil ram", dice=[(4,)])
    assert table.state.gate_broken
    assert table.points() == (0, 3)
    assert table.refuses("evil ram") == "M9.13"
    assert table.cards("evil") == ["grond"]
    assert Table(EVIL, "Gr:o Mt:i evil:grond").refuses("evil ram") == "M9.13", "no troll"
    assert Table(EVIL, "Gr:t Mt:i").refuses("evil ram") == "M9.13", "no ram"


@pytest.mark.rule("M9.14")
def test_the_lord_joins_battalions_of_evil() -> None:
    table = Table(EVIL, "Gr:to Wn:o Mt:i evil:nazgul")
    assert {one for one in table.may("evil") if "nazgul" in one} == {
        "evil play nazgul Gr",
        "evil play nazgul Wn",
    }
    assert table.do("evil play nazgul Gr").at("Gr") == "otN"
    assert table.refuses("evil play nazgul Gr") == "M3.7"


@pytest.mark.rule("M9.15", "M9.16")
def test_catapults_add_a_die_once_a_turn() -> None:
    table = Table(EVIL, "Fb:x4 Fa:i5 Bf:i Mt:i evil:catapults_1")
    # against a banner: two shooters for a die, and the catapult a whole one
    table.do("evil shoot Fb Fa 2 0 yes", dice=[(6, 6)])
    assert table.at("Fa") == "i3"
    assert table.refuses("evil shoot Fb Fa 2 0 yes") == "M9.15"
    # at range 3 it rolls alone
    table = Table(ACT, "We:a2 Fa:o2 Fb:o Ab:o good:catapults_1,catapults_2")
    assert table.refuses("good shoot We Fa 1 0 yes") == "M9.15"
    assert table.refuses("good shoot We Fa 0") == "M6.1"
    table.do("good shoot We Fa 0 0 yes", "good shoot We Fa 0 0 yes", dice=[(6,), (1,)])
    assert table.at("Fa") == "o"
    assert table.refuses("good shoot We Fa 0 0 yes") == "M9.15", "both have shot"
    assert Table(ACT, "We:i Fa:o Ab:o good:catapults_1").refuses("good shoot We Fa 0 0 yes") == "M6.1"
