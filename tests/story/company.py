"""The verbs of companies and warbands, each one change by its player, with ids in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from app.campaign.company import operations as company
from app.campaign.company.holdings import company_of
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.company.wishes import ItemOrder, ModelOrder
from app.campaign.founding.models import Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.queries import balance
from app.campaign.states import Phase
from app.campaign.warbands import operations as warbands
from app.campaign.warbands.models import Warband, WarbandModel
from app.extensions import db
from tests.story.campaign import change

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask

FACTION = "dwarfs"


def company_in(seat: Seat) -> Company:
    found = company_of(seat)
    assert found is not None
    return found


def choose_faction(
    app: Flask, campaign_id: str, seat_id: str, faction: str = FACTION, name: str = ""
) -> None:
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        company.choose_faction(faction, name, campaign=campaign, seat=seat, actor=actor)


def buy(
    app: Flask,
    campaign_id: str,
    seat_id: str,
    card: str,
    count: int = 1,
    options: Sequence[str] = (),
    spells: Sequence[str] = (),
) -> list[str]:
    """Buy models of one card; returns their ids."""
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        order = ModelOrder(card, count, tuple(options), tuple(spells))
        bought = company.buy_models(company_in(seat), [order], campaign=campaign, seat=seat, actor=actor)
        return [model.id for model in bought]


def buy_item(app: Flask, campaign_id: str, seat_id: str, item: str, count: int = 1) -> list[str]:
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        orders = [ItemOrder(item, count)]
        bought = company.buy_items(company_in(seat), orders, campaign=campaign, seat=seat, actor=actor)
        return [one.id for one in bought]


def give_item(app: Flask, campaign_id: str, seat_id: str, item_id: str, model_id: str | None) -> None:
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        company.assign_item(
            db.session.get_one(CompanyItem, item_id),
            db.session.get_one(CompanyModel, model_id) if model_id else None,
            campaign=campaign,
            seat=seat,
            actor=actor,
        )


def sell(app: Flask, campaign_id: str, seat_id: str, model_id: str) -> int:
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        model = db.session.get_one(CompanyModel, model_id)
        return company.sell_model(model, campaign=campaign, seat=seat, actor=actor)


def sell_item(app: Flask, campaign_id: str, seat_id: str, item_id: str) -> int:
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        item = db.session.get_one(CompanyItem, item_id)
        return company.sell_item(item, campaign=campaign, seat=seat, actor=actor)


def confirm(app: Flask, campaign_id: str, seat_id: str, leader_id: str | None = None) -> None:
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        company.confirm(company_in(seat), campaign=campaign, seat=seat, actor=actor, leader_id=leader_id)


def give_role(app: Flask, campaign_id: str, seat_id: str, model_id: str, role: str) -> int:
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        model = db.session.get_one(CompanyModel, model_id)
        return company.give_role(model, role, campaign=campaign, seat=seat, actor=actor)


def form_warband(app: Flask, campaign_id: str, seat_id: str, name: str, models: Sequence[str] = ()) -> str:
    """Form a warband and put models in; returns its id."""
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        warband = warbands.form_warband(name, campaign=campaign, seat=seat, actor=actor)
        if models:
            put = [db.session.get_one(CompanyModel, one) for one in models]
            warbands.put_in(warband, put, campaign=campaign, seat=seat, actor=actor)
        return warband.id


def at_phase(app: Flask, campaign_id: str, phase: Phase) -> None:
    """Put the campaign into a phase of its round, without what a switch would cause."""
    with change(app, campaign_id) as (campaign, _gm, _actor):
        campaign.phase = phase


def gold(app: Flask, seat_id: str) -> int:
    with app.app_context():
        return balance(db.session.get_one(Seat, seat_id))


def ledger(app: Flask, seat_id: str) -> list[tuple[str, int]]:
    """The seat's ledger, oldest first: kind and amount."""
    with app.app_context():
        rows = db.session.execute(
            select(LedgerRow.kind, LedgerRow.amount)
            .where(LedgerRow.seat_id == seat_id)
            .order_by(LedgerRow.at, LedgerRow.id)
        )
        return [(row.kind, row.amount) for row in rows]


def models_in(app: Flask, warband_id: str) -> list[str]:
    """The ids of a warband's models, in their order."""
    with app.app_context():
        return list(
            db.session.execute(
                select(WarbandModel.model_id)
                .where(WarbandModel.warband_id == warband_id)
                .order_by(WarbandModel.position)
            ).scalars()
        )


def warband(app: Flask, warband_id: str) -> tuple[str, str, str | None, bool]:
    """A warband's name, emblem, leader and whether it is dissolved."""
    with app.app_context():
        one = db.session.get_one(Warband, warband_id)
        return one.name, one.emblem, one.leader_id, one.dissolved_at is not None
