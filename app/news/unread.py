"""V11.7: the rows of the journal that are somebody's news, by audience alone, and how many are unread."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, and_, func, literal, or_, select

from app.accounts.models import Person
from app.campaign.founding.models import Seat
from app.campaign.states import SeatState
from app.columns import now
from app.extensions import db
from app.journal.models import PUBLIC, AuditRow, person_audience, seat_audience
from app.news.kinds import PUBLIC_KINDS, REMINDERS, UNTOLD, Kind
from app.news.models import NewsMark
from app.news.wishes import Channel, wishes_of

MOST = 99
"""Unread news are counted up to here."""


def told_to(
    campaign_id: Any, person_id: Any, audiences: Sequence[Any], off: Collection[Kind] = ()
) -> list[ColumnElement[bool]]:
    """Which rows of a campaign are news for a person who belongs to those audiences; values or columns.

    Others' secrets are of other audiences: neither they nor their number can be found by this (V4.7, V8.17).
    What one did oneself is no news, nor what is of a kind in ``off``.
    """
    public = [kind for kind, group in PUBLIC_KINDS.items() if group not in off]
    private: ColumnElement[bool] = AuditRow.kind.not_in(UNTOLD)
    if Kind.ALONE in off:
        private = AuditRow.kind.in_(REMINDERS)
    if Kind.REMINDER in off:
        private = and_(private, AuditRow.kind.not_in(REMINDERS))
    return [
        AuditRow.campaign_id == campaign_id,
        AuditRow.audience.in_(audiences),
        or_(
            and_(
                AuditRow.audience == PUBLIC,
                AuditRow.kind.in_(public),
                or_(AuditRow.public_from.is_(None), AuditRow.public_from <= now()),
            ),
            and_(AuditRow.audience != PUBLIC, private),
        ),
        or_(AuditRow.actor_id.is_(None), AuditRow.actor_id != person_id),
    ]


def of_seat(seat: Seat, off: Collection[Kind] = ()) -> list[ColumnElement[bool]]:
    """The news of a seat's person, since they sit there, without those of the kinds in ``off``."""
    assert seat.person_id is not None, "nobody sits there"
    audiences = [PUBLIC, seat_audience(seat.id), person_audience(seat.person_id)]
    return [
        *told_to(seat.campaign_id, seat.person_id, audiences, off),
        AuditRow.at >= (seat.joined_at or seat.created_at),
    ]


def count_of_seats(off: Collection[Kind]) -> ScalarSelect[int]:
    """The number of unread news of a seat's person, as a column of a query for seats."""
    mark = (
        select(NewsMark.upto)
        .where(NewsMark.person_id == Seat.person_id, NewsMark.table_id == Seat.campaign_id)
        .correlate(Seat)
        .scalar_subquery()
    )
    audiences = [PUBLIC, literal("seat:") + Seat.id, literal("own:") + Seat.person_id]
    found = (
        select(AuditRow.seq)
        .where(
            *told_to(Seat.campaign_id, Seat.person_id, audiences, off),
            AuditRow.seq > func.coalesce(mark, 0),
            AuditRow.at >= func.coalesce(Seat.joined_at, Seat.created_at),
            Seat.state == SeatState.JOINED,
        )
        .limit(MOST)
        .correlate(Seat)
    )
    return select(func.count()).select_from(found.subquery()).scalar_subquery()


def count_for(campaign_id: str, person: Person) -> ScalarSelect[int]:
    """The number of a person's unread news of a campaign, as part of the query that opens it."""
    seat = (Seat.campaign_id == campaign_id, Seat.person_id == person.id)
    count = count_of_seats(wishes_of(person).off(Channel.APP))
    return select(count).select_from(Seat).where(*seat).scalar_subquery()


def marks_of(person_id: str) -> dict[str, int]:
    """How far a person has read, by table."""
    rows = db.session.execute(select(NewsMark.table_id, NewsMark.upto).where(NewsMark.person_id == person_id))
    return {row.table_id: row.upto for row in rows}
