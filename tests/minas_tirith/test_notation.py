"""Positions and actions as text and back."""

from __future__ import annotations

import pytest

from rules.engine.random_play import QuickRng, random_game
from rules.minas_tirith.content import shipped
from rules.minas_tirith.notation import (
    NotationError,
    read_action,
    read_position,
    write_action,
    write_position,
)
from rules.minas_tirith.state import Options
from tests.minas_tirith.table import GAME


def test_a_game_can_be_written_and_read() -> None:
    for _, action, after, _ in random_game(GAME, Options(), QuickRng(5), most=5_000):
        if action is not None:
            assert read_action(shipped(), write_action(shipped(), action)) == action
        line = write_position(shipped(), after)
        read = read_position(shipped(), line)
        assert write_position(shipped(), read) == line
        if not after.stack:
            assert (read.armies, read.supply, read.here) == (after.armies, after.supply, after.here)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1.0 good act 4/4 Zz:i",
        "1.0 good act 4/4 Mt:q",
        "1.0 good act 4/4 Mt:io",
        "1.0 grey act 4/4",
        "1.0 good act 4/4 good:excalibur",
        "1.0 good act 4/4 hands=fx/",
    ],
)
def test_what_is_no_position(text: str) -> None:
    with pytest.raises(NotationError):
        read_position(shipped(), text)


@pytest.mark.parametrize("text", ["", "good", "good fly", "good march Mt Zz i 1", "good march Mt Gr o 1 1"])
def test_what_is_no_action(text: str) -> None:
    with pytest.raises(NotationError):
        read_action(shipped(), text)


def test_the_opening_in_one_line() -> None:
    state = next(iter(random_game(GAME, Options(), QuickRng(1), most=5_000)))[2]
    line = write_position(shipped(), state)
    assert line.startswith("1.0 good take 0/0 ")
    assert "Ab:o4ew3B" in line
