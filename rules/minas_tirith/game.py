"""The rule set: set-up, whose decision it is, what is legal, and what an action does."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from rules.engine.core import Outcome, Param, Prompt
from rules.engine.refusal import IllegalAction
from rules.engine.rng import Rng
from rules.minas_tirith import actions as act
from rules.minas_tirith import (
    exchange,
    ground,
    leaders,
    movement,
    powers,
    ranged,
    retreat,
    rounds,
    soundness,
    view,
    walls,
)
from rules.minas_tirith.actions import SiegeAction
from rules.minas_tirith.army import count, has_leader, kinds_in
from rules.minas_tirith.content import Content, shipped
from rules.minas_tirith.deeds import CHECKS, DEEDS, DUE, STEP
from rules.minas_tirith.draft import Draft
from rules.minas_tirith.events import SiegeEvent
from rules.minas_tirith.state import (
    Arrivals,
    Fallback,
    Keep,
    Losses,
    Options,
    Rivals,
    Special,
    State,
    Storm,
    Wounded,
)
from rules.minas_tirith.terms import EXCHANGE, GOOD, KINDS, MOST_CARDS, SIDES, STEPS, TAKE
from rules.minas_tirith.victory import points

REASON_RULE = "M1.2"


class MinasTirith:
    """The Siege of Minas Tirith with a board and cards (M1-M9)."""

    id = "minas_tirith"
    version = 1
    state_type: Any = State
    action_type: Any = SiegeAction
    event_type: Any = SiegeEvent

    def __init__(self, content: Content | None = None) -> None:
        self.content = content or shipped()
        self.board = self.content.board

    def seats(self, options: Options) -> tuple[str, ...]:
        """Good and Evil; one person may hold both (M1.1)."""
        return SIDES

    def setup(self, options: Options, rng: Rng) -> tuple[State, tuple[SiegeEvent, ...]]:
        """Shuffle both piles, set up the figures, roll the first black dice (M1.5, M2.1, M10.2)."""
        content = self.content
        pile = tuple(content.deck[n] for n in rng.shuffle(len(content.deck), "M3.1 reinforcement cards"))
        cards = rng.shuffle(len(content.cards), "M3.3 Minas Tirith cards")
        left = [
            tuple(
                number - sum(count(army, kind) for army in content.start[side])
                for kind, number in enumerate(content.supply[side])
            )
            for side in (0, 1)
        ]
        none = (tuple(0 for _ in KINDS[0]), tuple(0 for _ in KINDS[1]))
        state = State(
            options,
            round=0,
            turn=0,
            side=GOOD,
            step=TAKE,
            seq=0,
            dice=(),
            die=0,
            points=0,
            armies=content.start,
            supply=(left[0], left[1]),
            captured=none,
            lost=none,
            pile=pile,
            hands=((), ()),
            used=(),
            power_pile=cards,
            powers=((), ()),
            power_used=(),
            held=(0,) * len(content.cards),
            bound=(-1,) * len(content.cards),
        )
        draft = Draft(content, state, rng)
        rounds.begin_round(draft, 1)
        rounds.run_on(draft)
        return draft.close(), tuple(draft.events)

    def to_move(self, state: State) -> tuple[str, ...]:
        """The side that owes a decision."""
        if state.winner is not None:
            return ()
        due = state.stack[-1] if state.stack else None
        if isinstance(due, Losses | Fallback):
            return (SIDES[due.side],)
        if isinstance(due, Storm):
            return (SIDES[GOOD],)
        return (SIDES[state.side],)

    def prompt(self, state: State, seat: str) -> Prompt | None:
        """What a side is asked: the step, or the kind of decision that is due."""
        if seat not in self.to_move(state):
            return None
        params: dict[str, Param] = {"round": state.round, "turn": state.turn}
        code = type(state.stack[-1]).__name__ if state.stack else STEPS[state.step]
        return Prompt(code, f"{state.seq}", params)

    def legal_actions(self, state: State, seat: str) -> Sequence[SiegeAction]:
        """Every action that is legal for a side; empty unless it is in ``to_move``."""
        if seat not in self.to_move(state):
            return []
        if state.stack:
            return self._answers(state, seat)
        if state.step == TAKE:
            return [act.TakeDie(seat=seat, value=value) for value in sorted(set(state.dice))]
        if state.step == EXCHANGE:
            found: list[SiegeAction] = [*exchange.exchange_actions(self.content, state)]
            if len(state.hands[state.side]) <= MOST_CARDS:
                found.append(act.EndExchange(seat=seat))
            return found
        return self._acts(state, seat)

    def _acts(self, state: State, seat: str) -> Sequence[SiegeAction]:
        """Moves, attacks, cards, and the end of the turn."""
        content, side = self.content, state.side
        found: list[SiegeAction] = []
        armies = state.armies[side]
        if state.points:
            engine = ranged.catapult(content, state, side) >= 0
            swaps = state.supply[side][0] >= movement.SWAP_FOR
            board, here, foes = self.board, state.here[side], state.here[1 - side]
            notes = board.known(side, state.gate_broken, walls.leaned(state), engine, swaps)
            for space, army in enumerate(armies):
                if army and not state.halted >> space & 1:
                    # nothing further off can matter: catapults shoot, and leaders ride, three spaces
                    around = board.within[space][2 if engine else 1]
                    friends = here & board.within[space][2] if has_leader(side, army) else 0
                    key = space, army, foes & around, friends
                    if key not in notes:
                        notes[key] = self._from(state, side, space, army, engine)
                    found += notes[key]
            found += powers.play_actions(content, state)
            found += powers.deploy_actions(content, state)
            if powers.may_ram(content, state):
                found.append(act.Ram(seat=seat))
        if state.march is not None:
            joined = movement.join_actions(content, state, side)
            found += [one for one in joined if one not in found] if found else joined
        found.append(act.EndTurn(seat=seat))
        return found

    def _from(self, state: State, side: int, space: int, army: int, engine: bool) -> list[SiegeAction]:
        """Every action from a space that depends on its army and on who stands where."""
        found: list[SiegeAction] = [*movement.marches(self.content, state, side, space, army)]
        found += ground.attacks(self.content, state, side, space, army)
        found += ranged.shots(self.content, state, side, space, army, engine)
        if movement.may_swap(state, space):
            found.append(act.Swap(seat=SIDES[side], space=space))
        return found

    def _answers(self, state: State, seat: str) -> Sequence[SiegeAction]:
        """The answers to the decision on top of the stack."""
        content, due = self.content, state.stack[-1]
        match due:
            case Special():
                found: list[SiegeAction] = [act.DrawTwo(seat=seat)] if state.power_pile else []
                found += [
                    act.Fetch(seat=seat, card=card) for card in exchange.fetchable(content, state, state.side)
                ]
                return [*found, *exchange.raise_actions(content, state, due)]
            case Keep():
                return [act.KeepCard(seat=seat, card=card) for card in due.cards]
            case Losses():
                kinds = kinds_in(due.side, state.armies[due.side][due.space])
                return [act.Lose(seat=seat, kind=kind) for kind in kinds]
            case Fallback():
                where = retreat.targets(content, state, due)
                if where:
                    return [act.FallBack(seat=seat, target=space) for space in where]
                return [act.Lose(seat=seat, kind=kind) for kind in kinds_in(due.side, due.group)]
            case Storm():
                return [act.Answer(seat=seat, hold=hold) for hold in (True, False)]
            case Arrivals():
                return powers.arrive_actions(content, state, due)
            case Wounded():
                return [act.Heal(seat=seat, kind=k) for k in powers.HEALED if state.captured[GOOD][k]]
            case Rivals():
                kinds_here = leaders.rivals(state, due.space, due.colour)
                return [act.Dismiss(seat=seat, kind=kind) for kind in kinds_here]
        return []

    def check(self, state: State, action: SiegeAction) -> None:
        """Raise IllegalAction, which names the rule, unless the action is legal."""
        if state.winner is not None:
            raise IllegalAction("M1.2", "game_over")
        if action.seat not in self.to_move(state):
            raise IllegalAction("M2.1", "not_your_decision", side=self.to_move(state)[0])
        kind = type(action)
        if kind not in CHECKS:
            raise IllegalAction("M2.2", "not_this_decision")
        if state.stack:
            if not isinstance(state.stack[-1], DUE.get(kind, ())):
                raise IllegalAction("M2.2", "not_this_decision")
        elif STEP.get(kind) != state.step:
            raise IllegalAction("M2.2", "not_this_step", step=STEPS[state.step])
        CHECKS[kind](self.content, state, action)

    def apply(self, state: State, action: SiegeAction, rng: Rng) -> tuple[State, tuple[SiegeEvent, ...]]:
        """The position at the next decision, and what happened on the way."""
        self.check(state, action)
        draft = Draft(self.content, state, rng)
        draft.seq += 1
        if not isinstance(action, act.March):
            draft.march = None
        DEEDS[type(action)](draft, state, action)
        rounds.run_on(draft)
        return draft.close(), tuple(draft.events)

    def outcome(self, state: State) -> Outcome | None:
        """The winner once the game is over (M1.2)."""
        if state.winner is None:
            return None
        return Outcome((SIDES[state.winner],), state.reason, REASON_RULE)

    def view(self, state: State, seats: frozenset[str]) -> view.View:
        """What anybody may see: all but the order of the piles (M2.4)."""
        return view.view(state)

    def resample(self, state: State, seats: frozenset[str], rng: Rng) -> State:
        """Deal anew what nobody sees."""
        return view.shuffled(state, rng)

    def invariants(self, state: State) -> Sequence[str]:
        """Every way in which a position contradicts itself."""
        return soundness.faults(self.content, state)

    def conserved(self, state: State) -> Hashable:
        """The cards of the box, wherever they are."""
        return soundness.box(state)

    def totals(self, state: State) -> Mapping[str, int]:
        """Figures on the board, captured and lost."""
        return soundness.totals(state)

    def may_take_back(self, before: State, after: State) -> bool:
        """A move, figures of a card, or a tower set up: no dice fell, no card was drawn, nobody was asked."""
        same = (before.round, before.turn, before.step) == (after.round, after.turn, after.step)
        if not same or before.stack or after.stack or before.power_pile != after.power_pile:
            return False
        return after.march is not None or before.held != after.held or before.bound != after.bound

    def points(self, state: State) -> tuple[int, int]:
        """The points of Good and Evil as they stand (M1.3)."""
        return points(self.board, state)
