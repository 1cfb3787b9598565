"""The game master's pages and the ways to step in. GM and deputy alone come in here (V11.3)."""

from app.campaign.dashboard.routes import company, dashboard, table
from app.campaign.dashboard.routes.blueprint import bp

__all__ = ["bp", "company", "dashboard", "table"]
