"""The fingerprint of a game's seed."""

from __future__ import annotations

import hashlib

from app.boardgame.models import Game


def seed_hash(game: Game) -> str:
    """The SHA-256 of the seed, shown from the start; the seed itself only when the game is over."""
    return hashlib.sha256(bytes.fromhex(game.seed)).hexdigest()
