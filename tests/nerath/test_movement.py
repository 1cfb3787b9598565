"""Chapter N4: movement on land, at sea and in the air."""

from __future__ import annotations

import pytest

from rules.engine.refusal import IllegalAction
from tests.nerath.table import GAME, Table

MOVE = "alliance short 1 karkoth move"


def targets(table: Table, start: str) -> set[str]:
    return {line.split()[-1] for line in table.may("karkoth") if line.startswith(start)}


@pytest.mark.rule("N4.1", "N2.3")
def test_a_unit_moves_once_as_far_as_its_move() -> None:
    table = Table(MOVE, "Kb:Kfh")
    assert targets(table, "K move Kb f ") == {"Ka", "Kc", "Ke", "Kf"}
    # two steps through own land; Da at the second step is a dungeon that a hero may enter
    two = {"Ka", "Kc", "Ke", "Kf", "Kd", "Kg", "Ki", "Kh", "Kj", "Da", "Dg"}
    assert targets(table, "K move Kb h ") == two
    table.do("K move Kb f Ka")
    assert table.refuses("K move Ka f Kb") == "N4.1"
    assert table.refuses("K move Kb h Km") == "N4.1"


@pytest.mark.rule("N4.2", "N10.1")
def test_hostile_land_stops_and_friendly_land_lets_pass() -> None:
    table = Table(MOVE, "Ki:Kh")
    # Va is hostile: a fighter enters it and goes no further
    assert "Va" in targets(table, "K move Ki h ")
    assert not {"Vd", "Vi"} & targets(table, "K move Ki h ")
    # the partner's land is passed, in a free-for-all it is not
    near = "Il=K:Kh"
    assert "Ig" in targets(Table(MOVE, near), "K move Il h ")
    assert "Ig" not in targets(Table("free_for_all short 1 karkoth move", near), "K move Il h ")


@pytest.mark.rule("N4.3", "N7.1")
def test_land_units_stay_on_land_and_only_heroes_enter_dungeons() -> None:
    table = Table(MOVE, "Kh:Kf Kf:Kmh")
    assert table.refuses("K move Kh f Sn") == "N4.3"
    assert table.refuses("K move Kf m Dg") == "N4.3"
    assert "K move Kf h Dg" in table.may("karkoth")


@pytest.mark.rule("N7.7")
def test_nobody_enters_a_dungeon_with_another_realms_heroes() -> None:
    table = Table(MOVE, "Kf:Kh Dg:Ih")
    assert table.refuses("K move Kf h Dg") == "N7.7"


@pytest.mark.rule("N4.4")
def test_a_ship_loads_at_a_coast_sails_and_lands() -> None:
    table = Table(MOVE, "Kh:Kfff Sn:Kb2")
    table.do("K board Kh f Sn Kb2", "K board Kh f Sn Kb2(f)")
    assert table.refuses("K board Kh f Sn Kb2(ff)") == "N4.4"
    # landing on a friendly coast ends the voyage
    table.do("K sail Sn Kb2(ff) Sj", "K land Sj Kb1(ff) f Ka")
    assert table.units("Ka") == "Kf'"
    assert table.refuses("K sail Sj Kb0(f)' Sn") == "N4.4"
    table.do("K land Sj Kb0(f)' f Ka")
    assert table.refuses("K move Ka f Kb") == "N4.1"


@pytest.mark.rule("N4.4")
def test_units_that_have_moved_do_not_board_and_the_partners_ship_is_not_ours() -> None:
    table = Table(MOVE, "Kf:Kh Sn:Kb2,Ib")
    table.do("K move Kf h Kh")
    assert table.refuses("K board Kh h Sn Kb2") == "N4.4"
    assert Table(MOVE, "Kh:Kf Sn:Ib").refuses("K board Kh f Sn Ib0") == "N4.4"


@pytest.mark.rule("N4.4")
def test_who_boards_may_be_landed_on_a_hostile_coast_in_the_same_step() -> None:
    table = Table(MOVE, "Kh:Kf Sn:Kb2").do("K board Kh f Sn Kb2", "K land Sn Kb2(f) f Vo")
    assert table.units("Vo") == "Kf'"
    assert table.refuses("K sail Sn Kb0' Sj") == "N4.4"


