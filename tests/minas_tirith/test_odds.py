"""The dice in figures, and chances equal to what happens (M6.1, M7)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.engine.random_play import QuickRng
from rules.minas_tirith.actions import Attack
from rules.minas_tirith.army import battalions
from rules.minas_tirith.events import FellBack, Fought
from rules.minas_tirith.odds import exchange, series, shots, six
from rules.minas_tirith.state import Fallback, State
from tests.minas_tirith.table import GAME, Table


@pytest.mark.rule("M7.2")
def test_three_dice_against_two() -> None:
    # of 7776 rolls: 2275, 2611 and 2890
    rolls = exchange(3, 2, 0, 0)
    lost = Counter[tuple[int, int]]()
    for (attacker, defender, *_), chance in rolls.items():
        lost[attacker, defender] += chance  # type: ignore[assignment]
    assert {key: round(value, 4) for key, value in lost.items()} == {
        (2, 0): 0.2926,
        (1, 1): 0.3358,
        (0, 2): 0.3717,
    }


@pytest.mark.rule("M7.6")
def test_at_least_one_six() -> None:
    assert [round(100 * six(dice), 1) for dice in (1, 2, 3)] == [16.7, 30.6, 42.1]


@pytest.mark.rule("M6.1", "M9.5")
def test_shots_in_figures() -> None:
    # one die hits on 6 in 1/6; two dice on 5 and 6: 4/9, 4/9, 1/9
    assert shots(1) == pytest.approx((5 / 6, 1 / 6))
    assert shots(2, 5) == pytest.approx((4 / 9, 4 / 9, 1 / 9))


@pytest.mark.rule("M7.2", "M7.3")
def test_one_against_one_by_hand() -> None:
    # of 36 rolls the attacker wins 15; with +1 he wins 21; with +1 against +1 again 15
    assert series(1, 1, 1).cleared == pytest.approx(15 / 36)
    assert series(1, 1, 1, plus=1).cleared == pytest.approx(21 / 36)
    assert series(1, 1, 1, plus=1, minus=1).cleared == pytest.approx(15 / 36)
    with pytest.raises(ValueError, match="battalion"):
        series(0, 1, 1)


def play(state: State, luck: QuickRng) -> str:
    """Attack until it is over; how it ended. Good attacks from Or on Rb, or Evil from Rb on Or.

    Whose last battalion falls is gone, even where its six still drives the other army back (M7.6).
    """
    side, (origin, target) = state.side, ("Or", "Rb") if state.side == 0 else ("Rb", "Or")
    start, goal = GAME.board.by_code[origin], GAME.board.by_code[target]
    while state.points and state.winner is None:
        mine = battalions(side, state.armies[side][start])
        theirs = battalions(1 - side, state.armies[1 - side][goal])
        most = max(a.dice for a in GAME.legal_actions(state, ("good", "evil")[side]) if isinstance(a, Attack))
        attack = Attack(seat=("good", "evil")[side], origin=start, target=goal, dice=most)
        state, events = GAME.apply(state, attack, luck)
        fought = next(event for event in events if isinstance(event, Fought))
        if fought.attacker_loses == mine:
            return "broken"
        if fought.defender_loses == theirs:
            return "cleared"
        back = [ask.side for ask in state.stack if isinstance(ask, Fallback)]
        back += [("good", "evil").index(event.side) for event in events if isinstance(event, FellBack)]
        if back:
            return "repelled" if back[0] == side else "driven"
    return "undecided"


@pytest.mark.rule("M7.1", "M7.2", "M7.3", "M7.6", "M7.7")
@pytest.mark.parametrize("seed", range(10))
def test_a_series_is_as_likely_as_it_is_played(seed: int) -> None:
    check_series(seed, 1_500)


def check_series(seed: int, games: int) -> None:
    """One random position, played ``games`` times; every ending within four standard deviations."""
    luck = random.Random(seed)
    good, evil, attacks = luck.randint(1, 7), luck.randint(1, 7), luck.randint(1, 5)
    captain, black, lord = luck.random() < 0.5, luck.random() < 0.5, luck.random() < 0.4
    side = luck.randint(0, 1)
    head = f"1.{side} {('good', 'evil')[side]} act 6/{attacks}"
    armies = f"Or:i{good}{'L' * captain} Rb:o{evil}{'B' * black}{'N' * lord} Mt:i Ab:o dice=1/1/1"
    table = Table(head, armies)
    attacker, defender = (good, evil) if side == 0 else (evil, good)
    bonus = (int(captain), int(black or lord))
    odds = series(
        attacker,
        defender,
        attacks,
        plus=bonus[side],
        minus=bonus[1 - side],
        attacker_drives=side == 0 or lord,
        defender_drives=side == 1 or lord,
    )
    assert sum(odds[:5]) == pytest.approx(1)
    dice = QuickRng(seed)
    found = Counter(play(table.state, dice) for _game in range(games))
    for name in ("cleared", "broken", "driven", "repelled", "undecided"):
        chance = getattr(odds, name)
        deviation = (games * chance * (1 - chance)) ** 0.5
        assert abs(found[name] - games * chance) <= 4 * deviation + 1e-6, (name, armies, odds, found)
