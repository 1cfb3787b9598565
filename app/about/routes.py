"""The page about Feldtog."""

from __future__ import annotations

from flask import Blueprint, render_template

from app.about.queries import credits, version

bp = Blueprint("pages", __name__)


@bp.get("/about")
def about() -> str:
    return render_template("about/about.html", version=version(), credits=credits())
