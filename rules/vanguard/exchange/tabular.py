"""C1.2, C4.1: models, items, factions and scenarios as tables (CSV), to be filled in any spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, get_args

import msgspec

from rules.content import ContentError
from rules.vanguard.catalogue import (
    Alignment,
    Card,
    Catalogue,
    Entry,
    ItemsAllowed,
    ModelType,
    Rarity,
    Slot,
)
from rules.vanguard.catalogue_store import entry_from
from rules.vanguard.exchange.keys import free_key
from rules.vanguard.exchange.matching import plain_name
from rules.vanguard.exchange.proposals import entries_of
from rules.vanguard.exchange.unreadable import Unreadable

STATS = ("sp", "me", "ra", "ar", "ne", "wn", "h")
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "faction": ("key", "name", "alignment", "hidden"),
    "model": (
        "key", "faction", "name", "types", "points", *STATS, "ranged", "melee", "race", "base",
        "items_allowed", "hidden",
    ),
    "item": ("key", "name", "rarity", "slots", "points", "uses", "grunts", "effect", "hidden"),
    "scenario": (
        "key", "name", "sides", "roles", "defender_adds_models", "book", "page", "summary", "hidden",
    ),
}  # fmt: skip
"""The columns of each table, in order. Only "name" is needed; an empty key is made of the name."""
ALLOWED: Mapping[str, tuple[str, ...]] = {
    "types": get_args(ModelType),
    "slots": get_args(Slot),
    "rarity": get_args(Rarity),
    "alignment": get_args(Alignment),
    "items_allowed": get_args(ItemsAllowed),
    "uses": ("single_use", "once_per_game"),
    "sides": ("two", "many"),
}
"""What may stand in the columns that choose; lists are divided by strokes or commas."""
MOST_ROWS = 2000
_LISTS = frozenset({"types", "slots"})
_TRUTHS = frozenset({"hidden", "grunts", "roles", "defender_adds_models"})
_NUMBERS = frozenset({"points", "page", *STATS})
_YES = frozenset({"1", "x", "y", "yes", "true", "ja"})
_NO = frozenset({"", "0", "n", "no", "false", "nej", "nein"})
# A cell that starts so is a formula to a spreadsheet; what is typed by players must not become one.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class RowFault(msgspec.Struct, frozen=True):
    """What is wrong in a row of a table: line (the heading is 1), column, a code and what stood there.

    Codes: "no_faction", "no_number", "no_truth", "not_allowed", "missing".
    """

    line: int
    column: str
    code: str
    value: str


class TableRead(msgspec.Struct, frozen=True):
    """The entries (kind, entry) of a table, or the faults for which none is taken."""

    kind: str
    entries: tuple[tuple[str, Entry], ...]
    faults: tuple[RowFault, ...]


class _Lines:
    """What the writer of the csv module writes to."""

    def __init__(self) -> None:
        self.written: list[str] = []

    def write(self, line: str) -> int:
        self.written.append(line)
        return len(line)


def safe_cell(text: str) -> str:
    """The text so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def write_rows(heading: Iterable[str], rows: Iterable[Iterable[Any]]) -> bytes:
    """A table as CSV in UTF-8 with the mark that spreadsheets need to see it as such."""
    lines = _Lines()
    writer = csv.writer(lines, lineterminator="\r\n")
    writer.writerow(heading)
    for row in rows:
        writer.writerow([safe_cell("" if cell is None else str(cell)) for cell in row])
    return "".join(lines.written).encode("utf-8-sig")


def write_table(kind: str, catalogue: Catalogue, faction: str | None = None) -> bytes:
    """The entries of ``kind`` as CSV, of one faction or of all; it reads back to what it was."""
    entries = entries_of(catalogue, kind).values()
    chosen = [one for one in entries if faction is None or getattr(one, "faction", None) == faction]
    return write_rows(COLUMNS[kind], ([_cell(one, column) for column in COLUMNS[kind]] for one in chosen))


def read_table(data: bytes, catalogue: Catalogue) -> TableRead:
    """The table of a CSV file: of models, items, factions or scenarios, told by its columns.

    A row whose key the catalogue has changes that entry in the columns the table has, and leaves the rest
    of it as it is. Commas, semicolons and tabs are understood. Raises Unreadable; faults of single rows
    are listed, all of them.
    """
    rows = read_rows(data)
    heading = [name.strip().casefold() for name in next(rows, (0, []))[1]]
    kind = _kind(heading)
    known = entries_of(catalogue, kind)
    taken = set(known)
    entries: list[tuple[str, Entry]] = []
    faults: list[RowFault] = []
    for line, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        if len(entries) + len(faults) >= MOST_ROWS:
            raise Unreadable("import.too_many", most=MOST_ROWS)
        typed = dict(zip(heading, (cell.strip() for cell in cells), strict=False))
        try:
            entry = _entry(kind, typed, catalogue, known, taken)
        except _Bad as bad:
            faults.append(RowFault(line, bad.column, bad.code, typed.get(bad.column, "")))
            continue
        except ContentError as error:
            columns = dict.fromkeys(_column_of(fault, kind) for fault in error.faults)
            faults.extend(RowFault(line, one, "not_allowed", typed.get(one, "")) for one in columns)
            continue
        taken.add(entry.key)
        entries.append((kind, entry))
    if not entries and not faults:
        raise Unreadable("import.no_rows")
    return TableRead(kind, tuple(entries), tuple(faults))


