"""The blueprint of this room, and what its parts share."""

from __future__ import annotations

from typing import Any

import structlog
from flask import Blueprint, Response, redirect, request
from flask_limiter.util import get_remote_address

from app.accounts.gate import ask_to_log_in
from app.accounts.names import nickname_key
from app.extensions import limiter, login

bp = Blueprint("accounts", __name__)
login.unauthorized_handler(ask_to_log_in)

# Security events, for whoever runs the server; never a nickname or anything typed.
events = structlog.get_logger("feldtog.security")
_LONGEST_NAME = 200


def go(url: str) -> Response:
    """On to the page that shows what was done."""
    return redirect(url, 303)  # type: ignore[return-value]  # a werkzeug response is all that is needed


def typed(name: str) -> str:
    """A posted field, cut to what can be meant."""
    return request.form.get(name, "")[:_LONGEST_NAME]


def _refused(response: Response) -> bool:
    return response.status_code >= 400


def _by_name() -> str:
    return f"name {nickname_key(typed('nickname'))}"


def _by_name_and_address() -> str:
    return f"{_by_name()} from {get_remote_address()}"


def _by_address() -> str:
    return f"from {get_remote_address()}"


def limit_guessing(view: Any) -> Any:
    """Failed tries are limited by address, by nickname and by both; a good one costs nothing.

    The limit by nickname alone is wide, so that nobody can easily lock somebody else out.
    """
    for rate, key in (
        ("10 per 15 minutes", _by_name_and_address),
        ("100 per hour", _by_name),
        ("60 per 15 minutes", _by_address),
    ):
        view = limiter.limit(rate, key_func=key, deduct_when=_refused)(view)
    return view
