"""What the pages of battles show."""

from app.campaign.battles.queries.battle_page import BattlePage, battle_page
from app.campaign.battles.queries.listing import BattlesPage, battles_page
from app.campaign.battles.queries.loading import battle_of

__all__ = ["BattlePage", "BattlesPage", "battle_of", "battle_page", "battles_page"]
