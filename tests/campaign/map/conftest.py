"""Fixtures for tests of the map."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.campaign.map.table import Table, lay_table


@pytest.fixture
def table(app: Flask) -> Table:
    """A campaign in `gathering` with a GM, two players and three places."""
    return lay_table(app)


@pytest.fixture
def inside(table: Table) -> Iterator[Table]:
    """The same, within a request, for calling operations and queries directly."""
    with table.app.test_request_context():
        yield table
