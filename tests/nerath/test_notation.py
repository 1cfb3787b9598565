"""Positions and actions as one line of text."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.engine.random_play import QuickRng, random_game
from rules.nerath.content import shipped
from rules.nerath.game import Nerath
from rules.nerath.notation import NotationError, read_action, read_position, write_action, write_position
from rules.nerath.state import Options

LINE = (
    "alliance short 2 karkoth move gold=6/9/6/6 points=0/1/0/0 "
    "Dg:?rat_swarm Ki=V:Kff',Vf Sn:Kb2(fw>Ka) Va:Vcd!"
)


def test_a_position_is_read_and_written_alike() -> None:
    content = shipped()
    state = read_position(content, LINE)
    assert write_position(content, state) == LINE
    assert (state.round, state.gold, state.points) == (2, (6, 9, 6, 6), (0, 1, 0, 0))
    assert state.owner[content.board.by_code["Ki"]] == 1


def test_every_position_and_action_of_a_game_has_its_line() -> None:
    game = Nerath()
    content = game.content
    for _, action, state, _ in random_game(game, Options(length="short"), QuickRng(5), 20_000):
        if action is not None:
            assert read_action(content, write_action(content, action)) == action
        again = read_position(content, write_position(content, state))
        assert (again.units, again.owner, again.tiles) == (state.units, state.owner, state.tiles)
        assert replace(again.options) == state.options


@pytest.mark.parametrize("text", ["", "K", "K fly Ka", "K move Zz f Ka", "K move Ka x Ka", "K end_step Ka"])
def test_other_text_is_no_action(text: str) -> None:
    with pytest.raises(NotationError):
        read_action(shipped(), text)


@pytest.mark.parametrize("text", ["", LINE.replace("move", "jump"), LINE + " Zz:Kf", LINE + " Kb:Xf"])
def test_other_text_is_no_position(text: str) -> None:
    with pytest.raises(NotationError):
        read_position(shipped(), text)
