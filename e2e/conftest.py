"""Browser tests: one real server and one Chromium for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from e2e import server as serving
from e2e.walk import Findings, Walk

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from e2e.server import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Feldtog, served as `./dev run` does, with the demo."""
    started = serving.start(tmp_path_factory.mktemp("served"))
    yield started
    started.stop()


@pytest.fixture(scope="session")
def findings(server: Server, browser: Browser, pytestconfig: pytest.Config) -> Findings:
    """Every page, looked at once: in every state of a campaign with ``--long``, else in some."""
    from e2e.stages import ALL, DAILY, set_up

    whole = bool(pytestconfig.getoption("--long"))
    return Walk(browser, server, set_up(server, ALL if whole else DAILY), whole=whole).walk()
