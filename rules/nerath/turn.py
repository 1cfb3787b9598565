"""The six steps of a turn, and how a position runs on to its next decision (N3.1, N8.2, N8.3, N9.6)."""

from __future__ import annotations

from rules.engine.refusal import IllegalAction
from rules.nerath import battle as battles
from rules.nerath.board import Board, bits
from rules.nerath.cards import AT_ONCE
from rules.nerath.conquest import amok_open, calm_monsters
from rules.nerath.draft import Draft
from rules.nerath.dungeons import guard_left_dungeons, turn_guardians
from rules.nerath.effects import draw_cards, use
from rules.nerath.events import GoldChanged, Lost, RoundEnded, Skipped, StepBegan
from rules.nerath.losses import settle
from rules.nerath.movement import manner, targets
from rules.nerath.moving import fresh_ship
from rules.nerath.reinforcements import carry_actions, income, place_targets, raise_unit
from rules.nerath.retreat import choices, leave
from rules.nerath.standing import friendly_land, friendly_sea, own, own_in
from rules.nerath.state import (
    AwaitAmok,
    AwaitCarry,
    AwaitLosses,
    AwaitPlace,
    AwaitRetreat,
    Pending,
    PickBattle,
    State,
)
from rules.nerath.terms import (
    BATTLE,
    CASTLE,
    DRAGON,
    DRAW,
    FLYERS,
    INCOME,
    MOVE,
    PROFILES,
    REALMS,
    REGROUP,
    REINFORCE,
    WARSHIP,
)
from rules.nerath.units import LEAST_MARK, MOVED, calm, kind_of
from rules.nerath.victory import check_victory, is_out, turn_order

NOTHING = (0,) * 9


def begin_turn(draft: Draft, realm: int) -> None:
    """A realm's turn begins: what it holds now counts when reinforcing; it draws a card (N3.2, N9.1)."""
    draft.turn = realm
    draft.held = tuple(bits(draft.land[realm]))
    draft.castles = tuple(space for space, code in own(draft, realm) if kind_of(code) == CASTLE)
    draft.charged, draft.bought, draft.discount = (), NOTHING, NOTHING
    begin_step(draft, DRAW)
    for card in draft.hands[realm]:
        # dealt at the set-up, unseen; it is played in its owner's first turn
        if draft.content.cards[card].window == AT_ONCE:
            use(draft, realm, card)
    draw_cards(draft, realm, 1)


def begin_step(draft: Draft, step: int) -> None:
    """A step begins: nobody has moved in it, and no haste lasts from the one before."""
    draft.step, draft.done, draft.haste = step, (), NOTHING
    sailing = PROFILES[WARSHIP].move if step == MOVE else 0
    realm = draft.turn
    for space in bits(draft.here[realm]):
        stack = draft.units[space]
        fresh = []
        for code in stack:
            if code >> 4 & 3 != realm or (code < LEAST_MARK and code & 15 != WARSHIP):
                fresh.append(code)
            elif code & 15 == WARSHIP:
                # landings that are planned happen in the battle step
                fresh.append(fresh_ship(code if step == BATTLE else calm(code), sailing))
            else:
                fresh.append(calm(code))
        fresh.sort()
        draft.restack(space, stack, tuple(fresh))
    draft.say(StepBegan(realm=draft.seat, step=step, round=draft.round))


def run_on(draft: Draft) -> None:
    """Go on, step by step, until somebody has to decide or the game is over."""
    while draft.winners is None:
        if draft.stack:
            if not _settled(draft, draft.stack[-1]):
                return
        elif draft.battle is not None:
            battles.go_on(draft, draft.battle)
        elif draft.step == DRAW:
            begin_step(draft, MOVE)
        elif draft.step == BATTLE:
            _next_battle(draft)
        elif draft.step == INCOME:
            _collect(draft)
            _next_turn(draft)
        else:
            return


