"""Writing down what is to be sent: each thing once for each person and channel."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, func, select

from app.accounts.models import Person
from app.extensions import db
from app.news.kinds import Kind
from app.news.models import Delivery, PushSubscription, Sent
from app.news.wishes import Channel, Mails, Wishes, address_of, wishes_of

PAUSE = timedelta(minutes=30)
"""What happens at one table comes at most so often; what happens meanwhile is told in one message."""


@dataclass(frozen=True)
class Way:
    """A channel, and where it has several ends the one that is meant: the key of a browser's subscription."""

    channel: Channel
    target: str = ""


APP = Way(Channel.APP)


def ways(person: Person, kind: Kind) -> list[Way]:
    """The ways by which a person is to be told at once of news of that kind."""
    wishes = wishes_of(person)
    return [one for one in outgoing(person, wishes) if wishes.wants(one.channel, kind)]


def outgoing(person: Person, wishes: Wishes) -> list[Way]:
    """The ways that lead to a person now, besides the app itself."""
    browsers = db.session.scalars(select(PushSubscription.id).where(PushSubscription.person_id == person.id))
    mail = [Way(Channel.MAIL)] if wishes.mails == Mails.ONCE and address_of(person) else []
    return [*mail, *(Way(Channel.PUSH, one) for one in browsers)]


def put(
    person: Person,
    way: Way,
    key: str,
    kind: Kind,
    body: dict[str, Any],
    at: datetime,
    *,
    table_id: str = "",
    state: Sent = Sent.WAITING,
) -> bool:
    """Write a message down, unless the same has been told by that channel before; whether it is new."""
    known = select(Delivery.id).where(*_by(person, way), Delivery.key == key)
    if db.session.execute(known).first() is not None:
        return False
    db.session.add(
        Delivery(
            person_id=person.id,
            table_id=table_id,
            channel=way.channel,
            target=way.target,
            key=key,
            kind=kind,
            body=body,
            state=state,
            due_at=at,
        )
    )
    db.session.flush()
    return True


def _by(person: Person, way: Way) -> tuple[ColumnElement[bool], ...]:
    return (
        Delivery.person_id == person.id,
        Delivery.channel == way.channel,
        Delivery.target == way.target,
    )


def gather(person: Person, way: Way, table_id: str, kind: Kind, keys: list[str], at: datetime) -> None:
    """Tell of things that happened: in the message that still waits, else in a new one after the pause."""
    waiting = db.session.scalars(
        select(Delivery).where(
            *_by(person, way),
            Delivery.table_id == table_id,
            Delivery.state == Sent.WAITING,
            Delivery.tries == 0,
            Delivery.key.like("rows:%"),
        )
    ).first()
    if waiting is not None:
        waiting.body = {"rows": [*waiting.body["rows"], *keys]}
        return
    last = db.session.scalar(
        select(func.max(Delivery.sent_at)).where(
            *_by(person, way),
            Delivery.table_id == table_id,
            Delivery.key.like("rows:%"),
        )
    )
    due = at if last is None else max(at, last + PAUSE)
    put(person, way, f"rows:{keys[0]}", kind, {"rows": keys}, due, table_id=table_id)
