"""Chapters N5 and N6: battles on land and at sea, step by step, with dice told by hand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.nerath.dice import fighting
from rules.nerath.events import Rolled
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
    dice_of,
)
from tests.nerath.table import GAME, Table

MOVE = "alliance short 1 karkoth move"


def battle(spaces: str, head: str = MOVE) -> Table:
    """The one battle of these units, at its first question."""
    return Table(head, spaces).do("K end_step")


@pytest.mark.rule("N2.3", "N2.1")
def test_dice_of_every_unit_attacking_defending_on_land_and_at_sea() -> None:
    dice = {
        kind: tuple(
            dice_of(kind, attacking=attacking, at_sea=at_sea)
            for attacking in (True, False)
            for at_sea in (False, True)
        )
        for kind in range(9)
    }
    one = (1, 1, 1, 1)
    assert dice == {
        FOOTSOLDIER: one,
        SIEGE: (2, 2, 1, 1),
        FIGHTER: one,
        WIZARD: one,
        MONSTER: one,
        CASTLE: one,
        STORM: (1, 2, 1, 2),
        DRAGON: one,
        WARSHIP: one,
    }
    assert [(p.die, p.cost, p.move) for p in PROFILES] == [
        (6, 1, 1),
        (8, 2, 1),
        (10, 2, 2),
        (10, 3, 2),
        (12, 3, 2),
        (20, 4, 0),
        (8, 3, 2),
        (20, 5, 3),
        (8, 2, 2),
    ]


@pytest.mark.rule("N5.1")
def test_battles_at_sea_come_first_and_the_attacker_chooses_the_order() -> None:
    table = battle("Sn:Kb0,Vb Sf:Kb0,Vb Va:Kf,Vf")
    assert table.due() == "PickBattle"
    assert table.may("karkoth") == {"K fight Sn", "K fight Sf"}
    table.do("K fight Sn", "K ready", dice=[[8], [1]])
    # the other sea battle follows by itself, then the one on land
    assert GAME.board.spaces[table.state.battle.space].code == "Sf"  # type: ignore[union-attr]
    table.do("K ready", dice=[[8], [1]])
    assert GAME.board.spaces[table.state.battle.space].code == "Va"  # type: ignore[union-attr]


@pytest.mark.rule("N5.2", "N5.4", "N5.8", "N5.10")
def test_both_sides_roll_at_the_same_time() -> None:
    table = battle("Va:Kf,Vf").do("K ready", dice=[[6], [6]])
    # both hit: nobody is left, the land stays and nothing is scored
    assert (table.at("Va"), table.owner("Va"), table.points()) == ("", "V", (0, 0, 0, 0))
    table = battle("Va:Kf,Vf").do("K ready", dice=[[6], [5]])
    assert (table.units("Va"), table.owner("Va"), table.points()) == ("Kf", "K", (1, 0, 0, 0))


@pytest.mark.rule("N5.3")
def test_first_strikers_roll_first_and_their_victims_do_not_answer() -> None:
    table = battle("Va:Kw,Vf").do("K ready", dice=[[6]])
    assert table.owner("Va") == "K"
    # two wizards strike at the same time; the footsoldier is gone before the others roll
    table = battle("Va:Kwh,Vwf").do("K ready", dice=[[6], [6]])
    assert {line.split()[0] for seat in ("karkoth", "vailin") for line in table.may(seat)} == {"K", "V"}
    table.do("V lose Vf -", "K lose Kh -")
    assert table.units("Va") == "Kw,Vw"
    assert table.due() == "AwaitPress"


def test_the_losses_of_one_side_leave_the_question_of_the_other_as_it_was() -> None:
    table = battle("Va:Kwhf,Vwff").do("K ready", dice=[[6], [6]])
    asked = GAME.prompt(table.state, "karkoth")
    assert asked is not None
    assert asked.params["hits"] == 1
    table.do("V lose Vf -")
    assert GAME.prompt(table.state, "karkoth") == asked
    assert GAME.prompt(table.state, "vailin") is None


@pytest.mark.rule("N5.5")
def test_the_owner_chooses_and_a_dragon_takes_two_hits() -> None:
    table = battle("Va:Kff,Vdf").do("K ready", dice=[[6, 5], [1], [5]])
    assert table.may("vailin") == {"V lose Vd -", "V lose Vf -"}
    table.do("V lose Vd -")
    assert table.units("Va") == "Kff,Vfd!"
    table.do("K press", "K ready", dice=[[6, 5], [1], [5]])
    table.do("V lose Vd! -")
    # it is gone; what is left fights on
    assert table.units("Va") == "Kff,Vf"
    # a wounded dragon heals when the battle ends
    table = battle("Va:Kf,Vd").do("K ready", dice=[[6], [20]])
    assert table.at("Va") == "Vd"


@pytest.mark.rule("N5.5")
def test_a_dragon_hit_by_a_first_strike_still_rolls() -> None:
    table = battle("Va:Kw,Vd").do("K ready", dice=[[6], [20]])
    # its one die of 20 was rolled after the hit, and killed the wizard
    rolled = [event for event in table.events if isinstance(event, Rolled)]
    assert [(event.realm, event.first_strike) for event in rolled] == [("karkoth", True), ("vailin", False)]
    assert table.at("Va") == "Vd"


@pytest.mark.rule("N5.6")
def test_a_castle_falls_last_and_changes_hands() -> None:
    # two hits: the footsoldier, and the castle in the same step
    table = battle("Va:Kff,Vcf").do("K ready", dice=[[6, 6], [1], [1]])
    assert (table.units("Va"), table.owner("Va")) == ("Kffc", "K")
    # one hit leaves the castle
    table = battle("Va:Kff,Vcf").do("K ready", dice=[[6, 1], [1], [1]])
    assert table.units("Va") == "Kff,Vc"


@pytest.mark.rule("N5.6")
def test_a_castle_rolls_in_the_step_in_which_it_is_hit_and_stands_with_no_attacker_left() -> None:
    table = battle("Va:Kf,Vc").do("K ready", dice=[[6], [6]])
    assert (table.at("Va"), table.owner("Va")) == ("Vc", "V")
    # hit by a first strike it rolls no more
    table = battle("Va:Kw,Vc").do("K ready", dice=[[6]])
    assert (table.units("Va"), table.owner("Va")) == ("Kwc", "K")


@pytest.mark.rule("N5.7")
def test_land_units_retreat_together_to_any_adjacent_friendly_land() -> None:
    table = battle("Va:Kff,Vff").do("K ready", dice=[[1, 1], [1, 1]])
    assert table.may("karkoth") == {"K press", "K retreat"}
    table.do("K retreat")
    assert table.may("karkoth") == {"K retreat_to - Ki", "K retreat_to - Kj", "K retreat_to - Kl"}
    table.do("K retreat_to - Kj")
    assert (table.units("Kj"), table.at("Va")) == ("Kff", "Vff")


@pytest.mark.rule("N5.7")
def test_flyers_retreat_each_where_they_like_also_to_sea() -> None:
    table = battle("Vc:Kfe,Vff").do("K ready", dice=[[1], [1], [1, 1]]).do("K retreat")
    table.do("K retreat_to - Km")
    # the elemental has the land beside it; Vc has no sea
    assert table.may("karkoth") == {"K retreat_to Ke Kj", "K retreat_to Ke Km"}
    table = battle("Ve:Ke,Vff").do("K ready", dice=[[1], [1, 1]]).do("K retreat")
    assert table.may("karkoth") == {"K retreat_to Ke Km", "K retreat_to Ke Sf"}


@pytest.mark.rule("N5.7")
def test_without_friendly_land_land_units_board_ships_or_must_press() -> None:
    # Vm borders Vailin's land alone, and the sea Sa and Sp
    table = battle("Vm:Kff,Vff Sa:Kb0").do("K ready", dice=[[1, 1], [1, 1]]).do("K retreat")
    assert table.units("Sa") == "Kb0(ff)"
    # with too little room there is no retreat: the next round begins
    table = battle("Vm:Kfff,Vff Sa:Kb0").do("K ready", dice=[[1, 1, 1], [1, 1]])
    assert table.due() == "AwaitReady"
    assert table.state.battle is not None
    assert table.state.battle.round == 2


@pytest.mark.rule("N5.9")
def test_land_without_defenders_is_taken_without_dice_by_any_unit() -> None:
    table = battle("Va:Ke Vc:Kf")
    assert (table.owner("Va"), table.owner("Vc"), table.points()) == ("K", "K", (2, 0, 0, 0))
    # no garrison need stay
    table.do("K move Va e Ki", "K end_step")
    assert table.owner("Va") == "K"


@pytest.mark.rule("N5.10")
def test_points_for_conquest() -> None:
    # an enemy's capital scores five in all, each time anew; own starting land scores nothing
    table = battle("Vg:Kff,Vc").do("K ready", dice=[[6, 6], [1]])
    assert table.points() == (5, 0, 0, 0)
    table = battle("Ki=V:Kff,Vf").do("K ready", dice=[[6, 6], [1]])
    assert (table.owner("Ki"), table.points()) == ("K", (0, 0, 0, 0))


@pytest.mark.rule("N5.11")
def test_monsters_run_amok_one_step_into_undefended_land() -> None:
    table = battle("Va:Kmm,Vf Vd:Vc Vf:Vf").do("K ready", dice=[[6, 1], [1]])
    # Vd has a castle, Vf a defender; Vc is bare
    assert table.may("karkoth") == {"K amok -", "K amok Vc"}
    table.do("K amok Vc")
    # the second monster finds no other space
    assert (table.units("Vc"), table.units("Va"), table.points()) == ("Km", "Km", (2, 0, 0, 0))
    assert table.due() == ""


@pytest.mark.rule("N5.11", "N5.9", "N11.5")
def test_an_attack_on_land_that_was_run_into_becomes_a_peaceful_arrival() -> None:
    # bare land is taken before the battles; only flyers that by house rule take none still wait there
    table = Table(MOVE, "Va:Km,Vf Vc:Ke Vd:Kf,Vf")
    table.state = replace(table.state, options=replace(table.state.options, only_land_takes=True))
    table.do("K end_step", "K fight Va", "K ready", dice=[[6], [1]])
    assert (table.owner("Vc"), table.points()) == ("V", (1, 0, 0, 0))
    table.do("K amok Vc")
    assert (table.owner("Vc"), table.units("Vc"), table.points()) == ("K", "Kem'", (2, 0, 0, 0))
    # nothing is left to fight there: the next battle is the other one
    assert table.state.battle is not None
    assert GAME.board.spaces[table.state.battle.space].code == "Vd"


@pytest.mark.rule("N5.11", "N10.3", "N7.7")
def test_land_of_the_partners_start_passes_to_him_by_amok_too_and_dungeons_are_not_run_into() -> None:
    table = battle("Ib=N:Km,Nf Ig=N").do("K ready", dice=[[6], [1]])
    assert "K amok Ig" in table.may("karkoth")
    table.do("K amok Ig")
    assert (table.owner("Ig"), table.units("Ig"), table.points()) == ("I", "Km", (0, 0, 0, 0))
    # Df borders Va; nobody stands in it, and no monster runs there
    assert "K amok Df" not in battle("Va:Km,Vf").do("K ready", dice=[[6], [1]]).may("karkoth")


@pytest.mark.rule("N5.11")
def test_no_amok_without_dice() -> None:
    table = battle("Va:Km")
    assert table.state.step == 3
    assert table.owner("Vc") == "V"


@pytest.mark.rule("N6.1", "N6.4")
def test_only_ships_flyers_and_heroes_fight_at_sea() -> None:
    table = battle("Sn:Kb0(fh>Vo),Vb")
    assert fighting(GAME.board, table.state, table.space("Sn"), 0) == {WARSHIP: 1, FIGHTER: 1}
    # d8 and d10 against d8; the hero then lands and fights on
    table.do("K ready", dice=[[8], [1], [1]])
    assert (table.units("Sn"), table.units("Vo"), table.owner("Vo")) == ("Kb0(f)", "Kh", "K")


@pytest.mark.rule("N6.2")
def test_cargo_drowns_with_its_ship_and_the_owner_chooses_the_ship() -> None:
    table = battle("Sn:Kb0(ff)b0,Vb").do("K ready", dice=[[1, 1], [6]])
    assert table.may("karkoth") == {"K lose Kb0(ff) -", "K lose Kb0 -"}
    table.do("K lose Kb0(ff) -")
    assert table.units("Sn") == "Kb0,Vb0"
    lost = [event.how for event in table.events if type(event).__name__ == "Lost"]
    assert lost == ["battle", "drowned", "drowned"]
    # a hero aboard may be the loss himself
    table = battle("Sn:Kb0(h),Vb").do("K ready", dice=[[1], [1], [6]])
    assert table.may("karkoth") == {"K lose Kb0(h) -", "K lose Kb0(h) h"}
    table.do("K lose Kb0(h) h")
    assert table.units("Sn") == "Kb0,Vb0"


@pytest.mark.rule("N6.3")
def test_a_landing_needs_the_sea_battle_to_be_won() -> None:
    table = battle("Sn:Kb0(f>Vo)b0,Vb").do("K ready", dice=[[1, 1], [1]])
    table.do("K retreat", "K retreat_to - Sj")
    assert (table.units("Sj"), table.owner("Vo")) == ("Kb0b0(f)", "V")


@pytest.mark.rule("N6.5", "N4.6")
def test_at_sea_all_ships_retreat_to_one_friendly_sea_space() -> None:
    table = battle("Sn:Kb0b0e,Vb Sj:Vb").do("K ready", dice=[[1, 1, 1, 1], [1]]).do("K retreat")
    ways = {line.split()[-1] for line in table.may("karkoth")}
    assert ways == {"Se", "Sf", "Sl"}
    table.do("K retreat_to - Se")
    # the elemental goes its own way, to land or sea
    assert "K retreat_to Ke Kh" in table.may("karkoth")


@pytest.mark.rule("N10.2")
def test_partners_agree_on_the_hits_or_split_them_evenly() -> None:
    table = battle("Va:Ksss,Vfff,Nf").do("K ready", dice=[[8, 8, 8, 1, 1, 1], [1, 1, 1], [1]])
    assert table.due() == "AwaitSplit"
    # three hits: Nerath can bear one
    assert table.may("vailin") == {"V offer 2", "V offer 3", "V split_evenly"}
    table.do("V offer 2")
    assert table.due() == "AwaitSplit"
    agreed = table.state
    table.do("N offer 2")
    assert table.units("Va") == "Ksss,Vf"
    # evenly: the odd hit goes to the partner with more units there
    table.state = agreed
    table.do("N split_evenly")
    assert table.units("Va") == "Ksss,Vf"
    # at equal numbers to the owner of the space
    table = battle("Va:Kss,Vf,Nf").do("K ready", dice=[[8, 1, 1, 1], [1], [1]]).do("N split_evenly")
    assert table.units("Va") == "Kss,Nf"


@pytest.mark.rule("N10.2")
def test_at_sea_the_odd_hit_goes_to_the_partner_earlier_in_turn_order() -> None:
    table = battle("Sn:Kb0b0,Vb,Nb").do("K ready", dice=[[8, 1], [1], [1]]).do("N split_evenly")
    assert table.units("Sn") == "Kb0b0,Nb0"


@pytest.mark.rule("N10.2", "N5.6")
def test_the_castle_comes_after_both_partners_and_is_no_unit_in_the_split() -> None:
    table = battle("Va:Ksss,Vcf,Nf").do("K ready", dice=[[8, 8, 1, 1, 1, 1], [1], [1], [1]])
    assert table.units("Va") == "Ksss,Vc"
    table = battle("Va:Ksss,Vcf,Nf").do("K ready", dice=[[8, 8, 8, 1, 1, 1], [1], [1], [1]])
    assert table.units("Va") == "Ksssc"


@pytest.mark.rule("N10.3")
def test_land_of_the_partners_start_passes_to_him_and_scores_nothing() -> None:
    table = battle("Ig=N:Kff,Nf").do("K ready", dice=[[6, 1], [1]])
    assert (table.owner("Ig"), table.units("Ig"), table.points()) == ("I", "Kff", (0, 0, 0, 0))
