"""Every roll of a game: what fell against what was to be expected, and whether the seed bears it out."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec

from app.boardgame.access import AtTable
from app.boardgame.history import draws_of, rows_of
from app.boardgame.models import Game, GameRow, GameState
from app.boardgame.queries.seeds import seed_hash
from app.refusal import Sentence
from rules.engine.rng import Draw, SeededRng


@dataclass(frozen=True)
class RollShown:
    """One roll: for what, which dice, what fell, how many hit (None: nothing hits there)."""

    reason: Sentence
    sides: int
    values: tuple[int, ...]
    hit_on: int | None
    seq: int

    @property
    def hits(self) -> int | None:
        return None if self.hit_on is None else sum(value >= self.hit_on for value in self.values)


@dataclass(frozen=True)
class Luck:
    """All dice of one reason together: how many, hits expected (in hundredths of a hit) and hits that
    fell.
    """

    reason: Sentence
    dice: int
    expected: int
    hits: int


@dataclass(frozen=True)
class SeedCheck:
    """``hash`` was shown from the start. When the game is over: the seed, and what of it was borne out."""

    hash: str
    seed: str
    fits: bool
    draws: int
    wrong: int


@dataclass(frozen=True)
class DicePage:
    """The list of rolls, newest first, the luck of each, and the check of the seed."""

    rolls: tuple[RollShown, ...]
    luck: tuple[Luck, ...]
    check: SeedCheck


def dice_page(table: AtTable) -> DicePage:
    """Everything about the dice of a game."""
    rows = rows_of(table.game)
    rolls = tuple(_rolls(table, rows))
    return DicePage(rolls[::-1], tuple(_luck(rolls)), _check(table.game, rows))


def _rolls(table: AtTable, rows: Sequence[GameRow]) -> Iterator[RollShown]:
    for row in rows:
        for draw in draws_of(row):
            if draw.sides:
                adapter = table.adapter
                yield RollShown(
                    adapter.told_draw(draw), draw.sides, draw.values, adapter.hit_on(draw), row.seq
                )


def _luck(rolls: Sequence[RollShown]) -> Iterator[Luck]:
    sums: dict[str, list[Any]] = defaultdict(lambda: [0, Fraction(), 0])
    for roll in rolls:
        if roll.hit_on is None:
            continue
        found = sums[str(roll.reason)]
        found[0] += len(roll.values)
        found[1] += Fraction(len(roll.values) * max(0, roll.sides - roll.hit_on + 1), roll.sides)
        found[2] += roll.hits or 0
    for reason, (dice, expected, hits) in sorted(sums.items()):
        yield Luck(reason, dice, round(expected * 100), hits)


def _check(game: Game, rows: Sequence[GameRow]) -> SeedCheck:
    """Once the game is over: every draw of the app again from the seed, compared with what was stored."""
    if game.state != GameState.FINISHED:
        return SeedCheck(seed_hash(game), "", False, 0, 0)
    rng = SeededRng(bytes.fromhex(game.seed))
    draws = [*msgspec.convert(game.setup_draws, list[Draw]), *(d for row in rows for d in draws_of(row))]
    checked = wrong = 0
    for draw in draws:
        if draw.sides and game.dice == "table":
            continue
        again = (
            rng.roll(draw.sides, len(draw.values), draw.why)
            if draw.sides
            else rng.shuffle(len(draw.values), draw.why)
        )
        checked += 1
        wrong += again != draw.values
    fits = hashlib.sha256(bytes.fromhex(game.seed)).hexdigest() == seed_hash(game)
    return SeedCheck(seed_hash(game), game.seed, fits, checked, wrong)


def dice_csv(table: AtTable) -> list[list[str]]:
    """The list as rows of a table, oldest first."""
    found = [["action", "reason", "sides", "dice", "hit on", "hits"]]
    for roll in dice_page(table).rolls[::-1]:
        values = " ".join(str(value) for value in roll.values)
        figures = [str(roll.hit_on or ""), "" if roll.hits is None else str(roll.hits)]
        found.append([str(roll.seq), str(roll.reason), str(roll.sides), values, *figures])
    return found
