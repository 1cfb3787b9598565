"""What the pages of warbands show, and a warband as other rooms read it."""

from app.campaign.warbands.queries.builder import BuilderPage, builder_page
from app.campaign.warbands.queries.list_page import WarbandsPage, warbands_page
from app.campaign.warbands.queries.reading import (
    breaches,
    leader_of,
    line_up,
    mercenary_fees,
    power_dice,
    warband_points,
)

__all__ = [
    "BuilderPage",
    "WarbandsPage",
    "breaches",
    "builder_page",
    "leader_of",
    "line_up",
    "mercenary_fees",
    "power_dice",
    "warband_points",
    "warbands_page",
]
