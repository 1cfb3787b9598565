"""Reading the chronicle, one's own log and the standings."""

from app.campaign.chronicle.queries.entries import (
    Chronicle,
    Filters,
    Page,
    entries,
    entry,
    filters_from,
    recent,
    told,
)
from app.campaign.chronicle.queries.lines import Section
from app.campaign.chronicle.queries.log import log
from app.campaign.chronicle.queries.standings import MEASURES, StandingsPage, standings_page

__all__ = [
    "MEASURES",
    "Chronicle",
    "Filters",
    "Page",
    "Section",
    "StandingsPage",
    "entries",
    "entry",
    "filters_from",
    "log",
    "recent",
    "standings_page",
    "told",
]
