"""``./dev bench [PART …]``: measures, prints the rows, and renews their tables in docs/bench.md.

Without parts all but those that need more than this house or take their time: ``lighthouse`` (a browser
and npx), ``siege`` (the Siege of Minas Tirith, a quarter of an hour) and ``nerath-bots``, which plays for
an hour or more (``nerath-bots=40`` plays 40 games of each series and can be repeated until all are
played).
``nerath`` measures random play (``nerath=100``: with 100 games looked through instead of 2,000).
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask

from app import create_app
from app.config import Config
from bench import kills, lighthouse, load, nerath, nerath_bots, pages, paper, races, siege, weight, world

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "docs" / "bench.md"
PARTS = ("pages", "load", "paper", "weight", "kills", "races")
SLOW = ("lighthouse", "siege")
BOTS = "nerath-bots"
SPEED = "nerath"
KILLS = 200
KEY = "a key for measuring, which guards nothing at all"
HEADS = ["what", "target", "measured"]


def main(wanted: list[str]) -> int:
    if len(wanted) == 1 and wanted[0].partition("=")[0] == BOTS:
        most = int(wanted[0].partition("=")[2] or 0) or None
        print(table(nerath_bots.HEADS, nerath_bots.run(most)))
        return 0
    if len(wanted) == 1 and wanted[0].partition("=")[0] == SPEED:
        games = int(wanted[0].partition("=")[2] or nerath.GAMES)
        print(table(HEADS, nerath.run(games)))
        return 0
    unknown = set(wanted) - {*PARTS, *SLOW}
    if unknown:
        names = ", ".join((*PARTS, *SLOW, SPEED, BOTS))
        print(f"no such part: {', '.join(sorted(unknown))}; there are {names}", file=sys.stderr)
        return 2
    for part in wanted or PARTS:
        measured = table(HEADS, measure(part))
        print(f"## {part}\n\n{measured}\n", flush=True)
        record(part, measured)
    return 0


def measure(part: str) -> list[list[str]]:
    """The rows of a part: what, target, measured."""
    if part == "races":
        return races.run()
    if part == "siege":
        return siege.run()
    with tempfile.TemporaryDirectory() as folder, an_app(Path(folder), csrf=part != "kills") as (app, url):
        if part == "pages":
            return pages.run(app)
        if part == "kills":
            return kills.rows(kills.run(app, KILLS))
        big = world.build(app)
        if part == "weight":
            return weight.run(app, big)
        with load.served(url, Path(folder), KEY) as port:
            served = {"load": load.run, "paper": paper.run, "lighthouse": lighthouse.run}[part]
            return served(app, big, port)


@contextmanager
def an_app(folder: Path, *, csrf: bool) -> Iterator[tuple[Flask, str]]:
    """An app on an empty SQLite database of its own, and that database's address."""
    url = f"sqlite:///{folder}/bench.sqlite"
    environment = os.environ | {
        "FELDTOG_ENV": "development",
        "FELDTOG_SECRET_KEY": KEY,
        "FELDTOG_INSTANCE": str(folder),
        "DATABASE_URL": url,
    }
    subprocess.run(
        [sys.executable, "-m", "flask", "--app", "wsgi", "db", "upgrade"],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
    )
    yield (
        create_app(
            Config(
                env="testing",
                secret_key=KEY,
                instance=folder,
                database_url=url,
                rate_limits=False,
                log_level="WARNING",
                extra={"WTF_CSRF_ENABLED": csrf},
            )
        ),
        url,
    )


def record(part: str, measured: str) -> None:
    """Put the table between the part's marks in docs/bench.md."""
    text = RECORD.read_text("utf-8")
    before, start, rest = text.partition(f"<!-- {part} -->\n")
    _former, end, after = rest.partition(f"<!-- end of {part} -->")
    if not start or not end:
        raise SystemExit(f"docs/bench.md has no marks for {part}")
    made = (
        f"Measured {datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} cores, "
        f"SQLite, {os.getloadavg()[0]:.1f} processes wanting to run.\n"
    )
    RECORD.write_text(f"{before}{start}\n{made}\n{measured}\n\n{end}{after}", "utf-8")


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|" + " --- |" * len(heads)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
