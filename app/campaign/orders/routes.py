"""The orders page of a seat, and the GM's way to take an order back."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import enter, enter_to_change
from app.campaign.orders import operations, queries
from app.campaign.orders.forms import RevokeForm, SendForm
from app.campaign.rounds.waiting import waiting_sentence
from app.campaign.tabs import frame
from app.forms import checked, form_for
from app.journal.writes import writes

bp = Blueprint("orders", __name__, url_prefix="/campaigns/<campaign_id>/seats/<seat_id>/orders")


@bp.get("")
@login_required
def orders(campaign_id: str, seat_id: str) -> Any:
    here = enter(campaign_id, Deed.SEE_SECRETS, seat_id)
    if not here.seat.is_player:
        abort(404)
    # A refused form is shown again at the choice it was made of.
    asked = request.form if request.method == "POST" else request.args
    page = queries.orders_page(
        here,
        queries.Asked(
            asked.get("warband"),
            asked.get("place"),
            asked.get("event") or _itself(asked),
            asked.get("inside"),
        ),
    )
    return render_template(
        "campaign/orders/orders.html",
        page=page,
        builder_url=url_for("warbands.warbands", campaign_id=campaign_id, seat_id=seat_id),
        waits=waiting_sentence(here.campaign),
        **frame(here, "map"),
    )


@bp.post("")
@login_required
@writes(page="orders.orders")
def send(campaign_id: str, seat_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.PLAY, seat_id)
    form = checked(SendForm, request.form.get("form_key", ""))
    warband = queries.warband_of(here.seat, form.warband.data or "")
    if warband is None:
        abort(404)
    order = operations.send(
        warband,
        place_id=form.place.data or "",
        event_id=form.event.data or None,
        stamp=form.stamp.data or "",
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    flash(_("Sent: %(order)s", order=queries.sentence(order)), "success")
    return redirect(url_for(".orders", campaign_id=campaign_id, seat_id=seat_id), 303)


@bp.post("/done")
@login_required
@writes(page="orders.orders")
def done(campaign_id: str, seat_id: str) -> Any:
    """V4.9: done, or not done after all."""
    here = enter_to_change(campaign_id, Deed.PLAY, seat_id)
    finished = request.form.get("done") == "1"
    operations.set_done(finished, campaign=here.campaign, seat=here.seat, actor=here.actor)
    return redirect(url_for(".orders", campaign_id=campaign_id, seat_id=seat_id), 303)


@bp.get("/<order_id>/revoke")
@login_required
def revoking(campaign_id: str, seat_id: str, order_id: str) -> Any:
    """Asks the GM before an order is taken back (V11.1)."""
    here = enter(campaign_id, Deed.RUN, seat_id)
    order = queries.order_of(here.campaign, here.seat, order_id)
    if order is None:
        abort(404)
    url = url_for(".revoke", campaign_id=campaign_id, seat_id=seat_id, order_id=order_id)
    return render_template(
        "campaign/orders/revoke.html",
        order=order,
        words=queries.sentence(order),
        fee=queries.fee_of(order),
        stands=order.lifted_at is None and here.campaign.orders_open and order.round == here.campaign.round,
        form=form_for(RevokeForm, url),
        url=url,
        back=_dashboard(campaign_id),
        **frame(here, "dashboard"),
    )


@bp.post("/<order_id>/revoke")
@login_required
@writes(page="orders.revoking")
def revoke(campaign_id: str, seat_id: str, order_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN, seat_id)
    form = checked(RevokeForm, request.form.get("form_key", ""))
    order = queries.order_of(here.campaign, here.seat, order_id)
    if order is None:
        abort(404)
    operations.revoke(
        order, reason=form.reason.data or "", campaign=here.campaign, seat=here.seat, actor=here.actor
    )
    flash(
        _("%(warband)s of %(player)s is called back.", warband=order.warband.name, player=here.seat.name),
        "success",
    )
    return redirect(_dashboard(campaign_id), 303)


def _itself(asked: Any) -> str | None:
    """A posted order without an event means the place itself."""
    return queries.ITSELF if asked.get("place") and asked.get("stamp") else None


def _dashboard(campaign_id: str) -> str:
    return url_for("dashboard.dashboard", campaign_id=campaign_id)
