"""The end of `./dev test`: what each part of the run came to, and one total line.

    python -m tools.test_total RESULTS check:0:12 sqlite:1:80 …

Each argument is a part's name, exit status and seconds; RESULTS holds `NAME.xml`, the JUnit file that
pytest wrote for it. A part that failed without a failed test in its file counts as one failure.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple


class Part(NamedTuple):
    """One part of the run: its exit status, wall seconds and counts of tests."""

    name: str
    status: int
    seconds: int
    passed: int
    failed: int
    skipped: int


def read_part(results: Path, described: str) -> Part:
    """Reads `NAME:STATUS:SECONDS` and, where the part has one, its JUnit file."""
    name, status, seconds = described.rsplit(":", 2)
    passed = failed = skipped = 0
    file = results / f"{name}.xml"
    if file.exists():
        # The file was written by pytest a moment ago, so it needs no defence against hostile XML.
        for case in ET.parse(file).iter("testcase"):  # noqa: S314
            outcomes = {child.tag for child in case}
            if outcomes & {"failure", "error"}:
                failed += 1
            elif "skipped" in outcomes:
                skipped += 1
            else:
                passed += 1
    if int(status) and not failed:
        failed = 1
    return Part(name, int(status), int(seconds), passed, failed, skipped)


def report(parts: list[Part]) -> str:
    """A line for each part, then the total line."""
    lines = [
        f"{part.name:<12} {part.seconds:>5} s  "
        f"{'ok' if not part.failed else 'FAILED':<7} {part.passed} passed, {part.failed} failed"
        for part in parts
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
