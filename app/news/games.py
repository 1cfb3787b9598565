"""V11.7: the news of board games: who came and went, beginning and end. Turns wait, they are no rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from sqlalchemy import ColumnElement, and_, false, func, or_, select, union_all

from app.accounts.models import Person
from app.boardgame.models import Game, GameRow, Member, RowKind
from app.extensions import db
from app.news.kinds import Kind
from app.news.models import NewsMark
from app.news.wishes import Channel, wishes_of


def told_to(person_id: str, off: Collection[Kind] = ()) -> list[ColumnElement[bool]]:
    """Which rows of games' logs are news for a person who sits there: those about the people at the table."""
    return [
        GameRow.kind == RowKind.TABLE if Kind.TABLE not in off else false(),
        or_(GameRow.actor_id.is_(None), GameRow.actor_id != person_id),
        GameRow.at >= Member.joined_at,
        Member.game_id == GameRow.game_id,
        Member.person_id == person_id,
        Member.left_at.is_(None),
    ]


def is_over_unread(game: Game, mark: int) -> bool:
    """Whether the game has ended since it was read last."""
    return game.finished_at is not None and mark < game.seq


def unread(person: Person) -> dict[str, int]:
    """The number of unread news of a person's games, by game; one query."""
    person_id, off = person.id, wishes_of(person).off(Channel.APP)
    read = and_(NewsMark.person_id == person_id, NewsMark.table_id == Member.game_id)
    rows = (
        select(GameRow.game_id)
        .select_from(Member)
        .join(GameRow, GameRow.game_id == Member.game_id)
        .outerjoin(NewsMark, read)
        .where(*told_to(person_id, off), GameRow.seq > func.coalesce(NewsMark.upto, 0))
    )
    over = (
        select(Game.id)
        .select_from(Member)
        .join(Member.game)
        .outerjoin(NewsMark, read)
        .where(
            Member.person_id == person_id,
            Member.left_at.is_(None),
            Game.finished_at.is_not(None) if Kind.PHASES not in off else false(),
            Game.seq > func.coalesce(NewsMark.upto, 0),
        )
    )
    return dict(Counter(str(row[0]) for row in db.session.execute(union_all(rows, over))))
