"""A position of the game: immutable, and whole in itself but for the content it is played with."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from rules.minas_tirith.army import has_battalion
from rules.minas_tirith.terms import NOBODY

Two: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""A tuple of numbers for each side."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where groups play differently.

    ``last_turn``: the turn in which the last card is drawn is finished, or the whole round, or the game ends
    at once (M1.2). ``six``: a six in Good's defence ends Evil's turn, or halts the beaten army alone (M7.6).
    ``bonus``: it counts on the own highest die, or on every die (M7.3).
    """

    last_turn: Literal["turn", "round", "at_once"] = "turn"
    six: Literal["turn", "army"] = "turn"
    bonus: Literal["highest", "every"] = "highest"


class Special(msgspec.Struct, frozen=True, tag=True):
    """What the special exchange of a set of this symbol gives (M3.4)."""

    symbol: int


class Keep(msgspec.Struct, frozen=True, tag=True):
    """Which of two cards is kept (M3.4)."""

    cards: tuple[int, int]


class Losses(msgspec.Struct, frozen=True, tag=True):
    """A side chooses which of its battalions in a space fall (M6.1, M7.2)."""

    side: int
    space: int
    count: int
    cause: str = "battle"


class Fallback(msgspec.Struct, frozen=True, tag=True):
    """An army falls back, a territory for each step that is left (M7.6, M7.7).

    ``group`` are the pieces that fall back; 0 before the first step: all that stand in the space.
    """

    side: int
    space: int
    steps: int
    group: int = 0


class Storm(msgspec.Struct, frozen=True, tag=True):
    """Evil has declared a move or attack onto a wall; Good may answer (M9.6). ``kind`` -1: an attack."""

    origin: int
    target: int
    kind: int
    number: int


class Arrivals(msgspec.Struct, frozen=True, tag=True):
    """Battalions of a card are placed, one after the other, then its leader (M9.1, M9.2, M9.8).

    ``rest`` is the army still to be placed, ``placed`` where some stand, ``led`` whether the leader does.
    """

    card: int
    spaces: int
    rest: int
    placed: int = 0
    led: bool = False


class Wounded(msgspec.Struct, frozen=True, tag=True):
    """Good chooses who returns from captivity (M9.7)."""

    count: int


class Rivals(msgspec.Struct, frozen=True, tag=True):
    """Of two leaders of one colour in a space one is removed (M8.2)."""

    space: int
    colour: int


class TurnEnds(msgspec.Struct, frozen=True, tag=True):
    """What is left to do is done, then the turn is over; ``why``: done, six (M4.7, M7.6)."""

    why: str


Pending: TypeAlias = Special | Keep | Losses | Fallback | Storm | Arrivals | Wounded | Rivals | TurnEnds


class OpenMarch(msgspec.Struct, frozen=True):
    """A move that others may still join for the same point (M4.1); ``free``: a sortie (M9.4)."""

    origin: int
    target: int
    free: bool


class Clash(msgspec.Struct, frozen=True):
    """The last ground attack of the turn as it was rolled: dice in the order compared, bonuses, and the side
    that a six makes fall back (NOBODY: none).
    """

    side: int
    origin: int
    target: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    plus: int
    minus: int
    back: int = NOBODY


class State(msgspec.Struct, frozen=True, dict=True):
    """A position. ``turn`` is 0 to 2 within the round, ``side`` plays it; the last of ``stack`` is due.

    ``dice`` are the black dice that nobody has taken, ``die`` the one taken, ``points`` the action points
    left, ``played`` the dice of the turns before in this round. ``armies``: for each side its army in
    each space; ``supply``, ``captured`` and ``lost`` count its figures by kind: in the box, with the
    enemy, and out of the game without points. ``held``: what lies on each Minas Tirith card, ``bound``:
    at which wall it stands (-1 none). ``pile`` are faces of reinforcement cards, the next one first,
    ``hands`` those before each side; ``powers`` the Minas Tirith cards before each side. ``spent`` are
    catapults that have shot, ``halted`` spaces that do nothing more in this turn.
    """

    options: Options
    round: int
    turn: int
    side: int
    step: int
    seq: int
    dice: tuple[int, ...]
    die: int
    points: int
    armies: Two
    supply: Two
    captured: Two
    lost: Two
    pile: tuple[int, ...]
    hands: Two
    used: tuple[int, ...]
    power_pile: tuple[int, ...]
    powers: Two
    power_used: tuple[int, ...]
    held: tuple[int, ...]
    bound: tuple[int, ...]
    gate_broken: bool = False
    special_done: bool = False
    march: OpenMarch | None = None
    sortie: bool = False
    rain: int = 0
    spent: tuple[int, ...] = ()
    halted: int = 0
    clash: Clash | None = None
    stack: tuple[Pending, ...] = ()
    winner: int | None = None
    reason: str = ""
    played: tuple[int, ...] = ()

    @cached_property
    def here(self) -> tuple[int, int]:
        """For each side the set of spaces where it has battalions."""
        return here_of(self.armies)


def here_of(armies: Two) -> tuple[int, int]:
    """For each side the set of spaces where it has battalions."""
    good, evil = (
        sum(1 << space for space, army in enumerate(armies[side]) if army and has_battalion(side, army))
        for side in (0, 1)
    )
    return good, evil
