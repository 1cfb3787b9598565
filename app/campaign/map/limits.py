"""V1.12: what of the map may still be changed, by the state of the campaign."""

from __future__ import annotations

from app.campaign.founding.models import Campaign
from app.campaign.states import State

_FREE = frozenset({State.DRAFT, State.GATHERING})

LONGEST_NAME = 60
LONGEST_TEXT = 8000
MOST_INCOME = 1_000_000
MOST_PLACES = 200
MOST_LEVELS = 3
"""Land, town, quarter: a place on a map of the third level gets none of its own (V1.6)."""


def shape_is_free(campaign: Campaign) -> bool:
    """Whether places may be moved and banners set or taken: until hideouts are chosen (V1.12)."""
    return campaign.state in _FREE
