"""A game in the middle: a position told in one line, actions told in words, dice told by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from rules.engine.refusal import IllegalAction
from rules.engine.rng import DeclaredRng, SeededRng
from rules.nerath.events import NerathEvent
from rules.nerath.game import Nerath
from rules.nerath.notation import read_action, read_position, read_units, write_action, write_position
from rules.nerath.state import State

GAME = Nerath()


class Table:
    """`Table("alliance short 1 karkoth move", "Ki:Kff Va:Vf")`; gold is 10 each unless it is told."""

    def __init__(self, head: str, spaces: str, gold: str = "10/10/10/10", points: str = "0/0/0/0") -> None:
        self.state: State = read_position(GAME.content, f"{head} gold={gold} points={points} {spaces}")
        self.events: list[NerathEvent] = []

    def do(self, *actions: str, dice: Sequence[Sequence[int]] = ()) -> Table:
        """Apply actions in turn; `dice` are all rolls they take, in order, no more and no less."""
        rng = DeclaredRng([tuple(roll) for roll in dice], SeededRng(bytes(32)))
        self.events = []
        for text in actions:
            self.state, events = GAME.apply(self.state, read_action(GAME.content, text), rng)
            self.events += events
        assert rng.spent(), "not every roll was asked for"
        assert list(GAME.invariants(self.state)) == []
        return self

    def refuses(self, action: str) -> str:
        """The rule that refuses an action; the position stays."""
        with pytest.raises(IllegalAction) as caught:
            GAME.check(self.state, read_action(GAME.content, action))
        return caught.value.rule

    def may(self, seat: str) -> set[str]:
        """Every legal action of a seat, in words."""
        return {write_action(GAME.content, action) for action in GAME.legal_actions(self.state, seat)}

    def at(self, code: str) -> str:
        """Owner and contents of a space, as in the notation; "" for an unchanged empty one."""
        parts = write_position(GAME.content, self.state).split()[7:]
        return next((part[len(code) :].lstrip(":") for part in parts if part.startswith(code)), "")

    def units(self, code: str) -> str:
        """The units in a space without owner."""
        return self.at(code).partition(":")[2] if self.at(code).startswith("=") else self.at(code)

    def owner(self, code: str) -> str:
        """The letter of the owner of a land space."""
        return "KVIN"[self.state.owner[GAME.board.by_code[code]]]

    def space(self, code: str) -> int:
        return GAME.board.by_code[code]

    def card(self, realm: int, card: str) -> Table:
        """Give a realm an event card or a treasure, out of its deck or the pile."""
        number = GAME.content.card_ids.index(card)
        state = self.state
        if number in GAME.content.is_treasure:
            piles = tuple((*p, number) if r == realm else p for r, p in enumerate(state.treasures))
            left = tuple(one for one in state.treasure_pile if one != number)
            self.state = replace(state, treasures=piles, treasure_pile=left)
        else:
            hands = tuple((*h, number) if r == realm else h for r, h in enumerate(state.hands))
            decks = tuple(
                tuple(one for one in d if one != number) if r == realm else d
                for r, d in enumerate(state.decks)
            )
            self.state = replace(state, hands=hands, decks=decks)
        return self

    def due(self) -> str:
        """The kind of decision that is asked, "" for the step itself."""
        return type(self.state.stack[-1]).__name__ if self.state.stack else ""

    def points(self) -> tuple[int, ...]:
        return self.state.points


def codes(text: str) -> tuple[int, ...]:
    """Units of the notation as codes."""
    return read_units(GAME.content, text)
