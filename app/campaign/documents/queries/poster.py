"""V10.3: the map as a poster for the wall, on sheets from A4 to A2."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from app.campaign.access import Here
from app.campaign.documents.queries.maps import PaperMaps, Room, paper_maps
from app.campaign.map.queries import own_orders

SHEETS = {
    "a4": Room(200.0, 155.0),
    "letter": Room(184.0, 160.0),
    "a3": Room(300.0, 234.0),
    "a2": Room(440.0, 346.0),
}
"""The sheets, each lying on its side, with the room that its map has beside the legend."""


@dataclass(frozen=True)
class Poster:
    """``sheet`` is one of ``SHEETS``; ``round`` 0 is before the first."""

    name: str
    round: int
    page_url: str
    sheet: str
    maps: PaperMaps


def poster(here: Here, sheet: str, *, spare: bool, mine: bool) -> Poster | None:
    """The maps as all may see them, ``mine``: with the reader's own orders (A11); None without a map."""
    campaign = here.campaign
    orders = own_orders(campaign, here.me) if mine and campaign.running else ()
    maps = paper_maps(here, SHEETS[sheet], spare=spare, orders=orders)
    if not maps.maps:
        return None
    return Poster(
        name=campaign.name,
        round=campaign.round,
        page_url=url_for("maps.campaign_map", campaign_id=campaign.id),
        sheet=sheet,
        maps=maps,
    )
