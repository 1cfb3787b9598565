"""Waking the waiter of this process as soon as it has changed something itself."""

from __future__ import annotations

import threading

CHANNEL = "feldtog"
_bell = threading.Event()


def changed() -> None:
    """A transaction of this process was committed."""
    _bell.set()


def wait_for_change(seconds: float) -> None:
    """Sleep until something was committed here, at most ``seconds``."""
    _bell.wait(seconds)
    _bell.clear()
