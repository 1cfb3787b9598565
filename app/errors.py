"""Error pages, and what a refusal shows when its page cannot be shown."""

from __future__ import annotations

from flask import Flask, Response, g, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import OperationalError
from werkzeug.exceptions import HTTPException

from app.accounts.gate import ask_to_log_in, outdated_page
from app.extensions import db
from app.refusal import Refusal

PAGES = (403, 404, 409, 413, 422, 429, 500, 503)


def init_app(app: Flask) -> None:
    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        code = error.code or 500
        if code == 401:
            return ask_to_log_in()
        known = {400: 422, 405: 404}.get(code, code)
        template = f"errors/{known if known in PAGES else 500}.html"
        return make_response(render_template(template, code=code), code)

    @app.errorhandler(CSRFError)
    def csrf(_error: CSRFError) -> Response:
        return outdated_page(409)

    @app.errorhandler(Refusal)
    def refused(refusal: Refusal) -> tuple[str, int]:
        """A page that may not be shown (not a form: those are shown again with their text)."""
        return render_template("errors/422.html", code=refusal.status, refusal=refusal), refusal.status

    @app.errorhandler(OperationalError)
    def database(error: OperationalError) -> tuple[str, int]:
        app.logger.error("database failed", exc_info=error)
        db.session.rollback()
        g.bare = True
        return render_template("errors/503.html", code=503, typed_back=request.form), 503

    @app.errorhandler(Exception)
    def broken(error: Exception) -> tuple[str, int]:
        app.logger.exception("unexpected", exc_info=error)
        db.session.rollback()
        g.bare = True
        return render_template("errors/500.html", code=500), 500
