"""Settlements open when their battle's result is confirmed, in the phase settlement (V2.8, V7.1)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import selectinload

from app.actor import Actor
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.founding.models import Campaign
from app.campaign.settlement.models import Settlement
from app.campaign.settlement.operations.closing import close_of_gone
from app.campaign.states import BattleState, SeatState
from app.extensions import db
from app.journal.operations import record_private


def open_settlements(battle: Battle, campaign: Campaign, actor: Actor) -> list[Settlement]:
    """Open one settlement for every side of the battle that has none yet, also for one without models.

    Not for a player who has dropped out (V11.1): dawn would wait for it in vain (V7.8). One that was open
    already, because the result was corrected, is closed again.
    """
    close_of_gone(battle, campaign=campaign, actor=actor)
    seats = {seat.id: seat for seat in campaign.seats}
    opened = {
        one.side_id
        for one in db.session.scalars(
            select(Settlement)
            .join(BattleSide, BattleSide.id == Settlement.side_id)
            .where(BattleSide.battle_id == battle.id)
        )
    }
    new = []
    for side in battle.sides:
        if side.id in opened or seats[side.seat_id].state == SeatState.DROPPED:
            continue
        settlement = Settlement(campaign_id=campaign.id, side_id=side.id)
        db.session.add(settlement)
        new.append(settlement)
        record_private(
            "settlement.opened",
            campaign=campaign,
            actor=actor,
            seat=seats[side.seat_id],
            battle_id=battle.id,
            params={"warband": side.warband_name},
        )
    db.session.flush()
    return new


def open_confirmed(campaign: Campaign, actor: Actor) -> None:
    """The settlement begins: open those of all battles of the round whose result is confirmed (V2.8)."""
    battles = db.session.scalars(
        select(Battle)
        .where(
            Battle.campaign_id == campaign.id,
            Battle.round == campaign.round,
            Battle.state == BattleState.CONFIRMED,
        )
        .options(selectinload(Battle.sides))
        .order_by(Battle.number)
    )
    for battle in battles:
        open_settlements(battle, campaign, actor)
