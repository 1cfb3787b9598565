"""Reinforcement cards and exchanges (M3)."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.minas_tirith.content import shipped
from rules.minas_tirith.terms import FACES
from tests.minas_tirith.table import GAME, Table

GOOD = "1.0 good exchange 3/3"
EVIL = "1.1 evil exchange 3/3"


@pytest.mark.rule("M3.1")
def test_the_66_reinforcement_cards() -> None:
    deck = Counter(FACES[face] for face in shipped().deck)
    assert deck.total() == 66
    assert deck["wild"] == 2
    by_symbol = {
        symbol: sum(n for f, n in deck.items() if f.startswith(symbol)) for symbol in ("inf", "cav", "cre")
    }
    assert by_symbol == {"inf": 22, "cav": 21, "cre": 21}
    swords = {
        sword: [deck[f"{symbol}_{sword}"] for symbol in ("infantry", "cavalry", "creature")]
        for sword in ("silver", "black", "none")
    }
    assert swords == {"silver": [5, 6, 5], "black": [6, 5, 5], "none": [11, 10, 11]}


@pytest.mark.rule("M3.2", "M3.3")
def test_a_set_is_three_of_a_kind_and_draws_a_card() -> None:
    table = Table(GOOD, "Mt:i Ab:o hands=ffhhcw/", piles="gandalf tower_1")
    assert {one for one in table.may("good") if "exchange " in one} == {
        "good exchange f f w no",
        "good exchange h h w no",
    }
    assert table.refuses("good exchange f h c") == "M3.2"
    assert table.refuses("good exchange f f f") == "M3.2"
    table.do("good exchange f f w")
    assert table.cards("good") == ["gandalf"]
    assert table.state.hands[0] == (3, 3, 6)


@pytest.mark.rule("M3.2")
def test_several_sets_in_one_turn() -> None:
    table = Table(GOOD, "Mt:i Ab:o hands=fffhhh/", piles="gandalf healing")
    table.do("good exchange f f f", "good exchange h h h")
    assert table.cards("good") == ["gandalf", "healing"]


@pytest.mark.rule("M3.3")
def test_a_card_of_the_other_side_is_discarded_and_piles_are_never_shuffled_again() -> None:
    table = Table(GOOD, "Mt:i Ab:o hands=fffhhh/", piles="tower_1 catapults_1")
    table.do("good exchange f f f")
    assert (table.cards("good"), table.used()) == ([], ["tower_1"])
    table.do("good exchange h h h")
    assert table.cards("good") == ["catapults_1"], "both sides may use it"


@pytest.mark.rule("M3.3")
def test_with_an_empty_pile_a_set_gives_nothing() -> None:
    used = "used:" + ",".join(card for card in shipped().card_ids if card != "healing")
    table = Table(GOOD, f"Mt:i Ab:o good:healing {used} hands=fff+hhh/")
    table.do("good exchange h h h")
    assert table.cards("good") == ["healing"]
    # special exchanges (b) and (c) remain
    assert "good exchange f f f+ yes" in table.may("good")
    table.do("good exchange f f f+ yes")
    assert table.refuses("good draw_two") == "M3.3"
    assert table.do("good fetch arrows").cards("good") == ["healing", "arrows"]


@pytest.mark.rule("M3.4")
def test_the_special_exchange_needs_the_own_sword_once_a_turn() -> None:
    table = Table(GOOD, "Mt:i Ab:o hands=fff-hhh+/", piles="gandalf tower_1 healing")
    assert table.refuses("good exchange f f f- yes") == "M3.4"
    table.do("good exchange h h h+ yes")
    assert table.due() == "Special"
    table = Table(GOOD, "Mt:i Ab:o hands=fff+hhh+/").do("good exchange h h h+ yes", "good raise c Mt")
    assert table.refuses("good exchange f f f+ yes") == "M3.4"


@pytest.mark.rule("M3.4")
def test_two_cards_are_drawn_and_one_usable_is_kept() -> None:
    table = Table(GOOD, "Mt:i Ab:o hands=hhh+/", piles="gandalf healing")
    table.do("good exchange h h h+ yes", "good draw_two")
    assert table.may("good") == {"good keep_card gandalf", "good keep_card healing"}
    table.do("good keep_card healing")
    assert (table.cards("good"), table.used()) == (["healing"], ["gandalf"])
    table = Table(GOOD, "Mt:i Ab:o hands=hhh+/", piles="tower_1 healing")
    table.do("good exchange h h h+ yes", "good draw_two")
    assert (table.cards("good"), table.used()) == (["healing"], ["tower_1"])
    table = Table(GOOD, "Mt:i Ab:o hands=hhh+/", piles="tower_1 grond")
    table.do("good exchange h h h+ yes", "good draw_two")
    assert (table.cards("good"), table.used()) == ([], ["tower_1", "grond"])


@pytest.mark.rule("M3.4")
def test_a_battalion_of_the_set_joins_others() -> None:
    table = Table(EVIL, "Mt:i Ab:o Wn:o hands=/ccc-")
    table.do("evil exchange c c c- yes")
    # creatures do not stand on a wall
    assert {one for one in table.may("evil") if "raise" in one} == {"evil raise t Ab", "evil raise e Ab"}
    assert table.refuses("evil raise t Wn") == "M5.1"
    assert table.refuses("evil raise o Ab") == "M3.4"
    assert table.refuses("evil raise t Aa") == "M3.4"
    assert table.do("evil raise e Ab").at("Ab") == "oe"
    # Good has no creatures
    table = Table(GOOD, "Mt:i Ab:o hands=ccc+/").do("good exchange c c c+ yes")
    assert not [one for one in table.may("good") if "raise" in one]


@pytest.mark.rule("M3.5")
def test_a_reinforcement_card_puts_a_battalion_onto_a_card() -> None:
    table = Table(EVIL, "Mt:i Ab:o evil:reserves(o3) hands=/fhcw")
    assert {one for one in table.may("evil") if "reinforce c" in one} == {
        "evil reinforce c reserves t",
        "evil reinforce c reserves e",
    }
    table.do("evil reinforce f reserves x", "evil reinforce h reserves w", "evil reinforce w reserves t")
    reserves = table.state.held[shipped().by_card["reserves"]]
    assert reserves == sum(n << 6 * kind for kind, n in {0: 3, 1: 1, 2: 1, 4: 1}.items())
    assert table.state.hands[1] == (6,)
    table = Table(GOOD, "Mt:i Ab:o good:theoden(c6),aragorn(i2) hands=fh/")
    assert table.refuses("good reinforce h theoden c") == "M3.5"
    assert table.refuses("good reinforce h aragorn c") == "M3.5"
    assert table.may("good") == {"good reinforce f aragorn i", "good end_exchange"}


@pytest.mark.rule("M3.6")
def test_more_than_six_cards_must_be_exchanged_before_the_first_action() -> None:
    table = Table(GOOD, "Mt:i Ab:o hands=ffhhccw/", piles="gandalf")
    assert table.refuses("good end_exchange") == "M3.6"
    assert "good end_exchange" not in table.may("good")
    table.do("good exchange f f w", "good end_exchange")
    assert table.refuses("good exchange h h h") == "M2.2"


@pytest.mark.rule("M3.7")
def test_cards_are_played_between_actions_without_a_point() -> None:
    table = Table("1.0 good act 3/3", "Mt:i2 Fa:i Ab:o good:gandalf")
    assert table.refuses("good end_exchange") == "M2.2"
    table.do("good play gandalf Mt")
    assert (table.at("Mt"), table.state.points) == ("i2G", 3)
    # in the exchange no card is played
    assert Table(GOOD, "Mt:i Ab:o good:gandalf hands=f/").refuses("good play gandalf Mt") == "M2.2"


@pytest.mark.rule("M3.7")
def test_a_card_without_its_piece_has_no_effect_and_is_not_fetched() -> None:
    table = Table("1.0 good act 3/3", "Mt:i2 Ab:o good:gandalf captured=G/")
    assert table.refuses("good play gandalf Mt") == "M3.7"
    table = Table(GOOD, "Mt:i Ab:o used:gandalf,healing captured=G/ hands=hhh+/")
    table.do("good exchange h h h+ yes")
    assert "good fetch healing" in table.may("good")
    assert table.refuses("good fetch gandalf") == "M3.4"
    assert GAME.to_move(table.state) == ("good",)
