"""Tables of settlements and captives."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.campaign.battles.models import BattleSide
from app.campaign.company.models import CompanyModel
from app.campaign.founding.models import Seat
from app.campaign.states import CaptiveState
from app.columns import Key, Moment, SomeMoment
from app.extensions import Model
from app.former import Params


class Settlement(Model):
    """One side's settlement of its battle (V7.1).

    ``step`` 1..6 is the step now open, 7 is finished. ``version`` grows with every
    entry, so that two devices cannot answer the same question twice.
    """

    __tablename__ = "settlement"

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), index=True)
    side_id: Mapped[str] = mapped_column(ForeignKey("battle_side.id", ondelete="CASCADE"), unique=True)
    step: Mapped[int] = mapped_column(default=1)
    version: Mapped[int] = mapped_column(default=1)
    opened_at: Mapped[Moment]
    finished_at: Mapped[SomeMoment]

    side: Mapped[BattleSide] = relationship()
    entries: Mapped[list[SettlementEntry]] = relationship(
        back_populates="settlement", order_by="SettlementEntry.seq"
    )


class SettlementEntry(Model):
    """One thing settled: a roll with its result, a choice, a step's sum.

    ``by_table`` tells dice typed in from dice of the app (C6.5). ``effects`` are the
    tagged structs of ``rules.vanguard.settlement``; ``reversed_at`` marks an entry
    that a correction has undone.
    """

    __tablename__ = "settlement_entry"
    __table_args__ = (UniqueConstraint("settlement_id", "seq"),)

    id: Mapped[Key]
    settlement_id: Mapped[str] = mapped_column(ForeignKey("settlement.id", ondelete="CASCADE"))
    seq: Mapped[int]
    step: Mapped[int]
    kind: Mapped[str] = mapped_column(String(24))
    model_id: Mapped[str | None] = mapped_column(ForeignKey("company_model.id", ondelete="SET NULL"))
    rolls: Mapped[list[int]] = mapped_column(JSON, default=list)
    by_table: Mapped[bool] = mapped_column(default=False)
    effects: Mapped[list[Any]] = mapped_column(JSON, default=list)
    params: Mapped[dict[str, Any]] = mapped_column(Params, default=dict)
    actor_id: Mapped[str | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"))
    at: Mapped[Moment]
    reversed_at: Mapped[SomeMoment]

    settlement: Mapped[Settlement] = relationship(back_populates="entries")


class Captive(Model):
    """A captured model and what becomes of it (V7.4, C6.4).

    ``ransom`` is the price the captor named and ``item_id`` the one item the captor keeps when it is
    paid. ``exchange_for_id`` is the captive that the captor asks for in exchange for this one.
    ``entry_id`` is the roll that captured it.
    """

    __tablename__ = "captive"
    __table_args__ = (Index("ix_captive_campaign", "campaign_id", "state"),)

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"))
    round: Mapped[int]
    model_id: Mapped[str] = mapped_column(ForeignKey("company_model.id", ondelete="CASCADE"))
    owner_id: Mapped[str] = mapped_column(ForeignKey("seat.id", ondelete="CASCADE"))
    captor_id: Mapped[str] = mapped_column(ForeignKey("seat.id", ondelete="CASCADE"))
    entry_id: Mapped[str | None] = mapped_column(ForeignKey("settlement_entry.id", ondelete="SET NULL"))
    ransom: Mapped[int | None]
    item_id: Mapped[str | None] = mapped_column(ForeignKey("company_item.id", ondelete="SET NULL"))
    exchange_for_id: Mapped[str | None] = mapped_column(ForeignKey("captive.id", ondelete="SET NULL"))
    state: Mapped[str] = mapped_column(String(12), default=CaptiveState.HELD)
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[Moment]
    ended_at: Mapped[SomeMoment]

    model: Mapped[CompanyModel] = relationship()
    owner: Mapped[Seat] = relationship(foreign_keys=[owner_id])
    captor: Mapped[Seat] = relationship(foreign_keys=[captor_id])
