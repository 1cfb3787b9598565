"""Frame, victory, points, rounds and turns (M1, M2)."""

from __future__ import annotations

import pytest

from rules.engine.refusal import IllegalAction
from rules.engine.rng import SeededRng
from rules.minas_tirith.content import shipped
from rules.minas_tirith.state import Options
from tests.minas_tirith.table import GAME, Table

ACT = "1.0 good act 4/4"
EVIL_ACT = "1.1 evil act 4/4"


@pytest.mark.rule("M1.1")
def test_two_sides_play() -> None:
    assert GAME.seats(Options()) == ("good", "evil")
    state, _ = GAME.setup(Options(), SeededRng(bytes(32)))
    assert GAME.to_move(state) == ("good",)
    assert GAME.prompt(state, "evil") is None


@pytest.mark.rule("M1.2")
def test_good_wins_with_the_second_evil_leader() -> None:
    # one leader is gone already; the last battalion by the other falls to 6 against 1
    table = Table(ACT, "Fa:i3 Fb:oB lost=/B Mt:i")
    table.do("good attack Fa Fb 3", dice=[(5, 5, 4), (1,)])
    assert table.winner() == ("good", "leaders")
    assert GAME.to_move(table.state) == ()
    with pytest.raises(IllegalAction):
        GAME.check(table.state, GAME.legal_actions(Table(ACT, "Mt:i").state, "good")[0])


@pytest.mark.rule("M1.2")
def test_evil_wins_with_a_battalion_in_the_city() -> None:
    table = Table(EVIL_ACT, "We:o2 Pf:i")
    assert table.do("evil march We Mt o 1").winner() == ("evil", "city")


@pytest.mark.rule("M1.2")
def test_the_turn_of_the_last_card_is_finished_and_points_decide() -> None:
    def last(options: Options, captured: str = "i/o") -> Table:
        # Evil is second in round 1 and takes the 2: four cards should be drawn, three are left
        table = Table(
            "1.1 evil take 0/0", f"Mt:i Ab:o dice=2/6 captured={captured}", options=options, cards=3
        )
        return table.do("evil take_die 2")

    table = last(Options())
    assert table.state.winner is None
    assert len(table.state.hands[1]) == 3
    table.do("evil end_exchange", "evil end_turn")
    # one point each: a tie is Good's
    assert table.winner() == ("good", "points")
    assert last(Options(), "i2/o").do("evil end_exchange", "evil end_turn").winner() == ("evil", "points")
    assert last(Options(last_turn="at_once"), "i2/o").winner() == ("evil", "points")
    table = last(Options(last_turn="round")).do("evil end_exchange", "evil end_turn")
    # Good has the third turn, with the 6 that is left
    assert table.state.winner is None
    assert (table.state.side, table.state.die) == (0, 6)
    assert table.do("good end_turn").winner() == ("good", "points")


@pytest.mark.rule("M1.3")
def test_points_for_captured_figures_walls_and_gate() -> None:
    # Good holds o 1, x 1, w 2, r 2, t 3, e 3, leader 5 = 17
    # Evil holds i 1, a 1, c 2, h 2, leader 5 = 11; two walls 4, the gate 3
    table = Table(ACT, "Mt:i Wn:o We:x captured=iachL/oxwrteB gate=broken")
    assert table.points() == (17, 18)


@pytest.mark.rule("M1.4", "M10.1")
def test_the_board_has_32_territories_3_walls_and_the_city() -> None:
    sorts = [space.sort for space in shipped().board.spaces]
    assert [sorts.count(sort) for sort in (0, 1, 2)] == [32, 3, 1]


@pytest.mark.rule("M1.5")
def test_supply_and_an_empty_one() -> None:
    assert shipped().supply == ((20, 12, 18, 3, 3, 1, 1), (40, 10, 6, 4, 5, 5, 2, 1))
    # all three horse archers are on the board: the special exchange can give cavalry alone
    table = Table("1.0 good exchange 4/4", "Mt:h3 hands=hhh+/")
    table.do("good exchange h h h+ yes")
    assert table.refuses("good raise h Mt") == "M1.5"
    assert table.do("good raise c Mt").at("Mt") == "ch3"


@pytest.mark.rule("M1.5")
def test_captured_pieces_do_not_return() -> None:
    table = Table(ACT, "Fa:i3 Fb:o2 Aa:oB Mt:i")
    before = table.number("supply", "evil_infantry")
    table.do("good attack Fa Fb 3", dice=[(5, 5, 1), (2, 2)])
    assert table.number("captured", "evil_infantry") == 2
    assert table.number("supply", "evil_infantry") == before


@pytest.mark.rule("M2.1", "M2.2")
def test_good_rolls_in_odd_rounds_and_evil_in_even_ones() -> None:
    table = Table("1.0 good take 0/0", "Mt:i Ab:o dice=2/5/6")
    table.do("good take_die 6")
    assert (table.state.step, table.state.points) == (2, 6), "no card, no exchange"
    table.do("good end_turn")
    assert table.may("evil") == {"evil take_die 2", "evil take_die 5"}
    assert table.refuses("evil take_die 6") == "M2.1"
    assert table.refuses("good take_die 2") == "M2.1"
    table.do("evil take_die 2", "evil end_exchange", "evil end_turn")
    # the last die is Good's without a choice
    assert (table.state.side, table.state.die) == (0, 5)
    table.do("good end_exchange", "good end_turn", dice=[(4, 1, 4)])
    assert (table.state.round, table.state.side, table.state.dice) == (2, 1, (1, 4, 4))
    assert table.may("evil") == {"evil take_die 1", "evil take_die 4"}


@pytest.mark.rule("M2.3", "M2.4")
@pytest.mark.parametrize(("die", "cards"), [(1, 5), (2, 4), (3, 3), (4, 2), (5, 1), (6, 0)])
def test_a_die_gives_its_pips_in_actions_and_the_rest_of_six_in_cards(die: int, cards: int) -> None:
    table = Table("1.0 good take 0/0", f"Mt:i Ab:o dice={die}/3/3")
    table.do(f"good take_die {die}")
    assert table.state.points == die
    assert len(table.state.hands[0]) == cards
    # the cards lie open: the other side and spectators see them
    for seats in (frozenset[str](), frozenset({"evil"})):
        assert GAME.view(table.state, seats).hands[0] == table.state.hands[0]


@pytest.mark.rule("M2.1")
def test_the_dice_of_a_round_stay_in_sight() -> None:
    table = Table("1.0 good take 0/0", "Mt:i Ab:o dice=2/4/6")
    table.do("good take_die 4", "good end_exchange", "good end_turn")
    assert (table.state.played, table.state.dice) == ((4,), (2, 6))
    table.do("evil take_die 6", "evil end_turn")
    # Good's third turn begins with the die that is left
    assert (table.state.played, table.state.die) == ((4, 6), 2)
    table.do("good end_exchange", "good end_turn", dice=[(1, 2, 3)])
    assert table.state.played == ()
