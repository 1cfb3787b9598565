"""Who is held captive, with what on them, and what for at the most (V7.4, C6.4)."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.campaign.company.models import CompanyItem
from app.campaign.company.prices import cost_of_card
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.settlement.models import Captive
from app.campaign.states import CAPTIVE, ItemStatus
from app.extensions import db


def held(campaign: Campaign) -> Sequence[Captive]:
    """The captives of the campaign who are still held, oldest first."""
    return db.session.scalars(
        select(Captive)
        .where(Captive.campaign_id == campaign.id, Captive.state.in_(CAPTIVE))
        .options(joinedload(Captive.model), joinedload(Captive.owner), joinedload(Captive.captor))
        .order_by(Captive.created_at, Captive.id)
    ).all()


def captive_of(campaign: Campaign, seat: Seat, captive_id: str) -> Captive | None:
    """A captive of this campaign, held or not any more, that the seat holds or lacks; None for any other."""
    found = db.session.scalars(
        select(Captive).where(Captive.id == captive_id, Captive.campaign_id == campaign.id)
    ).one_or_none()
    return found if found is not None and seat.id in (found.owner_id, found.captor_id) else None


def carried(captive: Captive) -> list[CompanyItem]:
    """What the captive carries, in the captor's hands until it is free."""
    return list(
        db.session.scalars(
            select(CompanyItem)
            .where(CompanyItem.model_id == captive.model_id, CompanyItem.status == ItemStatus.HELD)
            .order_by(CompanyItem.created_at, CompanyItem.id)
        )
    )


def price_of(captive: Captive, campaign: Campaign) -> int:
    """The most that a ransom may be: the model's price (C6.4)."""
    model = captive.model
    card = catalogue_of(campaign).card(model.card)
    return cost_of_card(card, model.options, model.spells, campaign=campaign)
