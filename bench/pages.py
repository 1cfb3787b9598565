"""Page times on the server side, as multiples of a trivial page with one query.

The trivial page is what any page costs before it says something: the layout of the plain pages, in the
reader's language, with one sentence, for somebody who is logged in (looking up that login is its one
query). It is asked in turn with the pages it measures, so that both meet the same machine. Of each
answer the processor time of the thread that serves is taken, and the wall time beside it.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask import Flask, render_template
from flask.testing import FlaskClient
from sqlalchemy import event

from app.extensions import db
from bench.world import World, browser, build

ROUNDS = 30
TRIVIAL = "/bench/trivial"
_TRIVIAL_PAGE = (
    '{% extends "layout/plain.html" %}{% set page_title = "Bench" %}'
    "{% block content %}<p>One sentence.</p>{% endblock %}"
)


@dataclass(frozen=True)
class Times:
    """Medians in milliseconds: of the serving thread's processor time, and by the clock."""

    processor: float
    wall: float


def main_pages(world: World, player: int = 1) -> dict[str, tuple[int, str]]:
    """The ten main pages: name → (whose browser: 0 the GM, else a player, address)."""
    base = f"/campaigns/{world.campaign_id}"
    mine = f"{base}/seats/{world.seats[player]}"
    return {
        "overview": (player, base),
        "map": (player, f"{base}/map"),
        "company": (player, f"{mine}/company"),
        "shop": (player, f"{mine}/shop"),
        "warbands": (player, f"{mine}/warbands"),
        "orders": (player, f"{mine}/orders"),
        "battles": (player, f"{base}/battles"),
        "players": (player, f"{base}/players"),
        "chronicle": (player, f"{base}/chronicle"),
        "dashboard": (0, f"{base}/dashboard"),
    }


def run(app: Flask) -> list[list[str]]:
    """Rows: what, target, measured."""

    page = app.jinja_env.from_string(_TRIVIAL_PAGE)

    @app.get(TRIVIAL)
    def trivial() -> str:
        return render_template(page)

    small = build(app, players=12, places=80, rounds=3, chronicle=300)
    big = build(app, players=12, places=80, rounds=30, chronicle=3000)
    clients = {(world, who): browser(app, world.people[who]) for world in (small, big) for who in (0, 1)}
    rows, units = [], []
    for name, (who, url) in main_pages(big).items():
        queries = queries_of(app, clients[big, who], url)
        large, little, unit = in_turn(
            (clients[big, who], url),
            (clients[small, who], main_pages(small)[name][1]),
            (clients[big, 1], TRIVIAL),
        )
        units.append(unit.processor)
        rows.append(
            [
                f"page: {name}",
                "6 × the trivial page, 12 queries, 1.3 × with ten times the data",
                f"{large.processor / unit.processor:.1f} × (processor {large.processor:.1f} ms;"
                f" {large.wall / unit.wall:.1f} × by the clock), {queries} queries,"
                f" {large.processor / little.processor:.2f} ×",
            ]
        )
    asked = queries_of(app, clients[big, 1], TRIVIAL)
    measured = f"processor {statistics.median(units):.1f} ms, {asked} query"
    return [["the trivial page", "", measured], *rows]


def in_turn(*asked: tuple[FlaskClient, str]) -> list[Times]:
    """The medians of each address, all of them asked once in each of many rounds."""
    taken: list[list[tuple[float, float]]] = [[] for _ in asked]
    for number in range(ROUNDS + 3):
        for (client, url), times in zip(asked, taken, strict=True):
            wall, processor = time.perf_counter(), time.thread_time()
            client.get(url)
            if number >= 3:
                times.append((time.thread_time() - processor, time.perf_counter() - wall))
    return [
        Times(*(1000 * statistics.median(column) for column in zip(*times, strict=True))) for times in taken
    ]


def queries_of(app: Flask, client: FlaskClient, url: str) -> int:
    """How many SELECTs the page asks with the catalogue in memory. Raises SystemExit for another answer."""
    client.get(url)
    with counted(app) as queries:
        answer = client.get(url)
    if answer.status_code != 200:
        raise SystemExit(f"{url} answers {answer.status_code}")
    return len(queries)


@contextmanager
def counted(app: Flask) -> Iterator[list[str]]:
    """The SELECTs of what is done inside."""
    seen: list[str] = []

    def note(_connection, _cursor, statement, *_rest) -> None:  # type: ignore[no-untyped-def]
        if statement.lstrip().upper().startswith("SELECT"):
            seen.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(engine, "before_cursor_execute", note)
