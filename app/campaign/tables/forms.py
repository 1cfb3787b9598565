"""The form of a rule table: its settings, its rows, and a few empty rows below."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from flask import g
from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Field, HiddenField, SelectField, StringField

from app.campaign.tables.wording import cell_fault, choice_name, column_name
from app.fields import options
from app.forms import Form, form_for
from rules.vanguard.exchange.table_csv import KEYED
from rules.vanguard.exchange.table_sheets import MOST_ROWS, SHEETS, CellFault, Column, SheetCells

KEY = "table"
EMPTY_ROWS = 3
_ROW = re.compile(r"row(\d{1,2})_[a-z_]+")


class TableForm(Form):
    """A table's cells as they are typed: settings ``set_NAME``, rows ``rowN_NAME``; see ``form_class``."""

    table = ""
    row_count = 0
    shown = 0
    """How many rows stand open; those after them are empty, and unfolded by whoever needs them."""

    reason = StringField(
        _l("Why it is corrected"), render_kw={"maxlength": "500", "autocomplete": "off", "required": True}
    )

    def settings(self) -> list[Field]:
        return [self[f"set_{one.name}"] for one in SHEETS[self.table].settings]

    def rows(self) -> list[list[Field]]:
        """The cells of each row, without its key."""
        columns = SHEETS[self.table].columns
        return [[self[f"row{at}_{one.name}"] for one in columns] for at in range(self.row_count)]

    def keys(self) -> list[Field]:
        """The key of each row, if rows have one."""
        return [self[f"row{at}_key"] for at in range(self.row_count)] if self.table in KEYED else []

    def cells(self) -> SheetCells:
        """What was typed."""
        sheet = SHEETS[self.table]
        names = [one.name for one in sheet.columns]
        names += ["key"] if self.table in KEYED else []
        return SheetCells(
            {one.name: _typed(self[f"set_{one.name}"]) for one in sheet.settings},
            tuple({name: _typed(self[f"row{at}_{name}"]) for name in names} for at in range(self.row_count)),
        )

    def blame(self, faults: tuple[CellFault, ...]) -> None:
        """Put each fault at its cell."""
        for fault in faults:
            start = "set" if fault.row is None else f"row{fault.row}"
            cell = self[f"{start}_{fault.column.name}"]
            cell.errors = [*cell.errors, cell_fault(fault)]


@lru_cache(maxsize=128)
def form_class(table: str, rows: int) -> type[TableForm]:
    """The form of a table with that many rows."""
    sheet = SHEETS[table]
    fields: dict[str, Any] = {"table": table, "row_count": rows if sheet.columns else 0}
    fields.update((f"set_{one.name}", _field(table, one)) for one in sheet.settings)
    for at in range(fields["row_count"]):
        fields.update((f"row{at}_{one.name}", _field(table, one)) for one in sheet.columns)
        if table in KEYED:
            fields[f"row{at}_key"] = HiddenField()
    return type("TableForm", (TableForm,), fields)


def shown_form(table: str, cells: SheetCells) -> TableForm:
    """The form to show: what was typed if it was just refused, else the table and empty rows."""
    typed = g.get("typed")
    if typed is not None and typed.get("form_key") == KEY:
        form = form_for(form_class(table, posted_rows(typed)), KEY)
        form.shown = form.row_count
        return form
    data: dict[str, Any] = {f"set_{name}": value for name, value in cells.settings.items()}
    for at, row in enumerate(cells.rows):
        data.update((f"row{at}_{name}", value) for name, value in row.items())
    form = form_class(table, min(len(cells.rows) + EMPTY_ROWS, MOST_ROWS))(formdata=None, data=data)
    form.shown = len(cells.rows)
    return form


def posted_rows(form: MultiDict[str, str]) -> int:
    """How many rows were sent."""
    numbers = [int(found[1]) for name in form if (found := _ROW.fullmatch(name))]
    return min(max(numbers, default=-1) + 1, MOST_ROWS)


def _field(table: str, column: Column) -> Field:
    label = column_name(column.name)
    if column.kind == "flag":
        return BooleanField(label)
    if column.kind == "choice":
        # An empty row has nothing chosen, so there is an empty choice wherever a row may be left out.
        pairs = [(one, choice_name(table, column.name, one)) for one in ("", *column.choices)]
        return SelectField(label, choices=options(pairs), validate_choice=False)
    if column.kind == "whole":
        return StringField(label, render_kw={"inputmode": "numeric", "autocomplete": "off", "size": "6"})
    most = "300" if column.kind == "text" else "60"
    return StringField(label, render_kw={"maxlength": most, "autocomplete": "off"})


def _typed(field: Field) -> str:
    if isinstance(field, BooleanField):
        return "x" if field.data else ""
    return str(field.data or "")
