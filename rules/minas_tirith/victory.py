"""Points, and who has won (M1.2, M1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules.minas_tirith.army import has_battalion
from rules.minas_tirith.board import Board
from rules.minas_tirith.draft import Draft
from rules.minas_tirith.events import GameEnded
from rules.minas_tirith.terms import EVIL, GATE_POINTS, GOOD, LEADERS, SIDES, WALL_POINTS, WORTH

LEADERS_TO_LOSE = 2


class Position(Protocol):
    """What a State and a Draft have in common, as far as points go."""

    @property
    def captured(self) -> Sequence[tuple[int, ...]]: ...
    @property
    def lost(self) -> Sequence[tuple[int, ...]]: ...
    @property
    def here(self) -> Sequence[int]: ...
    @property
    def gate_broken(self) -> bool: ...


def points(board: Board, position: Position) -> tuple[int, int]:
    """The points of Good and Evil as they stand (M1.3)."""
    good, evil = (
        sum(number * worth for number, worth in zip(position.captured[foe], WORTH[foe], strict=True))
        for foe in (EVIL, GOOD)
    )
    evil += WALL_POINTS * (position.here[EVIL] & board.walls).bit_count()
    return good, evil + GATE_POINTS * position.gate_broken


def leaders_lost(position: Position) -> int:
    """How many leaders Evil has lost, captured or removed (M1.2, M8)."""
    return sum(position.captured[EVIL][kind] + position.lost[EVIL][kind] for kind in LEADERS[EVIL])


def check_leaders(draft: Draft) -> None:
    """Good wins at once when two Evil leaders are lost (M1.2)."""
    if draft.winner is None and leaders_lost(draft) >= LEADERS_TO_LOSE:
        end(draft, GOOD, "leaders")


def check_city(draft: Draft) -> None:
    """Evil wins at once with a battalion in the city (M1.2)."""
    if draft.winner is None and has_battalion(EVIL, draft.armies[EVIL][draft.board.city]):
        end(draft, EVIL, "city")


def end_by_points(draft: Draft) -> None:
    """The last card has been drawn: the side with more points wins, a tie is Good's (M1.2)."""
    good, evil = points(draft.board, draft)
    end(draft, EVIL if evil > good else GOOD, "points")


def end(draft: Draft, winner: int, reason: str) -> None:
    """The game is over."""
    draft.winner, draft.reason, draft.march = winner, reason, None
    draft.stack.clear()
    draft.say(GameEnded(winner=SIDES[winner], reason=reason, points=points(draft.board, draft)))
