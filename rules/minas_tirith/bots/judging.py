"""What a position is worth to Good, in points: those scored, and what the armies promise or threaten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.minas_tirith.army import battalions, count, has_leader
from rules.minas_tirith.board import CITY, FIELD, WALL, bits
from rules.minas_tirith.content import Content
from rules.minas_tirith.state import State
from rules.minas_tirith.terms import BLACK_RIDERS, EVIL, FOOT, GOOD, OLIPHANTS, TROLLS, WARGS
from rules.minas_tirith.victory import leaders_lost, points
from rules.minas_tirith.walls import leaned

WON = 1000.0


class Weights(NamedTuple):
    """How much each thing counts, in points."""

    approach: tuple[float, ...] = (0.0, 1.1, 0.8, 0.55, 0.35, 0.18, 0.0)
    """An Evil battalion so many steps from the city."""
    pressure: float = 0.09
    """Each battalion more than the enemy has next door."""
    near_by: float = 0.05
    """Each battalion more than the enemy has within two steps."""
    guard: tuple[float, ...] = (0.0, 1.6, 2.6, 3.2, 3.6, 3.9, 4.1)
    """So many battalions of Good in the city."""
    on_wall: tuple[float, ...] = (0.0, 0.9, 1.5, 1.9, 2.1)
    """So many battalions of Good on a wall."""
    breach: float = 7.0
    """Evil at a way into the city, for each battalion there against those in the city."""
    way_up: float = 0.35
    """Evil foot below a wall that it can climb."""
    leader: float = 0.25
    """A leader on the board, for each battalion with him up to four."""
    battalion: float = 0.55
    """A battalion on the board, beyond its points."""
    on_card: float = 0.3
    """A battalion on a card."""
    mass: float = 0.05
    """Each pair of Evil battalions that stand together, up to eight of them."""
    fragile: float = 0.25
    """For each point that an Evil battalion next to the enemy is worth beyond the first."""
    hunted: float = 0.5
    """An Evil leader with fewer battalions than Good has next door, for each that it has more."""
    last_leader: float = 3.0
    """One Evil leader is lost already."""
    gate: float = 2.5
    """A broken gate beyond its points."""


def judge(content: Content, state: State, weights: Weights) -> float:
    """The worth of a position to Good; a won game counts WON."""
    if state.winner is not None:
        return WON if state.winner == GOOD else -WON
    board = content.board
    good_points, evil_points = points(board, state)
    value = float(good_points - evil_points)
    good, evil = state.armies
    numbers = ([battalions(GOOD, army) for army in good], [battalions(EVIL, army) for army in evil])
    value += _evil_armies(content, state, numbers, weights)
    for space in bits(state.here[GOOD]):
        number = numbers[GOOD][space]
        if board.sort[space] == CITY:
            value += weights.guard[min(number, len(weights.guard) - 1)]
        elif board.sort[space] == WALL:
            value += weights.on_wall[min(number, len(weights.on_wall) - 1)]
        value += weights.battalion * number
        if has_leader(GOOD, good[space]):
            value += weights.leader * min(number, 4)
    for card, army in enumerate(state.held):
        if army:
            value += weights.on_card * (battalions(GOOD, army) if card in state.powers[GOOD] else 0)
            value -= weights.on_card * (battalions(EVIL, army) if card in state.powers[EVIL] else 0)
    if leaders_lost(state):
        value += weights.last_leader
    if state.gate_broken:
        value -= weights.gate
    return value - _breach(content, state, numbers, weights)


def _evil_armies(content: Content, state: State, numbers: Sequence[Sequence[int]], weights: Weights) -> float:
    """What Evil's armies are worth to Good: less the nearer, more where Good is stronger next door."""
    board = content.board
    up = leaned(state)
    value = 0.0
    for space in bits(state.here[EVIL]):
        army, number = state.armies[EVIL][space], numbers[EVIL][space]
        far = min(board.to_city[space], len(weights.approach) - 1)
        value -= number * weights.approach[far]
        facing = 0
        for other in bits(board.near[space] & state.here[GOOD]):
            theirs = numbers[GOOD][other]
            if board.sort[other] == WALL != board.sort[space] and not up >> other & 1:
                continue
            facing += theirs
            value += weights.pressure * max(-5, min(5, theirs - number))
        value -= weights.battalion * number + weights.mass * (number * (number - 1) / 2 if number < 8 else 28)
        around = sum(numbers[GOOD][o] for o in bits(board.within[space][1] & state.here[GOOD] & board.fields))
        value += weights.near_by * max(-6, min(6, around - number))
        if facing:
            dear = count(army, TROLLS) + count(army, OLIPHANTS)
            value += weights.fragile * (2 * dear + count(army, WARGS) + count(army, BLACK_RIDERS))
        if has_leader(EVIL, army):
            value -= weights.leader * min(number, 4)
            value += weights.hunted * max(0, facing - number)
        if board.sort[space] == FIELD and board.near[space] & up:
            value -= weights.way_up * sum(count(army, kind) for kind in FOOT)
    return value


def _breach(content: Content, state: State, numbers: Sequence[Sequence[int]], weights: Weights) -> float:
    """How much Evil threatens the city from walls and a broken gate."""
    board = content.board
    ways = board.walls | (1 << board.gate if state.gate_broken else 0)
    storming = sum(numbers[EVIL][space] for space in bits(ways & state.here[EVIL]))
    if not storming:
        return 0.0
    return weights.breach * min(2.0, storming / (1 + numbers[GOOD][board.city]))
