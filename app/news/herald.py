"""The herald: one thread per process that looks through the tables and sends what is due (V11.7).

Several processes may have one each: every message is written down and claimed in the database, once.
"""

from __future__ import annotations

import threading
from datetime import datetime

import structlog
from flask import Flask

from app.columns import now
from app.config import Config
from app.extensions import db
from app.news.digests import plan_digests
from app.news.planning import plan_campaigns
from app.news.reminders import plan_reminders
from app.news.sending import forget_old_deliveries, send_due
from app.news.turns import plan_games

EVERY = 20.0
"""Seconds between two rounds."""
PARTS = (plan_campaigns, plan_games, plan_reminders, plan_digests, forget_old_deliveries)
log = structlog.get_logger(__name__)


class Herald:
    """Goes round the tables of this server."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Go round for as long as the process lives."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="herald", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Go round no more."""
        self._stopped.set()

    def _work(self) -> None:
        while not self._stopped.wait(EVERY):
            self.go_round()

    def go_round(self, at: datetime | None = None) -> int:
        """Once round: what happened, reminders and digests, then what is due; returns how many were sent.

        A part that fails is logged and tried again the next time; the others are done all the same.
        """
        at = at or now()
        config: Config = self._app.config["FELDTOG"]
        sent = 0
        with self._app.test_request_context(base_url=config.base_url or None):
            for part in PARTS:
                try:
                    part(at)
                except Exception:
                    log.warning("the herald stumbled", part=part.__name__, exc_info=True)
                finally:
                    db.session.remove()
            try:
                sent = send_due(at)
            finally:
                db.session.remove()
        return sent


def init_app(app: Flask) -> None:
    """Have a herald; the server starts it, tests and the command line send it round themselves."""
    app.extensions["herald"] = Herald(app)
