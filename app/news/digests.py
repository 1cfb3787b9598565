"""V11.7: news gathered into one mail a day, at an hour of the reader's own zone."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import func, select

from app.accounts.models import Person
from app.extensions import db
from app.journal.writes import writing
from app.news.apart import apart
from app.news.kinds import Kind
from app.news.models import Delivery
from app.news.rows import Way, put
from app.news.wishes import Channel, Mails, address_of, wishes_of


def plan_digests(at: datetime) -> None:
    """Write down today's mail of everybody whose hour has come; once for each day of their zone."""
    people = db.session.scalars(
        select(Person).where(Person.mail_confirmed.is_not(None), Person.deleted_at.is_(None))
    ).all()
    due = [person.id for person in people if _key(person, at) is not None]
    for person_id in due:
        with apart("digest", person_id), writing():
            person = db.session.get(Person, person_id, with_for_update=True)
            key = _key(person, at) if person is not None else None
            if person is None or key is None:
                continue
            since = _last(person) or at - timedelta(days=1)
            put(person, Way(Channel.MAIL), key, Kind.TABLE, {"since": since.isoformat()}, at)


def _key(person: Person, at: datetime) -> str | None:
    """Names today's mail, or None if none is to come, or not yet. One may come late."""
    wishes = wishes_of(person)
    if wishes.mails != Mails.DIGEST or address_of(person) is None:
        return None
    local = at.astimezone(ZoneInfo(wishes.zone))
    key = f"digest:{local.date().isoformat()}"
    known = select(Delivery.id).where(Delivery.person_id == person.id, Delivery.key == key)
    return key if local.hour >= wishes.hour and db.session.execute(known).first() is None else None


def _last(person: Person) -> datetime | None:
    """When the mail before this one was due: what happened since stands in this one."""
    return db.session.scalar(
        select(func.max(Delivery.due_at)).where(
            Delivery.person_id == person.id, Delivery.key.like("digest:%")
        )
    )
