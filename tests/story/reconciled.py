"""At the end of a story nothing that is kept twice has drifted apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.campaign.drift import drift
from app.campaign.founding.models import Campaign
from app.extensions import db

if TYPE_CHECKING:
    from flask import Flask


def assert_reconciled(app: Flask, campaign_id: str) -> None:
    """Fails with everything that does not agree in the campaign."""
    with app.app_context():
        found = [str(one) for one in drift(db.session.get_one(Campaign, campaign_id))]
    assert found == []
