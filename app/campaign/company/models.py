"""Tables of companies, models, items and what befell them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.campaign.founding.models import Seat
from app.campaign.states import ItemStatus, ModelStatus
from app.columns import Key, Moment, SomeMoment
from app.extensions import Model


class Company(Model):
    """A player's models of one faction (V3.1); ``confirmed_at`` None until it is confirmed (V3.5)."""

    __tablename__ = "company"

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), index=True)
    seat_id: Mapped[str] = mapped_column(ForeignKey("seat.id", ondelete="CASCADE"), unique=True)
    faction: Mapped[str] = mapped_column(String(80))
    name: Mapped[str] = mapped_column(String(60), default="")
    confirmed_at: Mapped[SomeMoment]
    created_at: Mapped[Moment]

    seat: Mapped[Seat] = relationship()
    models: Mapped[list[CompanyModel]] = relationship(
        back_populates="company", order_by="CompanyModel.position"
    )
    items: Mapped[list[CompanyItem]] = relationship(
        back_populates="company", order_by="CompanyItem.created_at"
    )


class CompanyModel(Model):
    """One model of a company (V3.8).

    ``card`` is its key in the campaign's catalogue; ``options`` and ``spells`` the keys
    chosen when bought. ``experience`` is the sum its changes give. ``role`` is its
    retinue role (C9.1). ``misses_battle`` keeps it out of the next battle (C6.2, deep
    wound). ``awarded`` models sell for nothing (V3.10).
    """

    __tablename__ = "company_model"
    __table_args__ = (Index("ix_company_model_company", "company_id", "status"),)

    id: Mapped[Key]
    company_id: Mapped[str] = mapped_column(ForeignKey("company.id", ondelete="CASCADE"))
    card: Mapped[str] = mapped_column(String(120))
    name: Mapped[str] = mapped_column(String(60))
    note: Mapped[str] = mapped_column(Text, default="")
    picture_id: Mapped[str | None] = mapped_column(ForeignKey("picture.id", ondelete="SET NULL"))
    options: Mapped[list[str]] = mapped_column(JSON, default=list)
    spells: Mapped[list[str]] = mapped_column(JSON, default=list)
    experience: Mapped[int] = mapped_column(default=0)
    status: Mapped[str] = mapped_column(String(12), default=ModelStatus.LIVING)
    role: Mapped[str | None] = mapped_column(String(24))
    power_upgrade: Mapped[bool] = mapped_column(default=False)
    misses_battle: Mapped[bool] = mapped_column(default=False)
    awarded: Mapped[bool] = mapped_column(default=False)
    position: Mapped[int] = mapped_column(default=0)
    bought_round: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[Moment]

    company: Mapped[Company] = relationship(back_populates="models")
    changes: Mapped[list[ModelChange]] = relationship(back_populates="model", order_by="ModelChange.at")


class ModelChange(Model):
    """Something that befell a model: injury, experience, advance, role, correction.

    ``effect`` is the tagged form of ``rules.vanguard.settlement``. A row is never
    changed; ``reversed_at`` marks one that a correction has undone (V11.1).
    """

    __tablename__ = "model_change"
    __table_args__ = (Index("ix_model_change_model", "model_id", "at"),)

    id: Mapped[Key]
    model_id: Mapped[str] = mapped_column(ForeignKey("company_model.id", ondelete="CASCADE"))
    entry_id: Mapped[str | None] = mapped_column(
        ForeignKey("settlement_entry.id", ondelete="SET NULL", use_alter=True), index=True
    )
    effect: Mapped[dict[str, Any]] = mapped_column(JSON)
    round: Mapped[int] = mapped_column(default=0)
    reason: Mapped[str | None] = mapped_column(Text)
    at: Mapped[Moment]
    reversed_at: Mapped[SomeMoment]

    model: Mapped[CompanyModel] = relationship(back_populates="changes")


class CompanyItem(Model):
    """An item; without a carrier it lies in the company's store (V3.7)."""

    __tablename__ = "company_item"
    __table_args__ = (Index("ix_company_item_company", "company_id", "status"),)

    id: Mapped[Key]
    company_id: Mapped[str] = mapped_column(ForeignKey("company.id", ondelete="CASCADE"))
    item: Mapped[str] = mapped_column(String(80))
    model_id: Mapped[str | None] = mapped_column(
        ForeignKey("company_model.id", ondelete="SET NULL"), index=True
    )
    status: Mapped[str] = mapped_column(String(12), default=ItemStatus.HELD)
    awarded: Mapped[bool] = mapped_column(default=False)
    bought_round: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[Moment]

    company: Mapped[Company] = relationship(back_populates="items")
