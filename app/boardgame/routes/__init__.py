"""Pages of the board games, in parts."""

from app.boardgame.routes import files, invitation, lobby, logs, play, watch
from app.boardgame.routes.blueprint import bp

__all__ = ["bp", "files", "invitation", "lobby", "logs", "play", "watch"]
