"""The log of a game in the reader's words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from app.boardgame import wording
from app.boardgame.access import AtTable
from app.boardgame.adapter import Line
from app.boardgame.history import effective, events_of, rows_of
from app.boardgame.models import GameRow, RowKind
from rules.engine.core import Event

PAGE = 400
"""Rows of the log on one page of it."""


@dataclass(frozen=True)
class LogLine:
    """A line with its moment and the row up to which it reaches, for the way to the replay."""

    line: Line
    at: datetime
    seq: int


@dataclass(frozen=True)
class LogPage:
    """The log, newest first."""

    lines: tuple[LogLine, ...]
    older: int | None


def seen(events: Any, seats: frozenset[str]) -> list[Event]:
    """Events as a holder of ``seats`` may know them: masked or left out where they are secret."""
    found: list[Event] = []
    for event in events:
        if event.seen_by is None or seats & set(event.seen_by):
            found.append(event)
        elif (masked := event.masked()) is not None:
            found.append(masked)
    return found


def log_lines(table: AtTable, rows: Sequence[GameRow], seats: frozenset[str]) -> list[LogLine]:
    """Rows in words, newest first; what was taken back is left out, alike actions of a seat stand
    together.
    """
    held = {row.seq for row in effective(rows)}
    kept = [row for row in rows if row.kind != RowKind.ACTION or row.seq in held]
    found: list[LogLine] = []
    for key, group in groupby(kept, lambda row: (row.kind, row.seat)):
        block = list(group)
        last = block[-1]
        if key[0] == RowKind.TABLE:
            found += [
                LogLine(line, row.at, row.seq)
                for row in block
                if (line := wording.table_line(table.adapter, row)) is not None
            ]
        if key[0] == RowKind.UNDO:
            continue
        events = [event for row in block for event in seen(events_of(table.rules, row), seats)]
        found += [LogLine(line, last.at, last.seq) for line in table.adapter.told(table.rules, events)]
    return found[::-1]


def log_page(table: AtTable, before: int | None, seats: frozenset[str]) -> LogPage:
    """One page of the log, up to the row ``before``."""
    until = min(before or table.game.seq, table.game.seq)
    rows = rows_of(table.game, max(0, until - PAGE), until)
    return LogPage(tuple(log_lines(table, rows, seats)), until - PAGE if until > PAGE else None)
