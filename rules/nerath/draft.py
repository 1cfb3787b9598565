"""A position while an action is carried out: open to change, and closed to a State again at the end."""

from __future__ import annotations

from bisect import insort
from typing import TypeVar

from rules.engine.rng import Rng
from rules.nerath.content import Content
from rules.nerath.events import NerathEvent
from rules.nerath.standing import own
from rules.nerath.state import Battle, Pending, State
from rules.nerath.terms import REALMS, SEA

T = TypeVar("T")


def changed(row: tuple[T, ...], place: int, part: T) -> tuple[T, ...]:
    """The row with another part in one place."""
    return (*row[:place], part, *row[place + 1 :])


class Draft:
    """The fields of a State, those that change often as lists, with content, chance and the events so far."""

    __slots__ = (
        "battle",
        "beaten",
        "board",
        "bought",
        "castles",
        "charged",
        "content",
        "decks",
        "discards",
        "discount",
        "done",
        "events",
        "former",
        "gold",
        "hands",
        "haste",
        "held",
        "here",
        "land",
        "options",
        "owner",
        "pile",
        "points",
        "reason",
        "rng",
        "round",
        "seq",
        "stack",
        "step",
        "tiles",
        "touched",
        "treasure_pile",
        "treasures",
        "turn",
        "units",
        "used",
        "winners",
    )

    def __init__(self, content: Content, state: State, rng: Rng) -> None:
        self.content, self.board, self.rng = content, content.board, rng
        self.events: list[NerathEvent] = []
        self.land, self.here = list(state.land), list(state.here)
        self.former, self.touched = state.__dict__.get("reach"), 0
        self.options, self.round, self.turn, self.step = state.options, state.round, state.turn, state.step
        self.seq = state.seq
        self.owner, self.units, self.tiles = state.owner, list(state.units), state.tiles
        self.pile, self.beaten = state.pile, state.beaten
        self.decks, self.hands, self.discards = state.decks, state.hands, state.discards
        self.treasure_pile = state.treasure_pile
        self.treasures, self.used = state.treasures, state.used
        self.gold, self.points = list(state.gold), list(state.points)
        self.held, self.castles, self.done, self.charged = (
            state.held,
            state.castles,
            state.done,
            state.charged,
        )
        self.bought, self.haste, self.discount = state.bought, state.haste, state.discount
        self.battle: Battle | None = state.battle
        self.stack: list[Pending] = list(state.stack)
        self.winners, self.reason = state.winners, state.reason

    def close(self) -> State:
        """The position as it now stands."""
        state = State(
            self.options,
            self.round,
            self.turn,
            self.step,
            self.seq,
            self.owner,
            tuple(self.units),
            self.tiles,
            self.pile,
            self.beaten,
            self.decks,
            self.hands,
            self.discards,
            self.treasure_pile,
            self.treasures,
            self.used,
            (self.gold[0], self.gold[1], self.gold[2], self.gold[3]),
            (self.points[0], self.points[1], self.points[2], self.points[3]),
            self.held,
            self.castles,
            self.done,
            self.charged,
            self.bought,
            self.haste,
            self.discount,
            self.battle,
            tuple(self.stack),
            self.winners,
            self.reason,
        )
        land, here, known = self.land, self.here, state.__dict__
        known["land"] = (land[0], land[1], land[2], land[3])
        known["here"] = (here[0], here[1], here[2], here[3])
        if self.former is not None:
            known["former"] = self.former, self.touched
        return state

    @property
    def seat(self) -> str:
        """The seat of the realm whose turn it is."""
        return REALMS[self.turn]

    def say(self, event: NerathEvent) -> None:
        """Note what has happened."""
        self.events.append(event)

    def add(self, space: int, code: int) -> None:
        """Put a unit into a space."""
        stack = list(self.units[space])
        insort(stack, code)
        self.units[space] = tuple(stack)
        self.touched |= 1 << space
        self.here[code >> 4 & 3] |= 1 << space

    def remove(self, space: int, code: int) -> None:
        """Take a unit out of a space; ValueError if it is not there."""
        stack = list(self.units[space])
        stack.remove(code)
        self.units[space] = tuple(stack)
        self.touched |= 1 << space
        realm = code >> 4 & 3
        for other in stack:
            if other >> 4 & 3 == realm:
                return
        self.here[realm] &= ~(1 << space)

    def replace(self, space: int, old: int, new: int) -> None:
        """Change one unit in its place; it keeps its realm."""
        stack = list(self.units[space])
        stack.remove(old)
        insort(stack, new)
        self.units[space] = tuple(stack)
        self.touched |= 1 << space

    def restack(self, space: int, former: tuple[int, ...], stack: tuple[int, ...]) -> None:
        """Give the units of a space other marks all at once; who stands there does not change."""
        if stack != former:
            self.units[space] = stack
            self.touched |= 1 << space

    def remark(self, realm: int, change: dict[int, int]) -> None:
        """Give units of a realm other codes: old code → new code, wherever they stand."""
        for space, code in own(self, realm):
            if (new := change.get(code, code)) != code:
                self.replace(space, code, new)

    def at_sea(self, space: int) -> bool:
        """Whether a space is sea."""
        return self.board.sort[space] == SEA
