"""The Siege of Minas Tirith in figures: `./dev bench siege` plays all, `python -m bench.siege play 9` a part.

speed: random play beside catanatron's; play: random games that keep every promise and are played again to the
same fingerprints; odds: chances of that many random positions against as many simulated attacks; strength:
strong against easy, sides alternating; balance: strong against strong.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable

from bench.nerath import PACKAGE, beside
from rules.engine.random_play import QuickRng, random_game
from rules.engine.record import Recorder, replay
from rules.minas_tirith.bots.players import NODES, choose
from rules.minas_tirith.game import MinasTirith
from rules.minas_tirith.state import Options

GAME = MinasTirith()
MOST = 5_000
LOOK_EVERY = 50
COUNTS = {"speed": 4, "play": 2_000, "odds": 200, "strength": 200, "balance": 400}
LEAST, HIGHEST = 43, 57
"""Percent of the games between equal bots that each side may win (M10.3)."""


def duel(good: str, evil: str, seed: int, slowest: list[float]) -> tuple[str, str]:
    """One game between two levels: who won and how."""
    luck, mind = QuickRng(seed), QuickRng(seed + 1_000_000)
    levels = {"good": good, "evil": evil}
    state, _ = GAME.setup(Options(), luck)
    for _ in range(MOST):
        due = GAME.to_move(state)
        if not due:
            break
        level = levels[due[0]]
        began = time.perf_counter()
        action = choose(GAME, level, GAME.view(state, frozenset(due)), due[0], mind, NODES)
        slowest[0] = max(slowest[0], time.perf_counter() - began)
        state, _ = GAME.apply(state, action, luck)
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.winners[0], outcome.reason


def strength(count: int) -> list[list[str]]:
    """How often strong beats easy."""
    won: Counter[str] = Counter()
    slowest = [0.0]
    for seed in range(count):
        mine, theirs = ("good", "evil") if seed % 2 == 0 else ("evil", "good")
        levels = {mine: "strong", theirs: "easy"}
        winner, _reason = duel(levels["good"], levels["evil"], seed, slowest)
        won[levels[winner]] += 1
    share = 100 * won["strong"] / count
    return [
        [f"strong against easy, sides in turn, {count} games", "at least 85 %", f"strong wins {share:.1f} %"],
        ["slowest move of these games", "under 1 s", f"{slowest[0]:.2f} s"],
    ]


def balance(count: int) -> list[list[str]]:
    """How often each side wins between equal players, and how."""
    slowest = [0.0]
    won = Counter(duel("strong", "strong", seed, slowest) for seed in range(count))
    good = 100 * sum(number for (winner, _), number in won.items() if winner == "good") / count
    rows = [
        [
            f"strong against strong, {count} games",
            f"each side {LEAST} to {HIGHEST} %",
            f"Good {good:.1f} %, Evil {100 - good:.1f} %",
        ]
    ]
    for (winner, reason), number in sorted(won.items()):
        rows.append([f"of these {winner} by {reason}", "occurs", f"{number} ({100 * number / count:.1f} %)"])
    return rows


def speed(seconds: int) -> list[list[str]]:
    """Actions a second of processor time, beside catanatron's random players, each in turn for so long."""
    rate, other = beside(lambda number: _rate(number, seconds))
    return [
        [f"random play, {PACKAGE}, actions a second", "", f"{other:,.0f}"],
        [
            "random play, Siege of Minas Tirith, actions a second",
            "at least 1 × catanatron",
            f"{rate:,.0f} ({rate / other:.2f} ×)",
        ],
    ]


def _rate(number: int, seconds: int) -> float:
    """Of random games from the one with this number on."""
    began, actions = time.process_time(), 0
    while time.process_time() - began < seconds:
        actions += sum(1 for _ in random_game(GAME, Options(), QuickRng(number), MOST))
        number += 1
    return actions / (time.process_time() - began)


def play(count: int) -> list[list[str]]:
    """Random games that must keep the invariants, end, and lead to the same positions again."""
    total = 0
    for seed in range(count):
        luck = QuickRng(seed, keep=True)
        recorder = Recorder(GAME, Options(), luck)
        box = GAME.conserved(recorder.state)
        while due := GAME.to_move(recorder.state):
            actions = GAME.legal_actions(recorder.state, due[0])
            recorder.play(actions[luck.below(len(actions))])
            total += 1
            if total % LOOK_EVERY == 0 and (faults := GAME.invariants(recorder.state)):
                raise SystemExit(f"game {seed}: {'; '.join(faults)}")
        if GAME.outcome(recorder.state) is None or GAME.conserved(recorder.state) != box:
            raise SystemExit(f"game {seed}: cards are missing, or nobody has won")
        for _frame in replay(GAME, Options(), recorder.record()):
            pass  # raises where it leads elsewhere
    what = f"{count:,} random games, {total:,} actions"
    return [[what, "no dead end, no contradiction, every position the same when replayed", "kept"]]


def odds(count: int) -> list[list[str]]:
    """Chances of random series against simulated ones; raises at the first that differ."""
    from tests.minas_tirith.test_odds import check_series

    for seed in range(count):
        check_series(seed, 2_000)
    what = f"exact odds of {count} random series of attacks, each simulated 2,000 times"
    return [[what, "within 4 standard deviations", "all"]]


PARTS: dict[str, Callable[[int], list[list[str]]]] = {
    "speed": speed,
    "play": play,
    "odds": odds,
    "strength": strength,
    "balance": balance,
}


def run() -> list[list[str]]:
    """Rows of all parts: what, target, measured."""
    return [row for name, part in PARTS.items() for row in part(COUNTS[name])]


if __name__ == "__main__":
    for line in PARTS[sys.argv[1]](int(sys.argv[2])):
        print(" | ".join(line))
