"""Chapters N1, N3, N9, N10 and N11.5: set-up, cards, buying, income, victory, house rules."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from rules.engine.rng import SeededRng
from rules.nerath.actions import EndStep
from rules.nerath.reinforcements import income
from rules.nerath.state import Options, State
from rules.nerath.terms import BOX, PARTNER, REALMS
from tests.nerath.table import GAME, Table

MOVE = "alliance short 1 karkoth move"
REINFORCE = "alliance short 1 karkoth reinforce"


def start(**options: object) -> State:
    return GAME.setup(Options(**options), SeededRng(bytes(32)))[0]  # type: ignore[arg-type]


def kinds_bought(table: Table, seat: str = "karkoth") -> Counter[str]:
    return Counter(line.split()[2] for line in table.may(seat) if " buy " in line)


@pytest.mark.rule("N1.1", "N1.3")
def test_four_realms_in_turn_order_and_their_partners() -> None:
    assert GAME.seats(Options()) == ("karkoth", "vailin", "iron_circle", "nerath")
    assert [REALMS[PARTNER[realm]] for realm in range(4)] == ["iron_circle", "nerath", "karkoth", "vailin"]


@pytest.mark.rule("N1.2")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_all_four_realms_play_whatever_the_number_of_people(players: int) -> None:
    assert len(GAME.seats(Options(players=players))) == 4
    assert GAME.to_move(start(players=players)) == ("karkoth",)


@pytest.mark.rule("N1.5")
def test_the_set_up() -> None:
    state = start()
    content = GAME.content
    assert (
        state.gold == tuple(realm.gold for realm in content.realms) or state.gold[0] > content.realms[0].gold
    )
    # two cards each, and Karkoth has drawn its first
    assert [len(hand) for hand in state.hands[1:]] == [2, 2, 2]
    assert [len(deck) for deck in state.decks[1:]] == [18, 18, 18]
    dungeons = [space for space in range(GAME.board.size) if GAME.board.dungeons >> space & 1]
    assert all(len(state.tiles[space]) == 1 and not state.tiles[space][0] & 1 for space in dungeons)
    assert len(state.pile) == 30 - len(dungeons)
    view = GAME.view(state, frozenset({"vailin"}))
    assert view.hands[0] is None
    assert view.hands[1] == state.hands[1]
    assert {tile for tiles in view.tiles for tile in tiles} == {-1}


@pytest.mark.rule("N3.1")
def test_a_turn_goes_through_its_steps_and_the_next_realm_follows() -> None:
    table = Table(MOVE, "Kf:Kf Va:Vf")
    steps = []
    for _ in range(3):
        steps.append(table.state.step)
        table.do("K end_step")
    assert steps == [1, 3, 4]
    assert (table.state.turn, table.state.step) == (1, 1)


@pytest.mark.rule("N3.2")
def test_one_card_is_drawn_and_an_empty_deck_is_made_anew() -> None:
    table = Table(REINFORCE, "Kf:Kc Vg:Vc")
    card = table.card(1, "fair_wind").state.hands[1]
    table.state = replace(
        table.state,
        hands=((), (), (), ()),
        decks=((), (), (), ()),
        discards=((), card, (), ()),
    )
    table.do("K end_step")
    assert table.state.turn == 1
    # the one used card was shuffled, drawn and kept; sizes are public, the card is not
    assert (table.state.hands[1], table.state.discards[1]) == (card, ())
    assert GAME.view(table.state, frozenset({"karkoth"})).hand_sizes == (0, 1, 0, 0)
    # with neither deck nor used cards nothing is drawn
    table.do("V end_step", "V end_step", "V end_step")
    assert table.state.hands[2] == ()


@pytest.mark.rule("N3.3")
def test_a_card_has_its_window() -> None:
    table = Table(MOVE, "Kf:Kf").card(0, "night_march").card(0, "black_banners")
    assert table.refuses("K play black_banners") == "N3.3"
    assert table.refuses("K play fair_wind") == "N3.3"
    table.do("K play night_march")
    # a footsoldier goes two spaces now
    assert "K move Kf f Km" in table.may("karkoth")


@pytest.mark.rule("N3.3")
def test_a_defender_with_any_card_is_asked_and_may_say_no_for_the_whole_battle() -> None:
    table = Table(MOVE, "Va:Kf,Vf").card(1, "fair_wind").do("K end_step", "K ready")
    # fitting or not
    assert table.may("vailin") == {"V ready no", "V ready yes"}
    table.do("V ready yes", dice=[[1], [1]])
    table.do("K press", "K ready", dice=[[1], [1]])
    assert table.due() == "AwaitPress"


@pytest.mark.rule("N3.3", "N7.6")
def test_a_defender_is_asked_for_a_treasure_only_if_it_is_for_battles() -> None:
    # a hand is secret and treasures are open: nobody is kept waiting for a key that opens nothing here
    table = Table(MOVE, "Va:Kf,Vf").card(1, "gate_key").do("K end_step", "K ready", dice=[[1], [1]])
    assert table.due() == "AwaitPress"
    table = Table(MOVE, "Va:Kf,Vf").card(1, "iron_skin").do("K end_step", "K ready")
    assert "V play iron_skin" in table.may("vailin")


@pytest.mark.rule("N3.3")
def test_effects_add_up_and_last_a_round_or_a_battle() -> None:
    table = Table(MOVE, "Va:Kf,Vf").card(1, "songs_of_home").card(1, "border_wardens")
    table.do("K end_step", "K ready", "V play songs_of_home", "V play border_wardens")
    # a footsoldier with +1 and +1 hits on 4
    table.do("V ready no", dice=[[5], [4]])
    assert table.at("Va") == "Vf"
    table = Table(MOVE, "Va:Kff,Vf").card(1, "border_wardens").card(1, "fair_wind")
    table.do("K end_step", "K ready", "V play border_wardens", "V ready no", dice=[[1, 1], [1]])
    table.do("K press", "K ready", "V ready no", dice=[[1, 1], [5]])
    # 5 + 1 still hits in the second round
    assert table.units("Va") == "Kf,Vf"


@pytest.mark.rule("N9.1")
def test_units_stand_at_castles_held_since_the_start_and_gold_is_spent() -> None:
    table = Table(REINFORCE, "Kf:Kc Kh:Kc", gold="4/0/0/0")
    assert {line.split()[3] for line in table.may("karkoth") if " buy m " in line} == {"Kf", "Kh"}
    table.do("K buy m Kf Kf -")
    assert (table.units("Kf"), table.state.gold[0]) == ("Kcm+", 1)
    assert kinds_bought(table) == {"f": 2}
    assert table.refuses("K buy w Kf Kf -") == "N9.1"


@pytest.mark.rule("N9.1")
def test_a_castle_taken_this_turn_gives_nothing_but_the_capital_does() -> None:
    table = Table(REINFORCE, "Kf:Kc Kh:Kc")
    table.state = replace(table.state, held=(), castles=())
    assert {line.split()[3] for line in table.may("karkoth") if " buy f " in line} == {"Kf"}


@pytest.mark.rule("N9.2")
def test_four_new_units_at_a_castle_no_limit_at_the_capital() -> None:
    table = Table(REINFORCE, "Kf:Kc Kh:Kc", gold="20/0/0/0")
    table.do(*["K buy f Kh Kh -"] * 4)
    assert table.refuses("K buy f Kh Kh -") == "N9.2"
    table.do(*["K buy f Kf Kf -"] * 5)
    # the only castle held at the start has no limit
    table = Table(REINFORCE, "Kh:Kc", gold="20/0/0/0").do(*["K buy f Kh Kh -"] * 5)
    assert table.units("Kh").count("f") == 5


@pytest.mark.rule("N9.3")
def test_without_a_castle_units_come_to_the_land_nearest_the_capital() -> None:
    # the capital Kf is lost; of the land left Kh borders it, and Ki
    lost = " ".join(f"{code}=V" for code in ("Kf", "Ka", "Kb", "Kd", "Ke", "Kj"))
    table = Table(REINFORCE, lost)
    assert {line.split()[3] for line in table.may("karkoth") if " buy f " in line} == {"Kh", "Ki"}
    assert kinds_bought(table)["b"] == 0


@pytest.mark.rule("N9.4")
def test_ships_beside_castles_and_land_units_straight_aboard() -> None:
    table = Table(REINFORCE, "Kf:Kc Kh:Kc Sn:Kb0")
    ships = {line.split()[3] for line in table.may("karkoth") if " buy b " in line}
    assert ships == {"Sn"}
    assert "K buy e Sn Kh -" in table.may("karkoth")
    table.do("K buy f Sn Kh Kb0")
    assert table.units("Sn") == "Kb0(f)"
    # a castle goes on land held since the start that has none
    assert table.refuses("K buy c Kf - -") == "N9.4"
    table.do("K buy c Ki - -")
    assert table.units("Ki") == "Kc"
    # enemies beside the castle: no ship there
    assert Table(REINFORCE, "Kf:Kc Kh:Kc Sn:Vb").refuses("K buy b Sn Kh -") == "N9.4"


@pytest.mark.rule("N9.5")
def test_new_units_move_at_once_but_start_no_battle() -> None:
    table = Table(REINFORCE, "Kf:Kch Kh:Kc").do("K buy h Kf Kf -", "K move Kf h Ki")
    assert table.units("Ki") == "Kh'+"
    # the old one stays, and the new one has moved
    assert table.refuses("K move Kf h Ki") == "N9.5"
    table = Table(REINFORCE, "Kj:Kc").do("K buy h Kj Kj -")
    assert table.refuses("K move Kj h Va") in {"N8.1", "N9.5"}
    assert table.refuses("K move Kj h Df") == "N7.7"
    # a new ship takes new units along to a friendly coast; the older one lies still
    table = Table(REINFORCE, "Kh:Kc Sn:Kb0").do(
        "K buy b Sn Kh -", "K buy f Sn Kh Kb2+", "K sail Sn Kb2(f)+ Sj"
    )
    table.do("K land Sj Kb1(f)+ f Ka")
    assert table.units("Ka") == "Kf'+"
    assert not any(line.startswith("K sail Sn") for line in table.may("karkoth"))


@pytest.mark.rule("N9.6")
def test_income() -> None:
    table = Table(MOVE, "Va=K Vc=K Kl=V")
    assert income(GAME.board, table.state, 0, 12) == 12 + 2 - 1
    # half, rounded up, without the capital: (12 + 2 - 2 + 1) // 2
    table = Table(MOVE, "Va=K Vc=K Kl=V Kf=V")
    assert income(GAME.board, table.state, 0, 12) == 6
    table = Table(MOVE, "Va=K Kl=V Kf=V")
    assert income(GAME.board, table.state, 0, 12) == 6
    assert income(GAME.board, table.state, 0, 0) == 0
    gold = Table(REINFORCE, "Kf:Kc").do("K end_step").state.gold
    assert gold[0] == 10 + GAME.content.realms[0].income


@pytest.mark.rule("N9.7")
def test_each_unit_is_charged_to_a_castle_beside_its_place() -> None:
    table = Table(REINFORCE, "Kf:Kc Kh:Kc Kd:Kc Sn:Kb0")
    # Sn lies at Kh and at Kd: the player chooses which castle pays
    assert {"K buy f Sn Kh Kb0", "K buy f Sn Kd Kb0"} <= table.may("karkoth")
    table.do("K buy f Sn Kd Kb0")
    assert table.state.charged == ((table.space("Kd"), 1),)
    table.do("K buy c Ki - -")
    assert table.state.charged == ((table.space("Kd"), 1),)


@pytest.mark.rule("N9.5", "N8.3")
def test_new_flyers_end_on_friendly_spaces_alone() -> None:
    table = Table(REINFORCE, "Kh:Kc").do("K buy d Kh Kh -")
    assert table.refuses("K move Kh d Sn") == "N8.3"
    assert table.refuses("K move Kh d Vc") == "N8.1"
    assert "K move Kh d Km" in table.may("karkoth")
    table = Table(REINFORCE, "Kh:Kc").do("K buy e Kh Kh -", "K move Kh e Sn")
    assert table.units("Sn") == "Ke'+"


@pytest.mark.rule("N9.7")
def test_without_friendly_land_nothing_is_bought() -> None:
    gone = " ".join(f"{s.code}=V" for s in GAME.board.spaces if s.home in (0, 2))
    table = Table(REINFORCE, f"{gone} Sn:Kb0")
    assert kinds_bought(table) == {}
    # land of the partner's is friendly: units come to what is nearest the capital, castles nowhere
    table = Table(REINFORCE, gone.replace("Im=V", "Im=I"))
    assert {line.split()[3] for line in table.may("karkoth") if " buy f " in line} == {"Im"}
    assert kinds_bought(table)["c"] == 0


@pytest.mark.rule("N10.1")
def test_partners_stand_in_each_others_spaces() -> None:
    table = Table(MOVE, "Kn:Kf Nk=I:If").do("K move Kn f Nk")
    assert table.units("Nk") == "Kf',If"


def round_end(points: str, spaces: str = "Kf:Kc Vg:Vc Ih:Ic Nj:Nc", head: str = "alliance short 1") -> State:
    table = Table(f"{head} nerath reinforce", spaces, points=points)
    table.state = GAME.apply(table.state, EndStep(seat="nerath"), SeededRng(bytes(32)))[0]
    return table.state


@pytest.mark.rule("N1.4", "N1.6", "N1.3")
def test_victory_is_asked_after_a_round_and_partners_add_their_points() -> None:
    assert round_end("10/9/10/9").winners == (0, 2)
    assert round_end("9/9/10/9").winners is None
    # both have enough: the more points win; equal: another round
    assert round_end("10/11/10/11").winners == (1, 3)
    equal = round_end("10/10/10/10")
    assert (equal.winners, equal.round) == (None, 2)
    alone = round_end("13/0/12/0", head="free_for_all short 1")
    assert (alone.winners, GAME.outcome(alone).rule) == ((0,), "N1.6")  # type: ignore[union-attr]
    assert round_end("15/15/15/14", head="alliance medium 1").winners == (0, 2)
    # not before the round is over
    table = Table("alliance short 1 karkoth reinforce", "Kf:Kc Vg:Vc", points="20/0/20/0").do("K end_step")
    assert table.state.winners is None


@pytest.mark.rule("N1.4")
def test_a_long_game_is_won_by_capitals_or_treasures() -> None:
    capitals = "Kf:Kc Vg=K:Kc Ih:Ic Nj=I:Ic Va:Vf Nh:Nf"
    assert round_end("0/0/0/0", capitals, "alliance long 1").winners == (0, 2)
    assert round_end("50/0/50/0", head="alliance long 1").winners is None
    table = Table("free_for_all long 1 nerath reinforce", "Kf:Kc Vg:Vc Ih:Ic Nj:Nc")
    pile = table.state.treasure_pile
    table.state = replace(
        table.state, treasure_pile=pile[8:], treasures=(pile[:3], (), (), ()), used=(pile[3:8], (), (), ())
    )
    assert GAME.apply(table.state, EndStep(seat="nerath"), SeededRng(bytes(32)))[0].winners == (0,)


@pytest.mark.rule("N10.4")
def test_a_realm_without_units_and_land_is_skipped_and_the_last_side_wins() -> None:
    gone = " ".join(f"{space.code}=K" for space in GAME.board.spaces if space.home == 1)
    table = Table(REINFORCE, f"Kf:Kc {gone} Nj:Nc").do("K end_step")
    assert REALMS[table.state.turn] == "iron_circle"
    all_gone = gone + " " + " ".join(f"{s.code}=I" for s in GAME.board.spaces if s.home == 3)
    table = Table("alliance short 1 iron_circle reinforce", f"Kf:Kc Ih:Ic {all_gone}")
    table.state = GAME.apply(table.state, EndStep(seat="iron_circle"), SeededRng(bytes(32)))[0]
    assert (table.state.winners, table.state.reason) == ((0, 2), "last")


@pytest.mark.rule("N2.2", "N11.5")
def test_house_rule_figures_in_the_box() -> None:
    assert BOX == (20, 6, 6, 6, 8, 3, 4, 4, 6)
    table = Table(REINFORCE, "Kf:Kchhhhhh")
    assert kinds_bought(table)["h"] > 0
    table.state = replace(table.state, options=replace(table.state.options, build_limit=True))
    assert table.refuses("K buy h Kf Kf -") == "N2.2"


@pytest.mark.rule("N11.5")
def test_the_other_house_rules() -> None:
    assert GAME.seats(Options(reverse_order=True)) == ("nerath", "iron_circle", "vailin", "karkoth")
    assert GAME.to_move(start(reverse_order=True)) == ("nerath",)
    table = Table(REINFORCE, "Kf:Kc")
    table.state = replace(table.state, options=replace(table.state.options, one_of_each=True))
    table.do("K buy h Kf Kf -", "K buy f Kf Kf -", "K buy f Kf Kf -")
    assert table.refuses("K buy h Kf Kf -") == "N11.5"
    # cleared by flyers alone the space and its castle stay their owner's
    table = Table(MOVE, "Va:Kd,Vc")
    table.state = replace(table.state, options=replace(table.state.options, only_land_takes=True))
    table.do("K end_step", "K ready", dice=[[20], [1]])
    assert (table.owner("Va"), table.points(), table.at("Va")) == ("V", (0, 0, 0, 0), "Kd,Vc")
