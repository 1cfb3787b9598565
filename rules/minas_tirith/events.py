"""What can happen, in ids and numbers. Cards lie open (M2.4), so that everybody may read all of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from rules.engine.core import Event
from rules.minas_tirith.terms import KINDS


def _board(side: int, kind: int, number: int) -> Mapping[str, int]:
    return {f"board {KINDS[side][kind]}": number}


class RoundBegan(Event, frozen=True, kw_only=True):
    """A round begins: who has rolled the three black dice (M2.1)."""

    round: int
    side: str
    dice: tuple[int, ...]


class DieTaken(Event, frozen=True, kw_only=True):
    """A side has taken a die: its turn in the round, actions, and cards drawn (M2.2, M2.3)."""

    side: str
    turn: int
    die: int
    faces: tuple[int, ...]


class LastCard(Event, frozen=True, kw_only=True):
    """The last reinforcement card has been drawn (M1.2)."""


class Exchanged(Event, frozen=True, kw_only=True):
    """A set was exchanged (M3.2-M3.4)."""

    side: str
    faces: tuple[int, ...]
    special: bool


class CardKept(Event, frozen=True, kw_only=True):
    """A Minas Tirith card lies before a side; ``how``: drawn, fetched (M3.3, M3.4)."""

    side: str
    card: int
    how: str


class CardGone(Event, frozen=True, kw_only=True):
    """A Minas Tirith card was discarded; ``how``: useless, second, used, destroyed (M3.3, M3.4)."""

    side: str
    card: int
    how: str


class NoCard(Event, frozen=True, kw_only=True):
    """The pile of Minas Tirith cards is empty; the set gave nothing (M3.3)."""

    side: str


class Gathered(Event, frozen=True, kw_only=True):
    """A battalion has come onto a card (M3.5); ``face`` -1: it lay there from the start."""

    side: str
    card: int
    kind: int
    number: int
    face: int


class Raised(Event, frozen=True, kw_only=True):
    """Figures come onto the board; ``how``: exchange, card, swap, healed (M3.4, M4.4, M4.5, M9.7)."""

    side: str
    kind: int
    number: int
    space: int
    how: str

    def changes(self) -> Mapping[str, int]:
        side = int(self.side == "evil")
        found = dict(_board(side, self.kind, self.number))
        if self.how == "healed":
            found[f"captured {KINDS[side][self.kind]}"] = -self.number
        return found


class Marched(Event, frozen=True, kw_only=True):
    """Figures have moved; ``joined``: with those before them, ``free``: without a point (M4.1, M9.4)."""

    side: str
    origin: int
    target: int
    kind: int
    number: int
    joined: bool
    free: bool


class Swapped(Event, frozen=True, kw_only=True):
    """An oliphant has gone for three infantry (M4.5)."""

    side: str
    kind: int
    space: int

    def changes(self) -> Mapping[str, int]:
        return _board(1, self.kind, -1)


class CardPlayed(Event, frozen=True, kw_only=True):
    """A Minas Tirith card was played, at a space where it has one (M3.7)."""

    side: str
    card: int
    space: int


class Stormed(Event, frozen=True, kw_only=True):
    """A wall is about to be stormed, and Good is asked (M9.6)."""

    origin: int
    target: int


class Held(Event, frozen=True, kw_only=True):
    """The storm of a wall does not happen (M9.6)."""

    target: int


class Shot(Event, frozen=True, kw_only=True):
    """A ranged attack (M6.1): its dice, from which number they hit, and the hits."""

    side: str
    origin: int
    target: int
    shooters: int
    catapult: bool
    dice: tuple[int, ...]
    hits_on: int
    hits: int


class Fought(Event, frozen=True, kw_only=True):
    """A ground attack (M7): the dice of both in the order compared, bonuses, losses, and sixes."""

    side: str
    origin: int
    target: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    attack_bonus: int
    defence_bonus: int
    attacker_loses: int
    defender_loses: int


class Lost(Event, frozen=True, kw_only=True):
    """A figure falls to the enemy (M7.5); ``how``: battle, shot, cornered, with_last."""

    side: str
    kind: int
    space: int
    how: str

    def changes(self) -> Mapping[str, int]:
        side = int(self.side == "evil")
        return {**_board(side, self.kind, -1), f"captured {KINDS[side][self.kind]}": 1}


class LeaderLost(Event, frozen=True, kw_only=True):
    """A leader is removed at the end of the turn; ``how``: alone, rivals (M8.1, M8.2)."""

    side: str
    kind: int
    space: int
    how: str

    def changes(self) -> Mapping[str, int]:
        side = int(self.side == "evil")
        return {**_board(side, self.kind, -1), f"lost {KINDS[side][self.kind]}": 1}


class FellBack(Event, frozen=True, kw_only=True):
    """An army has fallen back a territory (M7.6, M7.7)."""

    side: str
    origin: int
    target: int


class Rammed(Event, frozen=True, kw_only=True):
    """The ram has struck (M9.13)."""

    die: int
    broken: bool


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn is over; ``why``: done, six (M4.7, M7.6)."""

    side: str
    why: str


class GameEnded(Event, frozen=True, kw_only=True):
    """The game is over; ``reason``: leaders, city, points (M1.2)."""

    winner: str
    reason: str
    points: tuple[int, int]


SiegeEvent: TypeAlias = (
    RoundBegan
    | DieTaken
    | LastCard
    | Exchanged
    | CardKept
    | CardGone
    | NoCard
    | Gathered
    | Raised
    | Marched
    | Swapped
    | CardPlayed
    | Stormed
    | Held
    | Shot
    | Fought
    | Lost
    | LeaderLost
    | FellBack
    | Rammed
    | TurnEnded
    | GameEnded
)
