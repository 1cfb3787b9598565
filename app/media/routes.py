"""Serving pictures."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request
from flask_login import current_user, login_required

from app.media.queries import picture_for

bp = Blueprint("media", __name__)


@bp.get("/pictures/<picture_id>.webp")
@login_required
def picture(picture_id: str) -> Response:
    """A picture's bytes never change, so browsers keep them; only browsers, for they are not everybody's."""
    found = picture_for(current_user, picture_id)
    if found is None:
        abort(404)
    response = Response(mimetype="image/webp")
    response.set_etag(found.digest)
    response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    if request.if_none_match.contains(found.digest):
        response.status_code = 304
        return response
    response.set_data(found.data)
    return response
