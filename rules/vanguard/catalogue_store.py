"""C1.1: reading a catalogue from a file or from a campaign's own rows, and back to rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec

from rules.content import ContentError, content_bytes, json_object
from rules.content.decoding import convert
from rules.vanguard.catalogue import (
    Card,
    Catalogue,
    Entry,
    Faction,
    Item,
    Keyword,
    Meta,
    Scenario,
    Spell,
)

E = TypeVar("E", bound=Entry)

KINDS: Mapping[str, tuple[str, type[Entry]]] = {
    "faction": ("factions", Faction),
    "model": ("models", Card),
    "mercenary": ("mercenaries", Card),
    "item": ("items", Item),
    "spell": ("spells", Spell),
    "scenario": ("scenarios", Scenario),
    "keyword": ("keywords", Keyword),
}
META_KIND = "meta"
META_KEY = "catalogue"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    meta: Meta
    factions: tuple[Faction, ...]
    models: tuple[Card, ...]
    mercenaries: tuple[Card, ...]
    items: tuple[Item, ...]
    spells: tuple[Spell, ...]
    scenarios: tuple[Scenario, ...]
    keywords: tuple[Keyword, ...]


def decode_catalogue(data: bytes | Mapping[str, Any]) -> Catalogue:
    """A catalogue from the JSON of its file, or from that JSON already parsed.

    Raises ContentError with every fault: wrong shapes, keys used twice, references that lead nowhere.
    """
    try:
        if isinstance(data, bytes):
            file = msgspec.json.decode(data, type=_File)
        else:
            file = msgspec.convert(data, _File)
    except msgspec.DecodeError:
        return _decode_slowly(data)
    faults: list[str] = []
    catalogue = Catalogue(
        meta=file.meta,
        factions=_indexed("faction", file.factions, faults),
        models=_indexed("model", file.models, faults),
        mercenaries=_indexed("mercenary", file.mercenaries, faults),
        items=_indexed("item", file.items, faults),
        spells=_indexed("spell", file.spells, faults),
        scenarios=_indexed("scenario", file.scenarios, faults),
        keywords=_indexed("keyword", file.keywords, faults),
    )
    return _checked(catalogue, faults)


def _decode_slowly(data: bytes | Mapping[str, Any]) -> Catalogue:
    """Entry by entry, so that every fault of a bad file is named and not only the first."""
    raw = json_object(data, "a catalogue is")
    faults = [
        f"unknown section {name}"
        for name in raw
        if name != META_KIND and name not in {section for section, _ in KINDS.values()}
    ]
    entries: list[tuple[str, str, Any]] = []
    if META_KIND in raw:
        entries.append((META_KIND, META_KEY, raw[META_KIND]))
    for kind, (section, _) in KINDS.items():
        listed = raw.get(section)
        if not isinstance(listed, list):
            faults.append(f"section {section} is missing or no list")
            continue
        for position, entry in enumerate(listed, start=1):
            key = entry.get("key") if isinstance(entry, dict) else None
            entries.append((kind, key if isinstance(key, str) else f"entry {position}", entry))
    return _collect(entries, faults)


def catalogue_entries(catalogue: Catalogue) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every entry as (kind, key, JSON object), for one stored row each; the meta entry comes first."""
    yield META_KIND, META_KEY, msgspec.to_builtins(catalogue.meta)
    for kind, (section, _) in KINDS.items():
        entries: Mapping[str, Entry] = getattr(catalogue, section)
        for key, entry in entries.items():
            yield kind, key, msgspec.to_builtins(entry)


def catalogue_from_entries(entries: Iterable[tuple[str, str, Any]]) -> Catalogue:
    """The catalogue of a campaign's rows (kind, key, JSON object), in any order.

    Raises ContentError with every fault, as ``decode_catalogue`` does.
    """
    return _collect(entries, [])


def entry_from(kind: str, data: Any) -> Entry:
    """One entry of ``kind`` from its JSON object, as a GM's form or a row of a file gives it.

    References to other entries are not followed. Raises ContentError with every bad field.
    """
    faults: list[str] = []
    if kind not in KINDS:
        raise ContentError([f"no such kind: {kind}"])
    entry = convert(data, KINDS[kind][1], kind, faults)
    if entry is None:
        raise ContentError(faults)
    faults = list(_entry_faults(kind, entry))
    if faults:
        raise ContentError(faults)
    return entry


