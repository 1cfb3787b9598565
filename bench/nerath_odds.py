"""The exact chances of battles (N5.12) against battles that the rules themselves fight out with dice."""

from __future__ import annotations

import math
import random
from typing import cast

from rules.engine.random_play import QuickRng
from rules.nerath import actions as act
from rules.nerath.game import Nerath
from rules.nerath.losses import default_loss
from rules.nerath.notation import read_position, read_units
from rules.nerath.odds import odds
from rules.nerath.state import State
from rules.nerath.terms import REALM_OF

ARMIES, BATTLES = 200, 400
ON_LAND, AT_SEA = "fshwmed", ("b2", "b2(h)", "b2(w)", "b2(ff)", "e", "d")
HEAD = "alliance short 1 karkoth move gold=0/0/0/0 points=0/0/0/0"


def army(luck: random.Random, sea: bool, castle: bool) -> str:
    """One to six random units, in the notation."""
    units = [luck.choice(AT_SEA if sea else ON_LAND) for _ in range(luck.randint(1, 6))]
    return "".join([*(["c"] if castle else []), *units])


def fought(game: Nerath, state: State, luck: QuickRng) -> State:
    """The battle that is prepared, to its end: no cards, the default losses, no retreat."""
    state, _ = game.apply(state, act.EndStep(seat="karkoth"), luck)
    while state.battle is not None or state.stack:
        seat = game.to_move(state)[0]
        legal = game.legal_actions(state, seat)
        first = legal[0]
        answer = first
        if isinstance(first, act.Lose):
            unit, cargo = default_loss((one.unit, one.cargo) for one in cast(list[act.Lose], legal))
            answer = act.Lose(seat=seat, unit=unit, cargo=cargo)
        elif isinstance(first, act.Ready):
            answer = act.Ready(seat=seat, whole=False)
        state, _ = game.apply(state, answer, luck)
    return state


def strangeness(game: Nerath, number: int, battles: int) -> float:
    """How many standard deviations the attacker's wins in so many battles lie from their chance.

    Where the end is all but certain, one battle more or less does not count as strange.
    """
    luck = random.Random(number)
    sea = number % 4 == 3
    mine, theirs = army(luck, sea, False), army(luck, sea, not sea and number % 3 == 0)
    space = "Sn" if sea else "Va"
    state = read_position(game.content, f"{HEAD} {space}:K{mine},V{theirs}")
    chance = odds(
        read_units(game.content, f"K{mine}"), read_units(game.content, f"V{theirs}"), at_sea=sea
    ).attacker_wins
    place, dice = game.board.by_code[space], QuickRng(number)
    wins = 0
    for _ in range(battles):
        after = fought(game, state, dice).units[place]
        realms = {code >> 4 & 3 for code in after}
        wins += realms == {REALM_OF["karkoth"]} if sea else bool(after) and REALM_OF["karkoth"] in realms
    return abs(wins - battles * chance) / math.sqrt(battles * chance * (1 - chance) + 0.25)


def row(game: Nerath, armies: int = ARMIES, battles: int = BATTLES) -> list[str]:
    """What was compared, what is asked, what came out."""
    found = [strangeness(game, number, battles) for number in range(armies)]
    outside = sum(one > 3 for one in found)
    return [
        f"exact odds of {armies} random armies, each fought {battles} times by the rules",
        "equal within 3 deviations (by chance one in 370 lies outside)",
        f"{armies - outside} of {armies} within, {sum(found) / armies:.2f} on average (chance: 0.80), "
        f"{max(found):.1f} at most",
    ]
