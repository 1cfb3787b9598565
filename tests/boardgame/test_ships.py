"""Several ships in one sea: which of them lands or loads is the player's choice (N4.4, N6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from app.boardgame.adapter import Look
from app.boardgame.nerath.answers import fitted, freight
from app.boardgame.nerath.making import Count, Maker
from app.boardgame.nerath.marches import march
from app.boardgame.nerath.played import PlayedNerath, played
from rules.engine.rng import SeededRng
from rules.nerath.actions import Board, Land, NerathAction
from rules.nerath.state import State
from rules.nerath.terms import FIGHTER, FOOTSOLDIER
from rules.nerath.units import left_of
from tests.nerath.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

MOVE = "alliance short 1 karkoth move"


@pytest.fixture
def rules(app: Flask) -> Iterator[PlayedNerath]:
    with app.test_request_context():
        yield played(())


def rows(rules: PlayedNerath, state: State, at: str, to: str) -> list[Count]:
    """The lines of the sheet from a space to another."""
    picked = {"at": at, "to": to}
    look = Look("karkoth", frozenset({"karkoth"}), picked, True, lambda **_more: "")
    counts: list[Count] = march(Maker(rules, state, look))["counts"]
    return counts


def action_of(row: Count) -> NerathAction:
    action: NerathAction = msgspec.json.decode(row.spelled, type=NerathAction)
    return action


def send(rules: PlayedNerath, state: State, row: Count, times: int) -> State:
    """The row's form, its count as often as it says."""
    for _ in range(times):
        action = fitted(rules, state, action_of(row))
        state, _events = rules.apply(state, action, SeededRng(bytes(32)))
    return state


@pytest.mark.rule("N4.4")
def test_ships_that_carry_the_same_are_one_line_and_the_one_that_can_sail_least_goes_first(
    rules: PlayedNerath,
) -> None:
    state = Table(MOVE, "Sn:Kb2(h),Kb1(h)").state
    (row,) = rows(rules, state, "Sn", "Kh")
    assert (row.most, row.value) == (2, 1)
    action = action_of(row)
    assert isinstance(action, Land)
    assert left_of(action.ship) == 1
    after = send(rules, state, row, 2)
    sea = rules.board.by_code["Sn"]
    assert [freight(ship) for ship in after.units[sea]] == [(), ()]


@pytest.mark.rule("N4.4", "N6.2")
def test_of_ships_that_carry_different_things_the_player_says_which_lands(rules: PlayedNerath) -> None:
    state = Table(MOVE, "Sn:Kb2(hf),Kb2(hh)").state
    found = [row for row in rows(rules, state, "Sn", "Kh") if action_of(row).kind == FIGHTER]  # type: ignore[union-attr]
    assert [(row.most, row.value) for row in found] == [(1, 1), (2, 0)]
    assert len({row.name for row in found}) == 2
    sea = rules.board.by_code["Sn"]
    both = send(rules, state, found[1], 2)
    # the ship with two fighters lands both; the fighter of the other stays aboard
    assert sorted(freight(ship) for ship in both.units[sea]) == [(), (FOOTSOLDIER, FIGHTER)]


@pytest.mark.rule("N4.4")
def test_the_player_says_which_ship_loads(rules: PlayedNerath) -> None:
    state = Table(MOVE, "Sn:Kb2,Kb2(h) Kh:Kff").state
    found = rows(rules, state, "Kh", "Sn")
    assert [(row.most, row.value) for row in found] == [(2, 1), (1, 0)]
    assert all(isinstance(action_of(row), Board) for row in found)
    sea = rules.board.by_code["Sn"]
    empty = send(rules, state, found[0], 2)
    assert sorted(freight(ship) for ship in empty.units[sea]) == [(FOOTSOLDIER, FOOTSOLDIER), (FIGHTER,)]
    other = send(rules, state, found[1], 1)
    assert sorted(freight(ship) for ship in other.units[sea]) == [(), (FOOTSOLDIER, FIGHTER)]
