"""Drawing a path: from one place, over the maps, to the place that is tapped (V9.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import url_for

from app.board import Board
from app.campaign.access import Here
from app.campaign.map.models import Place
from app.campaign.map.queries.atlas import atlas_of
from app.campaign.map.queries.board import board
from app.campaign.map.queries.crumbs import Crumb, crumbs
from app.campaign.states import State


@dataclass(frozen=True)
class DrawingPage:
    """Where the path begins, where it ends once a place was tapped, and the map to tap on.

    ``enter_url`` leads into the place that was tapped, if it has a map.
    """

    start: Place
    start_name: str
    end: Place | None
    end_name: str
    board: Board
    trail: tuple[Crumb, ...]
    enter_url: str | None
    back_url: str
    draft: bool


def drawing_page(
    here: Here, start_id: str | None, end_id: str | None, inside_id: str | None
) -> DrawingPage | None:
    """The page for what its address asks; None if no path can begin there."""
    campaign = here.campaign
    atlas = atlas_of(campaign)
    start, end = atlas.by_id.get(start_id or ""), atlas.by_id.get(end_id or "")
    shown = atlas.shown(end.id if end is not None else "", inside_id or "")
    if start is None or shown is None:
        return None
    page = url_for("maps.drawing", campaign_id=campaign.id, start=start.id)
    drawn = board(
        here,
        shown,
        atlas=atlas,
        selected=end.id if end is not None else start.id,
        legal=[place.id for place in atlas.places if place is not start],
    )
    return DrawingPage(
        start=start,
        start_name=atlas.full_name(start),
        end=end if end is not start else None,
        end_name=atlas.full_name(end) if end is not None else "",
        board=replace(drawn, places=tuple(replace(one, url=f"{page}&end={one.id}") for one in drawn.places)),
        trail=crumbs("maps.drawing", atlas, atlas.trail(shown), campaign, start=start.id),
        enter_url=(
            url_for("maps.drawing", campaign_id=campaign.id, start=start.id, inside=end.id)
            if end is not None and atlas.map_of(end) is not None
            else None
        ),
        back_url=url_for("maps.editor", campaign_id=campaign.id, place=start.id),
        draft=campaign.state == State.DRAFT,
    )
