"""The table of rosters that were read and not bought yet."""

from __future__ import annotations

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.columns import Moment
from app.extensions import Model


class RosterDraft(Model):
    """A roster as lines of text, at most one a seat; ``name`` is what its file calls it, ``version`` counts
    its changes."""

    __tablename__ = "roster_draft"

    seat_id: Mapped[str] = mapped_column(ForeignKey("seat.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(String(120), default="")
    text: Mapped[str] = mapped_column(Text)
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[Moment]
