"""The first page."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import current_user

from app.home import queries
from app.live.queries import note_versions, topics_of_person
from app.news.unread import MOST

bp = Blueprint("home", __name__)


@bp.get("/")
def home() -> Any:
    if not current_user.is_authenticated:
        return render_template("home/front.html")
    note_versions(topics_of_person(current_user.id))
    found = queries.home(current_user)
    g.unread = min(MOST, sum(found.news.values()))
    return render_template("home/home.html", home=found)


@bp.get("/enter")
def enter() -> Any:
    """The page of an invitation or personal link that somebody pasted, or of its code alone."""
    pasted = request.args.get("link", "").strip()
    parts = [part for part in urlsplit(pasted).path.split("/") if part]
    token = parts[-1] if parts else ""
    if token and token.replace("-", "").replace("_", "").replace(".", "").isalnum() and len(token) <= 300:
        if len(parts) > 1 and parts[-2] == "guest":
            return redirect(url_for("accounts.guest", token=token))
        if len(parts) > 1 and parts[-2] == "sit":
            return redirect(url_for("boardgame.invitation", token=token))
        return redirect(url_for("founding.invitation", token=token))
    flash(_("That is no invitation link or code. Copy it whole, as the game master sent it."), "seal")
    return redirect(url_for("home.home"))
