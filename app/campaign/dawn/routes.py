"""Dawn, for all; and the GM's choice in it (V7.6)."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import login_required
from sqlalchemy import select

from app.actor import Deed
from app.campaign.access import enter, enter_to_change
from app.campaign.dawn import operations
from app.campaign.dawn.queries import dawn_page
from app.campaign.map.models import Place
from app.campaign.movement.queries import withdrawing
from app.campaign.settlement.queries import captives_page
from app.campaign.tabs import frame
from app.extensions import db
from app.journal.writes import writes

bp = Blueprint("dawn", __name__)


@bp.get("/campaigns/<campaign_id>/dawn")
@login_required
def dawn(campaign_id: str) -> str:
    """Which place fell to whom, and why."""
    here = enter(campaign_id)
    return render_template(
        "campaign/dawn/dawn.html",
        page=dawn_page(here),
        captives=captives_page(here),
        withdrawing=withdrawing(here.campaign, here.campaign.seats if here.runs else [here.me]),
        **frame(here, "overview"),
    )


@bp.post("/campaigns/<campaign_id>/dawn/choice")
@login_required
@writes(page="dawn.dawn")
def choose(campaign_id: str) -> Any:
    """The GM says who of several takes a place."""
    here = enter_to_change(campaign_id, Deed.RUN)
    place = db.session.scalars(
        select(Place).where(Place.id == request.form.get("place", ""), Place.campaign_id == here.campaign.id)
    ).one_or_none()
    taker = next((seat for seat in here.campaign.seats if seat.id == request.form.get("taker", "")), None)
    if place is None or taker is None:
        abort(404)
    operations.choose(place, taker, campaign=here.campaign, actor=here.actor)
    flash(_("%(place)s goes to %(player)s.", place=place.name, player=str(taker.name)), "success")
    return redirect(url_for("dawn.dawn", campaign_id=campaign_id), 303)
