"""V11.7: handing messages over, each at most once by each channel, again later when a way was barred.

The way is opened first; then the message is claimed in a transaction of its own, by one worker only; then it
is handed over, and what became of it is written down. A worker that is killed before the claim loses nothing;
one that is killed after it leaves the message as handed over, and nobody sends it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

import structlog
from sqlalchemy import delete, select, update
from sqlalchemy.exc import OperationalError

from app.accounts.models import Person
from app.extensions import db
from app.i18n import LANGUAGES, force_locale
from app.journal.writes import writing
from app.news import mailing, pushing
from app.news.models import Delivery, Sent
from app.news.telling import Message, message
from app.news.ways import Barred, Lost
from app.news.wishes import Channel

AGAIN = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
"""How long to wait after each try that failed; after the last one the message is given up."""
AT_ONCE = 200
KEPT_FOR = timedelta(days=90)
"""How long it is kept what was sent. A thing that still waits then is told of again, if its table moves."""

Open = Callable[[Person, Delivery, Message], AbstractContextManager[Callable[[], None]]]
WAYS: dict[Channel, Open] = {Channel.MAIL: mailing.opened, Channel.PUSH: pushing.opened}
log = structlog.get_logger(__name__)


def send_due(at: datetime) -> int:
    """Send everything that is due; returns how many messages went out.

    One that cannot be put into words is given up; it would only stand in the way of the others.
    """
    sent = 0
    for delivery_id in _due(at):
        try:
            sent += _send(delivery_id, at)
        except OperationalError:
            # The database, not the message: it waits until the database is back.
            raise
        except Exception:
            db.session.rollback()
            log.warning("a message cannot be made", exc_info=True)
            _settle(delivery_id, None, Sent.FAILED, at)
    return sent


def forget_old_deliveries(at: datetime) -> None:
    """Delete what was settled long ago, a few messages each time."""
    settled = [state for state in Sent if state != Sent.WAITING]
    old = db.session.scalars(
        select(Delivery.id).where(Delivery.state.in_(settled), Delivery.due_at < at - KEPT_FOR).limit(AT_ONCE)
    ).all()
    if old:
        with writing():
            db.session.execute(delete(Delivery).where(Delivery.id.in_(old)))


def _due(at: datetime) -> Iterator[str]:
    found = db.session.scalars(
        select(Delivery.id)
        .where(Delivery.state == Sent.WAITING, Delivery.due_at <= at)
        .order_by(Delivery.due_at, Delivery.id)
        .limit(AT_ONCE)
    ).all()
    db.session.rollback()
    yield from found


def _send(delivery_id: str, at: datetime) -> bool:
    delivery = db.session.get(Delivery, delivery_id)
    person = db.session.get(Person, delivery.person_id) if delivery is not None else None
    if delivery is None or person is None or person.deleted_at is not None:
        return False
    language = person.language if person.language in LANGUAGES else "en"
    with force_locale(language):
        said = message(delivery, person)
        if said is None:
            _settle(delivery_id, Sent.WAITING, Sent.DROPPED, at)
            return False
        try:
            with WAYS[Channel(delivery.channel)](person, delivery, said) as hand_over:
                if not _settle(delivery_id, Sent.WAITING, Sent.HANDED, at):
                    return False
                hand_over()
        except Barred as error:
            _later(delivery_id, at, error)
            return False
        except Lost as error:
            log.warning("a message is lost", channel=delivery.channel, why=str(error))
            _settle(delivery_id, None, Sent.FAILED, at)
            return False
    _settle(delivery_id, Sent.HANDED, Sent.SENT, at)
    return True


def _settle(delivery_id: str, was: Sent | None, now: Sent, at: datetime) -> bool:
    """Note what became of a message; false if another worker was quicker."""
    with writing():
        query = update(Delivery).where(Delivery.id == delivery_id)
        if was is not None:
            query = query.where(Delivery.state == was)
        done = db.session.execute(query.values(state=now, sent_at=at).returning(Delivery.id)).first()
    return done is not None


def _later(delivery_id: str, at: datetime, error: Barred) -> None:
    with writing():
        delivery = db.session.get(Delivery, delivery_id)
        if delivery is None:
            return
        delivery.tries += 1
        if delivery.tries > len(AGAIN):
            delivery.state = Sent.FAILED
            log.warning("a message is given up", channel=delivery.channel, why=str(error))
        else:
            delivery.state, delivery.due_at = Sent.WAITING, at + AGAIN[delivery.tries - 1]
