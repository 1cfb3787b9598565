"""Structured log: one JSON line per request and per event, never anything typed by people."""

from __future__ import annotations

import logging
import sys
import time

import structlog
from flask import Flask, Response, g, request
from flask_login import current_user

from app.config import Config


def init_app(app: Flask, config: Config) -> None:
    renderer = structlog.dev.ConsoleRenderer() if config.development else structlog.processors.JSONRenderer()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelName(config.log_level)),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
    log = structlog.get_logger("feldtog.request")

    @app.before_request
    def start() -> None:
        g.started = time.perf_counter()

    @app.after_request
    def finish(response: Response) -> Response:
        # The route's pattern, not the path: paths of links hold tokens.
        log.info(
            "request",
            method=request.method,
            route=str(request.url_rule) if request.url_rule else None,
            status=response.status_code,
            ms=round((time.perf_counter() - g.get("started", time.perf_counter())) * 1000, 1),
            # Whoever was asked for: a static file needs no look at the database.
            person=current_user.id if "_login_user" in g and current_user.is_authenticated else None,
        )
        return response
