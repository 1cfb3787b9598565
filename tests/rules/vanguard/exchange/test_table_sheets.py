"""The tables as cells and as CSV: what is written reads back, and what does not hold is named."""

from __future__ import annotations

import pytest

from rules.vanguard.exchange.table_csv import read_sheet, write_sheet
from rules.vanguard.exchange.table_sheets import SHEETS, SheetCells, SheetFaults, cells_of, lost_keys, part_of
from rules.vanguard.exchange.unreadable import Unreadable
from rules.vanguard.tables import Dead, Tale, Worse
from rules.vanguard.tables_store import SHAPES, shipped_tables


@pytest.mark.parametrize("table", SHEETS)
@pytest.mark.parametrize("language", ["da", "de", "en"])
def test_a_table_written_down_reads_back_to_itself(table: str, language: str) -> None:
    part = getattr(shipped_tables(), table)
    cells, _lines = read_sheet(write_sheet(table, cells_of(table, part, language)), table)
    assert part_of(table, cells, part, language) == part


def test_every_table_has_a_sheet() -> None:
    assert set(SHEETS) == set(SHAPES)


@pytest.mark.rule("C6.2")
def test_injuries_of_another_book() -> None:
    """Two D6, three results; the names hold in every language."""
    text = (
        "key;low;high;name;effect;stat;otherwise;experience;dice;sides\r\n"
        "dead;2;3;Gefallen;dead_items_kept;;;;2;6\r\n"
        ";4;11;Blind;worse;ra;me;;;\r\n"
        ";12;12;Legende;tale;;;3;;\r\n"
    )
    cells, lines = read_sheet(text.encode(), "injuries")
    assert lines == (2, 3, 4)
    made = part_of("injuries", cells, shipped_tables().injuries, "de")
    assert (made.dice, made.sides) == (2, 6)
    assert [(row.low, row.high, row.key) for row in made.rows] == [
        (2, 3, "dead"),
        (4, 11, "blind"),
        (12, 12, "legende"),
    ]
    assert [row.effect for row in made.rows] == [Dead("store"), Worse("ra", "me"), Tale(3)]
    assert made.rows[0].names == {"en": "Gefallen", "da": "Gefallen", "de": "Gefallen"}


def test_a_name_left_alone_keeps_its_other_languages() -> None:
    ranks = shipped_tables().ranks
    cells = cells_of("ranks", ranks, "da")
    changed = SheetCells({}, ({**cells.rows[0], "experience": "4"}, *cells.rows[1:]))
    made = part_of("ranks", changed, ranks, "da")
    assert made.rows[0].experience == 4
    assert made.rows[0].names == ranks.rows[0].names


def test_every_cell_that_does_not_hold_is_named() -> None:
    rows = (
        {"low": "1", "high": "", "name": "A", "effect": "worse", "stat": ""},
        {"low": "٣", "high": "3", "name": "", "effect": "eaten", "stat": "xx"},
        {"low": "", "high": "", "name": "", "effect": "", "stat": ""},
    )
    with pytest.raises(SheetFaults) as caught:
        part_of("injuries", SheetCells({"dice": "11", "sides": "8"}, rows), shipped_tables().injuries, "en")
    assert [(one.row, one.column.name, one.code) for one in caught.value.faults] == [
        (None, "dice", "no_number"),
        (0, "high", "missing"),
        (0, "stat", "missing"),
        (1, "low", "no_number"),
        (1, "name", "missing"),
        (1, "effect", "not_allowed"),
        (1, "stat", "not_allowed"),
    ]


def test_what_vanished_is_told() -> None:
    ranks = shipped_tables().ranks
    cells = cells_of("ranks", ranks, "en")
    fewer = part_of("ranks", SheetCells({}, cells.rows[1:]), ranks, "en")
    assert lost_keys("ranks", ranks, fewer) == ("blooded",)
    assert lost_keys("caps", shipped_tables().caps, shipped_tables().caps) == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "import.empty"),
        ("low,high\r\n1,2\r\n", "import.columns"),
        ("low,high,sides,stat,otherwise\r\n", "import.no_rows"),
    ],
)
def test_a_file_that_is_no_such_table(text: str, code: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_sheet(text.encode(), "advances")
    assert caught.value.code == code


def test_a_cell_that_a_spreadsheet_would_reckon_with_is_made_safe() -> None:
    rules = shipped_tables().special_rules
    cells = cells_of("special_rules", rules, "en")
    typed = SheetCells({}, ({**cells.rows[0], "text": "=1+1"}, *cells.rows[1:]))
    evil = part_of("special_rules", typed, rules, "en")
    written = write_sheet("special_rules", cells_of("special_rules", evil, "en"))
    assert b"'=1+1" in written
    read, _lines = read_sheet(written, "special_rules")
    assert part_of("special_rules", read, evil, "en") == evil
