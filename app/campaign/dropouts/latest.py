"""Whose dropping out can still be taken back: until the next switch of phase (V11.1)."""

from __future__ import annotations

from sqlalchemy import func, select

from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import SeatState, State
from app.extensions import db
from app.journal.models import AuditRow

DROPPED_OUT = "dropout.dropped"
_MOVES_ON = ("founding.started", "founding.finished", "round.switched", "round.stepped_back")
CLOSABLE = frozenset({State.HIDEOUTS, State.RUNNING})
"""Before, a player is taken out of the circle instead (V1.10); afterwards nothing changes any more."""


def rows_in_this_phase(campaign: Campaign) -> dict[str, AuditRow]:
    """Seat → the newest row that says it dropped out, of those that did since the present phase began."""
    if campaign.state not in CLOSABLE:
        return {}
    began = (
        select(func.coalesce(func.max(AuditRow.seq), 0))
        .where(AuditRow.campaign_id == campaign.id, AuditRow.kind.in_(_MOVES_ON))
        .scalar_subquery()
    )
    rows = db.session.scalars(
        select(AuditRow)
        .where(AuditRow.campaign_id == campaign.id, AuditRow.kind == DROPPED_OUT, AuditRow.seq > began)
        .order_by(AuditRow.seq)
    )
    return {row.seat_id: row for row in rows if row.seat_id is not None}


def row_to_take_back(seat: Seat, campaign: Campaign) -> AuditRow | None:
    """The row that says the seat dropped out, while that can be taken back; else None."""
    if seat.state != SeatState.DROPPED:
        return None
    return rows_in_this_phase(campaign).get(seat.id)


def can_drop_out(seat: Seat, campaign: Campaign) -> bool:
    """Whether the GM can mark the player as dropped out: not the GM, who hands the campaign over first."""
    return seat.plays and not seat.is_gm and campaign.state in CLOSABLE
