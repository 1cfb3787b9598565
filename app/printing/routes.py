"""How far a document is, for the page that waits for it."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify
from flask_login import login_required

from app.printing.progress import heard

bp = Blueprint("printing", __name__)


@bp.get("/printing/<ticket>")
@login_required
def progress(ticket: str) -> Response:
    """The page that is being laid out, and whether the document is done."""
    page, done = heard(ticket)
    answer = jsonify(page=page, done=done)
    answer.headers["Cache-Control"] = "no-store"
    return answer
