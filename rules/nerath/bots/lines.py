"""Where units stand that do not attack: against the enemy's threats, and nearer to the front."""

from __future__ import annotations

from rules.nerath.actions import Move, NerathAction
from rules.nerath.board import Board
from rules.nerath.bots.forces import able
from rules.nerath.bots.strength import COST
from rules.nerath.bots.survey import FAR, Survey, spaces_of
from rules.nerath.movement import manner, targets
from rules.nerath.standing import friendly_sea
from rules.nerath.state import State
from rules.nerath.terms import DRAGON, FLYERS, PROFILES, REALMS, STORM, WARSHIP
from rules.nerath.units import kind_of

LEAST_GAIN = 0.12
STEP = 0.12
"""What a step towards the enemy is worth for each gold that a unit cost."""
SAVED = 50.0
"""More than any other reason: a flyer that would die where it is, a hero who has to leave."""


def reposition(board: Board, state: State, realm: int, survey: Survey) -> NerathAction | None:
    """The move among friendly spaces that helps most; None if none does."""
    how = manner(board, state, realm)
    safe = survey.friendly | friendly_sea(board, state, realm)
    best, chosen = LEAST_GAIN, None
    for origin in spaces_of(state.here[realm]):
        here = 1 << origin
        if here & survey.hostile and state.units[origin] and _fights(state, origin, survey):
            continue
        leaving = bool(here & board.dungeons) and not state.tiles[origin]
        if here & board.dungeons and not leaving:
            continue
        for code, _ in able(state, realm, origin):
            kind = kind_of(code)
            if kind == WARSHIP:
                continue
            lost = not (safe if kind == STORM else survey.friendly) & here and kind in FLYERS
            steps = PROFILES[kind].move + state.haste[kind]
            reach = targets(board, how, origin, kind, steps)
            reach &= safe if kind == STORM and lost else survey.friendly
            if not reach:
                continue
            stays = -SAVED if leaving or lost else _standing(survey, origin, kind, leaves=True)
            for space in spaces_of(reach):
                gain = _standing(survey, space, kind, leaves=False) - stays
                if gain > best:
                    best = gain
                    chosen = Move(seat=REALMS[realm], origin=origin, kind=kind, target=space)
    return chosen


def _fights(state: State, space: int, survey: Survey) -> bool:
    return any(code >> 4 & 3 in survey.foes for code in state.units[space])


def _standing(survey: Survey, space: int, kind: int, *, leaves: bool) -> float:
    """What a unit is worth in a space: the risk it takes away, and how near the enemy is."""
    value = 0.0
    if survey.friendly >> space & 1:
        there = survey.garrison(space)
        if leaves:
            others = list(there)
            others.remove(kind)
            value = survey.risk(space, tuple(others)) - survey.risk(space, there)
        else:
            value = survey.risk(space, there) - survey.risk(space, tuple(sorted((*there, kind))))
        steps = survey.steps[space]
        value -= STEP * COST[kind] * min(steps, 8) if steps != FAR else STEP * COST[kind] * 8
    elif kind != DRAGON:
        value = -1.0
    return value
