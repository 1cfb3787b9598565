"""C1.1, C1.2: what a file, a form or a newer catalogue would change in a campaign's copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from rules.vanguard.catalogue import Catalogue, Entry
from rules.vanguard.catalogue_store import KINDS

Kind: TypeAlias = Literal["faction", "model", "mercenary", "item", "spell", "scenario", "keyword"]
# Beside the entries that are looked at one by one, these are only names and follow what needs them.
SILENT = frozenset({"keyword"})


class Difference(msgspec.Struct, frozen=True):
    """One field of an entry: its name in the catalogue's file, and both values as that file has them."""

    field: str
    before: Any
    after: Any


class Change(msgspec.Struct, frozen=True):
    """An entry that is new (``before`` None) or differs from the one the campaign has."""

    kind: str
    before: Entry | None
    after: Entry

    @property
    def key(self) -> str:
        return self.after.key

    @property
    def mark(self) -> str:
        """Names the change in a form."""
        return f"{self.kind}:{self.key}"

    def differences(self) -> tuple[Difference, ...]:
        """Every field that differs, in the order of the catalogue's file; none for a new entry."""
        if self.before is None:
            return ()
        old, new = (msgspec.to_builtins(one) for one in (self.before, self.after))
        fields = [*old, *(name for name in new if name not in old)]
        return tuple(
            Difference(name, old.get(name), new.get(name))
            for name in fields
            if old.get(name) != new.get(name) and name != "flagged"
        )


def compare(catalogue: Catalogue, proposed: Iterable[tuple[str, Entry]]) -> tuple[Change, ...]:
    """The changes that ``proposed`` (kind, entry) would make; entries that are alike are left out."""
    changes: dict[str, Change] = {}
    for kind, after in proposed:
        before = entries_of(catalogue, kind).get(after.key)
        if before == after:
            continue
        change = Change(kind, before, after)
        changes[change.mark] = change
    return tuple(changes.values())


def newer(catalogue: Catalogue, shipped: Catalogue) -> tuple[Change, ...]:
    """What a newer shipped catalogue would change (C1.1). What only the campaign has stays as it is."""
    return compare(catalogue, all_entries(shipped))


def all_entries(catalogue: Catalogue) -> Iterator[tuple[str, Entry]]:
    """Every entry as (kind, entry)."""
    for kind in KINDS:
        for entry in entries_of(catalogue, kind).values():
            yield kind, entry


def entries_of(catalogue: Catalogue, kind: str) -> Mapping[str, Entry]:
    """The catalogue's entries of a kind by key. Raises KeyError for a kind it has not."""
    section: Mapping[str, Entry] = getattr(catalogue, KINDS[kind][0])
    return section
