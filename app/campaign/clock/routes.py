"""V11.6: the GM's page of the time of a phase and of pauses."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from flask import Blueprint, flash, redirect, render_template, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.clock import operations
from app.campaign.clock.forms import DeadlineForm, PauseForm
from app.campaign.clock.queries import deadline_of
from app.campaign.clock.zones import zone_choices, zone_for
from app.campaign.tabs import frame
from app.forms import checked, form_for
from app.journal.writes import writes

bp = Blueprint("clock", __name__, url_prefix="/campaigns/<campaign_id>/clock")


@bp.get("")
@login_required
def clock(campaign_id: str) -> Any:
    here = enter(campaign_id, Deed.RUN)
    zone = zone_for(here.campaign.deadline_zone)
    deadline = deadline_of(here.campaign)
    local = deadline.astimezone(ZoneInfo(zone)) if deadline else None
    form = form_for(
        DeadlineForm,
        "deadline",
        day=local.date() if local else None,
        hour=local.time() if local else None,
        zone=zone,
    )
    return render_template(
        "campaign/clock/clock.html",
        form=form,
        pause_form=form_for(PauseForm, "pause"),
        zones=zone_choices(),
        has_deadline=deadline is not None,
        **frame(here, "dashboard"),
    )


@bp.post("")
@login_required
@writes(page="clock.clock")
def set_deadline(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    form = checked(DeadlineForm, "deadline")
    assert form.day.data is not None, "the form requires a day"
    assert form.hour.data is not None, "the form requires an hour"
    operations.set_deadline(
        here.campaign, form.day.data, form.hour.data, form.zone.data or "", actor=here.actor
    )
    flash(_("The time is set. Nothing switches by itself."), "success")
    return _back(here)


@bp.post("/extend")
@login_required
@writes(page="clock.clock")
def extend(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    operations.extend(here.campaign, actor=here.actor)
    flash(_("The phase has a day more."), "success")
    return _back(here)


@bp.post("/clear")
@login_required
@writes(page="clock.clock")
def clear(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    operations.clear(here.campaign, actor=here.actor)
    flash(_("The phase has no set time any more."), "success")
    return _back(here)


@bp.post("/pause")
@login_required
@writes(page="clock.clock", any_phase=True)
def pause(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    form = checked(PauseForm, "pause")
    operations.pause(here.campaign, form.reason.data or "", actor=here.actor)
    flash(_("The campaign is paused; everybody reads it."), "success")
    return _back(here)


@bp.post("/resume")
@login_required
@writes(page="clock.clock", any_phase=True)
def resume(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    operations.resume(here.campaign, actor=here.actor)
    flash(_("The campaign goes on."), "success")
    return _back(here)


def _back(here: Here) -> Any:
    return redirect(url_for(".clock", campaign_id=here.campaign.id), 303)
