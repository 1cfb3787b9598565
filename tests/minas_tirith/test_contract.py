"""Whole random games keep the contract of every rule set, under every option."""

from __future__ import annotations

import pytest

from rules.engine.random_play import QuickRng, random_game
from rules.minas_tirith.game import MinasTirith
from rules.minas_tirith.state import Options
from tests.engine.contract import keep_contract

GAME = MinasTirith()
SETTINGS = (
    Options(),
    Options(last_turn="round", six="army"),
    Options(last_turn="at_once", bonus="every"),
    Options(six="army", bonus="every"),
)


@pytest.mark.parametrize("seed", range(8))
def test_a_random_game_keeps_the_contract(seed: int) -> None:
    keep_contract(GAME, SETTINGS[seed % len(SETTINGS)], seed, most=5_000, every=10)


@pytest.mark.parametrize("start", range(0, 200, 25))
def test_two_hundred_random_games_are_sound_and_end(start: int) -> None:
    for seed in range(start, start + 25):
        options = SETTINGS[seed % len(SETTINGS)]
        first = None
        for number, (_, _, state, _) in enumerate(random_game(GAME, options, QuickRng(seed), most=5_000)):
            if first is None:
                first = GAME.conserved(state)
            if number % 10 == 0:
                assert list(GAME.invariants(state)) == []
        assert GAME.conserved(state) == first
        assert GAME.outcome(state) is not None
