"""The table of events."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.campaign.map.models import Place
from app.columns import Key, Moment
from app.extensions import Model


class Event(Model):
    """An event at a place (V5.1).

    It runs in the rounds ``first_round`` .. ``first_round + duration - 1`` unless
    ``ended_round`` says it ended before. ``scenario`` is a key of the catalogue, the
    word "other" for a mission told in ``text`` (V5.2), or None: drawn.
    ``points_limit`` only lowers the warband size (V5.5). ``sides_note`` says how the
    scenario works with more than two sides (V6.6).
    """

    __tablename__ = "event"
    __table_args__ = (Index("ix_event_campaign", "campaign_id", "first_round"),)

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"))
    place_id: Mapped[str] = mapped_column(ForeignKey("place.id", ondelete="RESTRICT"), index=True)
    title: Mapped[str] = mapped_column(String(80))
    text: Mapped[str] = mapped_column(Text, default="")
    reward: Mapped[str] = mapped_column(Text, default="")
    sides_note: Mapped[str] = mapped_column(Text, default="")
    scenario: Mapped[str | None] = mapped_column(String(80))
    locked: Mapped[bool] = mapped_column(default=False)
    points_limit: Mapped[int | None]
    first_round: Mapped[int]
    duration: Mapped[int] = mapped_column(default=1)
    ended_round: Mapped[int | None]
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[Moment]

    place: Mapped[Place] = relationship()

    def runs_in(self, round_: int) -> bool:
        """Whether the event is on in that round (V5.1, V5.6)."""
        if self.ended_round is not None and round_ >= self.ended_round:
            return False
        return self.first_round <= round_ < self.first_round + self.duration
