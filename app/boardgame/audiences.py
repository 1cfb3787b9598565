"""Telling the audiences of a game that something changed for them."""

from __future__ import annotations

from app.boardgame.models import Game, GameVersion
from app.extensions import db
from app.journal.models import Announcement


def tell(game: Game, *audiences: str) -> None:
    """Raise the version of each audience and announce it when the change is committed."""
    for audience in audiences:
        version = db.session.get(GameVersion, (game.id, audience))
        if version is None:
            version = GameVersion(game_id=game.id, audience=audience, version=0)
            db.session.add(version)
        version.version += 1
        db.session.add(Announcement(campaign_id=game.id, audience=audience, version=version.version))
