"""V1.7: the row of names that leads from a place's map back up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for

from app.campaign.founding.models import Campaign
from app.campaign.map.models import Place
from app.campaign.map.queries.atlas import Atlas
from app.campaign.map.queries.board import ground_of


@dataclass(frozen=True)
class Crumb:
    """A map on the way up, as ``macros/parts.html`` writes it."""

    label: str
    url: str


def crumbs(
    endpoint: str, atlas: Atlas, entered: Sequence[Place], campaign: Campaign, **asked: Any
) -> tuple[Crumb, ...]:
    """The maps from the campaign's own down to the last of ``entered``; none if nothing is entered.

    ``endpoint`` takes ``inside``, the id of a place with a map, and what else was ``asked``.
    """
    if not entered or atlas.root is None:
        return ()
    top = Crumb(ground_of(atlas.root).title, url_for(endpoint, campaign_id=campaign.id, **asked))
    return (
        top,
        *(
            Crumb(place.name, url_for(endpoint, campaign_id=campaign.id, inside=place.id, **asked))
            for place in entered
        ),
    )
