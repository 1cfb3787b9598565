"""Every decision of the game. Spaces, kinds, faces and cards are numbers; -1 means none."""

from __future__ import annotations

from typing import TypeAlias

from rules.engine.core import Action


class TakeDie(Action, frozen=True, kw_only=True):
    """The side takes the black die with this number (M2.1)."""

    value: int


class Exchange(Action, frozen=True, kw_only=True):
    """Three cards, by their faces, are exchanged; ``special``: for more than a card (M3.2-M3.4)."""

    first: int
    second: int
    third: int
    special: bool = False


class DrawTwo(Action, frozen=True, kw_only=True):
    """Special exchange: draw two Minas Tirith cards, keep one (M3.4)."""


class Fetch(Action, frozen=True, kw_only=True):
    """Special exchange: take a usable card from the discards (M3.4)."""

    card: int


class Raise(Action, frozen=True, kw_only=True):
    """Special exchange: a battalion joins others of its side (M3.4)."""

    kind: int
    space: int


class KeepCard(Action, frozen=True, kw_only=True):
    """Which of two cards is kept (M3.4)."""

    card: int


class Reinforce(Action, frozen=True, kw_only=True):
    """A reinforcement card puts a battalion onto a Minas Tirith card (M3.5)."""

    face: int
    card: int
    kind: int


class EndExchange(Action, frozen=True, kw_only=True):
    """No further exchange; the actions begin (M3.6)."""


class March(Action, frozen=True, kw_only=True):
    """Figures of one kind move, or join the move that is under way to the same space (M4.1-M4.3)."""

    origin: int
    target: int
    kind: int
    number: int


class Shoot(Action, frozen=True, kw_only=True):
    """Archers on foot or crossbows, horse archers and a catapult shoot (M6.1)."""

    origin: int
    target: int
    foot: int
    horse: int = 0
    catapult: bool = False


class Attack(Action, frozen=True, kw_only=True):
    """One to three battalions attack an adjacent space (M7.1)."""

    origin: int
    target: int
    dice: int


class Ram(Action, frozen=True, kw_only=True):
    """The battering ram strikes the gate (M9.13)."""


class Swap(Action, frozen=True, kw_only=True):
    """An oliphant becomes three infantry (M4.5)."""

    space: int


class Deploy(Action, frozen=True, kw_only=True):
    """The battalions of a card come onto the board; Evil's in start area 1, 2 or 3 (M4.4)."""

    card: int
    area: int = 0


class Arrive(Action, frozen=True, kw_only=True):
    """The next figure of the card, of this kind, is placed (M9.1, M9.2, M9.8)."""

    kind: int
    space: int


class Play(Action, frozen=True, kw_only=True):
    """A Minas Tirith card is played without a point (M3.7): at a space, where it needs one."""

    card: int
    space: int = -1


class Heal(Action, frozen=True, kw_only=True):
    """A captured battalion of this kind returns to the city (M9.7)."""

    kind: int


class Answer(Action, frozen=True, kw_only=True):
    """Good answers the storm of a wall with the card, or lets it happen (M9.6)."""

    hold: bool


class Lose(Action, frozen=True, kw_only=True):
    """A battalion of this kind falls (M6.1, M7.2, M7.6)."""

    kind: int


class FallBack(Action, frozen=True, kw_only=True):
    """Where the beaten army goes (M7.6, M7.7)."""

    target: int


class Dismiss(Action, frozen=True, kw_only=True):
    """Which leader is removed (M8.2)."""

    kind: int


class EndTurn(Action, frozen=True, kw_only=True):
    """The turn is ended (M4.7)."""


SiegeAction: TypeAlias = (
    TakeDie
    | Exchange
    | DrawTwo
    | Fetch
    | Raise
    | KeepCard
    | Reinforce
    | EndExchange
    | March
    | Shoot
    | Attack
    | Ram
    | Swap
    | Deploy
    | Arrive
    | Play
    | Heal
    | Answer
    | Lose
    | FallBack
    | Dismiss
    | EndTurn
)
