"""Tables of warbands."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.campaign.company.models import CompanyModel
from app.campaign.map.models import Place
from app.columns import Key, Moment, SomeMoment
from app.extensions import Model


class Warband(Model):
    """A warband (V4.1). ``standing_place_id`` is where it stands with module Movement, else None."""

    __tablename__ = "warband"
    __table_args__ = (Index("ix_warband_seat", "seat_id"),)

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), index=True)
    seat_id: Mapped[str] = mapped_column(ForeignKey("seat.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(60))
    emblem: Mapped[str] = mapped_column(String(24), default="banner")
    leader_id: Mapped[str | None] = mapped_column(ForeignKey("company_model.id", ondelete="SET NULL"))
    standing_place_id: Mapped[str | None] = mapped_column(ForeignKey("place.id", ondelete="SET NULL"))
    created_at: Mapped[Moment]
    dissolved_at: Mapped[SomeMoment]

    places: Mapped[list[WarbandModel]] = relationship(
        order_by="WarbandModel.position", cascade="all, delete-orphan"
    )
    mercenaries: Mapped[list[WarbandMercenary]] = relationship(cascade="all, delete-orphan")
    standing_place: Mapped[Place | None] = relationship(viewonly=True)


class WarbandModel(Model):
    """A model's place in a warband; the key says that each model stands in at most one (V4.1)."""

    __tablename__ = "warband_model"

    model_id: Mapped[str] = mapped_column(
        ForeignKey("company_model.id", ondelete="CASCADE"), primary_key=True
    )
    warband_id: Mapped[str] = mapped_column(ForeignKey("warband.id", ondelete="CASCADE"), index=True)
    position: Mapped[int] = mapped_column(default=0)

    model: Mapped[CompanyModel] = relationship()


class WarbandMercenary(Model):
    """A mercenary hired into a warband for the round (V4.5); one of each (C2.8)."""

    __tablename__ = "warband_mercenary"
    __table_args__ = (UniqueConstraint("warband_id", "mercenary"),)

    id: Mapped[Key]
    warband_id: Mapped[str] = mapped_column(ForeignKey("warband.id", ondelete="CASCADE"))
    mercenary: Mapped[str] = mapped_column(String(80))
