"""Writing the log of a game."""

from __future__ import annotations

from typing import Any

from flask import g, has_request_context

from app.boardgame.audiences import tell
from app.boardgame.models import Game, GameRow, RowKind, Snapshot
from app.columns import now
from app.extensions import db
from app.journal.models import PUBLIC

EVERY = 20
"""A snapshot of the position is kept after so many rows."""


def add_row(game: Game, kind: RowKind, **rest: Any) -> GameRow:
    """The next row of the log; the game's ``seq`` counts it."""
    game.seq += 1
    row = GameRow(
        game_id=game.id,
        seq=game.seq,
        kind=kind,
        request_id=g.get("request_id") if has_request_context() else None,
        at=now(),
        **rest,
    )
    db.session.add(row)
    return row


def note(game: Game, what: str, *, actor_id: str | None, **params: Any) -> None:
    """News of the table in the log, told to everybody at it; ``what`` is worded in ``wording``."""
    add_row(game, RowKind.TABLE, actor_id=actor_id, params={"what": what, **params})
    tell(game, PUBLIC)


def keep_snapshot(game: Game, position: bytes, *, always: bool = False) -> None:
    """Keep the position after the last row, now and then or ``always``."""
    if always or game.seq % EVERY == 0:
        db.session.merge(Snapshot(game_id=game.id, seq=game.seq, position=position))
