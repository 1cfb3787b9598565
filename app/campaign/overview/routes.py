"""The overview of a campaign (V10.1)."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from flask_login import login_required

from app.campaign.access import enter
from app.campaign.overview.queries import overview as overview_page
from app.campaign.settlement.queries import captives
from app.campaign.states import State
from app.campaign.tabs import frame

bp = Blueprint("overview", __name__)


@bp.get("/campaigns/<campaign_id>")
@login_required
def overview(campaign_id: str) -> Any:
    here = enter(campaign_id)
    if here.campaign.state == State.DRAFT:
        return redirect(url_for("founding.wizard", campaign_id=campaign_id))
    return render_template(
        "campaign/overview/overview.html",
        page=overview_page(here),
        captives=captives(here.campaign) if here.campaign.running else [],
        **frame(here, "overview"),
    )
