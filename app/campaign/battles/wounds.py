"""C6.2: whose deep wounds are over when the round ends."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.company.models import Company, CompanyModel, ModelChange
from app.campaign.founding.models import Campaign
from app.extensions import db


def healing(campaign: Campaign) -> Sequence[CompanyModel]:
    """The models with a deep wound of an earlier round whose company has fought without them in this one."""
    fought = (
        select(BattleSide.seat_id)
        .join(Battle, Battle.id == BattleSide.battle_id)
        .where(Battle.campaign_id == campaign.id, Battle.round == campaign.round)
    )
    fresh = select(ModelChange.model_id).where(
        ModelChange.round == campaign.round,
        ModelChange.reversed_at.is_(None),
        ModelChange.effect["kind"].as_string() == "misses_next_battle",
    )
    return db.session.scalars(
        select(CompanyModel)
        .join(Company, Company.id == CompanyModel.company_id)
        .where(
            CompanyModel.misses_battle,
            Company.campaign_id == campaign.id,
            Company.seat_id.in_(fought),
            CompanyModel.id.not_in(fresh),
        )
    ).all()
