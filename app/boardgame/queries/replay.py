"""Going through a game again, action by action."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for
from sqlalchemy import select

from app.boardgame.access import AtTable
from app.boardgame.history import position_at
from app.boardgame.models import GameRow, RowKind
from app.boardgame.queries.logs import LogLine, log_lines
from app.boardgame.queries.table import PlayPage, watch_page
from app.extensions import db


@dataclass(frozen=True)
class ReplayPage:
    """A moment of the game: after ``step`` of ``steps`` actions. ``told`` is what the last of them set
    off, ``skipped`` how many actions lie before the file that the game came from (None: from no file).
    """

    play: PlayPage
    step: int
    steps: int
    told: tuple[LogLine, ...]
    before: str
    after: str
    turn_before: str
    turn_after: str
    skipped: int | None


def replay_page(table: AtTable, step: int | None) -> ReplayPage | None:
    """The game after ``step`` actions that hold (None: now); None if it has not begun."""
    game = table.game
    kept = _kept(game.id)
    begun = _beginning(table)
    if begun is None:
        return None
    steps = len(kept)
    at = steps if step is None else max(0, min(step, steps))
    seq = kept[at - 1] if at else begun
    state = position_at(game, table.rules, seq)

    def address(**_more: str) -> str:
        return ""

    row = db.session.scalars(select(GameRow).where(GameRow.game_id == game.id, GameRow.seq == seq)).one()
    turns = _turns(table, kept)

    def url(to: int) -> str:
        return url_for("boardgame.replay", game_id=game.id, step=to)

    earlier = [one for one in turns if one < at]
    later = [one for one in turns if one > at]
    return ReplayPage(
        watch_page(table, state, seq, address),
        at,
        steps,
        tuple(log_lines(table, [row], frozenset())),
        url(at - 1) if at else "",
        url(at + 1) if at < steps else "",
        url(earlier[-1] if earlier else 0) if at else "",
        url(later[0] if later else steps) if at < steps else "",
        int(game.imported["actions"]) if game.imported else None,
    )


def _kept(game_id: str) -> list[int]:
    """The rows of the actions that still hold, oldest first."""
    rows = db.session.execute(
        select(GameRow.seq, GameRow.kind, GameRow.undoes)
        .where(GameRow.game_id == game_id)
        .order_by(GameRow.seq)
    ).all()
    undone = {row.undoes for row in rows if row.kind == RowKind.UNDO}
    return [row.seq for row in rows if row.kind == RowKind.ACTION and row.seq not in undone]


def _beginning(table: AtTable) -> int | None:
    """The row with which the game began or was taken over."""
    rows = db.session.scalars(
        select(GameRow).where(GameRow.game_id == table.game.id, GameRow.kind == RowKind.TABLE)
    )
    found = [row.seq for row in rows if row.params.get("what") in ("started", "imported")]
    return found[-1] if found else None


def _turns(table: AtTable, kept: list[int]) -> list[int]:
    """After how many actions a turn began: where the rules say that a first step begins."""
    places = {seq: place for place, seq in enumerate(kept, start=1)}
    rows = db.session.scalars(
        select(GameRow)
        .where(
            GameRow.game_id == table.game.id,
            GameRow.kind == RowKind.ACTION,
            GameRow.events.contains(table.adapter.turn_mark),
        )
        .order_by(GameRow.seq)
    )
    return [places[row.seq] for row in rows if row.seq in places]
