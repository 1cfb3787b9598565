"""Moves: armies, cavalry, leaders alone, and the oliphant's exchange (M4)."""

from __future__ import annotations

from functools import lru_cache

from rules.engine.refusal import IllegalAction
from rules.minas_tirith import walls
from rules.minas_tirith.actions import March, Swap
from rules.minas_tirith.army import count, has_battalion
from rules.minas_tirith.board import bits
from rules.minas_tirith.content import Content
from rules.minas_tirith.draft import Draft
from rules.minas_tirith.events import Marched, Raised, Swapped
from rules.minas_tirith.state import OpenMarch, State
from rules.minas_tirith.terms import BATTALIONS, EVIL, GOOD, INFANTRY, KINDS, OLIPHANTS, SIDES

LEADER_STEPS = 3
SWAP_FOR = 3


def reach(content: Content, state: State, side: int, origin: int, kind: int) -> int:
    """Where figures of a kind may move for one point, in a move that they begin (M4.1-M4.3, M4.6)."""
    up, broken = walls.leaned(state), state.gate_broken
    own, foe = state.here[side], state.here[1 - side]
    foot = walls.is_foot(side, kind)
    first = walls.steps(content, side, origin, foot, up, broken) & ~foe
    if kind not in BATTALIONS[side]:
        # alone, through spaces that his army holds
        reached = frontier = 1 << origin
        for _ in range(LEADER_STEPS):
            near = 0
            for space in bits(frontier):
                near |= walls.steps(content, side, space, True, up, broken)
            frontier = near & own & ~reached
            reached |= frontier
        return reached & ~(1 << origin)
    if not walls.rides(side, kind):
        return first
    second = first
    for space in bits(first):
        second |= walls.steps(content, side, space, False, up, broken) & ~foe
    return second & ~(1 << origin)


def joins(content: Content, state: State, side: int, kind: int) -> bool:
    """Whether figures of a kind may join the move under way for the same point (M4.1, M4.3)."""
    march = state.march
    if march is None:
        return False
    if march.free and kind in BATTALIONS[side] and not walls.rides(side, kind):
        return False
    if kind not in BATTALIONS[side]:
        # riding along with a battalion that has gone before; on a wall a leader may stand
        return has_battalion(side, state.armies[side][march.target])
    return bool(reach(content, state, side, march.origin, kind) >> march.target & 1)


def is_join(content: Content, state: State, side: int, origin: int, target: int, kind: int) -> bool:
    """Whether such a move is part of the one under way."""
    march = state.march
    return (
        march is not None
        and (march.origin, march.target) == (origin, target)
        and joins(content, state, side, kind)
    )


def is_sortie(content: Content, state: State, side: int, origin: int, kind: int) -> bool:
    """Whether such a move is the one that the card makes free (M9.4)."""
    return state.sortie and side == GOOD and origin == content.board.city and walls.rides(side, kind)


def marches(content: Content, state: State, side: int, origin: int, army: int) -> list[March]:
    """Every move that may begin in a space."""
    found: list[March] = []
    for kind in range(len(KINDS[side])):
        if number := count(army, kind):
            for target in bits(reach(content, state, side, origin, kind)):
                found += _by_number(side, origin, target, kind, number)
    return found


@lru_cache(maxsize=1 << 14)
def _by_number(side: int, origin: int, target: int, kind: int, most: int) -> tuple[March, ...]:
    """The moves of 1 to ``most`` figures of a kind."""
    seat = SIDES[side]
    return tuple(
        March(seat=seat, origin=origin, target=target, kind=kind, number=number)
        for number in range(1, most + 1)
    )


def join_actions(content: Content, state: State, side: int) -> list[March]:
    """Every move that continues the one under way."""
    march = state.march
    if march is None or state.halted >> march.origin & 1:
        return []
    army = state.armies[side][march.origin]
    return [
        action
        for kind in range(len(KINDS[side]))
        if count(army, kind) and joins(content, state, side, kind)
        for action in _by_number(side, march.origin, march.target, kind, count(army, kind))
    ]


