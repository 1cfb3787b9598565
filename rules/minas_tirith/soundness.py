"""What must always be true of a position, and what no action may change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping

from rules.minas_tirith.army import count, fresh
from rules.minas_tirith.content import Content
from rules.minas_tirith.state import Arrivals, Keep, State, here_of
from rules.minas_tirith.terms import ACT, BATTALIONS, EVIL, FOOT, KINDS, MOST_CARDS, SHOOTERS, SIDES


def figures(content: Content, state: State, side: int) -> list[int]:
    """How many figures of each kind a side has in all: board, supply, cards, captured, lost."""
    found = []
    for kind in range(len(KINDS[side])):
        held = sum(
            count(army, kind)
            for card, army in enumerate(state.held)
            if SIDES[side] in content.cards[card].sides
        )
        arriving = sum(
            count(due.rest, kind) for due in state.stack if isinstance(due, Arrivals) and side == state.side
        )
        board = sum(count(army, kind) for army in state.armies[side])
        box = state.supply[side][kind] + state.captured[side][kind] + state.lost[side][kind]
        found.append(board + held + arriving + box)
    return found


def faults(content: Content, state: State) -> list[str]:
    """Every way in which a position contradicts itself or the rules; empty is healthy."""
    board, found = content.board, []
    if here_of(state.armies) != state.here:
        found.append("the sets of spaces do not follow from the armies")
    for side in (0, 1):
        numbers = (*state.supply[side], *state.captured[side], *state.lost[side])
        if min(numbers) < 0:
            found.append(f"{SIDES[side]}: fewer figures than none")
        if tuple(figures(content, state, side)) != content.supply[side]:
            found.append(f"{SIDES[side]}: figures have come or gone")
        if any(not content.usable[side][card] for card in state.powers[side]):
            found.append(f"{SIDES[side]}: a card of the other side")
        for space, army in enumerate(state.armies[side]):
            if army:
                where = f"{SIDES[side]} in {board.spaces[space].code}"
                found += [f"{where}: {fault}" for fault in _army_faults(content, state, side, space)]
    if state.here[0] & state.here[1]:
        found.append("enemies stand together")
    if state.step == ACT and len(state.hands[state.side]) > MOST_CARDS:
        found.append("too many cards are left")
    if any(wall >= 0 and not board.walls >> wall & 1 for wall in state.bound):
        found.append("a tower or ladders stand at no wall")
    if state.points < 0 or state.points > state.die:
        found.append(f"{state.points} points of a die of {state.die}")
    return found


def _army_faults(content: Content, state: State, side: int, space: int) -> list[str]:
    board, army = content.board, state.armies[side][space]
    found = []
    if board.walls >> space & 1 and any(count(army, kind) for kind in BATTALIONS[side] if kind not in FOOT):
        found.append("they cannot stand on a wall")
    for kind in SHOOTERS[side]:
        if fresh(side, army, kind) < 0:
            found.append("more have shot than there are")
        if side != state.side and fresh(side, army, kind) != count(army, kind):
            found.append("archers have shot in the enemy's turn")
    alone = not state.here[side] >> space & 1
    if alone and side != state.side and state.winner is None:
        found.append("a leader without battalions")
    if space == board.city and side == EVIL and state.winner is None:
        found.append("Evil is in the city, and the game goes on")
    return found


def box(state: State) -> Hashable:
    """The cards of both sorts, wherever they are."""
    faces = tuple(sorted((*state.pile, *state.hands[0], *state.hands[1], *state.used)))
    powers = [*state.power_pile, *state.powers[0], *state.powers[1], *state.power_used]
    powers += [card for due in state.stack if isinstance(due, Keep) for card in due.cards]
    return faces, tuple(sorted(powers))


def totals(state: State) -> Mapping[str, int]:
    """Figures on the board, captured, and lost, by kind."""
    found: Counter[str] = Counter()
    for side in (0, 1):
        for kind, name in enumerate(KINDS[side]):
            found[f"board {name}"] = sum(count(army, kind) for army in state.armies[side])
            found[f"captured {name}"] = state.captured[side][kind]
            found[f"lost {name}"] = state.lost[side][kind]
    return found
