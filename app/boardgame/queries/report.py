"""The report of a game and its reference cards, for paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from app.boardgame.access import AtTable
from app.boardgame.adapter import Line, Sheet
from app.boardgame.history import position_at, rows_of
from app.boardgame.models import Snapshot
from app.boardgame.queries.logs import LogLine, log_lines
from app.boardgame.queries.table import PlayPage, watch_page
from app.extensions import db

MOST_POINTS = 60
MOST_LINES = 160
"""Lines of the story that a report tells, the last ones: two pages."""


@dataclass(frozen=True)
class Curve:
    """A line of a chart: whose, and its points in units of the chart (600 by 160)."""

    style: str
    name: str
    points: str
    last: int


@dataclass(frozen=True)
class Chart:
    """A chart of one figure over the game."""

    title: str
    most: int
    curves: tuple[Curve, ...]


@dataclass(frozen=True)
class ReportPage:
    """Everything of the report."""

    play: PlayPage
    charts: tuple[Chart, ...]
    key: tuple[Line, ...]
    drawing: str


def report_page(table: AtTable) -> ReportPage:
    """How the game went: its last position, the figures over time, what weighed most."""
    rows = rows_of(table.game)
    lines: list[LogLine] = log_lines(table, rows, frozenset())
    key = tuple(entry.line for entry in reversed(lines) if entry.line.told_on_paper)
    return ReportPage(
        watch_page(table, table.position, table.game.seq, lambda **_picked: ""),
        _charts(table),
        key[-MOST_LINES:],
        table.adapter.paper_board(table.rules, table.position),
    )


def _charts(table: AtTable) -> tuple[Chart, ...]:
    """Each charted figure at the kept positions, at most MOST_POINTS of them."""
    seqs = db.session.scalars(
        select(Snapshot.seq).where(Snapshot.game_id == table.game.id).order_by(Snapshot.seq)
    ).all()
    step = max(1, len(seqs) // MOST_POINTS)
    states: list[Any] = [position_at(table.game, table.rules, seq) for seq in seqs[::step]]
    states.append(table.position)
    figures: dict[str, list[dict[str, int]]] = {}
    for state in states:
        for title, values in table.adapter.charted(table.rules, state).items():
            figures.setdefault(str(title), []).append(dict(values))
    faces = table.adapter.faces()
    charts = []
    for title, series in figures.items():
        most = max(1, max(max(values.values()) for values in series))
        width = max(1, len(series) - 1)
        curves = tuple(
            Curve(
                face.style,
                str(face.name),
                " ".join(
                    f"{600 * at / width:.0f},{160 - 160 * values[face.code] / most:.0f}"
                    for at, values in enumerate(series)
                ),
                series[-1][face.code],
            )
            for face in faces
        )
        charts.append(Chart(title, most, curves))
    return tuple(charts)


def reference_sheets(table: AtTable) -> tuple[Sheet, ...]:
    """A reference card for each seat."""
    return tuple(table.adapter.reference(table.rules))


__all__ = ["Chart", "Curve", "ReportPage", "reference_sheets", "report_page"]