def check_march(content: Content, state: State, action: March) -> None:
    """M4.1-M4.3, M4.6, M5; the point is checked by the caller unless the move is a join."""
    side, board = state.side, content.board
    check_spaces(content, action.origin, action.target)
    if state.halted >> action.origin & 1:
        raise IllegalAction("M7.6", "army_is_beaten", space=action.origin)
    if not 0 <= action.kind < len(KINDS[side]) or action.number < 1:
        raise IllegalAction("M4.1", "nobody_to_move", space=action.origin)
    if count(state.armies[side][action.origin], action.kind) < action.number:
        raise IllegalAction("M4.1", "nobody_to_move", space=action.origin)
    if is_join(content, state, side, action.origin, action.target, action.kind):
        return
    if state.here[1 - side] >> action.target & 1:
        raise IllegalAction("M4.6", "enemy_stands_there", space=action.target)
    if reach(content, state, side, action.origin, action.kind) >> action.target & 1:
        check_point(state, free=is_sortie(content, state, side, action.origin, action.kind))
        return
    if action.kind not in BATTALIONS[side]:
        raise IllegalAction("M4.3", "leader_goes_to_his_army", space=action.target)
    if action.origin == action.target or (
        board.near[action.origin] >> action.target & 1 == 0 and walls.rides(side, action.kind)
    ):
        raise IllegalAction("M4.2", "too_far", space=action.target)
    rule, code = walls.why_closed(
        content, side, action.origin, action.target, walls.is_foot(side, action.kind)
    )
    raise IllegalAction(rule, code, space=action.target)


def check_spaces(content: Content, *spaces: int) -> None:
    """Refuse what is no space of the board."""
    for space in spaces:
        if not 0 <= space < content.board.size:
            raise IllegalAction("M1.4", "no_such_space", space=space)


def check_point(state: State, *, free: bool = False) -> None:
    """An action costs a point (M4.7)."""
    if not free and state.points < 1:
        raise IllegalAction("M4.7", "no_point_left")


def march(draft: Draft, state: State, action: March) -> None:
    """Pay for the move and carry it out, after Good's answer where a wall is stormed (M9.6)."""
    side = draft.side
    joined = is_join(draft.content, state, side, action.origin, action.target, action.kind)
    free = is_sortie(draft.content, state, side, action.origin, action.kind)
    if not joined:
        if free:
            draft.sortie = False
        else:
            draft.points -= 1
        draft.march = None
        if walls.climbs(draft.content, side, action.origin, action.target) and draft.ask_to_hold(
            action.origin, action.target, action.kind, action.number
        ):
            return
    carry_out(draft, action.origin, action.target, action.kind, action.number, free=not joined and free)


def carry_out(draft: Draft, origin: int, target: int, kind: int, number: int, *, free: bool = False) -> None:
    """Move figures, as the beginning of a move or along with it."""
    joined = draft.march is not None
    draft.carry(draft.side, origin, target, draft.cut(draft.side, origin, kind, number))
    if draft.march is None:
        draft.march = OpenMarch(origin, target, free)
    draft.say(
        Marched(
            side=draft.seat,
            origin=origin,
            target=target,
            kind=kind,
            number=number,
            joined=joined,
            free=free,
        )
    )


def may_swap(state: State, space: int) -> bool:
    """Whether an oliphant in a space can be exchanged for three infantry of the supply (M4.5)."""
    return (
        state.side == EVIL
        and count(state.armies[EVIL][space], OLIPHANTS) > 0
        and state.supply[EVIL][INFANTRY] >= SWAP_FOR
    )


def check_swap(content: Content, state: State, action: Swap) -> None:
    """M4.5."""
    check_spaces(content, action.space)
    check_point(state)
    if state.halted >> action.space & 1:
        raise IllegalAction("M7.6", "army_is_beaten", space=action.space)
    if not may_swap(state, action.space):
        raise IllegalAction("M4.5", "no_oliphant_to_swap", space=action.space)


def swap(draft: Draft, space: int) -> None:
    """An oliphant goes back to the supply, three infantry stand in its place."""
    draft.points -= 1
    draft.fall(EVIL, OLIPHANTS, space)
    draft.count(draft.supply, EVIL, OLIPHANTS, 1)
    draft.say(Swapped(side=draft.seat, kind=OLIPHANTS, space=space))
    for _ in range(SWAP_FOR):
        draft.raise_(EVIL, INFANTRY, space)
    draft.count(draft.supply, EVIL, INFANTRY, -SWAP_FOR)
    draft.say(Raised(side=draft.seat, kind=INFANTRY, number=SWAP_FOR, space=space, how="swap"))
