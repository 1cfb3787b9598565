"""What stays at the tables of board games when an account is deleted."""

from __future__ import annotations

from sqlalchemy import select

from app.accounts.models import Person
from app.boardgame.access import AtTable, locked_game
from app.boardgame.models import GameRow, GameState, Member, RowKind
from app.boardgame.operations.lobby import leave_game
from app.extensions import db


def leave_all_games(person: Person) -> None:
    """Leave every table; bots play on in running games. Names in the logs are taken out."""
    members = db.session.scalars(select(Member).where(Member.person_id == person.id)).all()
    for member in members:
        game = locked_game(member.game_id)
        if game is None:
            continue
        table = AtTable(game, member)
        if member.left_at is None and game.state != GameState.FINISHED:
            leave_game(table, table.adapter.bots()[-1][0])
        names = {member.name, person.nickname}
        rows = db.session.scalars(
            select(GameRow).where(GameRow.game_id == game.id, GameRow.kind == RowKind.TABLE)
        )
        for row in rows:
            if row.params.get("name") in names:
                row.params = {**row.params, "name": ""}
        for seat in game.seats:
            if seat.member_id == member.id and seat.called in names:
                seat.called = ""
        member.name, member.person_id, member.person, member.link_hash = "", None, None, None
