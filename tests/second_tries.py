"""The plugin that names what passed only when it was tried again (`--reruns`, as `./dev test` has it).

One line for each such test goes into a file beside the JUnit file, `NAME.again`, from which the total of the
run tells them: what leans on chance or on the machine's load must be seen, not only survived.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.terminal import TerminalReporter


def pytest_terminal_summary(terminalreporter: TerminalReporter, config: pytest.Config) -> None:
    results = config.getoption("xmlpath", None)
    if not results:
        return
    again = {report.nodeid for report in terminalreporter.stats.get("rerun", [])}
    failed = {
        report.nodeid for kind in ("failed", "error") for report in terminalreporter.stats.get(kind, [])
    }
    names = sorted(again - failed)
    Path(results).with_suffix(".again").write_text("".join(f"{name}\n" for name in names), "utf-8")
