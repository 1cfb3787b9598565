"""Pages of the rule tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import pgettext

from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.catalogue import tables_of
from app.campaign.tables.wording import (
    RULES,
    choice_name,
    column_name,
    columns_in_words,
    table_name,
)
from app.i18n import language
from rules.vanguard.exchange.table_csv import columns_of
from rules.vanguard.exchange.table_sheets import SHEETS, Cells, Column, SheetCells, cells_of
from rules.vanguard.tables_store import shipped_tables


@dataclass(frozen=True)
class TableRow:
    """A table in the list; ``own``: it is not Feldtog's."""

    key: str
    name: str
    rule: str
    own: bool
    rows: int


@dataclass(frozen=True)
class TableView:
    """A table in words: ``settings`` (name, value), and ``rows`` below ``heads``, told for reading.

    ``kinds`` are those of the columns as they are typed.
    """

    key: str
    name: str
    rule: str
    own: bool
    cells: SheetCells
    settings: tuple[tuple[str, str], ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    allowed: tuple[tuple[str, str], ...]
    columns: tuple[str, ...]
    kinds: tuple[str, ...]


def tables_page(campaign: Campaign) -> list[TableRow]:
    """All tables of the campaign, with which are its own."""
    tables, shipped = tables_of(campaign), shipped_tables()
    rows = []
    for key, rule in RULES.items():
        part = getattr(tables, key)
        count = len(getattr(part, SHEETS[key].rows)) if SHEETS[key].columns else 0
        rows.append(TableRow(key, table_name(key), rule, part != getattr(shipped, key), count))
    return rows


def table_page(campaign: Campaign, table: str) -> TableView:
    """One table as it holds in this campaign."""
    part = getattr(tables_of(campaign), table)
    cells = cells_of(table, part, language())
    sheet = SHEETS[table]
    heads, rows = _for_reading(table, cells)
    return TableView(
        key=table,
        name=table_name(table),
        rule=RULES[table],
        own=part != getattr(shipped_tables(), table),
        cells=cells,
        settings=tuple((str(column_name(one.name)), cells.settings[one.name]) for one in sheet.settings),
        heads=heads,
        rows=rows,
        allowed=tuple(columns_in_words((*sheet.columns, *sheet.settings))),
        columns=columns_of(table),
        kinds=tuple(one.kind for one in sheet.columns),
    )


_INTO = {"high": "low", "otherwise": "stat", "stat": "effect", "experience": "effect"}
"""Cells that are read together with another one: "8–11", "Ranged, else Melee", "a figure worse: Nerve"."""


def _for_reading(table: str, cells: SheetCells) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The heads and rows of a table as people read them: fewer columns than it is typed in."""
    columns = {one.name: one for one in SHEETS[table].columns}
    kept = [name for name in columns if _INTO.get(name) not in columns]
    heads = tuple(
        pgettext("table", "Roll") if name == "low" and "high" in columns else str(column_name(name))
        for name in kept
    )
    return heads, tuple(tuple(_read_cell(table, columns, row, name) for name in kept) for row in cells.rows)


def _read_cell(table: str, columns: Mapping[str, Column], row: Cells, name: str) -> str:
    said = _said(table, columns[name], row[name])
    for other in (one for one in columns if _INTO.get(one) == name and row[one]):
        more = _read_cell(table, columns, row, other)
        if name == "low":
            said = said if more == said else f"{said}–{more}"
        elif name == "stat":
            said = _("%(figure)s, else %(other)s", figure=said, other=more)
        else:
            said = f"{said}: {more}"
    return said


def _said(table: str, column: Column, cell: str) -> str:
    if column.kind == "choice":
        return str(choice_name(table, column.name, cell))
    return "✓" if column.kind == "flag" and cell else cell
