"""A position of the game: immutable, and whole in itself but for the content it is played with."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from rules.nerath.cards import Boost, Shield, Volley

Four: TypeAlias = tuple[int, int, int, int]
Piles: TypeAlias = tuple[tuple[int, ...], ...]
"""One tuple of card numbers for each realm."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is set up: seats, alliance or not, length, and the house rules (N1.2, N1.4, N11.5)."""

    mode: Literal["alliance", "free_for_all"] = "alliance"
    length: Literal["short", "medium", "long"] = "medium"
    players: int = 4
    build_limit: bool = False
    reverse_order: bool = False
    one_of_each: bool = False
    only_land_takes: bool = False


class PickBattle(msgspec.Struct, frozen=True, tag=True):
    """The attacker chooses which of these battles is fought next (N5.1)."""

    spaces: tuple[int, ...]


class AwaitReady(msgspec.Struct, frozen=True, tag=True):
    """Before the dice of a round: the first realm of the queue may use cards (N3.3)."""

    queue: tuple[int, ...]


class AwaitLosses(msgspec.Struct, frozen=True, tag=True):
    """Each realm chooses which of its units take so many hits (N5.5)."""

    hits: Four


class AwaitSplit(msgspec.Struct, frozen=True, tag=True):
    """Two partners agree how to share hits (N10.2); ``offers``: what each would give the first (-1: none)."""

    first: int
    second: int
    hits: int
    offers: tuple[int, int] = (-1, -1)


class AwaitStrikes(msgspec.Struct, frozen=True, tag=True):
    """The attacker assigns his dice that hit, each by its value, the lowest first, to guardians (N7.2)."""

    values: tuple[int, ...]


class AwaitPress(msgspec.Struct, frozen=True, tag=True):
    """Press the attack or retreat (N5.7)."""


class AwaitRetreat(msgspec.Struct, frozen=True, tag=True):
    """Where the attackers retreat to, part by part (N5.7, N6.5)."""


class AwaitAmok(msgspec.Struct, frozen=True, tag=True):
    """Monsters that won in this space may run amok (N5.11)."""

    space: int


class AwaitPlace(msgspec.Struct, frozen=True, tag=True):
    """Where units given by a card are placed."""

    realm: int
    kind: int
    count: int


class AwaitCarry(msgspec.Struct, frozen=True, tag=True):
    """Which units a card carries where."""

    realm: int
    count: int


Pending: TypeAlias = (
    PickBattle
    | AwaitReady
    | AwaitLosses
    | AwaitSplit
    | AwaitStrikes
    | AwaitPress
    | AwaitRetreat
    | AwaitAmok
    | AwaitPlace
    | AwaitCarry
)


class Active(msgspec.Struct, frozen=True):
    """An effect that is at work in the battle for a realm's side."""

    realm: int
    effect: Boost | Volley | Shield


CARDS_STAGE, FIRST_STAGE, OTHERS_STAGE, RESULT_STAGE = range(4)


class Battle(msgspec.Struct, frozen=True):
    """The battle at hand (N5.2). ``tiles`` are the dice left of each guardian of the dungeon, by its place.

    ``quiet`` lists the realms that use no more cards in this battle (N3.3).
    """

    space: int
    round: int = 1
    stage: int = CARDS_STAGE
    quiet: tuple[int, ...] = ()
    active: tuple[Active, ...] = ()
    tiles: tuple[int, ...] = ()


class State(msgspec.Struct, frozen=True, dict=True):
    """A position. ``turn`` is the realm whose turn it is, ``step`` its step; the last of ``stack`` is due.

    ``owner`` is the owner of each space (-1 none), ``units`` the units in each as sorted codes, ``tiles``
    the guardians there: tile * 2, + 1 when face up. ``held`` and ``castles`` are the land and the castles
    that the realm had when its turn began, ``done`` the battles fought in this step, ``charged`` pairs of
    castle and units bought there. ``haste``, ``discount`` and ``bought`` count by kind of unit.
    """

    options: Options
    round: int
    turn: int
    step: int
    seq: int
    owner: tuple[int, ...]
    units: Piles
    tiles: Piles
    pile: tuple[int, ...]
    beaten: tuple[int, ...]
    decks: Piles
    hands: Piles
    discards: Piles
    treasure_pile: tuple[int, ...]
    treasures: Piles
    used: Piles
    gold: Four
    points: Four
    held: tuple[int, ...] = ()
    castles: tuple[int, ...] = ()
    done: tuple[int, ...] = ()
    charged: tuple[tuple[int, int], ...] = ()
    bought: tuple[int, ...] = (0,) * 9
    haste: tuple[int, ...] = (0,) * 9
    discount: tuple[int, ...] = (0,) * 9
    battle: Battle | None = None
    stack: tuple[Pending, ...] = ()
    winners: tuple[int, ...] | None = None
    reason: str = ""

    @cached_property
    def land(self) -> Four:
        """Each realm's land as a set of spaces."""
        return land_of(self.owner)

    @cached_property
    def here(self) -> Four:
        """Where each realm has units, as a set of spaces."""
        return here_of(self.units)


def land_of(owner: tuple[int, ...]) -> Four:
    """Each realm's land as a set of spaces."""
    land = [0, 0, 0, 0]
    for space, realm in enumerate(owner):
        if realm >= 0:
            land[realm] |= 1 << space
    return (land[0], land[1], land[2], land[3])


def here_of(units: Piles) -> Four:
    """Where each realm has units, as a set of spaces."""
    here = [0, 0, 0, 0]
    for space, stack in enumerate(units):
        for code in stack:
            here[code >> 4 & 3] |= 1 << space
    return (here[0], here[1], here[2], here[3])
