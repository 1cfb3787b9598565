"""Pages of founding a campaign and of gathering its players."""

from app.campaign.founding.routes import invitation, players, rules, stages, wizard
from app.campaign.founding.routes.blueprint import bp

__all__ = ["bp", "invitation", "players", "rules", "stages", "wizard"]
