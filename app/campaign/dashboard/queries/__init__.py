"""Reading the game master's pages."""

from app.campaign.dashboard.queries.choosing import (
    CardChoice,
    Goods,
    battles_to_correct,
    card_choice,
    goods_of,
    orders_to_call_back,
    settlements_to_reopen,
)
from app.campaign.dashboard.queries.page import Dashboard, dashboard

__all__ = [
    "CardChoice",
    "Dashboard",
    "Goods",
    "battles_to_correct",
    "card_choice",
    "dashboard",
    "goods_of",
    "orders_to_call_back",
    "settlements_to_reopen",
]
