"""V11.7: looking through what happened at the tables, for what is to be sent to whom.

A row is looked at a minute after it was written, whoever wrote it: what somebody dealt with at once is not
sent, and no secret of another moves the time at which one's own news come. Each table is looked through in
one transaction that also notes how far, so a worker that is killed loses nothing and doubles nothing.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import joinedload, selectinload

from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import SeatState, State
from app.extensions import db
from app.home.waiting import Task, waiting
from app.journal.models import GM, PUBLIC, AuditRow, person_audience, seat_audience
from app.journal.writes import writing
from app.news.apart import apart
from app.news.kinds import Kind, kind_of
from app.news.models import NewsScan, Sent
from app.news.rows import Way, gather, put, ways
from app.news.unread import of_seat

GRACE = timedelta(minutes=1)
_WINDOW = 5000
"""Rows that committed later than ones after them are found as long as they are no farther back."""


def plan_campaigns(at: datetime) -> None:
    """Write down what is to be sent of everything that happened at campaigns until a minute ago."""
    for campaign_id in _campaigns_with_news(at - GRACE):
        with apart("campaign", campaign_id), writing():
            _plan_campaign(campaign_id, at)


def _campaigns_with_news(until: datetime) -> list[str]:
    start = db.session.get(NewsScan, "")
    if start is None:
        with writing():
            newest = db.session.scalar(select(func.max(AuditRow.seq))) or 0
            db.session.merge(NewsScan(table_id="", upto=newest))
        return []
    newest = db.session.scalar(select(func.max(AuditRow.seq))) or 0
    rows = db.session.scalars(
        select(AuditRow.campaign_id)
        .outerjoin(NewsScan, NewsScan.table_id == AuditRow.campaign_id)
        .where(
            AuditRow.seq > max(start.upto, newest - _WINDOW),
            AuditRow.seq > func.coalesce(NewsScan.upto, 0),
            AuditRow.at <= until,
            AuditRow.campaign_id.is_not(None),
        )
        .distinct()
    )
    return [str(one) for one in rows]


def _plan_campaign(campaign_id: str, at: datetime) -> None:
    campaign = db.session.scalars(
        select(Campaign)
        .where(Campaign.id == campaign_id)
        .with_for_update()
        .options(selectinload(Campaign.seats).joinedload(Seat.person))
        .execution_options(populate_existing=True)
    ).one_or_none()
    if campaign is None:
        return
    scan = db.session.get(NewsScan, campaign_id, with_for_update=True)
    if scan is None:
        start = db.session.get_one(NewsScan, "")
        scan = NewsScan(table_id=campaign_id, upto=start.upto)
        db.session.add(scan)
    rows = db.session.scalars(
        select(AuditRow)
        .where(AuditRow.campaign_id == campaign_id, AuditRow.seq > scan.upto, AuditRow.at <= at - GRACE)
        .order_by(AuditRow.seq)
    ).all()
    if not rows:
        return
    since, scan.upto = scan.upto, rows[-1].seq
    for seat in campaign.seats:
        if seat.person is not None and seat.state == SeatState.JOINED:
            _plan_seat(seat, rows, since, at)
        elif seat.person is not None and seat.state == SeatState.INVITED:
            _plan_invited(seat, rows, at)


def _plan_seat(seat: Seat, rows: Sequence[AuditRow], since: int, at: datetime) -> None:
    person = seat.person
    assert person is not None, "asked of taken seats alone"
    own = db.session.scalars(
        select(AuditRow)
        .where(*of_seat(seat), AuditRow.seq > since, AuditRow.seq <= rows[-1].seq)
        .order_by(AuditRow.seq)
    ).all()
    told: dict[Way, list[tuple[Kind, str]]] = defaultdict(list)
    for row in own:
        kind = kind_of(row.kind, public=row.audience == PUBLIC)
        for way in ways(person, kind) if kind != Kind.REMINDER else ():
            told[way].append((kind, row.key))
    for way, news in told.items():
        gather(person, way, seat.campaign_id, news[0][0], [key for _kind, key in news], at)
    seen = [row for row in rows if row.audience in _audiences(seat)]
    if seen and seat.campaign.state != State.FINISHED:
        moved = any(row.actor_id != seat.person_id for row in seen)
        for task in urgent(seat):
            for way in ways(person, Kind.TURN):
                # What one's own deed led to is known to whoever did it.
                state = Sent.WAITING if moved else Sent.DROPPED
                key = task_key(seat, task)
                body = {"task": key}
                put(person, way, key, Kind.TURN, body, at, table_id=seat.campaign_id, state=state)


def _audiences(seat: Seat) -> set[str]:
    return {
        PUBLIC,
        seat_audience(seat.id),
        person_audience(str(seat.person_id)),
        *([GM] if seat.runs else []),
    }


def _plan_invited(seat: Seat, rows: Sequence[AuditRow], at: datetime) -> None:
    person = seat.person
    assert person is not None, "asked of taken seats alone"
    for row in rows:
        if row.kind == "founding.invited" and row.seat_id == seat.id:
            for way in ways(person, Kind.ALONE):
                body = {"rows": [row.key]}
                put(person, way, f"rows:{row.key}", Kind.ALONE, body, at, table_id=seat.campaign_id)


def urgent(seat: Seat) -> Iterator[Task]:
    """What waits for the person of a seat and for nobody else."""
    return (task for task in waiting([seat])[seat.id] if task.urgent)


def task_key(seat: Seat, task: Task) -> str:
    """Names a thing that waits, the same in every language and until it is done."""
    said = f"{seat.campaign.stamp} {task.url} {task.rank}"
    return f"task:{hashlib.sha256(said.encode()).hexdigest()[:24]}"


def seat_at(campaign_id: str, person_id: str) -> Seat | None:
    """The seat of a person at a campaign as it is now, with the campaign and its seats."""
    return db.session.scalars(
        select(Seat)
        .where(Seat.campaign_id == campaign_id, Seat.person_id == person_id)
        .options(joinedload(Seat.campaign).selectinload(Campaign.seats))
    ).one_or_none()
