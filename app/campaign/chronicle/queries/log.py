"""V11.1, V3.9: what concerns one seat, for its player and the game master."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import url_for
from sqlalchemy import ColumnElement, and_, select

from app.campaign.access import Here
from app.campaign.chronicle.queries.lines import Section, sections
from app.extensions import db
from app.journal.models import GM, PUBLIC, AuditRow, person_audience, seat_audience

_ON_A_PAGE = 60


@dataclass(frozen=True)
class Log:
    """A page of a seat's log, the newest first."""

    sections: tuple[Section, ...]
    newest_url: str | None
    older_url: str | None


def log(here: Here, before: str | None) -> Log:
    """Everything of the journal that is the seat's matter: secret or public, corrections with their reasons.

    A GM who reads the log of their own seat also finds what was recorded for the GM alone.
    """
    start = _start(here, before)
    rows: list[AuditRow] = []
    # One question each: together no index would serve them.
    for part in _parts(here):
        query = select(AuditRow).where(AuditRow.campaign_id == here.campaign.id, part)
        if start is not None:
            query = query.where(AuditRow.seq < start)
        rows += db.session.execute(query.order_by(AuditRow.seq.desc()).limit(_ON_A_PAGE + 1)).scalars()
    rows.sort(key=lambda row: row.seq, reverse=True)
    shown = rows[:_ON_A_PAGE]
    at: dict[str, Any] = {"campaign_id": here.campaign.id, "seat_id": here.seat.id}
    return Log(
        sections=sections(shown, here.campaign),
        newest_url=url_for("chronicle.log", **at) if start is not None else None,
        older_url=url_for("chronicle.log", before=shown[-1].key, **at) if len(rows) > _ON_A_PAGE else None,
    )


def _parts(here: Here) -> Iterator[ColumnElement[bool]]:
    yield AuditRow.audience == seat_audience(here.seat.id)
    yield and_(AuditRow.audience == PUBLIC, AuditRow.seat_id == here.seat.id)
    if here.own and here.actor.person_id:
        yield AuditRow.audience == person_audience(here.actor.person_id)
    if here.runs and here.own:
        yield AuditRow.audience == GM


def _start(here: Here, before: str | None) -> int | None:
    if not before:
        return None
    return db.session.execute(
        select(AuditRow.seq).where(AuditRow.campaign_id == here.campaign.id, AuditRow.key == before)
    ).scalar_one_or_none()
