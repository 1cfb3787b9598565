"""The blueprint of the map's pages, and what they share."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort

from app.campaign.access import Here
from app.campaign.map import queries
from app.campaign.map.models import Place
from app.campaign.states import State
from app.campaign.tabs import frame

bp = Blueprint("maps", __name__)


def place_or_404(here: Here, place_id: str) -> Place:
    found = queries.place_of(here.campaign, place_id)
    if found is None:
        abort(404)
    return found


def editor_frame(here: Here) -> dict[str, Any]:
    """The campaign's frame; a draft has no tabs yet, its way back leads to the wizard."""
    around = frame(here, "map")
    if here.campaign.state == State.DRAFT:
        around["nav"] = []
    return around
