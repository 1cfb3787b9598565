"""Headers, cookies and the content security policy."""

from __future__ import annotations

from datetime import timedelta
from functools import cached_property

from flask import Flask, Request, Response, abort, request
from werkzeug.datastructures import ImmutableMultiDict, MultiDict

from app.config import Config

# No inline script or style anywhere: what is not listed here does not run.
POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)


_NUL = "\x00"


class PlainRequest(Request):
    """A request without null characters in its fields: no text has them, and PostgreSQL takes none."""

    def _load_form_data(self) -> None:
        loaded = "form" in self.__dict__
        super()._load_form_data()
        if not loaded:
            self.__dict__["form"] = _without_nul(self.form)

    @cached_property
    def args(self) -> MultiDict[str, str]:
        return _without_nul(super().args)


def _without_nul(fields: MultiDict[str, str]) -> ImmutableMultiDict[str, str]:
    return ImmutableMultiDict(
        (name.replace(_NUL, ""), value.replace(_NUL, "")) for name, value in fields.items(multi=True)
    )


def init_app(app: Flask, config: Config) -> None:
    app.request_class = PlainRequest
    https = bool(config.base_url and config.base_url.startswith("https://"))
    app.config.update(
        SECRET_KEY=config.secret_key,
        SESSION_COOKIE_NAME="feldtog",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=https,
        REMEMBER_COOKIE_NAME="feldtog_stay",
        REMEMBER_COOKIE_HTTPONLY=True,
        REMEMBER_COOKIE_SAMESITE="Lax",
        REMEMBER_COOKIE_SECURE=https,
        REMEMBER_COOKIE_DURATION=timedelta(days=60),
        PERMANENT_SESSION_LIFETIME=timedelta(days=60),
        WTF_CSRF_TIME_LIMIT=None,
        MAX_CONTENT_LENGTH=24 * 1024 * 1024,
        MAX_FORM_MEMORY_SIZE=2 * 1024 * 1024,
        MAX_FORM_PARTS=2000,
        RATELIMIT_ENABLED=config.rate_limits,
        RATELIMIT_STORAGE_URI="memory://",
    )

    @app.before_request
    def no_nul_in_addresses() -> None:
        if _NUL in request.path:
            abort(404)

    @app.after_request
    def headers(response: Response) -> Response:
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", "same-origin")
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        # Not in development: a laptop's home certificate would pin its localhost to https.
        if request.is_secure and not config.development:
            response.headers.setdefault("Strict-Transport-Security", "max-age=31536000")
        # A download or an answer in JSON holds as many secrets as a page; what may be kept says so itself.
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"
        return response
