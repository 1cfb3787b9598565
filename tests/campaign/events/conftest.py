"""Fixtures for tests of events."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.campaign.map.table import Table, lay_table


@pytest.fixture
def table(app: Flask) -> Table:
    """A running campaign in the preparation of round 2, warbands of 200 points."""
    table = lay_table(app)
    table.move_on(round_=2)
    return table
