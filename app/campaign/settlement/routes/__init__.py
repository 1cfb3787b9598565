"""Pages of settlements and captives."""

from app.campaign.settlement.routes import captives, reopening, steps
from app.campaign.settlement.routes.blueprint import bp

__all__ = ["bp", "captives", "reopening", "steps"]
