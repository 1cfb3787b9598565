"""Shapes that every board game's rules share.

Nothing in ``rules`` reads a clock, a file, a database or a locale, or makes its own luck: a rule set is
functions over immutable values. A seat is a realm or a side of the game ("karkoth"), never a person; a
person may hold several. Quantities are whole numbers; there are no floats in states, actions or events.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from rules.engine.rng import Rng

Param = str | int | tuple[int, ...] | tuple[str, ...]


class Action(msgspec.Struct, frozen=True, kw_only=True, tag=True, gc=False):
    """One decision by one seat: what is meant, never what comes of it."""

    seat: str


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True, gc=False):
    """One thing that happened, in ids and numbers; prose is made when it is shown.

    ``seen_by`` None means that every seat and every spectator may read it.
    """

    seen_by: tuple[str, ...] | None = None

    def masked(self) -> Event | None:
        """What the other seats may read instead; None hides the event whole."""
        return None

    def changes(self) -> Mapping[str, int]:
        """By how much the event changes the quantities that ``RuleSet.totals`` counts."""
        return {}


class Prompt(msgspec.Struct, frozen=True):
    """The decision that a seat faces now.

    ``code`` names the question, ``params`` fill it. ``stamp`` names this very decision: two answers
    with one stamp answer the same question, and a stamp no longer on offer is stale.
    """

    code: str
    stamp: str
    params: Mapping[str, Param]


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended: the winning seats (none: a draw), why, and the rule that says so."""

    winners: tuple[str, ...]
    reason: str
    rule: str


class CodecError(ValueError):
    """Stored or submitted data does not have the declared shape."""


class BrokenInvariant(AssertionError):
    """The rules reached a position that they cannot reach: our bug. ``faults`` lists every contradiction."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)


S = TypeVar("S")
A = TypeVar("A", bound=Action)
E = TypeVar("E", bound=Event, covariant=True)
V = TypeVar("V", covariant=True)


class RuleSet(Protocol[S, A, E, V]):
    """The rules of one game. ``check`` is the one judge, and ``apply`` always asks it."""

    @property
    def id(self) -> str:
        """The name of the rule set ("nerath")."""

    @property
    def version(self) -> int:
        """Raised whenever the same actions and draws may lead elsewhere than before."""

    @property
    def state_type(self) -> Any:
        """The type of positions, for the codec."""

    @property
    def action_type(self) -> Any:
        """The union of all actions, for the codec."""

    @property
    def event_type(self) -> Any:
        """The union of all events, for the codec."""

    def seats(self, options: Any) -> tuple[str, ...]:
        """Every seat in the order of the first round."""

    def setup(self, options: Any, rng: Rng) -> tuple[S, tuple[E, ...]]:
        """The opening position, at its first decision, and what happened to reach it."""

    def to_move(self, state: S) -> tuple[str, ...]:
        """The seats that owe a decision; empty exactly when the game is over."""

    def prompt(self, state: S, seat: str) -> Prompt | None:
        """What ``seat`` is asked; None unless it is in ``to_move``."""

    def legal_actions(self, state: S, seat: str) -> Sequence[A]:
        """Every action that ``check`` accepts from ``seat``, in a fixed order."""

    def check(self, state: S, action: A) -> None:
        """Raise IllegalAction, which names the rule, unless ``action`` is legal."""

    def apply(self, state: S, action: A, rng: Rng) -> tuple[S, tuple[E, ...]]:
        """The position after ``action`` and all that it set off, up to the next decision."""

    def outcome(self, state: S) -> Outcome | None:
        """The result once the game is over, else None."""

    def view(self, state: S, seats: frozenset[str]) -> V:
        """What a person who holds ``seats`` may know (none: a spectator); built by adding."""

    def resample(self, state: S, seats: frozenset[str], rng: Rng) -> S:
        """Another position that looks the same to ``seats``: what they cannot see is dealt anew."""

    def invariants(self, state: S) -> Sequence[str]:
        """Every way in which ``state`` contradicts itself; empty is healthy."""

    def conserved(self, state: S) -> Hashable:
        """What no action may ever change (the cards of the box, for example)."""

    def totals(self, state: S) -> Mapping[str, int]:
        """Quantities that change only as the events say (gold, units, points)."""

    def may_take_back(self, before: S, after: S) -> bool:
        """Whether the action between the two positions may be undone: it drew and revealed nothing."""
