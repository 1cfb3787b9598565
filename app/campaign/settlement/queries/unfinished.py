"""Which settlements of a seat still wait to be worked on."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.founding.models import Campaign, Seat
from app.campaign.settlement.models import Settlement
from app.campaign.states import BattleState
from app.extensions import db


def unfinished_of(seat: Seat, campaign: Campaign) -> Sequence[Settlement]:
    """The seat's settlements of this round that are open, of battles whose result stands."""
    return db.session.scalars(
        select(Settlement)
        .join(BattleSide, BattleSide.id == Settlement.side_id)
        .join(Battle, Battle.id == BattleSide.battle_id)
        .where(
            Battle.campaign_id == campaign.id,
            Battle.round == campaign.round,
            Battle.state == BattleState.CONFIRMED,
            BattleSide.seat_id == seat.id,
            Settlement.finished_at.is_(None),
        )
        .options(joinedload(Settlement.side))
        .order_by(Battle.number, Settlement.id)
    ).all()
