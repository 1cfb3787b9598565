"""Pages of people, in parts: coming in, settings, recovery, guests."""

from app.accounts.routes import door, guests, recovery, settings
from app.accounts.routes.blueprint import bp

__all__ = ["bp", "door", "guests", "recovery", "settings"]
