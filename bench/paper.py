"""PDF times in a warm worker, and what printing costs the others."""

from __future__ import annotations

import io
import statistics
import threading
import time

from flask import Flask
from pypdf import PdfReader

from bench.load import get, percentile, steady
from bench.pages import main_pages
from bench.world import World, build, cookie, log_in

REPEATS = 8
TOLD = 430
"""Rows of the chronicle that fill a report of about 20 pages."""


def run(app: Flask, world: World, port: int) -> list[list[str]]:
    """Rows: what, target, measured."""
    own = cookie(app, log_in(app, world.people[1]))
    base = f"/campaigns/{world.campaign_id}/seats/{world.seats[1]}"
    roster = f"{base}/warbands/{world.warbands[0]}/roster.pdf"
    told = build(app, players=6, places=14, rounds=8, chronicle=TOLD)
    teller = cookie(app, log_in(app, told.people[1]))
    rows = []
    for name, path, target in (
        ("roster, one page", f"{roster}?cards=0", "under 500 ms"),
        ("roster with cards, 12 models", roster, "under 1200 ms"),
    ):
        milliseconds, _pages = _printed(port, path, own)
        rows.append([name, target, f"median {milliseconds:.0f} ms"])
    milliseconds, pages = _printed(port, f"/campaigns/{told.campaign_id}/report.pdf", teller)
    rows.append(
        ["report of a campaign, 20 pages", "under 5000 ms", f"median {milliseconds:.0f} ms, {pages} pages"]
    )
    rows.append(_others(port, world, own, roster))
    return rows


def _printed(port: int, path: str, reader: str) -> tuple[float, int]:
    """The median time in milliseconds of a document in a warm worker, and its pages."""
    times = []
    for _ in range(REPEATS + 2):
        start = time.perf_counter()
        status, body = get(port, path, reader)
        times.append((time.perf_counter() - start) * 1000)
        if status != 200 or not body.startswith(b"%PDF"):
            raise SystemExit(f"{path} answers {status}")
    return statistics.median(times[2:]), len(PdfReader(io.BytesIO(body)).pages)


def _others(port: int, world: World, own: str, roster: str) -> list[str]:
    requests = [(url, own) for who, url in main_pages(world).values() if who]
    calm, _ = steady(port, requests, 10, 8)
    stop = threading.Event()

    def keep_printing() -> None:
        while not stop.is_set():
            get(port, roster, own)

    printer = threading.Thread(target=keep_printing)
    printer.start()
    try:
        busy, _ = steady(port, requests, 10, 8)
    finally:
        stop.set()
        printer.join()
    before, during = percentile(calm, 95), percentile(busy, 95)
    return [
        "other requests' p95 while rosters are printed without a pause",
        "less than 20 % more",
        f"{before:.0f} ms → {during:.0f} ms ({(during / before - 1) * 100:+.0f} %)",
    ]
