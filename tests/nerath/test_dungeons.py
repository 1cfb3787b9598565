"""Chapters N7 and N8: dungeons, treasures, regrouping."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.nerath.actions import EndStep
from tests.nerath.table import GAME, Table

MOVE = "alliance short 1 karkoth move"
REGROUP = "alliance short 1 karkoth regroup"


def explore(spaces: str) -> Table:
    return Table(MOVE, spaces).do("K end_step")


@pytest.mark.rule("N7.1")
def test_heroes_fight_all_guardians_at_once_when_the_step_is_closed() -> None:
    table = explore("Dg:Kh,?rat_swarm,?ogre")
    assert table.at("Dg") == "Kh,rat_swarm,ogre"
    # one d10 of the hero; one d6 and two d8 of the guardians
    table.do("K ready", dice=[[1], [1], [1, 1]])
    assert table.due() == "AwaitPress"


@pytest.mark.rule("N7.2")
def test_each_hit_removes_a_die_and_some_are_hit_on_seven_or_eight_only() -> None:
    table = explore("Dg:Khhh,ogre,iron_golem").do("K ready", dice=[[6, 7, 8], [1, 1], [1, 1]])
    # 6 and 7 hit the ogre's two dice; 8 can only hit the golem then
    assert table.state.battle is not None
    assert table.state.battle.tiles == (0, 1)
    # with a choice the player assigns: an 8 hits either
    table = explore("Dg:Kh,ogre,iron_golem").do("K ready", dice=[[8], [1, 1], [1, 1]])
    assert table.may("karkoth") == {"K strike 0", "K strike 1"}
    table.do("K strike 1")
    assert table.state.battle is not None
    assert table.state.battle.tiles == (2, 1)


@pytest.mark.rule("N7.2", "N5.3")
def test_a_medusa_strikes_first() -> None:
    table = explore("Dg:Kh,medusa").do("K ready", dice=[[6]])
    # the fighter is gone before he could roll; the medusa stays, face up
    assert table.at("Dg") == "medusa"


@pytest.mark.rule("N7.3")
def test_fleeing_heroes_leave_the_living_guardians_with_all_their_dice() -> None:
    table = explore("Dg:Khh,ogre,rat_swarm").do("K ready", dice=[[6, 6], [1], [1, 1]])
    table.do("K strike 0", "K strike 1")
    table.do("K retreat", "K retreat_to - Kf")
    # the rats are dead and gone, the ogre has two dice again
    assert (table.at("Dg"), table.units("Kf")) == ("ogre", "Khh")
    again = Table(MOVE, "Dg:Kh,ogre").do("K end_step")
    assert again.state.battle is not None
    assert again.state.battle.tiles == (2,)


@pytest.mark.rule("N7.3")
def test_all_dead_on_both_sides_gives_no_treasure_and_new_guardians_at_once() -> None:
    table = explore("Dg:Kh,rat_swarm").do("K ready", dice=[[6], [6]])
    assert table.at("Dg").count("?") == 2
    assert table.state.treasures == ((), (), (), ())
    assert table.state.used == ((), (), (), ())
    assert [GAME.content.guardian_ids[tile] for tile in table.state.beaten] == ["rat_swarm"]


@pytest.mark.rule("N7.4")
def test_beaten_guardians_give_their_gold_and_one_treasure() -> None:
    table = explore("Dg:Khh,goblin_chief,rat_swarm")
    first = table.state.treasure_pile[0]
    table.do("K ready", dice=[[6, 6], [1, 1, 1]])
    table.do("K strike 0", "K strike 0", "K press", "K ready", dice=[[6, 1], [1]])
    # the first treasure of the pile is worth one point at once, and the chief leaves one gold
    assert GAME.content.card_ids[first] == "crown_of_dusk"
    assert (table.points(), table.state.gold) == ((1, 0, 0, 0), (11, 10, 10, 10))
    assert len(table.state.beaten) == 2


@pytest.mark.rule("N7.3")
def test_with_no_treasure_left_there_is_none() -> None:
    table = explore("Dg:Kh,goblin_chief")
    table.state = replace(table.state, treasure_pile=(), treasures=(table.state.treasure_pile, (), (), ()))
    before = table.state.treasures
    table.do(
        "K ready",
        dice=[[6], [1, 1]],
    ).do("K press", "K ready", dice=[[6], [1]])
    assert (table.state.treasures, table.state.gold[0]) == (before, 11)


@pytest.mark.rule("N7.5", "N7.6")
def test_a_used_treasure_stays_before_its_player_and_all_treasures_are_open() -> None:
    table = Table(MOVE, "Kf:Kf").card(0, "gate_key")
    number = GAME.content.card_ids.index("gate_key")
    assert GAME.view(table.state, frozenset()).treasures[0] == (number,)
    table.do("K play gate_key", "K carry - - -")
    assert (table.state.treasures[0], table.state.used[0]) == ((), (number,))


@pytest.mark.rule("N7.7")
def test_a_dungeon_has_no_owner_and_no_income() -> None:
    table = Table(MOVE, "Dg:Kh,ogre")
    assert table.state.owner[table.space("Dg")] == -1
    board = GAME.board
    assert all(board.home[space] == -1 for space in range(board.size) if board.dungeons >> space & 1)


@pytest.mark.rule("N8.1")
def test_heroes_and_flyers_regroup_and_start_no_battle() -> None:
    table = Table(REGROUP, "Ki:Khfe Va:Vf")
    assert table.refuses("K move Ki f Kj") == "N8.1"
    assert table.refuses("K move Ki h Va") == "N8.1"
    table.do("K move Ki h Kb", "K move Ki e Kj")
    # heroes may board a ship at a friendly coast; that is all their move, and ships do not sail
    table = Table(REGROUP, "Kh:Kh Sn:Kb0").do("K board Kh h Sn Kb0")
    assert table.units("Sn") == "Kb0(h')"
    assert not any("land" in line or "sail" in line for line in table.may("karkoth"))
    table = Table(REGROUP, "Sn:Kb0(hf)").do("K land Sn Kb0(fh) h Kh")
    assert (table.units("Kh"), table.units("Sn")) == ("Kh'", "Kb0(f)'")
    assert table.refuses("K land Sn Kb0(f)' f Kh") == "N4.4"


@pytest.mark.rule("N8.2")
def test_heroes_leave_the_dungeon_they_cleared_and_two_guardians_come() -> None:
    table = Table(REGROUP, "Dg:Kh")
    assert table.refuses("K end_step") == "N8.2"
    # one step to friendly land only
    assert table.may("karkoth") == {"K move Dg h Ka", "K move Dg h Kf"}
    table.do("K move Dg h Kf", "K end_step")
    assert table.at("Dg").count("?") == 2


@pytest.mark.rule("N8.2")
def test_heroes_with_no_friendly_land_stay_until_their_next_movement() -> None:
    # all three lands round Dk are Vailin's
    table = Table(REGROUP, "Dk:Kh").do("K end_step")
    assert table.at("Dk") == "Kh"
    table = Table(MOVE, "Dk:Kh")
    assert table.refuses("K end_step") == "N8.2"
    table.do("K move Dk h Vc", "K end_step")
    assert table.at("Dk").count("?") == 2


@pytest.mark.rule("N8.3")
def test_flyers_must_reach_friendly_land_or_die() -> None:
    table = Table(REGROUP, "Sa:Kd Sf:Ke Se:Kd")
    assert GAME.stranded(table.state, "karkoth") == ((table.space("Sa"), 7), (table.space("Se"), 7))
    assert table.refuses("K move Sa d Sf") == "N8.3"
    table.do("K move Sa d Km", "K end_step")
    # the dragon over Se is lost, the elemental stays at sea
    assert (table.at("Se"), table.units("Sf"), table.units("Km")) == ("", "Ke", "Kd")


def guarded_elsewhere(table: Table) -> None:
    """A face-up guardian in every other dungeon, so that Dg alone is to be filled."""
    lich = GAME.content.guardian_ids.index("lich")
    tiles = tuple(
        (lich << 1 | 1,) if GAME.board.dungeons >> space & 1 and space != table.space("Dg") else ()
        for space in range(GAME.board.size)
    )
    table.state = replace(table.state, tiles=tiles)


@pytest.mark.rule("N7.4")
def test_an_empty_pile_is_made_anew_from_beaten_guardians() -> None:
    table = Table(REGROUP, "Dg:Kh")
    guarded_elsewhere(table)
    beaten = table.state.pile[:3]
    table.state = replace(table.state, pile=(), beaten=beaten)
    table.do("K move Dg h Kf", "K end_step")
    lying = {tile >> 1 for tile in table.state.tiles[table.space("Dg")]}
    assert len(lying) == 2
    assert lying | set(table.state.pile) == set(beaten)


@pytest.mark.rule("N7.3")
def test_with_too_few_guardians_as_many_come_as_there_are() -> None:
    table = Table(REGROUP, "Dg:Kh")
    guarded_elsewhere(table)
    table.state = replace(table.state, pile=table.state.pile[:1], beaten=())
    table.do("K move Dg h Kf", "K end_step")
    assert len(table.state.tiles[table.space("Dg")]) == 1
    GAME.check(table.state, EndStep(seat="karkoth"))
