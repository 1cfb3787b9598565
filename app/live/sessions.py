"""Sessions that a page's script cannot disturb by reading in the background."""

from __future__ import annotations

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin

BACKGROUND = "X-Live"


class BackgroundReads(SecureCookieSessionInterface):
    """Leaves the cookie alone where a page refreshes itself, listens for news or loads its files.

    Such an answer can arrive after that of a form which was sent meanwhile: its older
    cookie would take back a login or swallow the message that the next page is to show.
    """

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if request.endpoint == "static":
            return
        background = BACKGROUND in request.headers or request.blueprint == "live"
        if background and self.get_cookie_name(app) in request.cookies:
            response.vary.add("Cookie")
            return
        super().save_session(app, session, response)


def init_app(app: Flask) -> None:
    app.session_interface = BackgroundReads()
