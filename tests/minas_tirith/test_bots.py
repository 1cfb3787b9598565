"""The bots: pure, legal, quick, and one stronger than the other (M10.3)."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.siege import duel
from rules.engine.random_play import QuickRng, random_game
from rules.minas_tirith.bots.players import LEVELS, NODES, choose
from rules.minas_tirith.state import Options
from tests.minas_tirith.table import GAME, Table


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_is_a_pure_function_of_what_it_sees(level: str) -> None:
    for number, (_, _, state, _) in enumerate(random_game(GAME, Options(), QuickRng(3), most=5_000)):
        for seat in GAME.to_move(state) if number % 20 == 0 else ():
            other = GAME.resample(state, frozenset({seat}), QuickRng(9))
            chosen = [
                choose(GAME, level, GAME.view(one, frozenset({seat})), seat, QuickRng(7), NODES)
                for one in (state, other)
            ]
            assert chosen[0] == chosen[1], "the order of the piles is not seen"
            GAME.check(state, chosen[0])


def test_the_strong_bot_takes_the_city_when_it_is_open() -> None:
    table = Table("1.1 evil act 1/1", "We:o2 Wn:a3 Fa:i3 Ab:o dice=3")
    action = choose(GAME, "strong", GAME.view(table.state, frozenset()), "evil", QuickRng(1), NODES)
    state, _ = GAME.apply(table.state, action, QuickRng(1))
    assert state.reason == "city"


def test_strong_beats_easy() -> None:
    """A sample of the proof over 200 games (`python -m bench.siege strength 200`)."""
    won = 0
    for seed in range(16):
        levels = ("strong", "easy") if seed % 2 == 0 else ("easy", "strong")
        winner, _ = duel(levels[0], levels[1], seed, [0.0])
        won += levels[winner == "evil"] == "strong"
    assert won >= 13


@pytest.mark.rule("M10.3")
def test_both_sides_win_between_equal_bots() -> None:
    """A sample of the proof over 400 games (`python -m bench.siege balance 400`)."""
    won = Counter(duel("strong", "strong", seed, [0.0])[0] for seed in range(16))
    assert min(won["good"], won["evil"]) >= 4
