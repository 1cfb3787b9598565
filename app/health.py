"""The health endpoint."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify
from sqlalchemy import text

from app.extensions import db, limiter

bp = Blueprint("health", __name__)


@bp.get("/health")
@limiter.exempt
def health() -> tuple[Response, int]:
    """200 while the database answers, else 503; for load balancers and containers."""
    try:
        db.session.execute(text("SELECT 1"))
    except Exception:
        current_app.logger.exception("health")
        return jsonify(status="database unreachable"), 503
    return jsonify(status="ok", build=current_app.config["BUILD"]), 200
