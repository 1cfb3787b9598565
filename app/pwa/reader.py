"""Who reads: told to the service worker with every page, so that it never mixes two people's pages."""

from __future__ import annotations

import hashlib
import hmac

from flask import Flask, Response, current_app, g, get_flashed_messages
from flask_login import current_user

from app.i18n import language

NOBODY = "-"


def reader_key() -> str:
    """A short name for the person at this browser that says nothing about them; "-" for nobody.

    The service worker keeps pages under it, the page's script keeps unsent text under it.
    """
    if "reader" not in g:
        g.reader = NOBODY
        # A page about a failure cannot ask who is reading.
        if not g.get("bare") and current_user.is_authenticated:
            g.reader = key_of(current_user.id)
    return str(g.reader)


def key_of(person_id: str) -> str:
    """The short name for a person."""
    secret = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.new(secret, f"reader:{person_id}".encode(), hashlib.sha256).hexdigest()[:16]


def keep_offline() -> None:
    """Let the service worker keep the page that is being made, for this reader alone.

    For a person's own pages and the rulebook only: never for what shows another seat's secrets,
    so never for what a GM sees of a player.
    """
    g.keep_offline = True


def init_app(app: Flask) -> None:
    @app.after_request
    def mark(response: Response) -> Response:
        """Name the reader and the language of every page but those about a failure."""
        if response.mimetype == "text/html" and not g.get("bare"):
            response.headers["X-Reader"] = reader_key()
            response.headers.setdefault("Content-Language", language())
        if g.get("keep_offline") and response.status_code == 200:
            # A page that says something only once is not the one to keep: the worker asks for it anew.
            response.headers["X-Offline"] = "again" if get_flashed_messages() else "keep"
        return response
