"""Pages of the rule tables."""

from __future__ import annotations

from dataclasses import dataclass

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
from rules.vanguard.exchange.table_sheets import SHEETS, Column, SheetCells, cells_of
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
    """A table in words: ``settings`` (name, value), and ``rows`` below ``heads``."""

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
    return TableView(
        key=table,
        name=table_name(table),
        rule=RULES[table],
        own=part != getattr(shipped_tables(), table),
        cells=cells,
        settings=tuple((str(column_name(one.name)), cells.settings[one.name]) for one in sheet.settings),
        heads=tuple(str(column_name(one.name)) for one in sheet.columns),
        rows=tuple(
            tuple(_said(table, column, row[column.name]) for column in sheet.columns) for row in cells.rows
        ),
        allowed=tuple(columns_in_words((*sheet.columns, *sheet.settings))),
        columns=columns_of(table),
    )


def _said(table: str, column: Column, cell: str) -> str:
    if column.kind == "choice":
        return str(choice_name(table, column.name, cell))
    return "✓" if column.kind == "flag" and cell else cell
