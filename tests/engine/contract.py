"""What every rule set promises, checked along random games.

A rule set's own test calls `keep_contract` with a few seeds; nothing here knows a particular game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from rules.engine.codec import Codec, canonical, fingerprint
from rules.engine.core import Action, RuleSet
from rules.engine.random_play import QuickRng
from rules.engine.record import Recorder, replay
from rules.engine.refusal import IllegalAction
from rules.engine.rng import NoRng, SeededRng

Game = RuleSet[Any, Any, Any, Any]


def mutations(action: Action, others: Sequence[str]) -> list[Action]:
    """Actions that differ from `action` in one field: another seat, or a number a little off."""
    found: list[Action] = []
    for field in msgspec.structs.fields(action):
        value = getattr(action, field.name)
        if field.name == "seat":
            found += [msgspec.structs.replace(action, seat=other) for other in others if other != value]
        elif isinstance(value, bool):
            found.append(msgspec.structs.replace(action, **{field.name: not value}))
        elif isinstance(value, int):
            found += [msgspec.structs.replace(action, **{field.name: value + step}) for step in (-1, 1, 1000)]
    return found


def check_position(game: Game, state: Any, seats: Sequence[str], luck: QuickRng) -> None:
    """Everything that must hold in one position, whoever is to move."""
    assert list(game.invariants(state)) == []
    states: Codec[Any] = Codec(game.state_type)
    assert states.decode(states.encode(state)) == state
    assert (game.outcome(state) is not None) == (not game.to_move(state))
    for seat in seats:
        due = seat in game.to_move(state)
        prompt = game.prompt(state, seat)
        assert (prompt is not None) == due
        legal = game.legal_actions(state, seat)
        assert bool(legal) == due, f"{seat} is due: {due}, and may do {legal}"
        assert len(set(legal)) == len(legal)
    for seat in game.to_move(state):
        check_actions(game, state, seat, seats, luck)
    for held in [frozenset[str](), *[frozenset({seat}) for seat in seats]]:
        other = game.resample(state, held, luck)
        assert canonical(game.view(other, held)) == canonical(game.view(state, held))
        assert list(game.invariants(other)) == []


def check_actions(game: Game, state: Any, seat: str, seats: Sequence[str], luck: QuickRng) -> None:
    """The listed actions pass `check` and survive JSON; those that are not listed are refused."""
    actions: Codec[Any] = Codec(game.action_type)
    legal = game.legal_actions(state, seat)
    everything = {action for any_seat in seats for action in game.legal_actions(state, any_seat)}
    sample = [legal[luck.below(len(legal))] for _ in range(6)]
    for action in sample:
        assert action.seat == seat
        game.check(state, action)
        assert actions.decode(actions.encode(action)) == action
        for mutated in mutations(action, seats):
            if mutated not in everything:
                with pytest.raises(IllegalAction):
                    game.check(state, mutated)


def play_recorded(
    game: Game, options: Any, seed: int, most: int, each: Callable[[Any], None]
) -> tuple[Any, Any]:
    """Play one random game with real seeded chance; returns the last position and the record."""
    luck = QuickRng(seed)
    recorder = Recorder(game, options, SeededRng(seed.to_bytes(32, "big")))
    events: Codec[Any] = Codec(game.event_type)
    conserved = game.conserved(recorder.state)
    totals = Counter(game.totals(recorder.state))
    for _ in range(most):
        due = game.to_move(recorder.state)
        if not due:
            break
        before, before_print = recorder.state, fingerprint(recorder.state)
        legal = game.legal_actions(before, due[luck.below(len(due))])
        assert legal, f"dead end of {due}"
        recorder.play(legal[luck.below(len(legal))])
        assert fingerprint(before) == before_print
        assert game.conserved(recorder.state) == conserved
        for event in recorder.events:
            assert events.decode(events.encode(event)) == event
            totals.update(event.changes())
        assert {k: v for k, v in totals.items() if v} == {
            k: v for k, v in game.totals(recorder.state).items() if v
        }
        each(recorder.state)
    assert not game.to_move(recorder.state), f"not over after {most} actions"
    return recorder.state, recorder.record()


def keep_contract(game: Game, options: Any, seed: int, *, most: int, every: int) -> None:
    """One whole game keeps the contract; the full look is taken at every `every`-th position."""
    seats = game.seats(options)
    luck = QuickRng(seed + 1)
    seen = 0

    def look(state: Any) -> None:
        nonlocal seen
        seen += 1
        if seen % every == 0:
            check_position(game, state, seats, luck)

    last, record = play_recorded(game, options, seed, most, look)
    check_position(game, last, seats, luck)
    with pytest.raises((IllegalAction, IndexError, ValueError)):
        game.apply(last, Action(seat=seats[0]), NoRng())
    frames = list(replay(game, options, record))
    assert frames[-1].state == last
    assert len(frames) == len(record.entries) + 1
