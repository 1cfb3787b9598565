"""C9.1: whose Scout may have a roll for attacker and defender repeated."""

from __future__ import annotations

from sqlalchemy import exists, select

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.company.models import Company, CompanyModel
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import tables_of
from app.campaign.states import ModelStatus
from app.extensions import db


def scout_of(seat: Seat, campaign: Campaign) -> CompanyModel | None:
    """The living model of the seat's company that holds the Scout's role, or None."""
    roles = [role.key for role in tables_of(campaign).retinue.roles if role.effect == "reroll_roles"]
    return db.session.scalars(
        select(CompanyModel)
        .join(Company, Company.id == CompanyModel.company_id)
        .where(
            Company.seat_id == seat.id,
            CompanyModel.status == ModelStatus.LIVING,
            CompanyModel.role.in_(roles),
        )
    ).first()


def rolled_again(battle: Battle) -> bool:
    """Whether a Scout has had this battle's roll repeated: then that second roll stands."""
    return any(side.rolled_again for side in battle.sides)


def scouted_this_round(seat: Seat, campaign: Campaign) -> bool:
    """Whether the seat's Scout has already had a roll repeated in this round."""
    used = exists().where(
        BattleSide.battle_id == Battle.id,
        Battle.campaign_id == campaign.id,
        Battle.round == campaign.round,
        BattleSide.seat_id == seat.id,
        BattleSide.rolled_again.is_(True),
    )
    return bool(db.session.scalar(select(used)))