# A column that tells which table it is.
_MARKS = (
    ("item", "rarity"),
    ("item", "slots"),
    ("model", "types"),
    ("faction", "alignment"),
    ("scenario", "sides"),
)


class _Bad(Exception):
    def __init__(self, column: str, code: str) -> None:
        super().__init__(code)
        self.column = column
        self.code = code


def _column_of(fault: str, kind: str) -> str:
    """The column that a fault of the decoder is about ("model: types: Invalid …"); "name" if of none."""
    field = fault.partition(": ")[2].partition(":")[0].strip()
    return field if field in COLUMNS[kind] else "name"


def read_rows(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV file with their lines, of commas, semicolons or tabs. Raises Unreadable."""
    if not data.strip():
        raise Unreadable("import.empty")
    try:
        text = data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable("import.encoding") from error
    first = text.partition("\n")[0]
    comma = max(",;\t", key=first.count)
    try:
        yield from enumerate(csv.reader(text.splitlines(keepends=True), delimiter=comma), start=1)
    except csv.Error as error:
        raise Unreadable("import.no_table") from error


def _kind(heading: list[str]) -> str:
    if "name" not in heading:
        raise Unreadable("import.no_table")
    for kind, mark in _MARKS:
        if mark in heading:
            return kind
    if "faction" in heading:
        return "model"
    raise Unreadable("import.no_table")


def _entry(
    kind: str, typed: Mapping[str, str], catalogue: Catalogue, known: Mapping[str, Entry], taken: set[str]
) -> Entry:
    name = typed.get("name", "")
    if not name:
        raise _Bad("name", "missing")
    faction = _faction(typed.get("faction", ""), catalogue) if kind == "model" else ""
    key = typed.get("key") or free_key(name, taken, faction)
    data: dict[str, Any] = {"key": key, "name": name, **_fresh(kind)}
    if (before := known.get(key)) is not None:
        data = msgspec.to_builtins(before)
    for column in COLUMNS[kind]:
        if column not in typed or column == "key":
            continue
        value = faction if column == "faction" else _value(column, bare_cell(typed[column]))
        if column in STATS or column in ("ranged", "melee"):
            data["stats"] = {**data.get("stats", {}), column: value}
        elif value is None:
            data.pop(column, None)
        else:
            data[column] = value
    if kind == "model" and before is None:
        data["counts_as_base"] = bool({"Grunt", "Warrior"} & set(data.get("types", ())))
    return entry_from(kind, data)


def _fresh(kind: str) -> dict[str, Any]:
    """What a new entry has before its row is read."""
    if kind == "faction":
        return {"alignment": "Neutral"}
    if kind == "scenario":
        return {}
    return {"rarity": "Common", "points": 0} if kind == "item" else {"points": 0}


def _faction(typed: str, catalogue: Catalogue) -> str:
    if typed in catalogue.factions:
        return typed
    wanted = plain_name(typed)
    for one in catalogue.factions.values():
        if wanted and plain_name(one.name) == wanted:
            return one.key
    raise _Bad("faction", "no_faction")


def bare_cell(cell: str) -> str:
    """A cell without the mark of ``safe_cell``."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


def _value(column: str, cell: str) -> Any:
    if column in _LISTS:
        return [part for one in cell.replace(";", ",").replace("/", ",").split(",") if (part := one.strip())]
    if column in _TRUTHS:
        return _truth(column, cell)
    if not cell:
        return None
    if column in _NUMBERS:
        number = cell.rstrip('+"”').strip()
        if not (number.isascii() and number.isdigit()):
            raise _Bad(column, "no_number")
        return int(number)
    return cell


def truth(cell: str) -> bool | None:
    """What a cell says to a yes-or-no question, in the words of three languages; None if neither."""
    said = cell.strip().casefold()
    return True if said in _YES else False if said in _NO else None


def _truth(column: str, cell: str) -> bool:
    said = truth(cell)
    if said is None:
        raise _Bad(column, "no_truth")
    return said


def _cell(entry: Entry, column: str) -> str:
    holder: Any = entry
    if isinstance(entry, Card) and column in (*STATS, "ranged", "melee"):
        holder = entry.stats
    value = getattr(holder, column)
    write: Callable[[Any], str] = str
    if value is None or value is False:
        return ""
    if value is True:
        return "x"
    return "/".join(value) if isinstance(value, tuple) else write(value)
