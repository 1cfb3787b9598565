"""The invitation link of a game: signed, void once the host has renewed it."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app
from itsdangerous import BadSignature, URLSafeSerializer

from app.boardgame.models import Game


@dataclass(frozen=True)
class GameLink:
    """What a genuine link says: which game, and which of its links."""

    game_id: str
    nonce: str


def token_of(game: Game) -> str:
    """The text of the game's present link."""
    return str(_signer().dumps([game.id, game.invite_nonce]))


def read_token(token: str) -> GameLink | None:
    """What the link says, or None if it is not one of ours."""
    try:
        game_id, nonce = _signer().loads(token)
    except (BadSignature, ValueError, TypeError):
        return None
    return GameLink(str(game_id), str(nonce))


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="game invitation")
