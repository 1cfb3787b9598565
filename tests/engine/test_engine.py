"""The shared engine, shown with a toy: two seats bid in secret for tokens that a die sets out."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from rules.engine.codec import Codec, canonical, fingerprint
from rules.engine.core import Action, CodecError, Event, Outcome, Prompt
from rules.engine.random_play import QuickRng, random_game
from rules.engine.record import Recorder, ReplayDiverged, replay
from rules.engine.refusal import IllegalAction
from rules.engine.rng import Rng, SeededRng
from tests.engine.contract import keep_contract

SEATS = ("red", "blue")


class Bid(Action, frozen=True, kw_only=True):
    amount: int


class Won(Event, frozen=True, kw_only=True):
    seat: str
    tokens: int

    def changes(self) -> Mapping[str, int]:
        return {self.seat: self.tokens}


class ToyState(msgspec.Struct, frozen=True):
    round: int
    prize: int
    tokens: tuple[int, int]
    bids: tuple[int | None, int | None]


class Toy:
    """Three rounds; the higher bid (0-3) takes the prize, equal bids leave it."""

    id, version = "toy", 1
    state_type: Any = ToyState
    action_type: Any = Bid
    event_type: Any = Won

    def seats(self, options: Any) -> tuple[str, ...]:
        return SEATS

    def setup(self, options: Any, rng: Rng) -> tuple[ToyState, tuple[Won, ...]]:
        return ToyState(1, rng.roll(6, 1, "prize")[0], (0, 0), (None, None)), ()

    def to_move(self, state: ToyState) -> tuple[str, ...]:
        if state.round > 3:
            return ()
        return tuple(seat for seat, bid in zip(SEATS, state.bids, strict=True) if bid is None)

    def prompt(self, state: ToyState, seat: str) -> Prompt | None:
        if seat not in self.to_move(state):
            return None
        return Prompt("bid", f"{state.round}-{seat}", {"prize": state.prize})

    def legal_actions(self, state: ToyState, seat: str) -> Sequence[Bid]:
        return [Bid(seat=seat, amount=n) for n in range(4)] if seat in self.to_move(state) else []

    def check(self, state: ToyState, action: Bid) -> None:
        if not isinstance(action, Bid) or action not in self.legal_actions(state, action.seat):
            raise IllegalAction("T1.1", "no_bid")

    def apply(self, state: ToyState, action: Bid, rng: Rng) -> tuple[ToyState, tuple[Won, ...]]:
        self.check(state, action)
        bids = [action.amount if s == action.seat else b for s, b in zip(SEATS, state.bids, strict=True)]
        if None in bids:
            return msgspec.structs.replace(state, bids=tuple(bids)), ()
        red, blue = (bid or 0 for bid in bids)
        tokens = list(state.tokens)
        events: tuple[Won, ...] = ()
        if red != blue:
            winner = 0 if red > blue else 1
            tokens[winner] += state.prize
            events = (Won(seat=SEATS[winner], tokens=state.prize),)
        return ToyState(
            state.round + 1, rng.roll(6, 1, "prize")[0], (tokens[0], tokens[1]), (None, None)
        ), events

    def outcome(self, state: ToyState) -> Outcome | None:
        return Outcome((), "played out", "T1.2") if state.round > 3 else None

    def view(self, state: ToyState, seats: frozenset[str]) -> dict[str, Any]:
        own = {s: b for s, b in zip(SEATS, state.bids, strict=True) if s in seats}
        placed = [bid is not None for bid in state.bids]
        return {"prize": state.prize, "tokens": state.tokens, "own": own, "placed": placed}

    def resample(self, state: ToyState, seats: frozenset[str], rng: Rng) -> ToyState:
        bids = [
            b if b is None or s in seats else rng.roll(4, 1, "bid")[0] - 1
            for s, b in zip(SEATS, state.bids, strict=True)
        ]
        return msgspec.structs.replace(state, bids=tuple(bids))

    def invariants(self, state: ToyState) -> Sequence[str]:
        return [] if 1 <= state.round <= 4 else ["no such round"]

    def conserved(self, state: ToyState) -> Hashable:
        return None

    def totals(self, state: ToyState) -> Mapping[str, int]:
        return dict(zip(SEATS, state.tokens, strict=True))

    def may_take_back(self, before: ToyState, after: ToyState) -> bool:
        return before.round == after.round


@pytest.mark.parametrize("seed", range(20))
def test_the_toy_keeps_the_contract(seed: int) -> None:
    keep_contract(Toy(), None, seed, most=10, every=1)


def test_a_codec_refuses_other_shapes_and_spells_a_value_in_one_way() -> None:
    codec: Codec[Bid] = Codec(Bid)
    assert codec.encode(Bid(seat="red", amount=2)) == b'{"type":"Bid","seat":"red","amount":2}'
    assert codec.decode('{"amount":2, "seat":"red", "type":"Bid"}') == Bid(seat="red", amount=2)
    for wrong in ("{}", '{"type":"Bid","seat":"red","amount":"2"}', '{"type":"Ask","seat":"red"}', "x"):
        with pytest.raises(CodecError):
            codec.decode(wrong)
    assert canonical({"b": 1, "a": 2}) == b'{"a":2,"b":1}'
    assert fingerprint({"b": 1, "a": 2}) == fingerprint({"a": 2, "b": 1})


def test_a_refused_action_leaves_the_record_alone() -> None:
    recorder = Recorder(Toy(), None, SeededRng(bytes(32)))
    with pytest.raises(IllegalAction):
        recorder.play(Bid(seat="red", amount=9))
    assert recorder.record().entries == ()


def test_replay_tells_where_it_left_the_recorded_path() -> None:
    recorder = Recorder(Toy(), None, SeededRng(bytes(32)))
    for seat in SEATS:
        recorder.play(Bid(seat=seat, amount=1))
    record = recorder.record()
    spoilt = msgspec.structs.replace(record.entries[1], state_print="0" * 16)
    changed = msgspec.structs.replace(record, entries=(record.entries[0], spoilt))
    with pytest.raises(ReplayDiverged) as caught:
        list(replay(Toy(), None, changed))
    assert caught.value.seq == 2


def test_random_games_name_a_game_that_does_not_end() -> None:
    assert len(list(random_game(Toy(), None, QuickRng(1), most=6))) == 7
    with pytest.raises(AssertionError, match="not over after 5"):
        list(random_game(Toy(), None, QuickRng(1), most=5))
