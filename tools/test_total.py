"""The end of `./dev test`: what each part of the run came to, and one total line.

    python -m tools.test_total RESULTS check:0:12 sqlite:1:80 …

Each argument is a part's name, exit status and seconds; RESULTS holds `NAME.xml`, the JUnit file that
pytest wrote for it. A part that failed without a failed test in its file counts as one failure. What passed
at its second try alone stands in `NAME.again` (`tests/second_tries.py`) and is named.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple


class Part(NamedTuple):
    """One part of the run: its exit status, wall seconds, counts of tests, and which were tried again."""

    name: str
    status: int
    seconds: int
    passed: int
    failed: int
    skipped: int
    again: tuple[str, ...] = ()


def read_part(results: Path, described: str) -> Part:
    """Reads `NAME:STATUS:SECONDS` and, where the part has one, its JUnit file."""
    name, status, seconds = described.rsplit(":", 2)
    # A test that is tried again stands there twice; its first time without an outcome.
    outcomes: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    file = results / f"{name}.xml"
    if file.exists():
        # The file was written by pytest a moment ago, so it needs no defence against hostile XML.
        for case in ET.parse(file).iter("testcase"):  # noqa: S314
            named = tuple(case.get(part, "") for part in ("classname", "name"))
            outcomes[named] |= {child.tag for child in case}
    failed = sum(bool(found & {"failure", "error"}) for found in outcomes.values())
    skipped = sum("skipped" in found and not found & {"failure", "error"} for found in outcomes.values())
    passed = len(outcomes) - failed - skipped
    if int(status) and not failed:
        failed = 1
    noted = results / f"{name}.again"
    again = tuple(noted.read_text("utf-8").splitlines()) if noted.exists() else ()
    return Part(name, int(status), int(seconds), passed, failed, skipped, again)


def report(parts: list[Part]) -> str:
    """A line for each part, then the total line."""
    lines = [
        f"{part.name:<12} {part.seconds:>5} s  "
        f"{'ok' if not part.failed else 'FAILED':<7} {part.passed} passed, {part.failed} failed"
        for part in parts
    ]
    lines += [
        f"passed at the second try alone, on {part.name}: {one}" for part in parts for one in part.again
    ]
    total = (
        f"{sum(part.passed for part in parts)} passed, {sum(part.failed for part in parts)} failed, "
        f"{sum(part.skipped for part in parts)} skipped"
    )
    return "\n".join(["", *lines, "", total])


def main(arguments: list[str]) -> int:
    results, *described = arguments
    parts = [read_part(Path(results), one) for one in described]
    print(report(parts))
    return 1 if any(part.failed for part in parts) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
