"""The table of what dawn did with each place."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.campaign.founding.models import Seat
from app.campaign.map.models import Place
from app.columns import Moment
from app.extensions import Model


class DawnFate(Model):
    """What dawn did with one place in one round (V7.5-V7.7, V7.10).

    ``outcome`` is one of ``states.Outcome`` and ``rule`` the rule that decided. ``former_owner_id`` is who
    held the place before, so that an undone dawn gives it back; ``owner_id`` who holds it since (None:
    nobody, or not yet). ``candidates`` are the seats the GM chooses from (V7.6), ``chosen`` tells that the
    GM has. While it is open, the outcome is "choice" and ``chosen`` false.
    """

    __tablename__ = "dawn_fate"

    place_id: Mapped[str] = mapped_column(ForeignKey("place.id", ondelete="CASCADE"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), index=True)
    outcome: Mapped[str] = mapped_column(String(12))
    rule: Mapped[str] = mapped_column(String(8))
    former_owner_id: Mapped[str | None] = mapped_column(ForeignKey("seat.id", ondelete="SET NULL"))
    owner_id: Mapped[str | None] = mapped_column(ForeignKey("seat.id", ondelete="SET NULL"))
    candidates: Mapped[list[str]] = mapped_column(JSON, default=list)
    chosen: Mapped[bool] = mapped_column(default=False)
    at: Mapped[Moment]

    place: Mapped[Place] = relationship()
    former_owner: Mapped[Seat | None] = relationship(foreign_keys=[former_owner_id])
    owner: Mapped[Seat | None] = relationship(foreign_keys=[owner_id])
