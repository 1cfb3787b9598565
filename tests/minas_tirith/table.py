"""A game in the middle: a position told in one line, actions told in words, dice told by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from rules.engine.refusal import IllegalAction
from rules.engine.rng import DeclaredRng, SeededRng
from rules.minas_tirith.content import shipped
from rules.minas_tirith.events import SiegeEvent
from rules.minas_tirith.game import MinasTirith
from rules.minas_tirith.notation import read_action, read_position, write_action, write_army
from rules.minas_tirith.state import Options, State
from rules.minas_tirith.terms import KIND_OF, SIDES

GAME = MinasTirith()
NEXT = (1, 1, 1)
"""Black dice of a round that begins, where a test does not care."""


class Table:
    """`Table("1.0 good act 4/4", "Mt:i4c3L Fb:o4")`; ``piles``: the next Minas Tirith cards."""

    def __init__(
        self, head: str, rest: str = "", *, options: Options | None = None, piles: str = "", cards: int = 60
    ) -> None:
        state = read_position(shipped(), f"{head} {rest}")
        first = [shipped().by_card[card] for card in piles.split()]
        state = replace(
            state,
            options=options or Options(),
            power_pile=(*first, *(card for card in state.power_pile if card not in first)),
            pile=state.pile[:cards],
            used=tuple(sorted(state.pile[cards:])),
        )
        self.state: State = state
        self.events: list[SiegeEvent] = []

    def do(self, *actions: str, dice: Sequence[Sequence[int]] = ()) -> Table:
        """Apply actions in turn; `dice` are all rolls they take, in order, no more and no less."""
        rng = DeclaredRng([tuple(roll) for roll in dice], SeededRng(bytes(32)))
        self.events = []
        for text in actions:
            self.state, events = GAME.apply(self.state, read_action(shipped(), text), rng)
            self.events += events
        assert rng.spent(), "not every roll was asked for"
        assert list(GAME.invariants(self.state)) == []
        return self

    def refuses(self, action: str) -> str:
        """The rule that refuses an action; the position stays."""
        with pytest.raises(IllegalAction) as caught:
            GAME.check(self.state, read_action(shipped(), action))
        return caught.value.rule

    def may(self, seat: str) -> set[str]:
        """Every legal action of a seat, in words."""
        return {write_action(shipped(), action) for action in GAME.legal_actions(self.state, seat)}

    def at(self, code: str) -> str:
        """Who stands in a space, in the notation."""
        space = shipped().board.by_code[code]
        return "".join(write_army(side, self.state.armies[side][space]) for side in (0, 1))

    def number(self, where: str, kind: str) -> int:
        """How many figures of a kind are in the ``supply``, ``captured`` or ``lost``."""
        side, number = KIND_OF[kind]
        counts: tuple[tuple[int, ...], ...] = getattr(self.state, where)
        return counts[side][number]

    def cards(self, side: str) -> list[str]:
        """The Minas Tirith cards before a side."""
        return [shipped().card_ids[card] for card in self.state.powers[SIDES.index(side)]]

    def used(self) -> list[str]:
        """The discarded Minas Tirith cards, the last one last."""
        return [shipped().card_ids[card] for card in self.state.power_used]

    def due(self) -> str:
        """The kind of decision that is asked, "" for the step itself."""
        return type(self.state.stack[-1]).__name__ if self.state.stack else ""

    def points(self) -> tuple[int, int]:
        return GAME.points(self.state)

    def winner(self) -> tuple[str, str]:
        outcome = GAME.outcome(self.state)
        assert outcome is not None
        return outcome.winners[0], outcome.reason
