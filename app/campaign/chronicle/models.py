"""The table of standings."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import Model


class Standing(Model):
    """A player's public figures as of one End round (V10.4)."""

    __tablename__ = "standing"

    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    seat_id: Mapped[str] = mapped_column(ForeignKey("seat.id", ondelete="CASCADE"), primary_key=True)
    places: Mapped[int]
    income: Mapped[int]
    company_value: Mapped[int]
    won: Mapped[int]
    drawn: Mapped[int]
    lost: Mapped[int]
