"""C1.1: reading the campaign's own catalogue and tables, once per process and revision."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from sqlalchemy import select

from app.campaign.founding.models import Campaign, CampaignTable, CatalogueEntry
from app.extensions import db
from rules.vanguard.catalogue import Catalogue
from rules.vanguard.catalogue_store import catalogue_from_entries
from rules.vanguard.tables import Tables
from rules.vanguard.tables_store import TABLE_KIND, tables_from_entries

T = TypeVar("T")
_KEPT = 64


class _Kept(Generic[T]):
    """The most recently used copies; they are immutable, so all threads share them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._copies: OrderedDict[tuple[str, int], T] = OrderedDict()

    def of(self, campaign: Campaign, read: Callable[[str], T]) -> T:
        key = (campaign.id, campaign.catalogue_revision)
        with self._lock:
            if key in self._copies:
                self._copies.move_to_end(key)
                return self._copies[key]
        copy = read(campaign.id)
        with self._lock:
            self._copies[key] = copy
            while len(self._copies) > _KEPT:
                self._copies.popitem(last=False)
        return copy


_catalogues: _Kept[Catalogue] = _Kept()
_tables: _Kept[Tables] = _Kept()


def catalogue_of(campaign: Campaign) -> Catalogue:
    """The campaign's own catalogue (C1.1). Raises ContentError if its rows do not hold together."""
    return _catalogues.of(campaign, _read_catalogue)


def tables_of(campaign: Campaign) -> Tables:
    """The campaign's own tables. Raises ContentError if its rows do not hold together."""
    return _tables.of(campaign, _read_tables)


def _read_catalogue(campaign_id: str) -> Catalogue:
    rows = db.session.execute(
        select(CatalogueEntry.kind, CatalogueEntry.key, CatalogueEntry.data).where(
            CatalogueEntry.campaign_id == campaign_id
        )
    )
    return catalogue_from_entries((row.kind, row.key, row.data) for row in rows)


def _read_tables(campaign_id: str) -> Tables:
    rows = db.session.execute(
        select(CampaignTable.name, CampaignTable.data).where(CampaignTable.campaign_id == campaign_id)
    )
    return tables_from_entries((TABLE_KIND, row.name, row.data) for row in rows)
