"""The table of saved ways to print."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.columns import Key, Moment
from app.extensions import Model


class PrintSetup(Model):
    """How a player prints a warband: which models, with cards or without, how many blank ones, on what.

    ``models`` are ids of models and keys of mercenaries; those that have left since are passed over.
    ``size`` is "a4" or "letter", ``ink`` "full" or "little".
    """

    __tablename__ = "print_setup"
    __table_args__ = (UniqueConstraint("seat_id", "name"),)

    id: Mapped[Key]
    seat_id: Mapped[str] = mapped_column(ForeignKey("seat.id", ondelete="CASCADE"), index=True)
    warband_id: Mapped[str] = mapped_column(ForeignKey("warband.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(40))
    models: Mapped[list[str]] = mapped_column(JSON, default=list)
    cards: Mapped[bool] = mapped_column(default=True)
    blank: Mapped[int] = mapped_column(default=0)
    size: Mapped[str] = mapped_column(String(8), default="a4")
    ink: Mapped[str] = mapped_column(String(8), default="full")
    created_at: Mapped[Moment]
