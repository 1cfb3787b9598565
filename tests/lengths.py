"""The plugin that leaves long tests to `./dev long`: `--long` runs them too.

What is marked ``long`` is more of the same as a test beside it that is not.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("feldtog").addoption(
        "--long",
        action="store_true",
        help="the tests marked long too, and every stage of the browser's walk",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
