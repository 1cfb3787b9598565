"""Pages of the catalogue's editor (C1.1, C1.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from app.campaign.catalogue.models import CatalogueDraft
from app.campaign.catalogue.proposed import changes_of, draft_of
from app.campaign.catalogue.usage import Usage, usage_of
from app.campaign.catalogue.wording import field_name, kind_name
from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.catalogue import catalogue_of
from app.i18n import sort_key
from app.texts import month
from rules.vanguard.catalogue import Card, Catalogue, Entry, Item, Scenario
from rules.vanguard.catalogue_store import shipped_catalogue
from rules.vanguard.exchange.proposals import SILENT, Change, Difference, entries_of, newer

_SEEN = 300
_SHOWN = {"items": "item", "mercenaries": "mercenary", "factions": "faction", "scenarios": "scenario"}


@dataclass(frozen=True)
class EntryRow:
    """An entry in a list. ``says`` are its few figures; ``doubt`` what is flagged; ``used`` by a company."""

    kind: str
    key: str
    name: str
    says: str
    points: int | None
    hidden: bool
    doubts: tuple[str, ...]
    used: bool


@dataclass(frozen=True)
class CataloguePage:
    """One list of the catalogue; ``faction`` is the chosen one of ``factions`` (key, name)."""

    show: str
    faction: str
    factions: tuple[tuple[str, str], ...]
    rows: tuple[EntryRow, ...]
    state: str
    newer: int
    waiting: int


@dataclass(frozen=True)
class ChangeView:
    """A proposed change: ``lines`` are (field, before, after) in words."""

    mark: str
    kind: str
    name: str
    new: bool
    lines: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class ImportPage:
    """What waits for a yes; ``source`` "" is the catalogue that comes with Feldtog."""

    source: str
    version: int | None
    changes: tuple[ChangeView, ...]
    newer: int
    state: str


def catalogue_page(campaign: Campaign, show: str, faction: str) -> CataloguePage:
    """The list ``show``, a key of ``_SHOWN`` or "models": those of one faction."""
    catalogue, usage = catalogue_of(campaign), usage_of(campaign)
    factions = sorted(
        ((one.key, one.name) for one in catalogue.factions.values()), key=lambda f: sort_key(f[1])
    )
    show = show if show in _SHOWN else "models"
    chosen = faction if faction in catalogue.factions else (factions[0][0] if factions else "")
    kind = _SHOWN.get(show, "model")
    entries: Iterable[Entry] = entries_of(catalogue, kind).values()
    if kind == "model":
        entries = (one for one in entries if isinstance(one, Card) and one.faction == chosen)
    draft = draft_of(campaign)
    return CataloguePage(
        show=show,
        faction=chosen,
        factions=tuple(factions),
        rows=tuple(_row(kind, one, usage) for one in sorted(entries, key=lambda one: sort_key(one.name))),
        state=month(catalogue.meta.state),
        newer=_newer(catalogue),
        waiting=_loud(changes_of(draft, campaign)) if draft else 0,
    )


def import_page(campaign: Campaign) -> ImportPage:
    """What the last file read would change."""
    draft: CatalogueDraft | None = draft_of(campaign)
    changes = changes_of(draft, campaign) if draft is not None else ()
    loud = [one for one in changes if one.kind not in SILENT]
    return ImportPage(
        source=draft.source if draft else "",
        version=draft.version if draft else None,
        changes=tuple(_view(one) for one in loud[:_SEEN]),
        newer=_newer(catalogue_of(campaign)),
        state=month(shipped_catalogue().meta.state),
    )


def entry_named(campaign: Campaign, kind: str, key: str) -> Entry | None:
    """The entry of the campaign's catalogue, or None."""
    return entries_of(catalogue_of(campaign), kind).get(key)


def factions_named(campaign: Campaign) -> list[tuple[str, str]]:
    """The factions as (key, name), in the reader's order."""
    factions = catalogue_of(campaign).factions.values()
    return sorted(((one.key, one.name) for one in factions), key=lambda one: sort_key(one[1]))


def _newer(catalogue: Catalogue) -> int:
    """How many entries the shipped catalogue has otherwise, if it is of a later state."""
    shipped = shipped_catalogue()
    return 0 if shipped.meta.state == catalogue.meta.state else _loud(newer(catalogue, shipped))


def _loud(changes: Iterable[Change]) -> int:
    return sum(one.kind not in SILENT for one in changes)


def _row(kind: str, entry: Entry, usage: Usage) -> EntryRow:
    points: int | None = None
    doubts: tuple[str, ...] = ()
    if isinstance(entry, Card):
        says, points = " · ".join(entry.types), entry.points
        doubts = tuple(dict.fromkeys(field_name(flag.field) for flag in entry.flagged))
    elif isinstance(entry, Item):
        says, points = f"{entry.rarity} · {', '.join(entry.slots)}", entry.points
    elif isinstance(entry, Scenario):
        says = " ".join(filter(None, (entry.book, str(entry.page or ""))))
    else:
        says = str(getattr(entry, "alignment", ""))
    return EntryRow(
        kind, entry.key, entry.name, says, points, entry.hidden, doubts, usage.uses(kind, entry.key)
    )


def _view(change: Change) -> ChangeView:
    return ChangeView(
        mark=change.mark,
        kind=kind_name(change.kind),
        name=change.after.name,
        new=change.before is None,
        lines=tuple(line for one in change.differences() for line in _lines(one)),
    )


def _lines(one: Difference) -> list[tuple[str, str, str]]:
    if isinstance(one.before, dict) and isinstance(one.after, dict):
        keys = [*one.before, *(key for key in one.after if key not in one.before)]
        return [
            (f"{field_name(one.field)}: {key}", _said(one.before.get(key)), _said(one.after.get(key)))
            for key in keys
            if one.before.get(key) != one.after.get(key)
        ]
    return [(field_name(one.field), _said(one.before), _said(one.after))]


def _said(value: Any) -> str:
    """A value of the catalogue's file, short."""
    if value is None or value == "" or value == ():
        return "–"
    if isinstance(value, bool):
        return "✓" if value else "–"
    if isinstance(value, list | tuple):
        return ", ".join(_said(one) for one in value)
    if isinstance(value, dict):
        if "options" in value:
            return _said(value["options"])
        return str(value.get("name") or value.get("spell") or ", ".join(map(str, value.values())))
    return str(value)
