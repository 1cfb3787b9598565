"""Leaders at the end of a turn: none stays alone, no two of one colour stay together (M8)."""

from __future__ import annotations

from rules.engine.refusal import IllegalAction
from rules.minas_tirith.army import count, has_battalion, leaders_of, pieces
from rules.minas_tirith.draft import Draft
from rules.minas_tirith.events import LeaderLost
from rules.minas_tirith.state import Rivals, State
from rules.minas_tirith.terms import COLOURS, SIDES
from rules.minas_tirith.victory import check_leaders


def remove(draft: Draft, side: int, kind: int, space: int, how: str) -> None:
    """A leader leaves the game; it counts as lost, but gives no points (M8.1, M8.2)."""
    draft.fall(side, kind, space)
    draft.count(draft.lost, side, kind, 1)
    draft.say(LeaderLost(side=SIDES[side], kind=kind, space=space, how=how))
    check_leaders(draft)


def rivals(state: State | Draft, space: int, colour: int) -> list[int]:
    """The kinds of leaders of one colour of the side in play that stand in a space."""
    army = state.armies[state.side][space]
    return [kind for kind in COLOURS[state.side][colour] if count(army, kind)]


def muster_out(draft: Draft) -> bool:
    """Remove leaders that may not stay; false when the owner must choose between two (M8.1, M8.2)."""
    side = draft.side
    for space, army in enumerate(draft.armies[side]):
        if not leaders_of(side, army):
            continue
        if not has_battalion(side, army):
            for kind, number in pieces(side, leaders_of(side, army)):
                for _ in range(number):
                    remove(draft, side, kind, space, "alone")
            continue
        for colour, kinds in enumerate(COLOURS[side]):
            while sum(count(draft.armies[side][space], kind) for kind in kinds) > 1:
                here = rivals(draft, space, colour)
                if len(here) > 1:
                    draft.stack.append(Rivals(space, colour))
                    return False
                remove(draft, side, here[0], space, "rivals")
        if draft.winner is not None:
            return True
    return True


def check_dismiss(state: State, due: Rivals, kind: int) -> None:
    """M8.2: one of those two."""
    if kind not in rivals(state, due.space, due.colour):
        raise IllegalAction("M8.2", "one_of_the_two", space=due.space)


def dismiss(draft: Draft, due: Rivals, kind: int) -> None:
    """The owner has chosen."""
    draft.stack.pop()
    remove(draft, draft.side, kind, due.space, "rivals")
