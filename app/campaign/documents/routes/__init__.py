"""Sheets for the table as PDF, and the pages that offer them (V10.3)."""

from app.campaign.documents.routes import own, setups, table
from app.campaign.documents.routes.blueprint import bp

__all__ = ["bp", "own", "setups", "table"]
