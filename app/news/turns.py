"""V11.7: what is to be sent of board games: whose turn it is, who came and went, that it is over."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import selectinload

from app.boardgame.access import AtTable
from app.boardgame.history import events_of
from app.boardgame.models import Game, GameRow, GameState, Member, RowKind
from app.boardgame.queries.logs import seen
from app.extensions import db
from app.journal.writes import writing
from app.news.apart import apart
from app.news.kinds import Kind
from app.news.models import NewsScan
from app.news.planning import GRACE
from app.news.rows import gather, put, ways

_BACK = 60
"""Rows of the log among which the last visible deed of another is looked for."""


def plan_games(at: datetime) -> None:
    """Write down what is to be sent of everything that happened at board games until a minute ago."""
    moved = db.session.scalars(
        select(Game.id)
        .outerjoin(NewsScan, NewsScan.table_id == Game.id)
        .where(Game.seq > func.coalesce(NewsScan.upto, 0))
    ).all()
    for game_id in moved:
        with apart("game", game_id), writing():
            _plan_game(game_id, at)


def _plan_game(game_id: str, at: datetime) -> None:
    game = _game(game_id)
    scan = db.session.get(NewsScan, game_id, with_for_update=True)
    if scan is None:
        scan = NewsScan(table_id=game_id, upto=0)
        db.session.add(scan)
    rows = db.session.scalars(
        select(GameRow)
        .where(GameRow.game_id == game_id, GameRow.seq > scan.upto, GameRow.at <= at - GRACE)
        .order_by(GameRow.seq)
    ).all()
    if not rows:
        return
    scan.upto = rows[-1].seq
    for member in game.members:
        person = member.person
        if person is None or member.left_at is not None:
            continue
        news = [
            row
            for row in rows
            if row.kind == RowKind.TABLE and row.actor_id != person.id and row.at >= member.joined_at
        ]
        for way in ways(person, Kind.TABLE) if news else ():
            gather(person, way, game_id, Kind.TABLE, [row.id for row in news], at)
        key = turn_key(AtTable(game, member))
        for way in ways(person, Kind.TURN) if key else ():
            put(person, way, str(key), Kind.TURN, {"turn": key}, at, table_id=game_id)
        if game.state == GameState.FINISHED:
            for way in ways(person, Kind.PHASES):
                put(person, way, f"over:{game_id}", Kind.PHASES, {"over": True}, at, table_id=game_id)


def turn_key(table: AtTable) -> str | None:
    """Names the wait of a game for a member, None while it does not wait for them.

    It is the last deed of somebody else that the member's log shows: who plays all seats hears of the first
    turn alone, and what others do in secret changes nothing.
    """
    game = table.game
    if not game.running:
        return None
    due = table.rules.to_move(table.position)
    codes = frozenset(seat.code for seat in table.mine)
    if not codes & set(due):
        return None
    rows = db.session.scalars(
        select(GameRow)
        .where(GameRow.game_id == game.id, GameRow.kind == RowKind.ACTION)
        .order_by(GameRow.seq.desc())
        .limit(_BACK)
    )
    for row in rows:
        if row.seat not in codes and seen(events_of(table.rules, row), codes):
            return f"turn:{game.id}:{row.seq}"
    return f"turn:{game.id}:0"


def member_at(game_id: str, person_id: str) -> AtTable | None:
    """A person's place at a game as it is now; None if they have left."""
    member = db.session.scalars(
        select(Member).where(
            Member.game_id == game_id, Member.person_id == person_id, Member.left_at.is_(None)
        )
    ).one_or_none()
    return AtTable(_game(game_id), member) if member is not None else None


def _game(game_id: str) -> Game:
    return db.session.scalars(
        select(Game)
        .where(Game.id == game_id)
        .options(selectinload(Game.members).joinedload(Member.person), selectinload(Game.seats))
        .execution_options(populate_existing=True)
    ).one()
