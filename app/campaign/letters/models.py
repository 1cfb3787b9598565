"""The table of letters."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.columns import Key, Moment, SomeMoment
from app.extensions import Model
from app.former import Params


class Letter(Model):
    """A letter from one participant to another (V8.23).

    The seats say at which places of the table they sat; the persons are the only two who
    may read it, whoever holds those seats later and whoever runs the campaign. ``params``
    hold both names as they were (``sender``, ``receiver``). ``opened_at`` is when the
    receiver broke the seal; ``answers_id`` the letter that this one answers.
    """

    __tablename__ = "letter"
    __table_args__ = (
        Index("ix_letter_receiver", "campaign_id", "receiver_person_id", "opened_at"),
        Index("ix_letter_sender", "campaign_id", "sender_person_id"),
    )

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"))
    sender_id: Mapped[str] = mapped_column(ForeignKey("seat.id", ondelete="CASCADE"))
    receiver_id: Mapped[str] = mapped_column(ForeignKey("seat.id", ondelete="CASCADE"))
    sender_person_id: Mapped[str | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"))
    receiver_person_id: Mapped[str | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"))
    params: Mapped[dict[str, Any]] = mapped_column(Params, default=dict)
    text: Mapped[str] = mapped_column(Text)
    round: Mapped[int] = mapped_column(default=0)
    phase: Mapped[str | None] = mapped_column(String(16))
    answers_id: Mapped[str | None] = mapped_column(ForeignKey("letter.id", ondelete="SET NULL"))
    sent_at: Mapped[Moment]
    opened_at: Mapped[SomeMoment]
