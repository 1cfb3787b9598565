"""Tables of maps, places and paths."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, ForeignKey, String, Text, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.campaign.founding.models import Seat
from app.columns import Key, Moment
from app.extensions import Model


class Map(Model):
    """A picture with places: the campaign's own, or that of a place (V1.6).

    Either ``shipped`` names one of the maps that come with Feldtog or ``picture_id``
    an uploaded one. ``parent_place_id`` None is the campaign map.
    """

    __tablename__ = "map"

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), index=True)
    parent_place_id: Mapped[str | None] = mapped_column(
        ForeignKey("place.id", ondelete="CASCADE", use_alter=True), unique=True
    )
    shipped: Mapped[str | None] = mapped_column(String(24))
    picture_id: Mapped[str | None] = mapped_column(ForeignKey("picture.id", ondelete="RESTRICT"))

    parent_place: Mapped[Place | None] = relationship(foreign_keys=[parent_place_id], viewonly=True)


class Place(Model):
    """A place (V1.5): ``x`` and ``y`` are fractions of the picture, 0..1 from the top left.

    ``owner_id`` is the one owner column: an owned place is its owner's hideout and an
    ownerless one has none (V7.11). ``access`` marks a place on a place's map as the way in from that
    place (V1.8). ``gm_note`` is for the GM's eyes alone.
    """

    __tablename__ = "place"
    __table_args__ = (
        UniqueConstraint("map_id", "name"),
        CheckConstraint("income >= 0", "income"),
        CheckConstraint("x between 0 and 1 and y between 0 and 1", "position"),
    )

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), index=True)
    map_id: Mapped[str] = mapped_column(ForeignKey("map.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(60))
    description: Mapped[str] = mapped_column(Text, default="")
    gm_note: Mapped[str] = mapped_column(Text, default="")
    picture_id: Mapped[str | None] = mapped_column(ForeignKey("picture.id", ondelete="SET NULL"))
    icon: Mapped[str] = mapped_column(String(24), default="village")
    income: Mapped[int] = mapped_column(default=0)
    banner: Mapped[bool] = mapped_column(default=False)
    access: Mapped[bool] = mapped_column(default=False, server_default=false())
    x: Mapped[float]
    y: Mapped[float]
    owner_id: Mapped[str | None] = mapped_column(ForeignKey("seat.id", ondelete="SET NULL"), index=True)
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[Moment]

    owner: Mapped[Seat | None] = relationship()
    map: Mapped[Map] = relationship(foreign_keys=[map_id])


class Path(Model):
    """A way between two places of any maps (V9.3); ``one_way`` leads from start to end only."""

    __tablename__ = "path"
    __table_args__ = (UniqueConstraint("start_id", "end_id"),)

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), index=True)
    start_id: Mapped[str] = mapped_column(ForeignKey("place.id", ondelete="CASCADE"))
    end_id: Mapped[str] = mapped_column(ForeignKey("place.id", ondelete="CASCADE"))
    one_way: Mapped[bool] = mapped_column(default=False)
