"""The ledger's table."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.columns import Key, Moment
from app.extensions import Model
from app.former import Params


class LedgerRow(Model):
    """One change of a seat's gold; the balance is the sum of its rows (V3.9).

    ``kind`` says why and is worded when shown. ``secret_until_battles`` and
    ``private`` keep a row from the GM (V3.9, V8.22). ``reverses_id`` marks a counter-row (V11.1).
    """

    __tablename__ = "ledger_row"
    __table_args__ = (Index("ix_ledger_row_seat", "seat_id", "at"),)

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), index=True)
    seat_id: Mapped[str] = mapped_column(ForeignKey("seat.id", ondelete="CASCADE"))
    amount: Mapped[int]
    kind: Mapped[str] = mapped_column(String(40))
    params: Mapped[dict[str, Any]] = mapped_column(Params, default=dict)
    round: Mapped[int] = mapped_column(default=0)
    private: Mapped[bool] = mapped_column(default=False)
    secret_until_battles: Mapped[bool] = mapped_column(default=False)
    reverses_id: Mapped[str | None] = mapped_column(ForeignKey("ledger_row.id"), unique=True)
    actor_id: Mapped[str | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"))
    at: Mapped[Moment]
