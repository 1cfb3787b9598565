"""What the pages of settlements and captives show."""

from app.campaign.settlement.queries.held import CaptivesPage, captives, captives_page
from app.campaign.settlement.queries.page import SettlementPage, own_settlements, settlement_page
from app.campaign.settlement.queries.past import settlements_of

__all__ = [
    "CaptivesPage",
    "SettlementPage",
    "captives",
    "captives_page",
    "own_settlements",
    "settlement_page",
    "settlements_of",
]
