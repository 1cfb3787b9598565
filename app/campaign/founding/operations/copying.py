"""C1.1: the campaign's own copy of the catalogue and the tables."""

from __future__ import annotations

from sqlalchemy import delete, insert

from app.campaign.founding.models import Campaign, CampaignTable, CatalogueEntry
from app.extensions import db
from rules.vanguard.catalogue_store import catalogue_entries, shipped_catalogue
from rules.vanguard.tables_store import shipped_tables, table_entries


def copy_catalogue(campaign: Campaign) -> None:
    """Give the campaign the shipped catalogue and tables as rows of its own (C1.1).

    What it had before is replaced, and the revision rises so that nobody reads an old copy.
    """
    db.session.execute(delete(CatalogueEntry).where(CatalogueEntry.campaign_id == campaign.id))
    db.session.execute(delete(CampaignTable).where(CampaignTable.campaign_id == campaign.id))
    db.session.execute(
        insert(CatalogueEntry),
        [
            {
                "campaign_id": campaign.id,
                "kind": kind,
                "key": key,
                "hidden": bool(data.get("hidden", False)),
                "data": data,
            }
            for kind, key, data in catalogue_entries(shipped_catalogue())
        ],
    )
    db.session.execute(
        insert(CampaignTable),
        [
            {"campaign_id": campaign.id, "name": key, "data": data}
            for _kind, key, data in table_entries(shipped_tables())
        ],
    )
    campaign.catalogue_revision = (campaign.catalogue_revision or 0) + 1
