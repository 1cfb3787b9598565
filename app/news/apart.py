"""One table's fault stays its own: the others get their news all the same (V11.7)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from app.extensions import db

log = structlog.get_logger(__name__)


@contextmanager
def apart(what: str, whose: str) -> Iterator[None]:
    """Log whatever goes wrong with one table, person or message, and go on with the next.

    A campaign can be brought from a file that somebody made up; nobody may silence a server with it.
    """
    try:
        yield
    except Exception:
        db.session.rollback()
        log.warning("the herald stumbled", part=what, whose=whose, exc_info=True)
