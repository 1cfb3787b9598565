"""The event stream and its fallback."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify
from flask_login import current_user

from app.accounts.logins import token_hash
from app.extensions import db, limiter
from app.live.hub import Hub, TooManyStreams
from app.live.queries import topics_of_person, versions_of

bp = Blueprint("live", __name__)


@bp.get("/live")
@limiter.exempt
def stream() -> Response:
    """Server-sent events: «table c, audience a, is at v»; never what changed.

    401 for whoever is not logged in, 503 while the process holds as many streams as it may.
    """
    if not current_user.is_authenticated:
        return Response(status=401)
    hub: Hub = current_app.extensions["hub"]
    browser, topics = token_hash(current_user.login_token), topics_of_person(current_user.id)
    db.session.remove()
    try:
        subscription = hub.subscribe(browser, topics)
    except TooManyStreams:
        return Response(status=503, headers={"Retry-After": "10"})
    return Response(
        hub.stream(subscription),
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


@bp.get("/live/versions")
@limiter.exempt
def versions() -> Response:
    """The same by asking, for pages without a stream and after a pause."""
    if not current_user.is_authenticated:
        return Response(status=401)
    answer = jsonify([{"c": c, "a": a, "v": v} for c, a, v in versions_of(topics_of_person(current_user.id))])
    answer.headers["Cache-Control"] = "no-store"
    return answer