@pytest.mark.rule("N4.4")
def test_amid_enemies_nobody_goes_aboard() -> None:
    table = Table(MOVE, "Kh:Kf Sn:Kb2,Vb")
    assert table.refuses("K board Kh f Sn Kb2") == "N4.4"


@pytest.mark.rule("N4.5")
def test_flyers_pass_over_everything_and_pay_for_the_shore() -> None:
    table = Table(MOVE, "Kh:Kd Vc:Vfff")
    reach = targets(table, "K move Kh d ")
    # over Vc's soldiers to Vd with three steps, and not into a dungeon
    assert {"Km", "Vc", "Vg", "Ve"} <= reach
    assert not any(code.startswith("D") for code in reach)
    # land to sea costs two, so Sn and then Se or Sf
    assert {"Sn", "Se", "Sf"} <= reach
    assert "Sa" not in reach
    assert table.refuses("K move Kh d Dk") == "N4.5"


@pytest.mark.rule("N4.5", "N8.3")
def test_a_flight_with_no_way_back_is_told_of() -> None:
    alone = "free_for_all short 1 karkoth move"
    # from Sk it is one step to So, one to Sg, and two over the shore to Kk: one too many
    far = Table(alone, "Sk:Kd'")
    assert GAME.no_way_back(far.state, "karkoth") == ((far.space("Sk"), 7),)
    assert GAME.no_way_back(Table(alone, "So:Kd'").state, "karkoth") == ()
    # with the partner's Ia beside Sk there is a way
    assert GAME.no_way_back(Table(MOVE, "Sk:Kd'").state, "karkoth") == ()


@pytest.mark.rule("N4.6")
def test_a_sea_space_with_an_enemy_flyer_is_hostile() -> None:
    table = Table(MOVE, "Sn:Kb2 Se:Ve")
    table.do("K sail Sn Kb2 Se")
    assert table.units("Se") == "Kb0',Ve"
    assert "K sail Se Kb0' St" not in table.may("karkoth")
    # beyond an empty sea it sails on
    assert "K sail Sn Kb2 St" in Table(MOVE, "Sn:Kb2").may("karkoth")
    assert "K sail Sn Kb2 St" not in Table(MOVE, "Sn:Kb2 Se:Ve").may("karkoth")


@pytest.mark.rule("N4.7")
def test_moves_can_be_taken_back_until_the_step_is_closed() -> None:
    table = Table(MOVE, "Kf:Kh Dg:?rat_swarm")
    before = table.state
    table.do("K move Kf h Dg")
    assert table.units("Dg") == "Kh',?rat_swarm"
    assert GAME.may_take_back(before, table.state)
    moved = table.state
    table.do("K end_step")
    # closing the step turns the guardian: no way back from there
    assert table.units("Dg") == "Kh,rat_swarm"
    assert not GAME.may_take_back(moved, table.state)


@pytest.mark.rule("N3.1")
def test_only_the_realm_whose_turn_it_is_moves() -> None:
    table = Table(MOVE, "Kf:Kh Va:Vf")
    assert table.refuses("V move Va f Vc") == "N3.1"
    assert table.refuses("K press") == "N3.1"
    assert table.may("vailin") == set()


@pytest.mark.rule("N6.3")
def test_amid_enemies_only_a_hostile_coast_can_be_landed_on() -> None:
    table = Table(MOVE, "Sj:Kb2(f) Sn:Vb")
    table.do("K sail Sj Kb2(f) Sn")
    assert table.refuses("K land Sn Kb0(f)' f Kh") == "N6.3"
    table.do("K land Sn Kb0(f)' f Vo")
    assert table.units("Sn") == "Kb0(f>Vo)',Vb0"


def test_options_of_two_and_three_players() -> None:
    # N1.2: a free-for-all is for four, or for one person alone
    from rules.nerath.game import check_options
    from rules.nerath.state import Options

    check_options(Options(mode="free_for_all", players=4))
    for players in (2, 3):
        with pytest.raises(IllegalAction) as caught:
            check_options(Options(mode="free_for_all", players=players))
        assert caught.value.rule == "N1.2"
