"""What the strong bot buys, and where: first against danger, then towards an army of the right mixture."""

from __future__ import annotations

from rules.nerath.actions import Buy, NerathAction
from rules.nerath.board import Board
from rules.nerath.bots.strength import COST
from rules.nerath.bots.survey import FAR, Survey
from rules.nerath.reinforcements import buy_actions, figures, price
from rules.nerath.state import State
from rules.nerath.terms import CASTLE, LAND

MIXTURE = (0.34, 0.26, 0.14, 0.06, 0.1, 0.0, 0.0, 0.1, 0.0)
"""The share of its gold that each kind should have in an army; ships and storms are not bought."""
PULL = 2.0
"""How strongly a missing kind is wanted."""
STEP = 0.1
CASTLE_GOLD = 7
CASTLE_STEPS = 3


def purchase(board: Board, state: State, realm: int, survey: Survey) -> NerathAction | None:
    """The best thing to buy now; None if nothing can be bought."""
    found = buy_actions(board, state, realm)
    castle = _castle(state, realm, survey, found)
    if castle is not None:
        return castle
    owned = figures(state, realm)
    total = sum(MIXTURE[kind] and owned[kind] * COST[kind] for kind in range(9)) + 4.0
    best, chosen = -1e9, None
    for buy in found:
        kind = buy.kind
        if not MIXTURE[kind] or buy.ship >= 0 or board.sort[buy.space] != LAND:
            continue
        there = survey.garrison(buy.space)
        saved = survey.risk(buy.space, there) - survey.risk(buy.space, tuple(sorted((*there, kind))))
        missing = MIXTURE[kind] - owned[kind] * COST[kind] / total
        value = saved / price(state, kind) + PULL * missing - STEP * min(survey.steps[buy.space], 8)
        if value > best:
            best, chosen = value, buy
    return chosen


def _castle(state: State, realm: int, survey: Survey, found: list[Buy]) -> NerathAction | None:
    """A new castle near the front, when those there are lie far behind it."""
    if state.gold[realm] < CASTLE_GOLD or state.bought[CASTLE]:
        return None
    nearest = min((survey.steps[castle] for castle in state.castles), default=FAR)
    if nearest < CASTLE_STEPS or nearest == FAR:
        return None
    sites = [
        (survey.risk(buy.space, survey.garrison(buy.space)), buy.space, buy)
        for buy in found
        if buy.kind == CASTLE and survey.steps[buy.space] == CASTLE_STEPS - 1
    ]
    return min(sites, key=lambda site: site[:2])[2] if sites else None
