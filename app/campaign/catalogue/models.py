"""The table of catalogue changes that wait for the game master's yes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from app.columns import Moment
from app.extensions import Model


class CatalogueDraft(Model):
    """What a file or a newer catalogue proposes, at most one a campaign.

    ``entries`` are [kind, entry as JSON object]; ``source`` is the file's name, "" for the shipped
    catalogue; ``version`` counts the drafts.
    """

    __tablename__ = "catalogue_draft"

    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), primary_key=True)
    source: Mapped[str] = mapped_column(String(120), default="")
    entries: Mapped[list[Any]] = mapped_column(JSON)
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[Moment]
