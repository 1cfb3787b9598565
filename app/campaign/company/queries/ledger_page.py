"""The ledger: every change of a player's gold with the balance it left (V3.9)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask_babel import gettext as _
from sqlalchemy import func, select

from app.accounts.models import Person
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.queries import readable
from app.campaign.gold.wording import why
from app.campaign.states import State
from app.extensions import db

PER_PAGE = 50


@dataclass(frozen=True)
class Entry:
    """One row: when, why, how much, who did it, and the gold there was afterwards."""

    at: datetime
    round: int
    why: str
    amount: int
    balance: int
    who: str
    reversed: bool


@dataclass(frozen=True)
class LedgerPage:
    """Newest first. ``partial``: private rows are left out for this reader (V3.9)."""

    entries: tuple[Entry, ...]
    balance: int
    page: int
    pages: int
    partial: bool


def ledger_page(campaign: Campaign, seat: Seat, *, own: bool, page: int) -> LedgerPage:
    """The seat's ledger; for another reader than its player without what is secret from the GM (V3.9)."""
    conditions = [LedgerRow.seat_id == seat.id, *readable(seat, own=own)]
    count, total = db.session.execute(
        select(func.count(LedgerRow.id), func.coalesce(func.sum(LedgerRow.amount), 0)).where(*conditions)
    ).one()
    pages = max(1, -(-count // PER_PAGE))
    page = min(max(1, page), pages)
    running = func.sum(LedgerRow.amount).over(order_by=(LedgerRow.at, LedgerRow.id)).label("running")
    rows = db.session.execute(
        select(LedgerRow, running, Person)
        .outerjoin(Person, Person.id == LedgerRow.actor_id)
        .where(*conditions)
        .order_by(LedgerRow.at.desc(), LedgerRow.id.desc())
        .limit(PER_PAGE)
        .offset((page - 1) * PER_PAGE)
    )
    names = {one.person_id: one.name for one in campaign.seats if one.person_id}
    entries = tuple(
        Entry(
            at=row.at,
            round=row.round,
            why=_why(row, seat),
            amount=row.amount,
            balance=int(left),
            who=str(names.get(row.actor_id or "") or (person.nickname if person else "")),
            reversed=row.reverses_id is not None,
        )
        for row, left, person in rows
    )
    return LedgerPage(entries, int(total), page, pages, not own and _has_private(campaign))


def _has_private(campaign: Campaign) -> bool:
    """Whether the campaign's modules make rows that the GM may not read."""
    return campaign.module_transfers or (campaign.module_alliances and campaign.state != State.FINISHED)


def _why(row: LedgerRow, seat: Seat) -> str:
    """Whoever took over the seat has its gold, and is not told with whom it was moved before (V8.22)."""
    if row.private and row.params.get("holder") != seat.person_id:
        return _("Private transfer of an earlier player")
    if row.secret_until_battles and row.actor_id != seat.person_id:
        # Nobody acts in alliances in another's stead: whoever paid is who held the seat (V8.17).
        return _("Secret of an earlier player until the battles")
    return why(row)
