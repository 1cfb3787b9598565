"""The tables as sheets of plain cells, for a form and for CSV (C2, C3, C6-C9: a GM replaces every one)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

import msgspec

from rules.vanguard.exchange.keys import free_key
from rules.vanguard.exchange.tabular import truth
from rules.vanguard.tables import Names, Part, RetinueEffect, StatName
from rules.vanguard.tables_store import SHAPES

Cells: TypeAlias = Mapping[str, str]
LANGUAGES = ("en", "da", "de")
MOST_ROWS = 40
LONGEST_NAME = 60
LONGEST_EFFECT = 300
_WHOLE = re.compile(r"[0-9]{1,6}")
_KEY = re.compile(r"[a-z0-9][a-z0-9_.-]{0,59}")
_STATS: tuple[str, ...] = get_args(StatName)
_DEAD_LOST, _DEAD_STORE = "dead_items_lost", "dead_items_kept"
INJURY_EFFECTS = (
    _DEAD_LOST, _DEAD_STORE, "captured", "worse", "miss_next", "recovery", "robbed", "hardened", "tale",
)  # fmt: skip
"""What an injury does, as a cell says it; with "worse" and "hardened" goes a stat, with "tale" experience."""


class Column(msgspec.Struct, frozen=True):
    """A column or setting. ``kind`` "whole": ``least`` to ``most``; "choice": one of ``choices``;
    "flag": "x" or nothing; "name" and "text": words. Only what is ``needed`` must be filled in."""

    name: str
    kind: Literal["whole", "choice", "flag", "name", "text"]
    least: int = 0
    most: int = 1000
    choices: tuple[str, ...] = ()
    needed: bool = True


class Sheet(msgspec.Struct, frozen=True):
    """How a table is written down: single ``settings``, and rows (its field ``rows``) of ``columns``."""

    settings: tuple[Column, ...] = ()
    columns: tuple[Column, ...] = ()
    rows: str = "rows"


class CellFault(msgspec.Struct, frozen=True):
    """What does not hold: ``row`` counts from 0, None for a setting.

    Codes: "missing", "no_number" (least and most in ``column``), "not_allowed", "no_truth", "too_long",
    "bad_key".
    """

    row: int | None
    column: Column
    code: str
    value: str


class SheetFaults(Exception):
    """Cells that do not hold; ``faults`` are all of them."""

    def __init__(self, faults: Sequence[CellFault]) -> None:
        super().__init__(f"{len(faults)} cells")
        self.faults = tuple(faults)


class SheetCells(msgspec.Struct, frozen=True):
    """A table as text: the settings by name, and a mapping for each row, with its "key" where it has one."""

    settings: Cells
    rows: tuple[Cells, ...]


def _whole(name: str, least: int, most: int, *, needed: bool = True) -> Column:
    return Column(name, "whole", least, most, needed=needed)


_STAT = Column("stat", "choice", choices=_STATS, needed=False)
_OTHERWISE = Column("otherwise", "choice", choices=_STATS, needed=False)
_NAME = Column("name", "name")

SHEETS: Mapping[str, Sheet] = {
    "warband": Sheet(
        (
            _whole("base_per_type", 1, 100),
            _whole("large_points", 1, 10_000),
            _whole("same_model_points", 1, 10_000),
            _whole("small_game", 0, 10_000),
            _whole("items_per_model", 0, 20),
            _whole("red_dice", 0, 20),
            _whole("leader_red_dice", 0, 20),
            _whole("advance_points", 0, 100),
        )
    ),
    "underdog": Sheet(
        columns=(
            _whole("start", 0, 10_000),
            _whole("dice", 0, 50),
            _whole("bonus_points", 0, 10_000, needed=False),
            _whole("bonus_divisor", 0, 100, needed=False),
        )
    ),
    "injuries": Sheet(
        (_whole("dice", 1, 10), _whole("sides", 2, 100)),
        (
            _whole("low", 1, 1000),
            _whole("high", 1, 1000),
            _NAME,
            Column("effect", "choice", choices=INJURY_EFFECTS),
            _STAT,
            _OTHERWISE,
            _whole("experience", 1, 50, needed=False),
        ),
    ),
    "experience": Sheet(
        (
            _whole("standing", 0, 50),
            _whole("per_enemy", 0, 50),
            _whole("enemies_counted", 0, 100),
            _whole("winning_side", 0, 50),
            _whole("leader_half_standing", 0, 50),
            _whole("per_objective", 0, 50),
            _whole("objectives_counted", 0, 100),
            _whole("leaders_gift", 0, 50),
            _whole("chronicler", 0, 50),
        )
    ),
    "ranks": Sheet(columns=(_whole("experience", 1, 1000), _NAME)),
    "advances": Sheet(
        (_whole("sides", 2, 100),), (_whole("low", 1, 100), _whole("high", 1, 100), _STAT, _OTHERWISE)
    ),
    "caps": Sheet(
        (
            _whole("worst_roll", 2, 8),
            _whole("least_speed", 0, 30),
            _whole("best_roll", 1, 8),
            _whole("most_speed", 1, 30),
            _whole("most_wounds", 1, 30),
            _whole("gains_per_stat", 0, 20),
        )
    ),
    "special_rules": Sheet(columns=(_NAME, Column("text", "text"))),
    "retinue": Sheet(
        (_whole("cost_points", 0, 1000), _whole("free_roles", 0, 50)),
        (
            _NAME,
            Column("effect", "choice", choices=get_args(RetinueEffect)),
            Column("command_only", "flag", needed=False),
            Column("free", "flag", needed=False),
        ),
        rows="roles",
    ),
}
"""Every table; a table that only has settings has no columns, and the other way round."""


def cells_of(table: str, part: Part, language: str) -> SheetCells:
    """The table as cells; names and texts in ``language``."""
    sheet = SHEETS[table]
    settings = {one.name: str(getattr(part, one.name)) for one in sheet.settings}
    if not sheet.columns:
        return SheetCells(settings, ())
    return SheetCells(settings, tuple(_row_cells(sheet, row, language) for row in getattr(part, sheet.rows)))


def part_of(table: str, cells: SheetCells, before: Part, language: str) -> Part:
    """The table that the cells say; rows without anything in them are passed over.

    A name or text that reads as ``before`` has it in ``language`` stays in every language; another one holds
    in all of them. Raises SheetFaults with every cell that does not hold; whether the rows go together is
    ``rules.vanguard.tables_store.table_faults``' question.
    """
    sheet = SHEETS[table]
    faults: list[CellFault] = []
    data: dict[str, Any] = {
        one.name: _read(one, cells.settings.get(one.name, ""), None, faults) for one in sheet.settings
    }
    if sheet.columns:
        known = {getattr(row, "key", ""): row for row in getattr(before, sheet.rows)}
        taken = {row.get("key", "") for row in cells.rows} | set(known)
        rows = []
        for at, row in enumerate(cells.rows[:MOST_ROWS]):
            if any(row.get(one.name, "").strip() for one in sheet.columns):
                rows.append(_row_data(table, row, at, known, taken, language, faults))
        data[sheet.rows] = rows
    if faults:
        raise SheetFaults(faults)
    return msgspec.convert(data, SHAPES[table])


def lost_keys(table: str, before: Part, after: Part) -> tuple[str, ...]:
    """The keys of rows that ``before`` has and ``after`` has not."""
    sheet = SHEETS[table]
    if not sheet.columns:
        return ()
    kept = {getattr(row, "key", None) for row in getattr(after, sheet.rows)}
    keys = (getattr(row, "key", None) for row in getattr(before, sheet.rows))
    return tuple(key for key in keys if key is not None and key not in kept)


def _row_cells(sheet: Sheet, row: Any, language: str) -> dict[str, str]:
    cells: dict[str, str] = {}
    if hasattr(row, "key"):
        cells["key"] = row.key
    effect = getattr(row, "effect", None)
    for column in sheet.columns:
        if column.kind == "name":
            value = _in(language, row.names) or row.key
        elif column.kind == "text":
            value = _in(language, row.effects)
        elif isinstance(effect, Part):
            value = _injury_cell(column.name, row, effect)
        else:
            value = getattr(row, column.name)
        cells[column.name] = _typed(value)
    return cells


def _injury_cell(column: str, row: Any, effect: Part) -> Any:
    """Of an injury, whose effect is a structure of its own."""
    if column != "effect":
        return getattr(effect, column, None) if column not in ("low", "high") else getattr(row, column)
    kind = msgspec.to_builtins(effect)["kind"]
    if kind == "dead":
        return _DEAD_LOST if getattr(effect, "items", "") == "lost" else _DEAD_STORE
    return kind


def _typed(value: Any) -> str:
    if value is None or value is False:
        return ""
    return "x" if value is True else str(value)


def _in(language: str, names: Names) -> str:
    return names.get(language) or names.get("en") or ""


def _row_data(
    table: str,
    row: Cells,
    at: int,
    known: Mapping[str, Any],
    taken: set[str],
    language: str,
    faults: list[CellFault],
) -> dict[str, Any]:
    """A row as the structure of its table wants it."""
    read = {one.name: _read(one, row.get(one.name, ""), at, faults) for one in SHEETS[table].columns}
    data = {name: value for name, value in read.items() if value is not None}
    if "name" in read:
        key = row.get("key", "").strip()
        if key and not _KEY.fullmatch(key):
            faults.append(CellFault(at, Column("key", "text"), "bad_key", key))
        if not key:
            key = free_key(str(read["name"] or ""), taken)
            taken.add(key)
        before = known.get(key)
        data["key"] = key
        data["names"] = _names(data.pop("name", ""), before and before.names, language)
        if "text" in read:
            data["effects"] = _names(data.pop("text", ""), before and before.effects, language)
    if table == "injuries":
        _put_effect(data, row, at, faults)
    return data


def _names(typed: str, before: Names | None, language: str) -> dict[str, str]:
    if before and _in(language, before) == typed:
        return dict(before)
    return dict.fromkeys(LANGUAGES, typed)


def _put_effect(data: dict[str, Any], row: Cells, at: int, faults: list[CellFault]) -> None:
    """Of an injury: its effect and what goes with it, in the place of the single cells."""
    columns = {one.name: one for one in SHEETS["injuries"].columns}
    effect = data.pop("effect", None)
    stat, otherwise, experience = (data.pop(name, None) for name in ("stat", "otherwise", "experience"))
    if effect in (_DEAD_LOST, _DEAD_STORE):
        data["effect"] = {"kind": "dead", "items": "lost" if effect == _DEAD_LOST else "store"}
        return
    data["effect"] = {"kind": effect}
    needs = {"worse": "stat", "hardened": "stat", "tale": "experience"}.get(str(effect))
    if needs == "stat":
        data["effect"]["stat"] = stat
        if effect == "worse" and otherwise is not None:
            data["effect"]["otherwise"] = otherwise
    elif needs == "experience":
        data["effect"]["experience"] = experience
    if needs and not row.get(needs, "").strip():
        faults.append(CellFault(at, columns[needs], "missing", ""))


def _read(column: Column, cell: str, row: int | None, faults: list[CellFault]) -> Any:
    """The value of a cell; None where nothing stands in it, or it does not hold and is in ``faults``."""
    typed = " ".join(cell.split())

    def fault(code: str) -> None:
        faults.append(CellFault(row, column, code, typed))

    if column.kind == "flag":
        said = truth(typed)
        if said is None:
            fault("no_truth")
        return bool(said)
    if not typed:
        if column.needed:
            fault("missing")
        return None
    if column.kind == "whole":
        if _WHOLE.fullmatch(typed) and column.least <= int(typed) <= column.most:
            return int(typed)
        fault("no_number")
    elif column.kind == "choice":
        if typed in column.choices:
            return typed
        fault("not_allowed")
    elif len(typed) > (LONGEST_NAME if column.kind == "name" else LONGEST_EFFECT):
        fault("too_long")
    elif not typed.isprintable():
        fault("not_allowed")
    else:
        return typed
    return None
