"""Rounds of three turns with three black dice, and how a position runs on to its next decision (M2, M4.7)."""

from __future__ import annotations

from rules.engine.refusal import IllegalAction
from rules.minas_tirith import leaders, losses, powers, retreat
from rules.minas_tirith.army import rested
from rules.minas_tirith.draft import Draft
from rules.minas_tirith.events import DieTaken, LastCard, RoundBegan, TurnEnded
from rules.minas_tirith.movement import join_actions
from rules.minas_tirith.state import Arrivals, Fallback, Losses, Pending, State, TurnEnds, Wounded
from rules.minas_tirith.terms import ACT, DIE, EXCHANGE, SIDES, TAKE, beginner, side_of_turn
from rules.minas_tirith.victory import check_city, end_by_points

TURNS = 3


def begin_round(draft: Draft, number: int) -> None:
    """Roll the three black dice; Good in odd rounds, Evil in even ones (M2.1)."""
    draft.round, draft.turn, draft.played = number, 0, ()
    roller = beginner(number)
    dice = draft.rng.roll(DIE, TURNS, f"M2.1 {SIDES[roller]}")
    draft.dice = tuple(sorted(dice))
    draft.say(RoundBegan(round=number, side=SIDES[roller], dice=dice))
    begin_turn(draft)


def begin_turn(draft: Draft) -> None:
    """A side's turn: nothing of the turn before lasts; it takes a die (M2.2)."""
    draft.side = side_of_turn(draft.round, draft.turn)
    draft.step, draft.die, draft.points = TAKE, 0, 0


def check_take(state: State, value: int) -> None:
    """M2.1: one of the dice that are left."""
    if value not in state.dice:
        raise IllegalAction("M2.1", "no_such_die")


def take_die(draft: Draft, value: int) -> None:
    """A die of p pips: p actions, 6 - p cards, which lie open (M2.3, M2.4)."""
    draft.clash = None
    dice = list(draft.dice)
    dice.remove(value)
    draft.dice, draft.die, draft.points, draft.step = tuple(dice), value, value, EXCHANGE
    number = DIE - value
    faces, draft.pile = draft.pile[:number], draft.pile[number:]
    draft.hands[draft.side] = tuple(sorted((*draft.hands[draft.side], *faces)))
    draft.say(DieTaken(side=draft.seat, turn=draft.turn, die=value, faces=faces))
    if faces and not draft.pile:
        draft.say(LastCard())
        if draft.options.last_turn == "at_once":
            end_by_points(draft)


def run_on(draft: Draft) -> None:
    """Go on until somebody has to decide or the game is over."""
    while draft.winner is None:
        check_city(draft)
        if draft.winner is not None:
            return
        if draft.stack:
            if not _settled(draft, draft.stack[-1]):
                return
        elif draft.step == TAKE and len(draft.dice) == 1:
            take_die(draft, draft.dice[0])
        elif draft.step == EXCHANGE and not draft.hands[draft.side]:
            draft.step = ACT
        elif draft.step == ACT and not draft.points and not _may_join(draft):
            draft.stack.append(TurnEnds("done"))
        else:
            return


def _may_join(draft: Draft) -> bool:
    if draft.march is None or not draft.armies[draft.side][draft.march.origin]:
        return False
    return bool(join_actions(draft.content, draft.close(), draft.side))


def _settled(draft: Draft, due: Pending) -> bool:
    """Take from the stack a decision that leaves no choice; false when it must be asked."""
    match due:
        case Losses():
            return losses.settle(draft, due)
        case Fallback():
            return retreat.settle(draft, due)
        case Wounded():
            return powers.settle_wounded(draft, due)
        case Arrivals():
            return powers.settle_arrivals(draft, due)
        case TurnEnds():
            if not leaders.muster_out(draft):
                return False
            if draft.winner is None:
                draft.stack.pop()
                _end_turn(draft, due.why)
            return True
    return False


def _end_turn(draft: Draft, why: str) -> None:
    side = draft.side
    draft.say(TurnEnded(side=SIDES[side], why=why))
    powers.clear_ladders(draft)
    for space, army in enumerate(draft.armies[side]):
        if army:
            draft.armies[side][space] = rested(side, army)
    draft.march, draft.sortie, draft.rain, draft.spent, draft.halted = None, False, 0, (), 0
    draft.special_done = False
    last_round = draft.turn == TURNS - 1
    if not draft.pile and (draft.options.last_turn != "round" or last_round):
        end_by_points(draft)
    elif last_round:
        begin_round(draft, draft.round + 1)
    else:
        draft.turn += 1
        draft.played = (*draft.played, draft.die)
        begin_turn(draft)
