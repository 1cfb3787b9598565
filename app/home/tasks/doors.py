"""Where a task leads."""

from __future__ import annotations

from typing import Any

from flask import url_for

from app.campaign.founding.models import Campaign


def door(endpoint: str, campaign: Campaign, **more: Any) -> str:
    """The page of one of the campaign's rooms."""
    return url_for(endpoint, campaign_id=campaign.id, **more)
