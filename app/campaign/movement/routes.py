"""A warband gathers, and withdraws, where its player says (V9.4, V9.6)."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change, only_with
from app.campaign.map.models import Place
from app.campaign.map.queries import place_of
from app.campaign.movement import operations, queries
from app.campaign.tabs import frame
from app.campaign.warbands.models import Warband
from app.campaign.warbands.queries.builder import warband_of
from app.journal.writes import writes

ONE = "/campaigns/<campaign_id>/seats/<seat_id>/warbands/<warband_id>"
bp = Blueprint("movement", __name__)


@bp.post(f"{ONE}/gather")
@login_required
@writes(page="warbands.builder")
def gather(campaign_id: str, seat_id: str, warband_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.PLAY, seat_id)
    warband, place = _warband(here, warband_id), _place(here)
    operations.gather(warband, place, campaign=here.campaign, seat=here.seat, actor=here.actor)
    flash(_("%(warband)s gathers at %(place)s.", warband=warband.name, place=place.name), "success")
    return redirect(
        url_for("warbands.builder", campaign_id=campaign_id, seat_id=seat_id, warband_id=warband_id), 303
    )


@bp.get(f"{ONE}/retreat")
@login_required
def retreat(campaign_id: str, seat_id: str, warband_id: str) -> str:
    """Asks to which of the nearest hideouts a warband withdraws."""
    here = enter(campaign_id, Deed.SEE_SECRETS, seat_id)
    only_with(here.campaign.module_movement)
    warband = _warband(here, warband_id)
    found = queries.withdrawing(here.campaign, [here.seat])
    return render_template(
        "campaign/movement/retreat.html",
        warband=warband,
        going=next((one for one in found if one.warband.id == warband.id), None),
        **frame(here, "warbands"),
    )


@bp.post(f"{ONE}/retreat")
@login_required
@writes(page="movement.retreat")
def choose_retreat(campaign_id: str, seat_id: str, warband_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.PLAY, seat_id)
    warband, place = _warband(here, warband_id), _place(here)
    operations.choose_retreat(warband, place.id, campaign=here.campaign, seat=here.seat, actor=here.actor)
    flash(_("%(warband)s is to withdraw to %(place)s.", warband=warband.name, place=place.name), "success")
    return redirect(url_for("dawn.dawn", campaign_id=campaign_id), 303)


def _warband(here: Here, warband_id: str) -> Warband:
    found = warband_of(here.seat, warband_id)
    if found is None:
        abort(404)
    return found


def _place(here: Here) -> Place:
    found = place_of(here.campaign, request.form.get("place", ""))
    if found is None:
        abort(404)
    return found
