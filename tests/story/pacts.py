"""The verbs of mission alliances, each one change by its player, with ids in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.campaign.founding.models import Seat
from app.campaign.pacts import operations as pacts
from app.campaign.pacts.models import Pact
from app.extensions import db
from tests.story.campaign import change

if TYPE_CHECKING:
    from flask import Flask


def conclude(app: Flask, campaign_id: str, seat_id: str, event_id: str, *invited: str) -> str:
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        asked = [db.session.get_one(Seat, one) for one in invited]
        return pacts.conclude(event_id, asked, campaign=campaign, seat=seat, actor=actor).id


def accept(app: Flask, campaign_id: str, seat_id: str, pact_id: str) -> None:
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        pacts.accept(db.session.get_one(Pact, pact_id), campaign=campaign, seat=seat, actor=actor)
