"""Where the chronicle's links and pictures lead: for those at the table, or for who has the public link."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import url_for

from app.campaign.founding.models import Campaign


@dataclass(frozen=True)
class Ways:
    """``chronicle`` and ``standings`` make the address of a page from what it asks for, ``picture`` that of a
    picture from its key."""

    chronicle: Callable[..., str]
    standings: Callable[..., str]
    picture: Callable[[str], str]


def ways_at_table(campaign: Campaign) -> Ways:
    """The pages of those who sit at the table."""
    return Ways(
        chronicle=lambda **asked: url_for("chronicle.chronicle", campaign_id=campaign.id, **asked),
        standings=lambda **asked: url_for("chronicle.standings", campaign_id=campaign.id, **asked),
        picture=picture_at_table,
    )


def picture_at_table(picture_id: str) -> str:
    """A picture for somebody at its table."""
    return url_for("media.picture", picture_id=picture_id)
