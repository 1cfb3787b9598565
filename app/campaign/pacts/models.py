"""Tables of mission alliances and their members."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.campaign.events.models import Event
from app.campaign.founding.models import Seat
from app.columns import Key, Moment, SomeMoment
from app.extensions import Model


class Pact(Model):
    """A mission alliance for one event of one round (V8.16).

    ``concluder_id`` is who concluded it; None once that player has dropped out or was deleted after the
    battles were announced. ``ended_at``: the concluder has withdrawn. Until the battles of its round nobody
    but its members and the invited may learn of it in any way (V8.17).
    """

    __tablename__ = "pact"
    __table_args__ = (Index("ix_pact_round", "campaign_id", "round"),)

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"))
    round: Mapped[int]
    event_id: Mapped[str] = mapped_column(ForeignKey("event.id", ondelete="CASCADE"), index=True)
    concluder_id: Mapped[str | None] = mapped_column(ForeignKey("seat.id", ondelete="SET NULL"))
    created_at: Mapped[Moment]
    ended_at: Mapped[SomeMoment]

    event: Mapped[Event] = relationship()
    members: Mapped[list[PactMember]] = relationship(
        back_populates="pact", order_by="PactMember.at, PactMember.seat_id"
    )


class PactMember(Model):
    """A player's part in a mission alliance; ``state`` is one of ``states.Ally`` (V8.16, V8.20)."""

    __tablename__ = "pact_member"

    pact_id: Mapped[str] = mapped_column(ForeignKey("pact.id", ondelete="CASCADE"), primary_key=True)
    seat_id: Mapped[str] = mapped_column(
        ForeignKey("seat.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    state: Mapped[str] = mapped_column(String(12))
    at: Mapped[Moment]

    pact: Mapped[Pact] = relationship(back_populates="members")
    seat: Mapped[Seat] = relationship()