def _collect(entries: Iterable[tuple[str, str, Any]], faults: list[str]) -> Catalogue:
    meta: Meta | None = None
    sections: dict[str, dict[str, Any]] = {kind: {} for kind in KINDS}
    for kind, key, data in entries:
        where = f"{kind} {key}"
        if kind == META_KIND:
            meta = convert(data, Meta, where, faults)
            continue
        if kind not in KINDS:
            faults.append(f"no such kind: {kind}")
            continue
        entry = convert(data, KINDS[kind][1], where, faults)
        if entry is None:
            continue
        if entry.key != key:
            faults.append(f"{where}: its key says {entry.key}")
        if entry.key in sections[kind]:
            faults.append(f"{where}: key used twice")
        sections[kind][entry.key] = entry
    if meta is None:
        faults.append("the meta entry is missing")
        meta = Meta("", "")
    catalogue = Catalogue(meta=meta, **{section: sections[kind] for kind, (section, _) in KINDS.items()})
    return _checked(catalogue, faults)


def _indexed(kind: str, entries: Iterable[E], faults: list[str]) -> dict[str, E]:
    index: dict[str, E] = {}
    for entry in entries:
        if entry.key in index:
            faults.append(f"{kind} {entry.key}: key used twice")
        index[entry.key] = entry
    return index


def _checked(catalogue: Catalogue, faults: list[str]) -> Catalogue:
    for kind, (section, _) in KINDS.items():
        entries: Mapping[str, Entry] = getattr(catalogue, section)
        for entry in entries.values():
            faults.extend(_entry_faults(kind, entry))
    for key in catalogue.models.keys() & catalogue.mercenaries.keys():
        faults.append(f"mercenary {key}: a model has this key")
    for card in catalogue.models.values():
        faults.extend(_reference_faults(f"model {card.key}", card, catalogue))
    for card in catalogue.mercenaries.values():
        faults.extend(_reference_faults(f"mercenary {card.key}", card, catalogue))
    for spell in catalogue.spells.values():
        if spell.faction is not None and spell.faction not in catalogue.factions:
            faults.append(f"spell {spell.key}: no faction {spell.faction}")
    if faults:
        raise ContentError(faults)
    return catalogue


def _entry_faults(kind: str, entry: Entry) -> Iterator[str]:
    where = f"{kind} {entry.key}"
    if not entry.key or not entry.name.strip():
        yield f"{where}: key and name are needed"
    if isinstance(entry, Card):
        if (kind == "mercenary") != (entry.faction is None):
            yield f"{where}: a model has a faction and a mercenary none"
        if not entry.types:
            yield f"{where}: types is empty"
        numbers = (entry.points, *(option.points for group in entry.options for option in group.options))
        if min(numbers) < 0:
            yield f"{where}: points are below 0"
        keys = [option.key for group in entry.options for option in group.options]
        if len(keys) != len(set(keys)):
            yield f"{where}: an option key is used twice"
    elif isinstance(entry, Item):
        if entry.points < 0:
            yield f"{where}: points are below 0"
        if not entry.slots:
            yield f"{where}: slots is empty"


def _reference_faults(where: str, card: Card, catalogue: Catalogue) -> Iterator[str]:
    spells = card.spells
    priced = (*spells.faction, *spells.book)
    wanted: tuple[tuple[str, Iterable[str], Callable[[str], bool]], ...] = (
        ("faction", (card.faction,) if card.faction else (), catalogue.factions.__contains__),
        ("keyword", card.keywords, catalogue.keywords.__contains__),
        ("spell", (*spells.basic, *(one.spell for one in priced)), catalogue.spells.__contains__),
        ("model", card.only_with, catalogue.models.__contains__),
    )
    for kind, keys, known in wanted:
        for key in keys:
            if not known(key):
                yield f"{where}: no {kind} {key}"


@cache
def shipped_catalogue() -> Catalogue:
    """The catalogue that comes with the application; its state date is ``meta.state`` (C1.1)."""
    return decode_catalogue(content_bytes("vanguard", "catalogue.json"))
