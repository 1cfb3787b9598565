"""Pages of company, shop, models and ledger."""

from app.campaign.company.routes import company, models, shop
from app.campaign.company.routes.blueprint import bp

__all__ = ["bp", "company", "models", "shop"]
