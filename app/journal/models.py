"""Tables of the journal."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.columns import Key, Moment, SomeMoment
from app.extensions import Model
from app.former import Params

PUBLIC = "public"
GM = "gm"


def seat_audience(seat_id: str) -> str:
    """The audience that only the player of one seat (and whoever holds it) belongs to."""
    return f"seat:{seat_id}"


def person_audience(person_id: str) -> str:
    """The audience of one person alone, whoever runs the campaign or takes over their seat (V8.22, V8.23)."""
    return f"own:{person_id}"


class RequestRecord(Model):
    """A change that was carried out, with the answer it gave.

    Unique by person and request id: a second arrival of the same form gets the
    stored answer. ``body_hash`` tells a repeat from another form under the same id. ``moved_to`` is the
    version that the change brought about, where the form named one.
    """

    __tablename__ = "request_record"
    __table_args__ = (UniqueConstraint("person", "request_id"),)

    id: Mapped[Key]
    person: Mapped[str] = mapped_column(String(80))
    request_id: Mapped[str] = mapped_column(String(64))
    body_hash: Mapped[str] = mapped_column(String(64))
    status: Mapped[int | None]
    location: Mapped[str | None] = mapped_column(Text)
    moved_to: Mapped[int | None]
    flashes: Mapped[list[Any]] = mapped_column(JSON, default=list)
    at: Mapped[Moment]


class AuditRow(Model):
    """One change, in ids, names and numbers; worded in the reader's language when shown (V0.3).

    ``audience`` is who may read it: everyone at the table, the GM, one seat (and the GM),
    or one person.
    ``chronicle`` marks the public part. ``seat_id`` is whose matter it is and
    ``actor_id`` who did it; ``by_gm`` when the GM acted in the player's stead.
    ``params`` hold names as they were at the time. ``draws`` are the dice and lots.
    """

    __tablename__ = "audit_row"
    __table_args__ = (
        Index("ix_audit_row_reading", "campaign_id", "audience", "seq"),
        Index("ix_audit_row_chronicle", "campaign_id", "chronicle", "round", "seq"),
    )

    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    key: Mapped[str] = mapped_column(String(13), unique=True)
    campaign_id: Mapped[str | None] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(60))
    audience: Mapped[str] = mapped_column(String(24))
    chronicle: Mapped[bool] = mapped_column(default=False)
    public_from: Mapped[SomeMoment]
    seat_id: Mapped[str | None] = mapped_column(ForeignKey("seat.id", ondelete="SET NULL"))
    actor_id: Mapped[str | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"))
    by_gm: Mapped[bool] = mapped_column(default=False)
    round: Mapped[int] = mapped_column(default=0)
    phase: Mapped[str | None] = mapped_column(String(16))
    place_id: Mapped[str | None] = mapped_column(ForeignKey("place.id", ondelete="SET NULL"))
    battle_id: Mapped[str | None] = mapped_column(ForeignKey("battle.id", ondelete="SET NULL"))
    picture_id: Mapped[str | None] = mapped_column(ForeignKey("picture.id", ondelete="SET NULL"))
    reason: Mapped[str | None] = mapped_column(Text)
    params: Mapped[dict[str, Any]] = mapped_column(Params, default=dict)
    draws: Mapped[list[Any]] = mapped_column(JSON, default=list)
    request_id: Mapped[str | None] = mapped_column(String(64))
    at: Mapped[Moment]


class AudienceVersion(Model):
    """How often what one audience can see has changed; a secret moves only its own number."""

    __tablename__ = "audience_version"

    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), primary_key=True)
    audience: Mapped[str] = mapped_column(String(24), primary_key=True)
    version: Mapped[int] = mapped_column(default=0)


class Announcement(Model):
    """What the event streams pass on: this audience of this table has this version now."""

    __tablename__ = "announcement"

    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    campaign_id: Mapped[str] = mapped_column(String(13))
    audience: Mapped[str] = mapped_column(String(24))
    version: Mapped[int]
    at: Mapped[Moment]
