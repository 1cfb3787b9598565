"""Speed and soundness of Conquest of Nerath by random play, with catanatron's random players beside it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path

from bench import nerath_odds
from rules.content import content_bytes
from rules.engine.codec import fingerprint
from rules.engine.random_play import QuickRng, random_game
from rules.engine.rng import ScriptedRng
from rules.nerath.content import FILES, read
from rules.nerath.game import Nerath
from rules.nerath.state import Options, State

PACKAGE = "catanatron==3.2.1"
GAMES = 2_000
LOOK_EVERY = 50
OTHERS = """
import time
from catanatron import Color, Game, RandomPlayer
players = [RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)]
began, actions = time.process_time(), 0
while time.process_time() - began < 4:
    game = Game(players)
    game.play()
    actions += len(game.state.actions)
print(actions / (time.process_time() - began))
"""


def options(number: int) -> Options:
    """Both modes and both shorter lengths in turn."""
    return Options(
        mode="alliance" if number % 2 else "free_for_all", length="short" if number % 4 < 2 else "medium"
    )


SLICES, SECONDS = 5, 4
"""Both play in turn, for so many seconds of processor time: what else runs on the machine slows both."""


def beside(rate: Callable[[int], float]) -> tuple[float, float]:
    """Actions a second of our random players and of catanatron's, which gets a venv that is thrown away.

    ``rate`` measures ours, in random games from the one with its number on.
    """
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = str(Path(folder) / "bin" / "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", PACKAGE], check=True)
        ours, theirs = [], []
        for number in range(SLICES):
            ours.append(rate(100 * number))
            done = subprocess.run([python, "-c", OTHERS], check=True, capture_output=True, text=True)
            theirs.append(float(done.stdout))
    return sum(ours) / SLICES, sum(theirs) / SLICES


def speed(game: Nerath, number: int) -> float:
    """Actions a second of processor time in random games from the one with this number on."""
    began, actions = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        for _ in random_game(game, options(number), QuickRng(number), 40_000):
            actions += 1
        number += 1
    return actions / (time.process_time() - began)


def busy(game: Nerath) -> tuple[State, int]:
    """The position with the most legal actions of some games, and how many they are."""
    busiest, most = None, 0
    for number in range(8):
        for _, _, state, _ in random_game(game, options(number), QuickRng(number), 40_000):
            for seat in game.to_move(state):
                count = len(game.legal_actions(state, seat))
                if count > most:
                    busiest, most = state, count
    assert busiest is not None
    return busiest, most


def cold(state: State) -> float:
    """Milliseconds for the legal actions of a position; in a fresh process, so that nothing is remembered."""
    game = Nerath(read({name: content_bytes("nerath", name).decode() for name in FILES}))
    seat = game.to_move(state)[0]
    began = time.perf_counter()
    list(game.legal_actions(state, seat))
    return (time.perf_counter() - began) * 1000


def sound(game: Nerath, games: int) -> int:
    """Play to the end, look for contradictions, and replay every game to the same fingerprint.

    Raises SystemExit at the first fault; returns the number of actions.
    """
    total = 0
    for number in range(games):
        rng = QuickRng(number, keep=True)
        actions = []
        box = None
        for step, (_, action, state, _) in enumerate(random_game(game, options(number), rng, 40_000)):
            box = box if box is not None else game.conserved(state)
            if action is not None:
                actions.append(action)
            if step % LOOK_EVERY == 0 and (faults := game.invariants(state)):
                raise SystemExit(f"game {number}, action {step}: {'; '.join(faults)}")
        if game.conserved(state) != box or game.outcome(state) is None:
            raise SystemExit(f"game {number}: cards are missing, or nobody has won")
        again, script = None, ScriptedRng(tuple(rng.draws))
        again, _ = game.setup(options(number), script)
        for action in actions:
            again, _ = game.apply(again, action, script)
        if fingerprint(again) != fingerprint(state) or not script.spent():
            raise SystemExit(f"game {number}: the replay leads elsewhere")
        total += len(actions)
    return total


def run(games: int = GAMES) -> list[list[str]]:
    """Rows: what, target, measured."""
    game = Nerath()
    rate, other = beside(lambda number: speed(game, number))
    busiest, most = busy(game)
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        times = sorted(pool.map(cold, [busiest] * 9, chunksize=1))
    actions = sound(game, games)
    chances = nerath_odds.row(game)
    return [
        [f"random play, {PACKAGE}, actions a second", "", f"{other:,.0f}"],
        [
            "random play, Conquest of Nerath, actions a second",
            "at least 1 × catanatron",
            f"{rate:,.0f} ({rate / other:.2f} ×)",
        ],
        [
            f"{most} legal actions of the busiest position, nothing remembered",
            "under 2 ms",
            f"{times[4]:.2f} ms",
        ],
        [
            f"{games:,} random games, {actions:,} actions",
            "no dead end, no contradiction, every replay the same",
            "kept",
        ],
        chances,
    ]
