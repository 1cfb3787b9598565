"""The gate: asking to log in, and never sending anybody to another site."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from flask import Response, make_response, redirect, render_template, request, url_for

_NEVER_BACK = re.compile(r"^/(login|logout|signup|language|recover|guest)\b")
_TECHNICAL = frozenset({"csrf_token", "request_id", "seen", "form_key", "next", "lang", "code"})
_LOOKS_LIKE_A_KEY = re.compile(r"[0-9a-z]{13}")
_SHORTEST_TYPED = 3


def safe_path(target: str | None) -> str | None:
    """``target`` if it is a path of this site, else None: no open redirects.

    Browsers read a backslash as a slash and drop control characters, so neither may be in it.
    """
    if not target or not target.startswith("/") or target.startswith("//"):
        return None
    if "\\" in target or any(ord(c) < 33 or ord(c) == 127 for c in target):
        return None
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return None
    return target


def way_on(target: str | None) -> str:
    """Where to go after logging in: the page that was asked for, else home."""
    path = safe_path(target)
    if path is None or _NEVER_BACK.match(path):
        return url_for("home.home")
    return path


def ask_to_log_in() -> Response:
    """For a page: the way to the login and back. For anything else: a page that says so, with what was typed.

    The session is left as it is: an answer to an old cookie must not replace a newer one.
    """
    if request.method in ("GET", "HEAD"):
        if request.headers.get("Sec-Fetch-Mode", "navigate") != "navigate" or request.path.startswith(
            "/live"
        ):
            return Response(status=401)
        asked = request.full_path.rstrip("?")
        return make_response(redirect(url_for("accounts.login", next=asked if asked != "/" else None), 303))
    return outdated_page(401)


def outdated_page(status: int) -> Response:
    """A form arrived without the login it was made in: nothing was done, and nothing typed is lost."""
    path = safe_path(urlsplit(request.referrer).path) if request.referrer else None
    page = render_template(
        "accounts/outdated.html", texts=typed_texts(), back=path or "/", logged_out=status == 401
    )
    response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    return response


def typed_texts() -> list[str]:
    """What somebody typed into the form that just arrived; passwords and keys are not repeated."""
    return [
        text
        for name, values in request.form.lists()
        if name not in _TECHNICAL and "password" not in name
        for text in values
        if len(text) >= _SHORTEST_TYPED and not _LOOKS_LIKE_A_KEY.fullmatch(text)
    ]
