"""Loading battles with all that a page says of them."""

from __future__ import annotations

from flask import abort
from sqlalchemy import select
from sqlalchemy.orm import joinedload, selectinload

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import BattleState
from app.extensions import db


def battle_of(campaign: Campaign, battle_id: str) -> Battle:
    """The battle with its sides and line-ups. Raises werkzeug NotFound for one of another campaign."""
    battle = db.session.scalars(
        select(Battle)
        .where(Battle.id == battle_id, Battle.campaign_id == campaign.id)
        .options(
            joinedload(Battle.place),
            joinedload(Battle.event),
            selectinload(Battle.sides).joinedload(BattleSide.seat),
            selectinload(Battle.sides).selectinload(BattleSide.line_up),
        )
    ).one_or_none()
    if battle is None:
        abort(404)
    return battle


def battles_in(campaign: Campaign, round_: int) -> list[Battle]:
    """The battles of a round by number, with their sides but without the line-ups."""
    return list(
        db.session.scalars(
            select(Battle)
            .where(Battle.campaign_id == campaign.id, Battle.round == round_)
            .options(
                joinedload(Battle.place),
                joinedload(Battle.event),
                selectinload(Battle.sides).joinedload(BattleSide.seat),
            )
            .order_by(Battle.number)
        )
    )


def open_battles_of(seat: Seat, campaign: Campaign) -> list[Battle]:
    """The battles of this round that the seat fights in and whose result does not stand yet."""
    return [
        battle
        for battle in battles_in(campaign, campaign.round)
        if battle.state != BattleState.CONFIRMED and any(side.seat_id == seat.id for side in battle.sides)
    ]
