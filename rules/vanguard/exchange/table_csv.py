"""A table as CSV: its rows, with the settings of the whole table in columns that only the first row fills."""

from __future__ import annotations

from collections.abc import Iterator

from rules.vanguard.exchange.table_sheets import MOST_ROWS, SHEETS, SheetCells
from rules.vanguard.exchange.tabular import bare_cell, read_rows, write_rows
from rules.vanguard.exchange.unreadable import Unreadable

KEYED = frozenset({"injuries", "ranks", "special_rules", "retinue"})
"""The tables whose rows have a key; an empty one is made of the name."""


def columns_of(table: str) -> tuple[str, ...]:
    """The heading of the table's CSV."""
    sheet = SHEETS[table]
    key = ("key",) if table in KEYED else ()
    return (
        *key,
        *(one.name for one in sheet.columns),
        *(setting_column(table, one) for one in _settings(table)),
    )


def setting_column(table: str, setting: str) -> str:
    """The column of a setting; not that of a row which has the same name."""
    taken = {one.name for one in SHEETS[table].columns}
    return f"table_{setting}" if setting in taken else setting


def write_sheet(table: str, cells: SheetCells) -> bytes:
    """The table as CSV; it reads back to what it was."""
    return write_rows(columns_of(table), _lines(table, cells))


def read_sheet(data: bytes, table: str) -> tuple[SheetCells, tuple[int, ...]]:
    """The cells of a CSV file, and the line in which each of its rows stands.

    Raises Unreadable for another table, and for what is none.
    """
    lines = read_rows(data)
    heading = [name.strip().casefold() for name in next(lines, (0, []))[1]]
    sheet = SHEETS[table]
    needed = {one.name for one in sheet.columns if one.needed}
    needed |= {setting_column(table, one) for one in _settings(table)}
    missing = sorted(needed - set(heading))
    if missing:
        raise Unreadable("import.columns", columns=", ".join(missing))
    settings: dict[str, str] = {}
    rows: list[dict[str, str]] = []
    at: list[int] = []
    for line, cells in lines:
        typed = {name: bare_cell(cell.strip()) for name, cell in zip(heading, cells, strict=False)}
        if not any(typed.values()):
            continue
        if not settings:
            settings = {one: typed.get(setting_column(table, one), "") for one in _settings(table)}
        if len(rows) >= MOST_ROWS:
            raise Unreadable("import.too_many", most=MOST_ROWS)
        names = ("key", *(one.name for one in sheet.columns))
        rows.append({name: typed[name] for name in names if name in typed})
        at.append(line)
    if not rows:
        raise Unreadable("import.no_rows")
    return SheetCells(settings, tuple(rows) if sheet.columns else ()), tuple(at)


def _settings(table: str) -> tuple[str, ...]:
    return tuple(one.name for one in SHEETS[table].settings)


def _lines(table: str, cells: SheetCells) -> Iterator[list[str]]:
    names = columns_of(table)[: len(columns_of(table)) - len(cells.settings)]
    settings = [cells.settings[one] for one in _settings(table)]
    for number, row in enumerate(cells.rows or ({},)):
        yield [*(row.get(name, "") for name in names), *(settings if number == 0 else [""] * len(settings))]
