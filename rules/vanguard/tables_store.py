"""Reading the tables from a file or from a campaign's own rows, and back to rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Protocol

import msgspec

from rules.content import ContentError, content_bytes, json_object
from rules.content.decoding import convert
from rules.vanguard.tables import (
    AdvanceTable,
    Caps,
    Dead,
    ExperienceTable,
    InjuryTable,
    MissNext,
    Part,
    RankTable,
    Recovery,
    RetinueTable,
    SpecialRuleTable,
    Tables,
    UnderdogTable,
    WarbandTable,
)

TABLE_KIND = "table"

SHAPES: Mapping[str, type[Part]] = {
    "warband": WarbandTable,
    "underdog": UnderdogTable,
    "injuries": InjuryTable,
    "experience": ExperienceTable,
    "ranks": RankTable,
    "advances": AdvanceTable,
    "caps": Caps,
    "special_rules": SpecialRuleTable,
    "retinue": RetinueTable,
}


class _Range(Protocol):
    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...


def decode_tables(data: bytes | Mapping[str, Any]) -> Tables:
    """Tables from the JSON of their file, or from that JSON already parsed.

    Raises ContentError with every fault.
    """
    raw = json_object(data, "the tables are")
    return tables_from_entries((TABLE_KIND, key, value) for key, value in raw.items())


def table_entries(tables: Tables) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every table as (kind, key, JSON object), for one stored row each."""
    for key in SHAPES:
        yield TABLE_KIND, key, msgspec.to_builtins(getattr(tables, key))


def tables_from_entries(entries: Iterable[tuple[str, str, Any]]) -> Tables:
    """The tables of a campaign's rows; rows of another kind are passed over.

    Raises ContentError with every fault.
    """
    faults: list[str] = []
    found: dict[str, Any] = {}
    for kind, key, data in entries:
        if kind != TABLE_KIND:
            continue
        if key not in SHAPES:
            faults.append(f"no such table: {key}")
            continue
        found[key] = convert(data, SHAPES[key], f"table {key}", faults)
    faults.extend(f"table {key} is missing" for key in SHAPES if key not in found)
    if faults:
        raise ContentError(faults)
    tables = Tables(**found)
    faults.extend(str(fault) for fault in table_faults(tables))
    if faults:
        raise ContentError(faults)
    return tables


class TableFault(msgspec.Struct, frozen=True):
    """Why rows that hold one by one do not go together in a table.

    Codes: "least" (a divisor below 1), "starts" (the underdog's do not rise from 0), "dice" (too few or many
    of them), "rows" (``value`` was rolled and ``count`` rows are about it instead of one), "outside" (a row
    beyond what the dice give), "fallback" (no injury that fits every model), "rising" (experience of ranks),
    "twice" (a key), "below" (an amount below 0).
    """

    table: str
    code: str
    value: int = 0
    count: int = 0

    def __str__(self) -> str:
        return f"table {self.table}: {self.code} {self.value or ''} {self.count or ''}".rstrip()


def table_faults(tables: Tables) -> Iterator[TableFault]:
    """Everything by which the tables do not hold together."""
    warband = tables.warband
    if min(warband.base_per_type, warband.large_points, warband.same_model_points) < 1:
        yield TableFault("warband", "least")
    starts = [row.start for row in tables.underdog.rows]
    if not starts or starts[0] != 0 or starts != sorted(set(starts)):
        yield TableFault("underdog", "starts")
    injuries, advances = tables.injuries, tables.advances
    if not (1 <= injuries.dice <= 10 and 2 <= injuries.sides <= 100):
        yield TableFault("injuries", "dice")
    else:
        yield from _range_faults("injuries", injuries.rows, injuries.dice, injuries.dice * injuries.sides)
    if not any(isinstance(row.effect, Recovery | MissNext | Dead) for row in injuries.rows):
        yield TableFault("injuries", "fallback")
    if not 2 <= advances.sides <= 100:
        yield TableFault("advances", "dice")
    else:
        yield from _range_faults("advances", advances.rows, 1, advances.sides)
    reached = [row.experience for row in tables.ranks.rows]
    if not reached or reached[0] < 1 or reached != sorted(set(reached)):
        yield TableFault("ranks", "rising")
    keyed = {
        "injuries": [row.key for row in injuries.rows],
        "ranks": [row.key for row in tables.ranks.rows],
        "special_rules": [row.key for row in tables.special_rules.rows],
        "retinue": [row.key for row in tables.retinue.roles],
    }
    for name, keys in keyed.items():
        if len(keys) != len(set(keys)):
            yield TableFault(name, "twice")
    if tables.retinue.cost_points < 0 or tables.retinue.free_roles < 0:
        yield TableFault("retinue", "below")


def _range_faults(name: str, rows: Iterable[_Range], least: int, most: int) -> Iterator[TableFault]:
    spans = [(row.low, row.high) for row in rows]
    for total in range(least, most + 1):
        count = sum(low <= total <= high for low, high in spans)
        if count != 1:
            yield TableFault(name, "rows", total, count)
    if any(not least <= low <= high <= most for low, high in spans):
        yield TableFault(name, "outside")


@cache
def shipped_tables() -> Tables:
    """The tables that come with the application, marked as ours where the book's are not public."""
    return decode_tables(content_bytes("vanguard", "tables.json"))
