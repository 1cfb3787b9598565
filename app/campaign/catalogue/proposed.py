"""The catalogue changes that wait for the game master's yes."""

from __future__ import annotations

from sqlalchemy import select

from app.campaign.catalogue.models import CatalogueDraft
from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.catalogue import catalogue_of
from app.extensions import db
from rules.vanguard.catalogue_store import entry_from
from rules.vanguard.exchange.proposals import Change, compare


def draft_of(campaign: Campaign) -> CatalogueDraft | None:
    """The campaign's proposal that waits for a yes."""
    return db.session.execute(
        select(CatalogueDraft).where(CatalogueDraft.campaign_id == campaign.id)
    ).scalar_one_or_none()


def changes_of(draft: CatalogueDraft, campaign: Campaign) -> tuple[Change, ...]:
    """What the draft would change as the catalogue is now."""
    return compare(catalogue_of(campaign), [(kind, entry_from(kind, data)) for kind, data in draft.entries])
