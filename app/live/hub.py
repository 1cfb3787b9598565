"""One waiter thread per process that passes announcements on to the open streams."""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta

import psycopg
import structlog
from flask import Flask
from sqlalchemy import Engine, delete, func, select, text

from app.columns import now
from app.journal.models import Announcement
from app.live.queries import entitled_browsers
from app.live.signals import CHANNEL, wait_for_change

_POLL = 0.1
_HEARTBEAT = 20.0
_LIFE = 300.0
_WINDOW = 500
_KEEP = timedelta(days=1)

Topic = tuple[str, str]
log = structlog.get_logger(__name__)


class TooManyStreams(Exception):
    """The process holds as many open streams as it may; the page asks now and then instead."""


@dataclass(eq=False)
class Subscription:
    """One browser's ears: the audiences it belongs to and what it has not been told yet (None: the end)."""

    browser: str
    topics: frozenset[Topic]
    inbox: queue.SimpleQueue[str | None] = field(default_factory=queue.SimpleQueue)


class Hub:
    """Knows the open streams of this process. Streams hold a thread but no database session."""

    def __init__(self, engine: Engine, cap: int) -> None:
        self._engine = engine
        self._cap = cap
        self._lock = threading.Lock()
        self._open: set[Subscription] = set()
        self._thread: threading.Thread | None = None
        self._last = 0
        self._seen: set[int] = set()
        self._stopped = threading.Event()

    @property
    def open_streams(self) -> int:
        return len(self._open)

    def subscribe(self, browser: str, topics: Iterable[Topic]) -> Subscription:
        """Start listening. Raises TooManyStreams at the cap.

        A browser has one stream: an older one is ended, since the server would not notice for
        many seconds that the page behind it was left.
        """
        with self._lock:
            for older in [one for one in self._open if one.browser == browser]:
                self._open.discard(older)
                older.inbox.put(None)
            if len(self._open) >= self._cap:
                raise TooManyStreams
            subscription = Subscription(browser, frozenset(topics))
            self._open.add(subscription)
            if self._thread is None:
                self._last = self._newest()
                self._thread = threading.Thread(target=self._wait, name="announcements", daemon=True)
                self._thread.start()
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        with self._lock:
            self._open.discard(subscription)

    def stream(self, subscription: Subscription) -> Iterator[str]:
        """Server-sent events for one browser, for at most five minutes (then it comes back)."""
        ends = time.monotonic() + _LIFE
        try:
            yield "retry: 2000\n\n"
            while (left := ends - time.monotonic()) > 0:
                try:
                    message = subscription.inbox.get(timeout=min(_HEARTBEAT, left))
                except queue.Empty:
                    yield ": still here\n\n"
                    continue
                if message is None:
                    return
                yield f"data: {message}\n\n"
        finally:
            self.unsubscribe(subscription)

    def stop(self) -> None:
        """Follow the database no longer and end all streams."""
        self._stopped.set()
        with self._lock:
            for subscription in self._open:
                subscription.inbox.put(None)

    def _newest(self) -> int:
        with self._engine.connect() as connection:
            return connection.execute(select(func.max(Announcement.seq))).scalar() or 0

    def _wait(self) -> None:
        """Follow the database until stopped; one that is gone is asked again every second."""
        quiet_until = 0.0
        while not self._stopped.is_set():
            try:
                if self._engine.dialect.name == "postgresql":
                    self._follow_postgresql()
                else:
                    self._follow_sqlite()
            except Exception as error:
                if self._stopped.wait(1):
                    return
                if time.monotonic() >= quiet_until:
                    log.warning("announcements interrupted", error=repr(error))
                    quiet_until = time.monotonic() + 60

    def _follow_sqlite(self) -> None:
        with self._engine.connect() as connection:
            version: int | None = None
            while not self._stopped.is_set():
                wait_for_change(_POLL)
                found = connection.execute(text("PRAGMA data_version")).scalar()
                if found != version:
                    version = found
                    self._pass_on()
                connection.rollback()

    def _follow_postgresql(self) -> None:
        url = self._engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._pass_on()
            while not self._stopped.is_set():
                for _ in connection.notifies(timeout=30, stop_after=1):
                    self._pass_on()

    def _pass_on(self) -> None:
        # Transactions may commit in another order than they drew their numbers, so the
        # last few numbers are looked at again.
        with self._engine.connect() as connection:
            rows = connection.execute(
                select(
                    Announcement.seq, Announcement.campaign_id, Announcement.audience, Announcement.version
                )
                .where(Announcement.seq > self._last - _WINDOW)
                .order_by(Announcement.seq)
            ).all()
        fresh = [row for row in rows if row.seq > self._last or row.seq not in self._seen]
        first_time = not self._seen
        self._seen = {row.seq for row in rows}
        if rows:
            last, self._last = self._last, max(self._last, rows[-1].seq)
            if first_time:
                fresh = [row for row in fresh if row.seq > last]
        with self._lock:
            listeners = list(self._open)
        due = [
            (one, (row.campaign_id, row.audience), row.version)
            for row in fresh
            for one in listeners
            if (row.campaign_id, row.audience) in one.topics
        ]
        if not due:
            return
        # A seat may have got another player since its former one began to listen, and a login may have ended.
        with self._engine.connect() as connection:
            entitled = entitled_browsers(connection, {topic for _one, topic, _version in due})
        for subscription, topic, version in due:
            if subscription.browser in entitled.get(topic, ()):
                subscription.inbox.put(announcement(*topic, version))
            else:
                # The browser comes back, with what it may hear now.
                subscription.inbox.put(None)


def announcement(campaign_id: str, audience: str, version: int) -> str:
    """What a stream says: which table, which kind of audience (p, s, g), which version."""
    return json.dumps({"c": campaign_id, "a": audience[0], "v": version}, separators=(",", ":"))


def forget_old_announcements(engine: Engine) -> int:
    """Delete announcements older than a day; they have been heard or will never be."""
    with engine.begin() as connection:
        result = connection.execute(delete(Announcement).where(Announcement.at < now() - _KEEP))
        return result.rowcount


def init_app(app: Flask, engine: Engine, cap: int) -> None:
    app.extensions["hub"] = Hub(engine, cap)
