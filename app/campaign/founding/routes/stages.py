"""V0.1, V1.9-V1.11: moving the campaign on, and choosing hideouts."""

from __future__ import annotations

from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.asking import ask_first
from app.campaign.founding import operations
from app.campaign.founding.queries.hideouts import hideout_page
from app.campaign.founding.routes.blueprint import bp
from app.campaign.states import State
from app.campaign.tabs import frame
from app.journal.writes import writes


@bp.get("/campaigns/<campaign_id>/open-hideouts")
@login_required
def ask_open_hideouts(campaign_id: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    return _ask(
        here,
        title=_("Open the choice of hideouts?"),
        text=_("The circle of players is closed then: open invitations lapse and nobody can join any more."),
        url=url_for("founding.open_hideouts", campaign_id=campaign_id),
        yes=_("Open the choice"),
    )


@bp.post("/campaigns/<campaign_id>/open-hideouts")
@login_required
@writes(page="founding.ask_open_hideouts")
def open_hideouts(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    operations.open_hideouts(here.campaign, actor=here.actor)
    flash(_("Hideouts can be chosen now."), "moss")
    return _overview(here)


@bp.get("/campaigns/<campaign_id>/start")
@login_required
def ask_start(campaign_id: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    return _ask(
        here,
        title=_("Start the first round?"),
        text=_(
            "The first round begins with its preparation. There is no way back to the choice of hideouts."
        ),
        url=url_for("founding.start", campaign_id=campaign_id),
        yes=_("Start the round"),
    )


@bp.post("/campaigns/<campaign_id>/start")
@login_required
@writes(page="founding.ask_start")
def start(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    operations.start_rounds(here.campaign, actor=here.actor)
    flash(_("The first round has begun."), "moss")
    return _overview(here)


@bp.get("/campaigns/<campaign_id>/finish")
@login_required
def ask_finish(campaign_id: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    return _ask(
        here,
        title=_("Finish the campaign?"),
        text=_("Everything becomes read-only and every secret is open to all. There is no way back."),
        url=url_for("founding.finish", campaign_id=campaign_id),
        yes=_("Finish the campaign"),
    )


@bp.post("/campaigns/<campaign_id>/finish")
@login_required
@writes(page="founding.ask_finish")
def finish(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    operations.finish(here.campaign, actor=here.actor)
    flash(_("The campaign is finished."), "moss")
    return _overview(here)


@bp.get("/campaigns/<campaign_id>/hideouts", defaults={"seat_id": None})
@bp.get("/campaigns/<campaign_id>/seats/<seat_id>/hideouts")
@login_required
def hideouts(campaign_id: str, seat_id: str | None) -> Any:
    """The banner places to choose from, for oneself or, as the GM, for a player (V11.5)."""
    here = enter(campaign_id, Deed.SEE, seat_id)
    if not here.seat.plays or not (here.own or here.runs):
        abort(404)
    return render_template(
        "campaign/founding/hideouts.html",
        seat=here.seat,
        page=hideout_page(here.campaign, here.seat),
        choosing=here.campaign.state == State.HIDEOUTS,
        **frame(here, "overview"),
    )


@bp.post("/campaigns/<campaign_id>/seats/<seat_id>/hideouts")
@login_required
@writes(page="founding.hideouts")
def choose_hideout(campaign_id: str, seat_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.PLAY, seat_id)
    place = operations.choose_hideout(
        request.form.get("place", ""), seat=here.seat, campaign=here.campaign, actor=here.actor
    )
    flash(_("%(place)s is the hideout of %(player)s now.", place=place.name, player=here.seat.name), "moss")
    return _overview(here)


def _ask(here: Here, *, title: str, text: str, url: str, yes: str) -> str:
    return ask_first(here, "overview", title=title, text=text, url=url, yes=yes, back=_overview_url(here))


def _overview(here: Here) -> Any:
    return redirect(_overview_url(here), 303)


def _overview_url(here: Here) -> str:
    return url_for("overview.overview", campaign_id=here.campaign.id)