def _settled(draft: Draft, due: Pending) -> bool:
    """Take from the stack a decision that leaves no choice; false when it must be asked."""
    board = draft.board
    if isinstance(due, AwaitLosses):
        assert draft.battle is not None
        hits = list(due.hits)
        draft.stack.pop()
        if settle(draft, draft.battle.space, hits):
            return True
        draft.stack.append(AwaitLosses((hits[0], hits[1], hits[2], hits[3])))
        return False
    if isinstance(due, AwaitRetreat):
        assert draft.battle is not None
        space = draft.battle.space
        ways = choices(board, draft, space, draft.turn)
        if len(ways) > 1:
            return False
        if ways:
            leave(draft, space, *ways[0])
            return True
        draft.stack.pop()
        battles.end(draft, draft.battle, "retreated")
        return True
    if isinstance(due, AwaitAmok):
        if amok_open(draft, due):
            return False
        calm_monsters(draft, due.space)
        draft.stack.pop()
        return True
    if isinstance(due, AwaitPlace):
        return _placed(draft, due)
    if isinstance(due, AwaitCarry) and (not due.count or len(carry_actions(draft, due)) == 1):
        draft.stack.pop()
        return True
    return False


def _placed(draft: Draft, due: AwaitPlace) -> bool:
    """Place what a card gives where there is but one place; with none it lapses."""
    where = place_targets(draft.board, draft, due)
    if len(where) > 1 and due.count:
        return False
    draft.stack.pop()
    if where and due.count:
        raise_unit(draft, due.realm, due.kind, where[0])
        draft.stack.append(AwaitPlace(due.realm, due.kind, due.count - 1))
    return True


def _next_battle(draft: Draft) -> None:
    spaces = battles.next_battles(draft)
    if len(spaces) > 1:
        draft.stack.append(PickBattle(tuple(spaces)))
    elif spaces:
        battles.begin(draft, spaces[0])
    else:
        battles.cancel_landings(draft)
        begin_step(draft, REGROUP)


def end_step(draft: Draft) -> None:
    """The player closes a step; what he has moved can no longer be taken back (N4.7)."""
    if draft.step == MOVE:
        guard_left_dungeons(draft)
        turn_guardians(draft)
        begin_step(draft, BATTLE)
    elif draft.step == REGROUP:
        guard_left_dungeons(draft)
        _strand(draft)
        begin_step(draft, REINFORCE)
    else:
        begin_step(draft, INCOME)


def _strand(draft: Draft) -> None:
    """Flyers that are not on friendly land, storm elementals also friendly sea, die (N8.3)."""
    land, sea = friendly_land(draft, draft.turn), friendly_sea(draft.board, draft, draft.turn)
    for space, code in own(draft, draft.turn):
        kind = kind_of(code)
        safe = land if kind == DRAGON else land | sea
        if kind in FLYERS and not safe >> space & 1:
            draft.remove(space, code)
            draft.say(Lost(realm=draft.seat, kind=kind, space=space, how="stranded"))


def heroes_bound_to_leave(board: Board, state: State) -> list[int]:
    """Cleared dungeons that the heroes in them must leave before the step is closed (N8.2)."""
    if state.step not in (MOVE, REGROUP):
        return []
    inside = board.dungeons & state.here[state.turn]
    if not inside:
        return []
    how = manner(board, state, state.turn)
    found = []
    for space in bits(inside):
        waiting = [code for code in own_in(state, space, state.turn) if not code & MOVED]
        if not state.tiles[space] and any(
            targets(board, how, space, kind_of(code), PROFILES[kind_of(code)].move) for code in waiting
        ):
            found.append(space)
    return found


def check_end_step(board: Board, state: State) -> None:
    """N8.2: nobody stays in a dungeon that he has cleared, if he can leave it."""
    if spaces := heroes_bound_to_leave(board, state):
        raise IllegalAction("N8.2", "heroes_must_leave", space=spaces[0])


def _collect(draft: Draft) -> None:
    base = draft.content.realms[draft.turn].income
    gold = income(draft.board, draft, draft.turn, base)
    draft.gold[draft.turn] += gold
    draft.say(GoldChanged(realm=draft.seat, gold=gold, why="income"))


def _next_turn(draft: Draft) -> None:
    """The next realm that is still in play; after the last one a round ends (N1.1, N1.6, N10.4)."""
    order = turn_order(draft.options)
    at = order.index(draft.turn)
    while True:
        at += 1
        if at == len(order):
            draft.say(RoundEnded(round=draft.round))
            check_victory(draft)
            if draft.winners is not None:
                return
            at = 0
            draft.round += 1
        if not is_out(draft, order[at]):
            begin_turn(draft, order[at])
            return
        draft.say(Skipped(realm=REALMS[order[at]]))
