"""Lighthouse on the six main pages of a phone, as a player who is logged in sees them, served compressed."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path

from flask import Flask

from bench.compressing import compressed
from bench.pages import main_pages
from bench.world import World, cookie, log_in

SIX = ("overview", "map", "company", "orders", "battles", "chronicle")
VERSION = "12.2.3"
BROWSER = "/usr/bin/chromium"
AIMS = {"performance": 95, "accessibility": 100, "best-practices": 100}
FLAGS = "--headless=new --no-sandbox --disable-quic --no-first-run --disable-background-networking"


def run(app: Flask, world: World, port: int) -> list[list[str]]:
    """Rows: what, target, measured; after the points the audits that are not full."""
    own = cookie(app, log_in(app, world.people[1]))
    pages = main_pages(world)
    with compressed(port) as front:
        reports = {name: _report(f"http://localhost:{front}{pages[name][1]}", own) for name in SIX}
    rows = []
    for name, report in reports.items():
        points = {aim: round(100 * (report["categories"][aim]["score"] or 0)) for aim in AIMS}
        found = [name for aim in AIMS if points[aim] < AIMS[aim] for name in _failed(report, aim)]
        rows.append(
            [
                f"Lighthouse, phone: {name}",
                "performance 95, accessibility 100, best practices 100",
                f"{', '.join(map(str, points.values()))}" + (f" ({', '.join(found)})" if found else ""),
            ]
        )
    return rows


def _report(url: str, own: str) -> dict:  # type: ignore[type-arg]  # as Lighthouse writes it
    with tempfile.TemporaryDirectory() as folder:
        headers, answer = Path(folder, "headers.json"), Path(folder, "answer.json")
        headers.write_text(json.dumps({"Cookie": own}), "utf-8")
        subprocess.run(
            [
                "npx",
                "--yes",
                f"lighthouse@{VERSION}",
                url,
                "--quiet",
                "--output=json",
                f"--output-path={answer}",
                f"--extra-headers={headers}",
                f"--only-categories={','.join(AIMS)}",
                f"--chrome-flags={FLAGS}",
            ],
            env=os.environ | {"CHROME_PATH": BROWSER},
            check=True,
            timeout=240,
        )
        report: dict = json.loads(answer.read_text("utf-8"))  # type: ignore[type-arg]
    return report


def _failed(report: dict, category: str) -> list[str]:  # type: ignore[type-arg]
    """The audits that count in a category and are not full."""
    audits = report["audits"]
    return [
        f"{one['id']} {round(100 * audits[one['id']]['score'])}"
        for one in report["categories"][category]["auditRefs"]
        if one["weight"] and audits[one["id"]]["score"] is not None and audits[one["id"]]["score"] < 0.9
    ]
