"""The table of chosen retreats."""

from __future__ import annotations

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import Model


class Retreat(Model):
    """Which of several equally near hideouts a player chose for a warband that withdraws (V9.6)."""

    __tablename__ = "retreat"

    warband_id: Mapped[str] = mapped_column(ForeignKey("warband.id", ondelete="CASCADE"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    place_id: Mapped[str] = mapped_column(ForeignKey("place.id", ondelete="CASCADE"))
