"""Reading the ledger."""

from __future__ import annotations

from flask_login import current_user
from sqlalchemy import ColumnElement, func, select

from app.campaign.founding.models import Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.states import State
from app.extensions import db


def balance(seat: Seat) -> int:
    """The seat's gold: the sum of its ledger rows (V3.9)."""
    total = db.session.execute(
        select(func.coalesce(func.sum(LedgerRow.amount), 0)).where(LedgerRow.seat_id == seat.id)
    ).scalar_one()
    return int(total)


def shown_balance(seat: Seat) -> int:
    """The seat's gold as the present reader may know it (V3.9, V8.22).

    Its holder is told all; everybody else, the game master too, the sum of the rows they
    may read.
    """
    total = db.session.execute(
        select(func.coalesce(func.sum(LedgerRow.amount), 0)).where(
            LedgerRow.seat_id == seat.id, *readable(seat, own=is_holder(seat))
        )
    ).scalar_one()
    return int(total)


def is_holder(seat: Seat) -> bool:
    """Whether the present reader holds the seat."""
    return bool(current_user and current_user.is_authenticated and current_user.id == seat.person_id)


def readable(seat: Seat, *, own: bool) -> list[ColumnElement[bool]]:
    """The conditions on ledger rows that this reader may see.

    Private transfers stay between the two for good; other secrets end with the campaign (V0.1).
    """
    if own:
        return []
    conditions: list[ColumnElement[bool]] = [LedgerRow.private.is_(False)]
    if seat.campaign.state != State.FINISHED:
        conditions.append(LedgerRow.secret_until_battles.is_(False))
    return conditions
