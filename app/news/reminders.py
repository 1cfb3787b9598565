"""V11.7: reminders before the time of a phase, and the word to the game master that it is up (V11.6)."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import selectinload

from app.actor import Actor
from app.campaign.clock.queries import deadline_of
from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import Phase, State
from app.extensions import db
from app.journal.operations import record_sealed
from app.journal.writes import writing
from app.news.apart import apart
from app.news.kinds import Kind
from app.news.models import Sent
from app.news.planning import urgent
from app.news.rows import APP, outgoing, put
from app.news.wishes import LEADS, wishes_of

_STALE = timedelta(days=1)
"""A time that was up so long ago, while no worker ran, is told to nobody any more."""


def plan_reminders(at: datetime) -> None:
    """Remind everybody whose chosen hours before the time of a phase have come; nobody during a pause.

    Once for each phase and person: what is written down is looked up in the transaction that holds the
    campaign, so no second worker and no restart says it again, nor does a time that was moved.
    """
    for campaign_id in _running_clocks(at):
        with apart("reminders", campaign_id), writing():
            campaign = _locked(campaign_id)
            deadline = deadline_of(campaign)
            if deadline is None or campaign.paused_at is not None:
                continue
            for seat in campaign.seats:
                if seat.person is not None and (seat.plays or seat.runs):
                    _remind(seat, deadline, at)


def _running_clocks(at: datetime) -> list[str]:
    longest = timedelta(hours=max(LEADS))
    return list(
        db.session.scalars(
            select(Campaign.id).where(
                Campaign.deadline.is_not(None),
                Campaign.deadline <= at + longest,
                Campaign.deadline > at - _STALE,
                Campaign.paused_at.is_(None),
                Campaign.state.not_in([State.DRAFT, State.FINISHED]),
            )
        )
    )


def _locked(campaign_id: str) -> Campaign:
    return db.session.scalars(
        select(Campaign)
        .where(Campaign.id == campaign_id)
        .with_for_update()
        .options(selectinload(Campaign.seats).joinedload(Seat.person))
        .execution_options(populate_existing=True)
    ).one()


def _remind(seat: Seat, deadline: datetime, at: datetime) -> None:
    person, campaign = seat.person, seat.campaign
    assert person is not None, "asked of taken seats alone"
    wishes = wishes_of(person)
    if deadline <= at:
        what, told = "up", seat.runs
    else:
        what, told = "remind", deadline - timedelta(hours=wishes.lead) <= at and _concerned(seat)
    wanted = [one for one in (APP, *outgoing(person, wishes)) if wishes.wants(one.channel, Kind.REMINDER)]
    if not told or not wanted:
        return
    key = f"{what}:{campaign.id}:{campaign.stamp}"
    table = campaign.id
    if not put(person, APP, key, Kind.REMINDER, {}, at, table_id=table, state=Sent.SENT):
        return
    row = record_sealed(
        "clock.up" if what == "up" else "clock.reminded",
        campaign=campaign,
        actor=Actor(None),
        seat=seat,
        params={
            "phase": campaign.phase or campaign.state,
            "at": deadline.isoformat(),
            "zone": campaign.deadline_zone,
        },
    )
    assert row is not None, "somebody sits there"
    for way in wanted:
        if way != APP:
            put(person, way, key, Kind.REMINDER, {"rows": [row.key]}, at, table_id=table)


def _concerned(seat: Seat) -> bool:
    """Whether there is still something to do for that seat: what waits, or a phase of free preparation."""
    preparing = seat.plays and seat.campaign.phase == Phase.PREPARATION
    return seat.runs or preparing or next(urgent(seat), None) is not None
