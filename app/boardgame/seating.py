"""Who sits where: a person's places at games, and who plays which seat, as the rules want to know it."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import selectinload

from app.boardgame.models import Game, Member
from app.extensions import db


def members_of(person_id: str) -> list[Member]:
    """A person's places at board games that they have not left, with the games, the newest first."""
    return list(
        db.session.scalars(
            select(Member)
            .where(Member.person_id == person_id, Member.left_at.is_(None))
            .join(Member.game)
            .order_by(Game.created_at.desc())
            .options(
                selectinload(Member.game).selectinload(Game.seats),
                selectinload(Member.game).selectinload(Game.members),
            )
        )
    )


def holders(game: Game) -> dict[str, str]:
    """Who plays each seat, as a text that is equal for the same player: a member, a bot, a person at a
    phone.
    """
    found = {}
    for seat in game.seats:
        if seat.member is None:
            found[seat.code] = f"bot {seat.code}"
        elif seat.member.shares:
            found[seat.code] = f"{seat.member_id} {seat.called or seat.code}"
        else:
            found[seat.code] = str(seat.member_id)
    return found
