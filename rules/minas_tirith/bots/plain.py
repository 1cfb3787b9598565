"""Decisions that need no trying: dice, exchanges, losses, answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.minas_tirith import actions as act
from rules.minas_tirith.actions import SiegeAction
from rules.minas_tirith.content import Content
from rules.minas_tirith.state import State, Storm
from rules.minas_tirith.terms import EVIL, GOOD, WILD, WORTH

WANTED = {
    "theoden": 9,
    "aragorn": 7,
    "gandalf": 4,
    "sortie": 1,
    "arrows": 2,
    "hold": 5,
    "healing": 4,
    "reserves": 8,
    "tower_1": 9,
    "tower_2": 8,
    "ladders_1": 6,
    "ladders_2": 6,
    "grond": 5,
    "nazgul": 6,
    "catapults_1": 3,
    "catapults_2": 3,
}
"""How much a card is wanted; 3 for one of another pack."""
DIE_LIKED = ((0, 2, 3, 4, 5, 6, 6), (0, 2, 3, 4, 5, 6, 6))
"""How much a side likes a die of so many pips: actions against cards."""


def wanted(content: Content, card: int) -> int:
    """How much a card is wanted."""
    return WANTED.get(content.card_ids[card], 3)


def take(state: State, actions: Sequence[SiegeAction]) -> SiegeAction:
    """The die that is liked most."""
    liked = DIE_LIKED[state.side]
    dice = [action for action in actions if isinstance(action, act.TakeDie)]
    return max(dice, key=lambda action: (liked[action.value], action.value))


def trade(state: State, actions: Sequence[SiegeAction]) -> SiegeAction:
    """Exchange what can be exchanged: with the own sword first, without wild cards if it can be."""
    sets = [action for action in actions if isinstance(action, act.Exchange)]
    if sets:
        own = state.side + 1

        def cost(action: act.Exchange) -> tuple[bool, int]:
            faces = (action.first, action.second, action.third)
            swords = sum(face != WILD and face % 3 == own for face in faces)
            return not action.special, sum(3 for face in faces if face == WILD) + swords

        return min(sets, key=cost)
    onto = [action for action in actions if isinstance(action, act.Reinforce)]
    held = Counter(WILD if face == WILD else face // 3 for face in state.hands[state.side])

    def spare(action: act.Reinforce) -> bool:
        # two of a symbol wait for a third, and a wild card for a set
        return action.face != WILD and held[action.face // 3] != 2

    useful = [action for action in onto if spare(action)]
    if useful:
        return max(useful, key=lambda action: (WORTH[state.side][action.kind], -action.face))
    return next(action for action in actions if isinstance(action, act.EndExchange))


def special(content: Content, state: State, actions: Sequence[SiegeAction]) -> SiegeAction:
    """A good discarded card, else two new ones, else a battalion."""
    fetch = [action for action in actions if isinstance(action, act.Fetch)]
    best = max(fetch, key=lambda action: wanted(content, action.card), default=None)
    if best is not None and wanted(content, best.card) >= 6:
        return best
    for action in actions:
        if isinstance(action, act.DrawTwo):
            return action
    raised = [action for action in actions if isinstance(action, act.Raise)]
    if raised:
        return max(raised, key=lambda a: (WORTH[state.side][a.kind], -content.board.to_city[a.space]))
    assert best is not None
    return best


def keep(content: Content, actions: Sequence[SiegeAction]) -> SiegeAction:
    """The card that is wanted more."""
    cards = [action for action in actions if isinstance(action, act.KeepCard)]
    return max(cards, key=lambda action: wanted(content, action.card))


def lose(actions: Sequence[SiegeAction]) -> SiegeAction:
    """The battalion that is worth least; infantry before archers."""
    side = GOOD if actions[0].seat == "good" else EVIL
    lost = [action for action in actions if isinstance(action, act.Lose)]
    return min(lost, key=lambda action: (WORTH[side][action.kind], action.kind))


def answer(state: State, actions: Sequence[SiegeAction]) -> SiegeAction:
    """Hold a wall against more than a single battalion."""
    due = state.stack[-1]
    hold = isinstance(due, Storm) and (due.number > 1 or due.kind < 0)
    return next(action for action in actions if isinstance(action, act.Answer) and action.hold == hold)
