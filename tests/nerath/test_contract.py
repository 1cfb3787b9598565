"""Whole random games keep the contract of every rule set, in every mode and under every house rule."""

from __future__ import annotations

import pytest

from rules.engine.codec import Codec
from rules.engine.random_play import QuickRng, random_game
from rules.nerath.game import Nerath
from rules.nerath.state import Options, State
from tests.engine.contract import keep_contract

GAME = Nerath()
SETTINGS = (
    Options(length="short"),
    Options(mode="free_for_all", length="short"),
    Options(length="short", only_land_takes=True, build_limit=True),
    Options(mode="free_for_all", length="short", reverse_order=True, one_of_each=True),
)


@pytest.mark.parametrize("seed", range(4))
def test_a_random_game_keeps_the_contract(seed: int) -> None:
    keep_contract(GAME, SETTINGS[seed % len(SETTINGS)], seed, most=20_000, every=40)


@pytest.mark.parametrize("seed", range(100, 146))
def test_random_games_are_sound_and_end(seed: int) -> None:
    options = SETTINGS[seed % len(SETTINGS)]
    first = None
    for number, (_, _, state, _) in enumerate(random_game(GAME, options, QuickRng(seed), most=20_000)):
        if first is None:
            first = GAME.conserved(state)
        if number % 10 == 0:
            assert list(GAME.invariants(state)) == []
    assert GAME.conserved(state) == first
    assert GAME.outcome(state) is not None


@pytest.mark.rule("N4.1", "N4.4", "N9.5")
@pytest.mark.parametrize("seed", range(2))
def test_moves_carried_from_one_position_to_the_next_are_those_found_anew(seed: int) -> None:
    states: Codec[State] = Codec(State)
    compared = 0
    for number, (_, _, state, _) in enumerate(random_game(GAME, SETTINGS[seed], QuickRng(seed), most=20_000)):
        for seat in GAME.to_move(state):
            legal = GAME.legal_actions(state, seat)
            if number % 9 == 0:
                anew = GAME.legal_actions(states.decode(states.encode(state)), seat)
                assert list(legal) == list(anew)
                assert [legal[place] for place in range(len(legal))] == list(legal)
                assert (legal[-1], len(list(legal))) == (list(legal)[-1], len(legal))
                compared += 1
    assert compared > 50
