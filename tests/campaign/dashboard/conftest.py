"""The same table as in the tests of orders, and battles of every state on it."""

from __future__ import annotations

from sqlalchemy import select

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Place
from app.campaign.settlement.models import Settlement
from app.campaign.states import Answer, BattleState, Phase, SideOutcome
from app.columns import now
from app.extensions import db
from tests.campaign.orders.conftest import Night, night
from tests.story import campaign as story

__all__ = ["night"]


def battle(night: Night, at: str, state: str, *, number: int, dispute: str = "") -> str:
    """A battle of Ellen's wolves against Mads's stags; Ellen has entered the result, if there is one."""
    with story.change(night.app, night.campaign) as (campaign, _gm, _actor):
        place = db.session.execute(select(Place).where(Place.name == at)).scalar_one()
        row = Battle(
            campaign_id=campaign.id, round=campaign.round, number=number, place_id=place.id, state=state
        )
        db.session.add(row)
        entered = state != BattleState.ANNOUNCED
        answers = [Answer.ENTERED, Answer.CONFIRMED if state == BattleState.CONFIRMED else None]
        for position, (seat, band, name, answer) in enumerate(
            (
                (night.ellen, night.wolves, "Ulveflokken", answers[0]),
                (night.mads, night.stags, "Graue Hirsche", answers[1]),
            )
        ):
            row.sides.append(
                BattleSide(
                    seat_id=seat,
                    position=position,
                    warband_id=band,
                    warband_name=name,
                    points=44,
                    answer=answer if entered else None,
                    outcome=SideOutcome.DRAWN if entered else None,
                )
            )
        if dispute:
            row.sides[1].answer, row.sides[1].dispute = Answer.DISPUTED, dispute
        db.session.flush()
        return row.id


def settlement(night: Night, battle_id: str, seat_id: str, step: int) -> str:
    """The seat's settlement of the battle at that step; 7 is finished."""
    with story.change(night.app, night.campaign) as (campaign, _gm, _actor):
        side = db.session.execute(
            select(BattleSide).where(BattleSide.battle_id == battle_id, BattleSide.seat_id == seat_id)
        ).scalar_one()
        row = Settlement(
            campaign_id=campaign.id, side_id=side.id, step=step, finished_at=now() if step > 6 else None
        )
        db.session.add(row)
        db.session.flush()
        return row.id


def phase(night: Night, phase: Phase | None = None, state: str | None = None) -> None:
    """Put the campaign into a phase or a state, without what a switch would cause."""
    with story.change(night.app, night.campaign) as (campaign, _gm, _actor):
        campaign.phase = phase
        if state is not None:
            campaign.state = state


def seat_of(seat_id: str) -> Seat:
    return db.session.get_one(Seat, seat_id)


def campaign_of(night: Night) -> Campaign:
    return db.session.get_one(Campaign, night.campaign)
