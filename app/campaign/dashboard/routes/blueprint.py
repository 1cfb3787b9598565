"""The room's blueprint, and what its pages share."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, redirect, render_template, url_for

from app.campaign.access import Here
from app.campaign.founding.models import Seat
from app.campaign.tabs import frame

bp = Blueprint("dashboard", __name__, url_prefix="/campaigns/<campaign_id>/dashboard")


def page(here: Here, template: str, **context: Any) -> str:
    """A page of the room, from which one goes back to the dashboard."""
    return render_template(
        f"campaign/dashboard/{template}",
        back_url=url_for("dashboard.dashboard", campaign_id=here.campaign.id),
        **context,
        **frame(here, "dashboard"),
    )


def player(here: Here, seat_id: str | None) -> Seat:
    """The player of that id; 404 for anybody else."""
    return next((one for one in here.campaign.players if one.id == seat_id), None) or abort(404)


def back(here: Here) -> Any:
    """To the dashboard, after a change."""
    return redirect(url_for("dashboard.dashboard", campaign_id=here.campaign.id), 303)
