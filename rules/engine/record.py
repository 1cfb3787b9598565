"""A whole game as data: what was decided, what the dice said, and where it led."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic

import msgspec

from rules.engine.codec import Codec, canonical, fingerprint
from rules.engine.core import A, E, RuleSet, S, V
from rules.engine.rng import Draw, Rng, ScriptedRng


class Entry(msgspec.Struct, frozen=True):
    """One accepted action, the draws it took, and the fingerprint of the position it left."""

    action: msgspec.Raw
    draws: tuple[Draw, ...]
    state_print: str


class Record(msgspec.Struct, frozen=True):
    """A game from its start: the rule set and its version, the options, and everything since."""

    ruleset: str
    version: int
    options: msgspec.Raw
    setup_draws: tuple[Draw, ...]
    entries: tuple[Entry, ...]


class Frame(msgspec.Struct, Generic[S, E], frozen=True):
    """The position after ``seq`` actions and the events of the last of them (of the set-up for 0)."""

    seq: int
    state: S
    events: tuple[E, ...]


class ReplayDiverged(Exception):
    """Action ``seq`` no longer leads where it led when it was recorded."""

    def __init__(self, seq: int, recorded: str, got: str) -> None:
        super().__init__(f"action {seq}: recorded {recorded}, got {got}")
        self.seq, self.recorded, self.got = seq, recorded, got


class Recorder(Generic[S, A, E, V]):
    """Plays a game and writes its record. ``state`` and ``events`` are those of the last action."""

    def __init__(self, game: RuleSet[S, A, E, V], options: Any, rng: Rng) -> None:
        self._game, self._rng = game, rng
        self._options = options
        self._entries: list[Entry] = []
        self.state, self.events = game.setup(options, rng)
        self._setup_draws = tuple(rng.draws)

    def play(self, action: A) -> None:
        """Apply ``action``; IllegalAction leaves the record as it was."""
        seen = len(self._rng.draws)
        self.state, self.events = self._game.apply(self.state, action, self._rng)
        draws = tuple(self._rng.draws[seen:])
        self._entries.append(Entry(msgspec.Raw(canonical(action)), draws, fingerprint(self.state)))

    def record(self) -> Record:
        """The record so far."""
        options = msgspec.Raw(canonical(self._options))
        return Record(self._game.id, self._game.version, options, self._setup_draws, tuple(self._entries))


def replay(game: RuleSet[S, A, E, V], options: Any, record: Record) -> Iterator[Frame[S, E]]:
    """Yield the position after the set-up and after each entry, with the draws of the record.

    ``options`` are the decoded options of the record. Raises ReplayDiverged at the first entry that
    leads elsewhere, LookupError if the rules ask for other draws, IllegalAction if an entry has become
    illegal, CodecError if one cannot be read.
    """
    actions: Codec[A] = Codec(game.action_type)
    state, events = game.setup(options, ScriptedRng(record.setup_draws))
    yield Frame(0, state, events)
    for seq, entry in enumerate(record.entries, start=1):
        rng = ScriptedRng(entry.draws)
        state, events = game.apply(state, actions.decode(bytes(entry.action)), rng)
        got = fingerprint(state)
        if got != entry.state_print or not rng.spent():
            raise ReplayDiverged(seq, entry.state_print, got)
        yield Frame(seq, state, events)
