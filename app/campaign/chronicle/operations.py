"""What the game master adds to the chronicle (V10.2)."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import select

from app.actor import Actor
from app.campaign.chronicle.wording import ENTRY, LONGEST_ENTRY, NOTE
from app.campaign.founding.models import Campaign
from app.columns import now
from app.extensions import db
from app.journal.models import AuditRow
from app.journal.operations import record_gm, record_public
from app.media.models import Picture
from app.refusal import Refusal

SECRET_CORRECTIONS = ("order.revoked",)
"""Corrections of what is secret until the battles (V4.7)."""


def publish_corrections(campaign: Campaign, actor: Actor) -> None:  # noqa: ARG001  # called as every cause of a switch
    """With the orders their corrections become public (V0.3): what the GM took back this round, and why.

    To be called when battles are announced; until then the player and the GM alone read these rows.
    """
    rows = db.session.scalars(
        select(AuditRow).where(
            AuditRow.campaign_id == campaign.id,
            AuditRow.round == campaign.round,
            AuditRow.kind.in_(SECRET_CORRECTIONS),
            AuditRow.chronicle.is_(False),
        )
    )
    for row in rows:
        row.chronicle, row.public_from = True, now()


def add_entry(
    campaign: Campaign, text: str, *, picture: Picture | None = None, for_all: bool, actor: Actor
) -> AuditRow:
    """Write an entry with text, picture or both: for all, or a note that only the GM ever sees (A10).

    A note is recorded for the GM's audience alone, and so is to be its picture. Raises Refusal
    for an empty one.
    """
    text = text.strip()
    if not text and picture is None:
        raise Refusal(_l("Write something or choose a picture."), "V10.2")
    if len(text) > LONGEST_ENTRY:
        raise Refusal(_l("An entry has %(most)d characters at most.", most=LONGEST_ENTRY), "V10.2")
    if for_all:
        write, kind = record_public, ENTRY
    else:
        write, kind = record_gm, NOTE
    return write(
        kind,
        campaign=campaign,
        actor=actor,
        picture_id=picture.id if picture is not None else None,
        params={"text": text},
    )
