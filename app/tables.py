"""All tables, for migrations: importing this module makes every model known."""

from app.accounts import models as accounts
from app.boardgame import models as boardgame
from app.campaign.battles import models as battles
from app.campaign.catalogue import models as catalogue
from app.campaign.chronicle import models as chronicle
from app.campaign.company import models as company
from app.campaign.dawn import models as dawn
from app.campaign.documents import models as documents
from app.campaign.events import models as events
from app.campaign.founding import models as founding
from app.campaign.gold import models as gold
from app.campaign.guilds import models as guilds
from app.campaign.imports import models as imports
from app.campaign.letters import models as letters
from app.campaign.map import models as map_
from app.campaign.movement import models as movement
from app.campaign.orders import models as orders
from app.campaign.pacts import models as pacts
from app.campaign.settlement import models as settlement
from app.campaign.warbands import models as warbands
from app.journal import models as journal
from app.media import models as media
from app.news import models as news

__all__ = [
    "accounts",
    "battles",
    "boardgame",
    "catalogue",
    "chronicle",
    "company",
    "dawn",
    "documents",
    "events",
    "founding",
    "gold",
    "guilds",
    "imports",
    "journal",
    "letters",
    "map_",
    "media",
    "movement",
    "news",
    "orders",
    "pacts",
    "settlement",
    "warbands",
]
