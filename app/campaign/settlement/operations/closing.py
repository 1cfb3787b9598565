"""V11.1: settlements of players who have dropped out are closed, and opened again if that is taken back."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select

from app.actor import Actor
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.founding.models import Campaign, Seat
from app.campaign.settlement.bench import FINISHED, LAST_STEP
from app.campaign.settlement.entries import carry_out, standing
from app.campaign.settlement.models import Settlement
from app.campaign.settlement.queries.unfinished import unfinished_of
from app.campaign.states import Phase, SeatState
from app.columns import now
from app.extensions import db
from app.journal.operations import record_private

CLOSED = "closed"


def close_of(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """Close the seat's unfinished settlements of this round: nothing more is rolled, what was settled stays.

    One whose result is being corrected is closed when the result stands (``close_of_gone``).
    """
    for settlement in unfinished_of(seat, campaign):
        _close(settlement, seat, campaign, actor)


def close_of_gone(battle: Battle, *, campaign: Campaign, actor: Actor) -> None:
    """Close what is unfinished in this battle of players who have dropped out."""
    gone = {side.id: side.seat for side in battle.sides if side.seat.state == SeatState.DROPPED}
    for settlement in _of_sides(list(gone)):
        if settlement.finished_at is None:
            _close(settlement, gone[settlement.side_id], campaign, actor)


def open_again(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """Dropping out is taken back: each closed settlement goes on at the step it stood at."""
    if not campaign.running or campaign.phase != Phase.SETTLEMENT:
        return
    sides = (
        select(BattleSide.id)
        .join(Battle)
        .where(
            Battle.campaign_id == campaign.id, Battle.round == campaign.round, BattleSide.seat_id == seat.id
        )
    )
    for settlement in _of_sides(list(db.session.scalars(sides))):
        for entry in standing(settlement, CLOSED):
            entry.reversed_at = now()
            settlement.step, settlement.finished_at = int(entry.params["step"]), None
            settlement.version += 1
            _tell("settlement.open_again", settlement, seat, campaign, actor)
    db.session.flush()


def _of_sides(sides: Sequence[str]) -> Sequence[Settlement]:
    return db.session.scalars(
        select(Settlement).where(Settlement.side_id.in_(sides)).order_by(Settlement.id)
    ).all()


def _close(settlement: Settlement, seat: Seat, campaign: Campaign, actor: Actor) -> None:
    step = settlement.step
    carry_out(
        settlement, CLOSED, step=min(step, LAST_STEP), campaign=campaign, actor=actor, params={"step": step}
    )
    settlement.step, settlement.finished_at = FINISHED, now()
    settlement.version += 1
    db.session.flush()
    _tell("settlement.closed", settlement, seat, campaign, actor)


def _tell(kind: str, settlement: Settlement, seat: Seat, campaign: Campaign, actor: Actor) -> None:
    record_private(
        kind,
        campaign=campaign,
        actor=actor,
        seat=seat,
        battle_id=settlement.side.battle_id,
        params={"warband": settlement.side.warband_name},
    )
