"""What can be taken back, and by whom."""

from __future__ import annotations

from typing import Any

from app.boardgame.history import last_action, position_at
from app.boardgame.models import Game, GameRow, Member


def undoable(game: Game, rules: Any, state: Any, member: Member) -> GameRow | None:
    """The row that ``member`` can take back now, or None.

    It is the last action that still holds, it is theirs, it drew nothing, and the rules know of nothing
    that was
    revealed (``may_take_back``).
    """
    if game.waiting or not game.running:
        return None
    row = last_action(game)
    if row is None or row.bot or row.draws or row.seat is None:
        return None
    seat = game.seat(row.seat)
    if seat is None or seat.member_id != member.id:
        return None
    before = position_at(game, rules, row.seq - 1)
    return row if rules.may_take_back(before, state) else None
