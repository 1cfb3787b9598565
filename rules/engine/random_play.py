"""Games played by chance alone: the cheapest way to find a dead end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules.engine.core import A, E, RuleSet, S, V
from rules.engine.rng import Draw


class QuickRng:
    """Chance for trial games: the standard generator, repeatable from ``seed`` on one Python version.

    Real games use SeededRng, which is repeatable everywhere and slower. ``draws`` is kept only if ``keep``.
    """

    def __init__(self, seed: int, keep: bool = False) -> None:
        self._random = random.Random(seed)  # noqa: S311 - trial games guard no secret
        self._keep = keep
        self.draws: list[Draw] = []

    def roll(self, sides: int, count: int, why: str) -> tuple[int, ...]:
        draw = self._random.random
        values = tuple([int(draw() * sides) + 1 for _ in range(count)])
        if self._keep:
            self.draws.append(Draw(why, sides, values))
        return values

    def shuffle(self, size: int, why: str) -> tuple[int, ...]:
        order = list(range(size))
        self._random.shuffle(order)
        if self._keep:
            self.draws.append(Draw(why, 0, tuple(order)))
        return tuple(order)

    def below(self, bound: int) -> int:
        """A whole number 0..bound-1, for choosing an action."""
        return int(self._random.random() * bound)


def random_game(
    game: RuleSet[S, A, E, V], options: Any, rng: QuickRng, most: int
) -> Iterator[tuple[S, A | None, S, tuple[E, ...]]]:
    """Play at random and yield (before, action, after, events); the set-up comes first, with no action.

    Raises AssertionError at a dead end, or when the game is not over after ``most`` actions.
    """
    state, events = game.setup(options, rng)
    yield state, None, state, events
    for _ in range(most):
        due = game.to_move(state)
        if not due:
            return
        actions = game.legal_actions(state, due[rng.below(len(due))])
        if not actions:
            raise AssertionError(f"dead end: {due} cannot act: {state}")
        action = actions[rng.below(len(actions))]
        after, events = game.apply(state, action, rng)
        yield state, action, after, events
        state = after
    if game.to_move(state):
        raise AssertionError(f"the game is not over after {most} actions")
