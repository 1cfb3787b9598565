"""A company's models and worth as the rules read them."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import exists, select

from app.campaign.company.holdings import (
    as_member,
    campaign_of,
    catalogue_for,
    holdings_of,
    profile_in,
)
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.states import ItemStatus, ModelStatus
from app.extensions import db
from rules.vanguard.settlement.profile import Profile
from rules.vanguard.value import CompanyValue, company_value
from rules.vanguard.warband import Member


def profile_of(model: CompanyModel) -> Profile:
    """The model's figures now: its card and everything that befell it (C6.2, C8.3)."""
    return profile_in(model, catalogue_for(model))


def as_rules_model(model: CompanyModel) -> Member:
    """The model as ``rules.vanguard.warband`` reads it, with what it carries now."""
    items = db.session.execute(
        select(CompanyItem.item)
        .where(CompanyItem.model_id == model.id, CompanyItem.status == ItemStatus.HELD)
        .order_by(CompanyItem.created_at, CompanyItem.id)
    ).scalars()
    return as_member(model, items, catalogue_for(model))


def company_value_of(company: Company) -> CompanyValue:
    """What the company is worth (C10.1): its living models, captives among them, with items and advances."""
    campaign = campaign_of(company)
    catalogue = catalogue_of(campaign)
    held = holdings_of(company)
    members = [held.member(model, catalogue) for model in held.models]
    return company_value(members, catalogue, tables_of(campaign).warband, campaign.gold_factor)


def leads_in(models: Iterable[CompanyModel], campaign: Campaign) -> bool:
    """Whether one of the models is living and the Leader of its retinue (C9.1)."""
    keys = _leader_keys(campaign)
    return any(model.status == ModelStatus.LIVING and model.role in keys for model in models)


def has_leader(seat: Seat, campaign: Campaign) -> bool:
    """Whether a living model is the Leader of the seat's retinue (C9.3), in one query."""
    leads = exists().where(
        Company.id == CompanyModel.company_id,
        Company.seat_id == seat.id,
        CompanyModel.status == ModelStatus.LIVING,
        CompanyModel.role.in_(_leader_keys(campaign)),
    )
    return bool(db.session.scalar(select(leads)))


def _leader_keys(campaign: Campaign) -> list[str]:
    return [role.key for role in tables_of(campaign).retinue.roles if role.effect == "red_die"]
