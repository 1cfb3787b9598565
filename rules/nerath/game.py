"""The rule set: set-up, whose decision it is, what is legal, and what an action does."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from rules.engine.core import Outcome, Param, Prompt
from rules.engine.refusal import IllegalAction
from rules.engine.rng import Rng
from rules.nerath import actions as act
from rules.nerath import (
    conquest,
    dungeons,
    effects,
    joint,
    losses,
    movement,
    reinforcements,
    retreat,
    soundness,
    turn,
    view,
)
from rules.nerath.actions import NerathAction
from rules.nerath.choices import Choices
from rules.nerath.content import Content, shipped
from rules.nerath.deeds import CHECKS, DEEDS, DUE
from rules.nerath.draft import Draft, changed
from rules.nerath.events import NerathEvent
from rules.nerath.state import (
    AwaitAmok,
    AwaitCarry,
    AwaitLosses,
    AwaitPlace,
    AwaitPress,
    AwaitReady,
    AwaitSplit,
    AwaitStrikes,
    Options,
    PickBattle,
    State,
)
from rules.nerath.terms import MOVE, NOBODY, REALM_OF, REALMS, REGROUP, REINFORCE, STEPS
from rules.nerath.victory import turn_order

HAND = 2
"""Event cards drawn at the set-up (N1.5)."""


class Nerath:
    """Conquest of Nerath with a board and cards (N1-N10)."""

    id = "nerath"
    version = 1
    state_type: Any = State
    action_type: Any = NerathAction
    event_type: Any = NerathEvent

    def __init__(self, content: Content | None = None) -> None:
        self.content = content or shipped()
        self.board = self.content.board

    def seats(self, options: Options) -> tuple[str, ...]:
        """The four realms in turn order, however many people play them (N1.1, N1.2)."""
        return tuple(REALMS[realm] for realm in turn_order(options))

    def setup(self, options: Options, rng: Rng) -> tuple[State, tuple[NerathEvent, ...]]:
        """N1.5; raises IllegalAction for a number of players or a mode that N1.2 does not know."""
        check_options(options)
        content, board = self.content, self.board
        decks = [
            _shuffled(rng, deck, f"N1.5 {realm} deck")
            for realm, deck in zip(REALMS, content.decks, strict=True)
        ]
        treasure_pile = _shuffled(rng, content.treasures, "N1.5 treasures")
        pile = _shuffled(rng, tuple(range(len(content.guardians))), "N1.5 guardians")
        units: list[tuple[int, ...]] = [()] * board.size
        for card in content.realms:
            for space, codes in card.units.items():
                units[space] = tuple(sorted(codes))
        gold, nothing = [realm.gold for realm in content.realms], ((), (), (), ())
        state = State(
            options,
            round=1,
            turn=turn_order(options)[0],
            step=0,
            seq=0,
            owner=tuple(home if home >= 0 else NOBODY for home in board.home),
            units=tuple(units),
            tiles=((),) * board.size,
            pile=pile,
            beaten=(),
            decks=tuple(decks),
            hands=nothing,
            discards=nothing,
            treasure_pile=treasure_pile,
            treasures=nothing,
            used=nothing,
            gold=(gold[0], gold[1], gold[2], gold[3]),
            points=(0, 0, 0, 0),
        )
        draft = Draft(content, state, rng)
        for realm, deck in enumerate(decks):
            # dealt unseen: a card to be played at once waits in the hand until its owner's first turn
            draft.hands = changed(draft.hands, realm, tuple(sorted(deck[:HAND])))
            draft.decks = changed(draft.decks, realm, deck[HAND:])
        for space in range(board.size):
            if board.dungeons >> space & 1:
                draft.tiles = changed(draft.tiles, space, dungeons.draw_tiles(draft, 1))
        turn.begin_turn(draft, draft.turn)
        turn.run_on(draft)
        return draft.close(), tuple(draft.events)

    def to_move(self, state: State) -> tuple[str, ...]:
        """The seats that owe a decision, in turn order."""
        if state.winners is not None:
            return ()
        if not state.stack:
            return (REALMS[state.turn],)
        due = state.stack[-1]
        if isinstance(due, AwaitReady):
            return (REALMS[due.queue[0]],)
        if isinstance(due, AwaitLosses):
            return tuple(REALMS[realm] for realm in range(4) if due.hits[realm])
        if isinstance(due, AwaitSplit):
            return (REALMS[due.first], REALMS[due.second])
        return (REALMS[state.turn],)

    def prompt(self, state: State, seat: str) -> Prompt | None:
        """What a seat is asked: the step, or the kind of decision that is due."""
        if seat not in self.to_move(state):
            return None
        params: dict[str, Param] = {"round": state.round}
        if state.battle is not None:
            params["space"] = state.battle.space
        if not state.stack:
            return Prompt(STEPS[state.step], f"{state.seq}", params)
        due = state.stack[-1]
        if isinstance(due, AwaitLosses) and state.battle is not None:
            hits = params["hits"] = due.hits[REALM_OF[seat]]
            # both sides choose at the same time: what one takes leaves the other's question as it was
            fought = f"{state.round}-{state.turn}-{state.battle.space}-{state.battle.round}"
            return Prompt("AwaitLosses", f"{fought}-{state.battle.stage}-{seat}-{hits}", params)
        return Prompt(type(due).__name__, f"{state.seq}", params)

    def legal_actions(self, state: State, seat: str) -> Sequence[NerathAction]:
        """Every action that is legal for a seat; empty unless it is in ``to_move``."""
        if state.winners is not None:
            return []
        if state.stack:
            return self._answers(state, seat) if seat in self.to_move(state) else []
        realm = state.turn
        if seat != REALMS[realm]:
            return []
        reach = movement.moves(self.board, state, realm)
        more: list[NerathAction] = [
            act.Play(seat=seat, card=card) for card in effects.usable(self.content, state, realm)
        ]
        if state.step == REINFORCE:
            more += reinforcements.buy_actions(self.board, state, realm)
        if not turn.heroes_bound_to_leave(self.board, state):
            more.append(act.EndStep(seat=seat))
        return Choices(reach.groups, reach.size, more)

    def _answers(self, state: State, seat: str) -> Sequence[NerathAction]:
        """The answers to the decision on top of the stack."""
        board, realm, due = self.board, REALM_OF[seat], state.stack[-1]
        if isinstance(due, PickBattle):
            return [act.Fight(seat=seat, space=space) for space in due.spaces]
        if isinstance(due, AwaitReady):
            cards = [act.Play(seat=seat, card=card) for card in effects.usable(self.content, state, realm)]
            ready = [act.Ready(seat=seat)]
            if realm != state.turn:
                ready.append(act.Ready(seat=seat, whole=True))
            return [*cards, *ready]
        if isinstance(due, AwaitPlace):
            return reinforcements.place_actions(board, state, due)
        if isinstance(due, AwaitCarry):
            return reinforcements.carry_actions(state, due)
        if isinstance(due, AwaitAmok):
            return conquest.amok_actions(board, state, due, realm)
        assert state.battle is not None
        space = state.battle.space
        if isinstance(due, AwaitLosses):
            found = losses.options(board, state, space, realm)
            return [act.Lose(seat=seat, unit=code, cargo=cargo) for code, cargo in found]
        if isinstance(due, AwaitSplit):
            return joint.split_actions(state, space, due, realm)
        if isinstance(due, AwaitStrikes):
            tiles = dungeons.strikes_open(self.content, state.tiles[space], state.battle, due.values[0])
            return [act.Strike(seat=seat, tile=number) for number in tiles]
        if isinstance(due, AwaitPress):
            return [act.Press(seat=seat), act.Retreat(seat=seat)]
        return retreat.retreat_actions(board, state, space, realm)

    def check(self, state: State, action: NerathAction) -> None:
        """Raise IllegalAction, which names the rule, unless the action is legal."""
        if state.winners is not None:
            raise IllegalAction("N1.6", "game_over")
        if action.seat not in self.to_move(state):
            raise IllegalAction("N3.1", "not_your_decision", realm=REALMS[state.turn])
        checker = CHECKS.get(type(action))
        due = type(state.stack[-1]) if state.stack else None
        if checker is None or (DUE.get(type(action)) is not due and not isinstance(action, act.Play)):
            raise IllegalAction("N3.1", "not_this_decision")
        checker(self.content, state, action)

    def apply(self, state: State, action: NerathAction, rng: Rng) -> tuple[State, tuple[NerathEvent, ...]]:
        """The position at the next decision, and what happened on the way."""
        self.check(state, action)
        draft = Draft(self.content, state, rng)
        draft.seq += 1
        DEEDS[type(action)](draft, state, action)
        turn.run_on(draft)
        return draft.close(), tuple(draft.events)

    def outcome(self, state: State) -> Outcome | None:
        """The winning realms once the game is over (N1.6)."""
        if state.winners is None:
            return None
        return Outcome(tuple(REALMS[realm] for realm in state.winners), state.reason, "N1.6")

    def view(self, state: State, seats: frozenset[str]) -> view.View:
        """What a person with these seats may see (N3.2, N4.7, N7.6)."""
        return view.view(state, seats)

    def resample(self, state: State, seats: frozenset[str], rng: Rng) -> State:
        """Deal anew what these seats cannot see."""
        return view.resample(state, seats, rng)

    def invariants(self, state: State) -> Sequence[str]:
        """Every way in which a position contradicts itself."""
        return soundness.faults(self.content, state)

    def conserved(self, state: State) -> Hashable:
        """The cards and tiles of the box, wherever they are."""
        return soundness.box(state)

    def totals(self, state: State) -> Mapping[str, int]:
        """Gold, points and units of each realm."""
        return soundness.totals(state)

    def may_take_back(self, before: State, after: State) -> bool:
        """N4.7: within a step in which units move, while no secret was revealed and nothing drawn."""
        same = (before.turn, before.step, before.round) == (after.turn, after.step, after.round)
        if not same or before.step not in (MOVE, REGROUP, REINFORCE) or before.battle or after.battle:
            return False
        seen = ("decks", "treasure_pile", "pile", "tiles")
        return all(getattr(before, name) == getattr(after, name) for name in seen)

    def stranded(self, state: State, seat: str) -> tuple[tuple[int, int], ...]:
        """Flyers of a realm that would die if regrouping were closed now, as space and kind (N8.3)."""
        return movement.stranded(self.board, state, REALM_OF[seat])

    def no_way_back(self, state: State, seat: str) -> tuple[tuple[int, int], ...]:
        """Flyers of a realm that could not reach a safe space when regrouping (N4.5, N8.3)."""
        return movement.no_way_back(self.board, state, REALM_OF[seat])


def check_options(options: Options) -> None:
    """N1.2: two or three play as alliances, four as they like; one person plays all seats."""
    if not 1 <= options.players <= 4:
        raise IllegalAction("N1.2", "one_to_four_players", players=options.players)
    if options.mode == "free_for_all" and options.players in (2, 3):
        raise IllegalAction("N1.2", "free_for_all_needs_four", players=options.players)


def _shuffled(rng: Rng, cards: tuple[int, ...], why: str) -> tuple[int, ...]:
    return tuple(cards[number] for number in rng.shuffle(len(cards), why))
