"""How changes of the map are told: to the GM alone in a draft, else to all who sit at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.actor import Actor
from app.campaign.founding.models import Campaign
from app.campaign.map.models import Place
from app.campaign.states import State
from app.journal.models import GM, PUBLIC
from app.journal.operations import record

LATER = frozenset({State.HIDEOUTS, State.RUNNING})
"""The states in which places have owners, and from which on changes of the map are chronicle."""


def tell(
    kind: str,
    campaign: Campaign,
    actor: Actor,
    place: Place | None = None,
    params: Mapping[str, Any] | None = None,
    *,
    chronicle: bool = False,
) -> None:
    """Write what was changed: for all who sit at the table; part of the chronicle from the hideouts on."""
    draft = campaign.state == State.DRAFT
    record(
        kind,
        campaign=campaign,
        actor=actor,
        audience=GM if draft else PUBLIC,
        chronicle=chronicle and campaign.state in LATER,
        place_id=place.id if place is not None else None,
        params=dict(params or {}),
    )
