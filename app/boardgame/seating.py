"""Who plays which seat, as the rules of a game want to know it."""

from __future__ import annotations

from app.boardgame.models import Game


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
