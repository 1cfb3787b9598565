"""The table of pictures."""

from __future__ import annotations

from sqlalchemy import ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, deferred, mapped_column

from app.columns import Key, Moment
from app.extensions import Model


class Picture(Model):
    """A WebP of at most about 4 megapixels. Its bytes load only when asked for."""

    __tablename__ = "picture"

    id: Mapped[Key]
    campaign_id: Mapped[str | None] = mapped_column(
        ForeignKey("campaign.id", ondelete="CASCADE", use_alter=True), index=True
    )
    person_id: Mapped[str | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"))
    audience: Mapped[str] = mapped_column(String(24), default="public")
    width: Mapped[int]
    height: Mapped[int]
    digest: Mapped[str] = mapped_column(String(64))
    data: Mapped[bytes] = deferred(mapped_column(LargeBinary))
    created_at: Mapped[Moment]
