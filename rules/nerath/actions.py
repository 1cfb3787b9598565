"""Every decision of the game. Spaces, kinds and cards are numbers of the content; -1 means none."""

from __future__ import annotations

from typing import TypeAlias

from rules.engine.core import Action


class Move(Action, frozen=True, kw_only=True):
    """One unit of the kind moves from its space to another (N4.1, N8.1, N9.5)."""

    origin: int
    kind: int
    target: int


class Sail(Action, frozen=True, kw_only=True):
    """A warship, told by its code, moves with all it carries (N4.4)."""

    origin: int
    ship: int
    target: int


class Board(Action, frozen=True, kw_only=True):
    """A land unit goes aboard a warship in an adjacent sea space (N4.4)."""

    origin: int
    kind: int
    sea: int
    ship: int


class Land(Action, frozen=True, kw_only=True):
    """A unit aboard lands on an adjacent coast (N4.4, N6.3)."""

    sea: int
    ship: int
    kind: int
    target: int


class EndStep(Action, frozen=True, kw_only=True):
    """The step of the turn is closed (N3.1)."""


class Play(Action, frozen=True, kw_only=True):
    """An event card of the hand or a treasure is used (N3.3, N7.5)."""

    card: int


class Fight(Action, frozen=True, kw_only=True):
    """The attacker takes this battle next (N5.1)."""

    space: int


class Ready(Action, frozen=True, kw_only=True):
    """No further card before the dice of this round; ``whole``: nor in the whole battle (N3.3)."""

    whole: bool = False


class Lose(Action, frozen=True, kw_only=True):
    """The unit of this code takes a hit; with ``cargo`` a hero of that kind aboard the ship (N5.5, N6.2)."""

    unit: int
    cargo: int = -1


class Offer(Action, frozen=True, kw_only=True):
    """So many of the hits go to the partner earlier in turn order (N10.2)."""

    hits: int


class SplitEvenly(Action, frozen=True, kw_only=True):
    """The hits are split evenly between the partners (N10.2)."""


class Strike(Action, frozen=True, kw_only=True):
    """The hit at hand goes to this guardian of the dungeon, by its place (N7.2)."""

    tile: int


class Press(Action, frozen=True, kw_only=True):
    """The attack goes on (N5.7)."""


class Retreat(Action, frozen=True, kw_only=True):
    """All attackers leave the battle (N5.7)."""


class RetreatTo(Action, frozen=True, kw_only=True):
    """Where the unit of this code retreats to; -1: the whole body of land units or warships (N5.7, N6.5)."""

    unit: int
    target: int


class Amok(Action, frozen=True, kw_only=True):
    """One monster runs amok into a space; -1: no more do (N5.11)."""

    target: int


class Place(Action, frozen=True, kw_only=True):
    """A unit given by a card is placed."""

    space: int


class Carry(Action, frozen=True, kw_only=True):
    """A card takes one unit from a space to another; all -1: no more."""

    origin: int
    kind: int
    target: int


class Buy(Action, frozen=True, kw_only=True):
    """A unit is bought, placed, and charged to a castle (N9.1-N9.4, N9.7).

    ``castle`` is -1 for a new castle and when there is no castle; ``ship`` is the warship that a land unit
    goes aboard in the sea space ``space``.
    """

    kind: int
    space: int
    castle: int
    ship: int = -1


NerathAction: TypeAlias = (
    Move
    | Sail
    | Board
    | Land
    | EndStep
    | Play
    | Fight
    | Ready
    | Lose
    | Offer
    | SplitEvenly
    | Strike
    | Press
    | Retreat
    | RetreatTo
    | Amok
    | Place
    | Carry
    | Buy
)
