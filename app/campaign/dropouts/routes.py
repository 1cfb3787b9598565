"""The GM closes a seat and opens it again (V11.1)."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, flash, redirect, render_template, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.dropouts import operations
from app.campaign.dropouts.forms import DropoutForm
from app.campaign.dropouts.queries import dropout_page, take_back_page
from app.campaign.tabs import frame
from app.forms import checked, form_for
from app.journal.writes import writes

bp = Blueprint("dropouts", __name__, url_prefix="/campaigns/<campaign_id>/seats/<seat_id>/dropout")


@bp.get("")
@login_required
def ask(campaign_id: str, seat_id: str) -> str:
    """Says all that follows, and asks for the reason."""
    here = enter(campaign_id, Deed.RUN, seat_id)
    page = dropout_page(here.campaign, here.seat)
    return _page(here, "dropout.html", page=page, form=form_for(DropoutForm, "dropout"))


@bp.post("")
@login_required
@writes(page="dropouts.ask")
def drop_out(campaign_id: str, seat_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN, seat_id)
    form = checked(DropoutForm, "dropout")
    operations.drop_out(here.seat, form.reason.data or "", campaign=here.campaign, actor=here.actor)
    flash(_("%(player)s has dropped out. All of it stands in the chronicle.", player=here.seat.name), "moss")
    return _back(here)


@bp.get("/take-back")
@login_required
def ask_take_back(campaign_id: str, seat_id: str) -> str:
    here = enter(campaign_id, Deed.RUN, seat_id)
    page = take_back_page(here.campaign, here.seat)
    return _page(here, "take_back.html", page=page, form=form_for(DropoutForm, "take-back"))


@bp.post("/take-back")
@login_required
@writes(page="dropouts.ask_take_back")
def take_back(campaign_id: str, seat_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN, seat_id)
    form = checked(DropoutForm, "take-back")
    operations.take_back(here.seat, form.reason.data or "", campaign=here.campaign, actor=here.actor)
    flash(_("The seat of %(player)s plays again.", player=here.seat.name), "moss")
    return _back(here)


def _page(here: Here, template: str, **context: Any) -> str:
    return render_template(
        f"campaign/dropouts/{template}",
        back_url=url_for("founding.players", campaign_id=here.campaign.id),
        **context,
        **frame(here, "players"),
    )


def _back(here: Here) -> Any:
    return redirect(url_for("founding.players", campaign_id=here.campaign.id), 303)
