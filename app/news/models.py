"""Tables of the news."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.columns import Key, Moment, SomeMoment, UtcDateTime
from app.extensions import Model

TEST = "test"
"""The body and the key's beginning of a message that somebody sends themselves, to see whether it comes."""


class NewsMark(Model):
    """How far somebody has read the news of a table.

    ``table_id`` is a campaign or a board game; ``upto`` the number of the last row of its journal or log that
    was read. It stays in the database: a page names rows by their random keys.
    """

    __tablename__ = "news_mark"

    person_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), primary_key=True)
    table_id: Mapped[str] = mapped_column(String(13), primary_key=True)
    upto: Mapped[int] = mapped_column(default=0)


class NewsScan(Model):
    """How far the rows of a table have been looked through for what is to be sent.

    The row with an empty ``table_id`` says where the journal stood when news were sent for the first time:
    what is older is sent to nobody.
    """

    __tablename__ = "news_scan"

    table_id: Mapped[str] = mapped_column(String(13), primary_key=True)
    upto: Mapped[int] = mapped_column(default=0)


class Sent(StrEnum):
    """What became of a message. Handed over: nothing is known yet, and it is never sent again."""

    WAITING = "waiting"
    HANDED = "handed"
    SENT = "sent"
    DROPPED = "dropped"
    FAILED = "failed"


class Delivery(Model):
    """One message for one person by one channel; ``target`` is the subscription of the browser that is meant.

    ``key`` names what it tells: the same is told once (``app`` rows only say that a reminder was written).
    ``body`` holds in keys, never in words, what is told: ``rows`` of the journal or log, a ``task`` that
    waits, a ``turn``; it is worded when it is sent. ``due_at`` is when to send, or to try again.
    """

    __tablename__ = "news_delivery"
    __table_args__ = (
        UniqueConstraint("person_id", "channel", "target", "key"),
        Index("ix_news_delivery_due", "state", "due_at"),
    )

    id: Mapped[Key]
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"))
    table_id: Mapped[str] = mapped_column(String(13), default="")
    channel: Mapped[str] = mapped_column(String(8))
    target: Mapped[str] = mapped_column(String(13), default="")
    key: Mapped[str] = mapped_column(String(80))
    kind: Mapped[str] = mapped_column(String(16))
    body: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    state: Mapped[str] = mapped_column(String(8), default=Sent.WAITING)
    tries: Mapped[int] = mapped_column(default=0)
    due_at: Mapped[datetime] = mapped_column(UtcDateTime)
    sent_at: Mapped[SomeMoment]


class PushSubscription(Model):
    """A browser that takes push messages: where they go and the keys that it alone can read them with.

    It hangs on the browser's login and ends with it, so whoever uses the same phone next gets nothing of it.
    One browser has one: ``endpoint_hash`` is unique.
    """

    __tablename__ = "push_subscription"

    id: Mapped[Key]
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    login_id: Mapped[str] = mapped_column(ForeignKey("login.id", ondelete="CASCADE"), index=True)
    endpoint: Mapped[str] = mapped_column(Text)
    endpoint_hash: Mapped[str] = mapped_column(String(64), unique=True)
    p256dh: Mapped[str] = mapped_column(String(120))
    auth: Mapped[str] = mapped_column(String(40))
    created_at: Mapped[Moment]
