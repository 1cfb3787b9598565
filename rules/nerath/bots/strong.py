"""The strong bot: attacks by expected worth, lines against threats, purchases by need."""

from __future__ import annotations

from rules.engine.rng import Rng
from rules.nerath import actions as act
from rules.nerath.actions import NerathAction
from rules.nerath.bots import answers, levy, lines, war
from rules.nerath.bots.survey import Survey
from rules.nerath.effects import usable
from rules.nerath.game import Nerath
from rules.nerath.state import State
from rules.nerath.terms import MOVE, REALM_OF, REINFORCE

NODES = 4000
"""Estimates for one action when nothing else is said; most positions need fewer."""
LEAST_NODES = 40
"""With fewer it would hardly find anybody to attack."""


def strong(game: Nerath, state: State, seat: str, _rng: Rng, nodes: int) -> NerathAction:
    """The action of a seat that is due; fewer ``nodes`` look at fewer targets."""
    realm, content = REALM_OF[seat], game.content
    board = content.board
    survey = Survey(board, state, realm)
    if state.stack:
        return answers.answer(content, state, seat, game.legal_actions(state, seat), survey)
    action: NerathAction | None = None
    if state.hands[realm] or state.treasures[realm]:
        plays = [act.Play(seat=seat, card=card) for card in usable(content, state, realm)]
        action = answers.step_card(content, state, seat, plays)
    if action is None and state.step == MOVE:
        action = war.attack(content, state, realm, survey, war.Budget(max(nodes, LEAST_NODES)))
    if action is None and state.step == REINFORCE:
        action = levy.purchase(board, state, realm, survey)
    if action is None:
        action = lines.reposition(board, state, realm, survey)
    if action is None:
        # the last of the list closes the step, unless heroes have to leave a dungeon first
        action = game.legal_actions(state, seat)[-1]
    return action
