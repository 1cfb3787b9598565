"""Going back in a game: the position after any row of its log, from the nearest snapshot on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from sqlalchemy import select

from app.boardgame.models import Game, GameRow, RowKind, Snapshot
from app.boardgame.positions import codec, read_events, read_position
from app.extensions import db
from rules.engine.rng import Draw, ScriptedRng


def draws_of(row: GameRow) -> list[Draw]:
    """The draws of a row as the rules know them."""
    return msgspec.convert(row.draws, list[Draw])


def rows_of(game: Game, after: int = 0, until: int | None = None) -> Sequence[GameRow]:
    """The rows of the log after one and until one, oldest first."""
    query = select(GameRow).where(GameRow.game_id == game.id, GameRow.seq > after).order_by(GameRow.seq)
    return db.session.scalars(query.where(GameRow.seq <= until) if until is not None else query).all()


def effective(rows: Sequence[GameRow]) -> list[GameRow]:
    """The actions that still hold after these rows: those that an undo took back are left out."""
    found: list[GameRow] = []
    for row in rows:
        if row.kind == RowKind.ACTION:
            found.append(row)
        elif row.kind == RowKind.UNDO:
            found = [one for one in found if one.seq != row.undoes]
    return found


def position_at(game: Game, rules: Any, seq: int) -> Any:
    """The position after the row ``seq``; LookupError before the game had begun."""
    snapshots = db.session.scalars(
        select(Snapshot.seq)
        .where(Snapshot.game_id == game.id, Snapshot.seq <= seq)
        .order_by(Snapshot.seq.desc())
    ).all()
    for kept in snapshots:
        rows = rows_of(game, kept, seq)
        if any(row.kind == RowKind.UNDO and (row.undoes or 0) <= kept for row in rows):
            continue
        snapshot = db.session.get_one(Snapshot, (game.id, kept))
        return _replayed(rules, read_position(rules, snapshot.position), effective(rows))
    raise LookupError(f"game {game.id} had no position at {seq}")


def _replayed(rules: Any, state: Any, rows: Sequence[GameRow]) -> Any:
    actions = codec(rules.action_type)
    for row in rows:
        state, _events = rules.apply(state, actions.decode(row.action or ""), ScriptedRng(draws_of(row)))
    return state


def events_of(rules: Any, row: GameRow) -> Iterator[Any]:
    """What happened in a row, as the rules' events."""
    yield from read_events(rules, row.events)


def last_action(game: Game) -> GameRow | None:
    """The action that an undo would take back: the last one that still holds."""
    after = max(0, game.seq - 60)
    while True:
        rows = rows_of(game, after)
        held = effective(rows)
        if held or not after:
            return held[-1] if held else None
        after = max(0, after - 200)
