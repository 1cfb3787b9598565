"""The game master's page, and lists of what to step into elsewhere (V11.1, V11.2)."""

from __future__ import annotations

from typing import Any

from flask import abort, redirect, render_template, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter
from app.campaign.dashboard import queries
from app.campaign.dashboard.routes.blueprint import bp, page
from app.campaign.states import State
from app.campaign.tabs import frame


@bp.get("")
@login_required
def dashboard(campaign_id: str) -> Any:
    """Also of a finished campaign, where nothing can be changed any more (V0.1)."""
    here = enter(campaign_id)
    if not here.runs:
        abort(403)
    if here.campaign.state == State.DRAFT:
        return redirect(url_for("founding.wizard", campaign_id=campaign_id))
    return render_template(
        "campaign/dashboard/dashboard.html", page=queries.dashboard(here), **frame(here, "dashboard")
    )


@bp.get("/orders")
@login_required
def orders(campaign_id: str) -> str:
    """Which order to call back."""
    here = enter(campaign_id, Deed.RUN)
    return _choosing(
        here,
        _("Call back a warband"),
        queries.orders_to_call_back(here.campaign),
        nothing=_("No warband is sent, or the orders are closed."),
        secret=True,
    )


@bp.get("/results")
@login_required
def results(campaign_id: str) -> str:
    """Which result to correct."""
    here = enter(campaign_id, Deed.RUN)
    return _choosing(
        here,
        _("Correct a result"),
        queries.battles_to_correct(here.campaign),
        nothing=_("No battle of this round has a result that stands."),
    )


@bp.get("/settlements")
@login_required
def settlements(campaign_id: str) -> str:
    """Which step of which settlement to reopen."""
    here = enter(campaign_id, Deed.RUN)
    return _choosing(
        here,
        _("Reopen a step of a settlement"),
        queries.settlements_to_reopen(here.campaign),
        nothing=_("No settlement of this round is open or finished."),
    )


def _choosing(here: Here, title: str, picks: list[Any], *, nothing: str, secret: bool = False) -> str:
    return page(here, "choosing.html", title=title, picks=picks, nothing=nothing, secret=secret)
