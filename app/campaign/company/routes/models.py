"""V3.4, V3.8, C9.2: one model: name, note, picture, role, place in the list, sale."""

from __future__ import annotations

from flask import flash, redirect, request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_login import login_required
from werkzeug import Response

from app.campaign.company import operations, queries
from app.campaign.company.forms import whole_or_none
from app.campaign.company.pages import SEAT, address, change, keep_own, look
from app.campaign.company.routes.blueprint import bp, item_here, model_here, page
from app.journal.writes import writes
from app.media.operations import prepared_first
from app.refusal import Refusal


@bp.get(f"{SEAT}/models/<model_id>")
@login_required
def model(campaign_id: str, seat_id: str, model_id: str) -> str:
    """A model's page; one that is dead or sold keeps its history."""
    here = look(campaign_id, seat_id)
    view = queries.model_page(model_here(here, model_id), here.campaign, here.seat)
    keep_own(here)
    return page(here, "model.html", "company", view=view)


@bp.post(f"{SEAT}/models/<model_id>/describe")
@login_required
@writes(page="company.model", any_phase=True)
def describe(campaign_id: str, seat_id: str, model_id: str) -> Response:
    here = change(campaign_id, seat_id)
    operations.describe_model(
        model_here(here, model_id),
        name=request.form.get("name", ""),
        note=request.form.get("note", ""),
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    flash(_("Saved."), "success")
    return redirect(address(here, "company.model", model_id=model_id), 303)


@bp.post(f"{SEAT}/models/<model_id>/picture")
@login_required
@prepared_first
@writes(page="company.model", any_phase=True)
def picture(campaign_id: str, seat_id: str, model_id: str) -> Response:
    here = change(campaign_id, seat_id)
    found = model_here(here, model_id)
    file = request.files.get("picture")
    if request.form.get("remove"):
        operations.remove_picture(found, campaign=here.campaign, seat=here.seat, actor=here.actor)
        flash(_("The picture is gone."), "success")
    elif file is not None and file.filename:
        operations.set_picture(found, file, campaign=here.campaign, seat=here.seat, actor=here.actor)
        flash(_("The picture is saved."), "success")
    else:
        raise Refusal(_l("No picture was chosen."))
    return redirect(address(here, "company.model", model_id=model_id), 303)


@bp.post(f"{SEAT}/models/<model_id>/items")
@login_required
@writes(page="company.model")
def equip(campaign_id: str, seat_id: str, model_id: str) -> Response:
    """Give the model an item of the store, or with ``store`` take one off it (V3.7)."""
    here = change(campaign_id, seat_id)
    found = model_here(here, model_id)
    item = item_here(here, request.form.get("item", ""))
    operations.assign_item(
        item,
        None if request.form.get("store") else found,
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    flash(_("Saved."), "success")
    return redirect(address(here, "company.model", model_id=model_id), 303)


@bp.post(f"{SEAT}/models/<model_id>/role")
@login_required
@writes(page="company.model")
def role(campaign_id: str, seat_id: str, model_id: str) -> Response:
    """Give the model a role of the retinue (C9.2); without one it gives its own up."""
    here = change(campaign_id, seat_id)
    found = model_here(here, model_id)
    wanted = request.form.get("role", "")
    if wanted:
        operations.give_role(found, wanted, campaign=here.campaign, seat=here.seat, actor=here.actor)
        flash(_("The role is given."), "success")
    else:
        operations.leave_role(found, campaign=here.campaign, seat=here.seat, actor=here.actor)
        flash(_("The role is vacant."), "success")
    return redirect(address(here, "company.model", model_id=model_id), 303)


@bp.get(f"{SEAT}/models/<model_id>/sell")
@login_required
def ask_sell(campaign_id: str, seat_id: str, model_id: str) -> str:
    """Says what selling the model brings before it is sold (V3.4)."""
    here = look(campaign_id, seat_id)
    view = queries.model_page(model_here(here, model_id), here.campaign, here.seat)
    return page(here, "ask_sell_model.html", "company", view=view)


@bp.post(f"{SEAT}/models/<model_id>/sell")
@login_required
@writes(page="company.ask_sell")
def sell(campaign_id: str, seat_id: str, model_id: str) -> Response:
    here = change(campaign_id, seat_id)
    gold = operations.sell_model(
        model_here(here, model_id),
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
        told=whole_or_none(request.form.get("told")),
    )
    flash(_("Sold for %(gold)d gold.", gold=gold), "success")
    return redirect(address(here, "company.company"), 303)
