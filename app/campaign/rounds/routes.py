"""The GM's page before a switch of phase: what is outstanding, what will happen."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.rounds import operations, queries
from app.campaign.rounds.phases import (
    END,
    effect_of,
    next_after,
    no_return_of,
    reachable,
    switch_label,
    why_no_way,
)
from app.campaign.states import Phase
from app.campaign.tabs import frame
from app.campaign.words import where_it_stands
from app.journal.writes import writes

bp = Blueprint("rounds", __name__, url_prefix="/campaigns/<campaign_id>/round")


@bp.get("/switch")
@login_required
def next_switch(campaign_id: str) -> Any:
    """The switch that comes next."""
    here = enter(campaign_id, Deed.RUN)
    if here.campaign.phase is None:
        abort(404)
    to = next_after(Phase(here.campaign.phase))
    return redirect(url_for(".switch", campaign_id=campaign_id, to=to))


@bp.get("/switch/<to>")
@login_required
def switch(campaign_id: str, to: str) -> Any:
    """Lists what is outstanding and asks (V2.8)."""
    here = enter(campaign_id, Deed.RUN)
    if here.campaign.phase is None or to not in (*Phase, END):
        abort(404)
    present = Phase(here.campaign.phase)
    way = to in reachable(present)
    forward = to == next_after(present)
    return render_template(
        "campaign/rounds/switch.html",
        to=to,
        way=way,
        why_not=None if way or to == present else why_no_way(present, to),
        next_url=queries.switch_url(here.campaign, next_after(present)),
        next_label=switch_label(next_after(present)),
        label=switch_label(to),
        effect=effect_of(present, to),
        no_return=no_return_of(present, to),
        steps=queries.steps(here.campaign, runs=True),
        outstanding=queries.outstanding(here.campaign) if way and forward else [],
        readiness=queries.readiness(here.campaign) if present == Phase.ORDERS and way and forward else [],
        back=_gm_url(here),
        **frame(here, "dashboard"),
    )


@bp.post("/switch/<to>")
@login_required
@writes(page="rounds.switch")
def carry_out(campaign_id: str, to: str) -> Any:
    """V2.9: at once or not at all, exactly once."""
    here = enter_to_change(campaign_id, Deed.RUN)
    if to not in (*Phase, END):
        abort(404)
    if to == END:
        operations.end_round(here.campaign, actor=here.actor)
    else:
        operations.switch(Phase(to), campaign=here.campaign, actor=here.actor)
    flash(_("Now: %(standing)s", standing=where_it_stands(here.campaign)), "success")
    return redirect(_gm_url(here), 303)


def _gm_url(here: Here) -> str:
    """Where a switch leads: back to the dashboard."""
    return url_for("dashboard.dashboard", campaign_id=here.campaign.id)
