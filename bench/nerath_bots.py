"""Bots of Conquest of Nerath against each other: strength, balance and length of games (N11.4).

Each game is written down as soon as it is over, under a name made from the content and the bots, so that a
run that was broken off goes on where it stopped, and no figure mixes two versions.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from rules.engine.random_play import QuickRng
from rules.nerath.bots.players import choose
from rules.nerath.game import Nerath
from rules.nerath.state import Options
from rules.nerath.terms import REALMS

ROOT = Path(__file__).resolve().parent.parent
SERIES = {"duel": 200, "alliance": 400, "free_for_all": 400}
"""Games of each series: strong against easy, then equal bots in both modes."""
HEADS = ["series", "games", "won by", "rounds", "a move: half, 99 %, 99.9 %, slowest", "target"]
MOST = 20_000


def edition() -> str:
    """A short name of this content and these bots: it changes with any of them."""
    found = hashlib.sha256()
    folders = [ROOT / "rules" / "content" / "nerath", ROOT / "rules" / "nerath"]
    for path in sorted(
        p for folder in folders for p in folder.rglob("*") if p.suffix in (".py", ".toml", ".txt")
    ):
        if "texts" not in path.parts:
            found.update(path.read_bytes())
    return found.hexdigest()[:12]


def play(game: Nerath, series: str, number: int) -> dict[str, Any]:
    """One medium game; in a duel the strong bot changes its side from game to game.

    A move's time is that of the processor, so that other processes do not count.
    """
    mode = "free_for_all" if series == "free_for_all" else "alliance"
    strong = {realm for realm in range(4) if series != "duel" or realm % 2 == number % 2}
    bots = {seat: "strong" if realm in strong else "easy" for realm, seat in enumerate(REALMS)}
    rng = QuickRng(number)
    state, _ = game.setup(Options(mode=mode), rng)  # type: ignore[arg-type]
    times: list[float] = []
    while due := game.to_move(state):
        seat = due[0]
        began = time.process_time()
        action = choose(game, bots[seat], game.view(state, frozenset({seat})), seat, rng)
        times.append(time.process_time() - began)
        state, _ = game.apply(state, action, rng)
        if len(times) > MOST:
            raise SystemExit(f"{series} {number}: no end after {MOST} actions")
    winners = [REALMS[realm] for realm in state.winners or ()]
    return {
        "series": series,
        "number": number,
        "winners": winners,
        "bot": bots[winners[0]],
        "rounds": state.round,
        "points": list(state.points),
        "milliseconds": [round(1000 * one, 1) for one in times],
    }


def run(most: int | None = None) -> list[list[str]]:
    """Play what is missing of each series, at most ``most`` games of each now, and tell what all show."""
    store = ROOT / "instance" / f"nerath-bots-{edition()}.jsonl"
    store.parent.mkdir(exist_ok=True)
    lines = store.read_text("utf-8").splitlines() if store.exists() else []
    games = [json.loads(line) for line in lines]
    done = {(one["series"], one["number"]) for one in games}
    game = Nerath()
    for series, wanted in SERIES.items():
        missing = [number for number in range(wanted) if (series, number) not in done]
        for number in missing[:most]:
            one = play(game, series, number)
            games.append(one)
            with store.open("a", encoding="utf-8") as file:
                file.write(json.dumps(one) + "\n")
            print(f"{series} {number}: {'+'.join(one['winners'])}", file=sys.stderr)
    return [row(series, [one for one in games if one["series"] == series]) for series in SERIES]


def row(series: str, games: list[dict[str, Any]]) -> list[str]:
    """What a series shows, and its target."""
    if not games:
        return [series, "0", "", "", "", ""]
    count = len(games)
    rounds = sum(one["rounds"] for one in games) / count
    times = sorted(one for each in games for one in each["milliseconds"])
    moves = ", ".join(f"{times[int((len(times) - 1) * part)]:.0f}" for part in (0.5, 0.99, 0.999, 1)) + " ms"
    if series == "duel":
        wins = sum(one["bot"] == "strong" for one in games)
        shares, target = f"strong {wins / count:.1%}", "at least 85 %"
    else:
        won = Counter(" + ".join(one["winners"]) for one in games)
        shares = ", ".join(f"{side} {wins / count:.1%}" for side, wins in sorted(won.items()))
        target = "none over 55 %" if series == "alliance" else "each 18-32 %"
        target += ", 5-12 rounds"
    return [series, str(count), shares, f"{rounds:.2f}", moves, target]
