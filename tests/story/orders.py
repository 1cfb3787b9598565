"""The verbs of orders: warbands that stand ready, events, phases, and sending as the page does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from app.campaign.company.models import Company, CompanyModel
from app.campaign.events.models import Event
from app.campaign.gold.models import LedgerRow
from app.campaign.map.models import Place
from app.campaign.orders.models import Order
from app.campaign.states import Phase
from app.campaign.warbands.models import Warband, WarbandMercenary, WarbandModel
from app.extensions import db
from tests.story.campaign import change

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

SERGEANT, IRONCLAD, LEVY = "dwarfs.dwarf-sergeant", "dwarfs.ironclad", "dwarfs.dwarf-levy"
"""A Command of 31 points, a Warrior of 13, a Grunt of 8."""
KUZLO = "mercenary.kuzlo-madfall"
"""A mercenary of 46 points, for 46 gold at one gold per point."""


def warband(
    app: Flask,
    campaign_id: str,
    seat_id: str,
    name: str,
    cards: tuple[str, ...] = (SERGEANT, IRONCLAD),
    *,
    mercenaries: tuple[str, ...] = (),
    wounded: bool = False,
) -> str:
    """A warband of fresh models of those cards, the first its leader; as it comes 44 points."""
    with change(app, campaign_id, seat_id):
        company = db.session.execute(select(Company).where(Company.seat_id == seat_id)).scalar_one()
        models = [
            CompanyModel(company_id=company.id, card=card, name=f"{name} {n}") for n, card in enumerate(cards)
        ]
        models[-1].misses_battle = wounded
        if not any(one.role == "leader" for one in company.models):
            models[0].role = "leader"
        db.session.add_all(models)
        db.session.flush()
        band = Warband(campaign_id=campaign_id, seat_id=seat_id, name=name, leader_id=models[0].id)
        db.session.add(band)
        db.session.flush()
        for position, model in enumerate(models):
            db.session.add(WarbandModel(model_id=model.id, warband_id=band.id, position=position))
        for key in mercenaries:
            db.session.add(WarbandMercenary(warband_id=band.id, mercenary=key))
        return band.id


def event(
    app: Flask,
    campaign_id: str,
    place: str,
    title: str,
    *,
    locked: bool = False,
    points_limit: int | None = None,
    duration: int = 1,
) -> str:
    """An event that begins in the present round."""
    with change(app, campaign_id) as (campaign, _gm, _actor):
        at = db.session.execute(
            select(Place.id).where(Place.campaign_id == campaign_id, Place.name == place)
        ).scalar_one()
        row = Event(
            campaign_id=campaign_id,
            place_id=at,
            title=title,
            locked=locked,
            points_limit=points_limit,
            first_round=campaign.round,
            duration=duration,
        )
        db.session.add(row)
        db.session.flush()
        return row.id


def at_phase(app: Flask, campaign_id: str, phase: Phase) -> None:
    """The campaign stands in that phase, without what a switch to it causes."""
    with change(app, campaign_id) as (campaign, _gm, _actor):
        campaign.phase = phase


def orders_url(campaign_id: str, seat_id: str) -> str:
    return f"/campaigns/{campaign_id}/seats/{seat_id}/orders"


def send_fields(
    client: FlaskClient, campaign_id: str, seat_id: str, warband_id: str, place_id: str, event_id: str = ""
) -> dict[str, str]:
    """The fields of the form that asks before sending, as the page wrote them; fails if it does not ask."""
    url = orders_url(campaign_id, seat_id)
    page = client.get(f"{url}?warband={warband_id}&place={place_id}&event={event_id or 'itself'}")
    form = page.text.split('<section class="order-ask">')[1]
    found = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    assert found["stamp"], "the page does not offer to send"
    return found


def order(
    client: FlaskClient, campaign_id: str, seat_id: str, warband_id: str, place_id: str, event_id: str = ""
) -> TestResponse:
    """Send a warband through the page."""
    fields = send_fields(client, campaign_id, seat_id, warband_id, place_id, event_id)
    return client.post(orders_url(campaign_id, seat_id), data=fields)


def standing(app: Flask, campaign_id: str) -> list[tuple[str, str, str | None]]:
    """Who is sent where: names of warband, place and event of the orders that stand."""
    with app.app_context():
        rows = db.session.execute(
            select(Order).where(Order.campaign_id == campaign_id, Order.lifted_at.is_(None))
        ).scalars()
        return sorted(
            (row.warband.name, row.place.name, row.event.title if row.event else None) for row in rows
        )


def gold(app: Flask, seat_id: str) -> int:
    with app.app_context():
        return db.session.execute(
            select(func.coalesce(func.sum(LedgerRow.amount), 0)).where(LedgerRow.seat_id == seat_id)
        ).scalar_one()
