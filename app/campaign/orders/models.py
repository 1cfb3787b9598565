"""The table of orders."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.campaign.events.models import Event
from app.campaign.map.models import Place
from app.campaign.warbands.models import Warband
from app.columns import Key, Moment, SomeMoment
from app.extensions import Model

_STANDING = text("lifted_at IS NULL")


class Order(Model):
    """A warband sent to a place or an event in one round (V4.6).

    ``fought_event_id`` is where it fought when that differs from its target (V4.10).
    ``fate`` and, with the module Movement, ``stance`` (``states.Stance``) are set when
    battles are announced. ``line_up`` is the warband as it was announced: orders, battles
    and results keep it (V4.11). ``lifted_at`` marks an order revoked or lifted (V11.1,
    V4.12); the indexes hold for standing orders only.
    """

    __tablename__ = "warband_order"
    __table_args__ = (
        Index("ix_order_round", "campaign_id", "round"),
        Index(
            "uq_order_warband",
            "warband_id",
            "round",
            unique=True,
            sqlite_where=_STANDING,
            postgresql_where=_STANDING,
        ),
        Index(
            "uq_order_event",
            "seat_id",
            "round",
            "event_id",
            unique=True,
            sqlite_where=text("lifted_at IS NULL AND event_id IS NOT NULL"),
            postgresql_where=text("lifted_at IS NULL AND event_id IS NOT NULL"),
        ),
        Index(
            "uq_order_place",
            "seat_id",
            "round",
            "place_id",
            unique=True,
            sqlite_where=text("lifted_at IS NULL AND event_id IS NULL"),
            postgresql_where=text("lifted_at IS NULL AND event_id IS NULL"),
        ),
    )

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"))
    round: Mapped[int]
    seat_id: Mapped[str] = mapped_column(ForeignKey("seat.id", ondelete="CASCADE"))
    warband_id: Mapped[str] = mapped_column(ForeignKey("warband.id", ondelete="CASCADE"))
    place_id: Mapped[str] = mapped_column(ForeignKey("place.id", ondelete="RESTRICT"))
    event_id: Mapped[str | None] = mapped_column(ForeignKey("event.id", ondelete="RESTRICT"))
    from_place_id: Mapped[str | None] = mapped_column(ForeignKey("place.id", ondelete="SET NULL"))
    fought_event_id: Mapped[str | None] = mapped_column(ForeignKey("event.id", ondelete="RESTRICT"))
    fate: Mapped[str | None] = mapped_column(String(12))
    stance: Mapped[str | None] = mapped_column(String(8))
    points: Mapped[int]
    line_up: Mapped[list[Any] | None] = mapped_column(JSON)
    fee_row_id: Mapped[str | None] = mapped_column(ForeignKey("ledger_row.id", ondelete="SET NULL"))
    given_at: Mapped[Moment]
    lifted_at: Mapped[SomeMoment]

    warband: Mapped[Warband] = relationship()
    place: Mapped[Place] = relationship(foreign_keys=[place_id])
    event: Mapped[Event | None] = relationship(foreign_keys=[event_id])
