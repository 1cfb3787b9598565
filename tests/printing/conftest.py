"""A press that is warm once for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.printing.press import Press

STATIC = Path(__file__).resolve().parents[2] / "static"


@pytest.fixture(scope="session")
def press() -> Iterator[Press]:
    press = Press(STATIC)
    press.print("<html lang=en><title>warm</title>")
    yield press
    press.stop()
