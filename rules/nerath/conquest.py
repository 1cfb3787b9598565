"""Taking land: castles, points, the partner's land, monsters amok (N5.8-N5.11, N10.3)."""

from __future__ import annotations

from rules.engine.refusal import IllegalAction
from rules.nerath.actions import Amok
from rules.nerath.board import Board, bits
from rules.nerath.draft import Draft, changed
from rules.nerath.events import Moved, Taken
from rules.nerath.losses import castle_in
from rules.nerath.standing import Position, allied, foes, foes_here, friendly_land, own_in
from rules.nerath.state import AwaitAmok
from rules.nerath.terms import CASTLE, FLYERS, MONSTER, PARTNER, REALMS
from rules.nerath.units import FOUGHT, MOVED, kind_of, unit

CAPITAL_POINTS, SPACE_POINTS = 5, 1


def points_for(board: Board, position: Position, space: int, realm: int) -> int:
    """What conquering a space scores: only an enemy's starting land does (N5.10)."""
    home = board.home[space]
    if home not in foes(position, realm):
        return 0
    return CAPITAL_POINTS if space in board.capitals else SPACE_POINTS


def take(draft: Draft, space: int) -> None:
    """The realm whose turn it is takes a land space: its castle too, and friendly at once (N5.9)."""
    board, by = draft.board, draft.turn
    home, former = board.home[space], draft.owner[space]
    # land of the partner's start goes to the partner (N10.3)
    owner = home if allied(draft) and home == PARTNER[by] else by
    points = points_for(board, draft, space, by)
    castle = castle_in(draft, space)
    if castle >= 0:
        draft.remove(space, castle)
        draft.add(space, unit(CASTLE, owner))
    draft.owner = changed(draft.owner, space, owner)
    draft.land[former] &= ~(1 << space)
    draft.land[owner] |= 1 << space
    draft.points[by] += points
    draft.say(
        Taken(
            space=space,
            by=REALMS[by],
            owner=REALMS[owner],
            former=REALMS[former],
            points=points,
            castle=castle >= 0,
        )
    )


def may_take(position: Position, space: int, realm: int) -> bool:
    """Whether the units there take the space: any unit does, by house rule only land units (N5.9, N11.5)."""
    if not position.options.only_land_takes:
        return True
    return any(kind_of(code) not in FLYERS for code in own_in(position, space, realm))


def amok_targets(board: Board, position: Position, space: int, realm: int) -> int:
    """Adjacent hostile land without opponents, as a set; a castle is an opponent (N5.11)."""
    hostile = board.land & ~friendly_land(position, realm)
    return board.near[space] & hostile & ~foes_here(position, realm)


def run_amok(draft: Draft, due: AwaitAmok, target: int) -> None:
    """A monster of the battle takes an adjacent space; -1 ends it for all (N5.11)."""
    if target < 0:
        calm_monsters(draft, due.space)
        return
    monster = unit(MONSTER, draft.turn)
    code = next(c for c in own_in(draft, due.space, draft.turn) if c & FOUGHT)
    draft.remove(due.space, code)
    draft.add(target, monster | MOVED)
    draft.say(Moved(realm=draft.seat, kind=MONSTER, origin=due.space, target=target, how="amok"))
    take(draft, target)


def calm_monsters(draft: Draft, space: int) -> None:
    """No monster of the battle runs on."""
    for code in own_in(draft, space, draft.turn):
        if code & FOUGHT:
            draft.replace(space, code, code & ~FOUGHT)


def amok_open(draft: Draft, due: AwaitAmok) -> bool:
    """Whether there is still a monster that may run, and a space for it."""
    waiting = any(code & FOUGHT for code in own_in(draft, due.space, draft.turn))
    return waiting and amok_targets(draft.board, draft, due.space, draft.turn) != 0


def amok_actions(board: Board, position: Position, due: AwaitAmok, realm: int) -> list[Amok]:
    """Every space to run into, and to run no more."""
    spaces = bits(amok_targets(board, position, due.space, realm))
    return [Amok(seat=REALMS[realm], target=space) for space in (-1, *spaces)]


def check_amok(board: Board, position: Position, due: AwaitAmok, realm: int, action: Amok) -> None:
    """N5.11: one step, into adjacent hostile land without opponents."""
    open_to = amok_targets(board, position, due.space, realm)
    if action.target < -1 or (action.target >= 0 and not open_to >> action.target & 1):
        raise IllegalAction("N5.11", "not_for_amok", space=action.target)
