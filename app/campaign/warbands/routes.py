"""V4.1-V4.5: the list of warbands and the builder."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, request, url_for
from flask_babel import gettext as _
from flask_login import login_required
from sqlalchemy import select
from werkzeug import Response

from app.campaign.access import Here
from app.campaign.company.holdings import item_of
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.company.operations import assign_item
from app.campaign.company.pages import SEAT, address, change, keep_own, look, own_page
from app.campaign.movement.queries import hideouts_of, stand_of
from app.campaign.warbands import operations, queries
from app.campaign.warbands.emblems import EMBLEMS
from app.campaign.warbands.models import Warband
from app.campaign.warbands.queries.builder import warband_of
from app.extensions import db
from app.journal.writes import writes

ONE = f"{SEAT}/warbands/<warband_id>"
bp = Blueprint("warbands", __name__)


def _warband(here: Here, warband_id: str) -> Warband:
    """A warband of that seat; 404 for another's."""
    warband = warband_of(here.seat, warband_id)
    if warband is None:
        abort(404)
    return warband


def _models(here: Here, ids: list[str]) -> list[CompanyModel]:
    """The seat's models of these ids; 404 if one is another's."""
    found = {
        model.id: model
        for model in db.session.execute(
            select(CompanyModel)
            .join(Company, Company.id == CompanyModel.company_id)
            .where(CompanyModel.id.in_(ids), Company.seat_id == here.seat.id)
        ).scalars()
    }
    if any(one not in found for one in ids):
        abort(404)
    return [found[one] for one in ids]


def _item(here: Here, item_id: str) -> CompanyItem:
    """One of the seat's items; 404 for another's."""
    return item_of(here.seat, item_id) or abort(404)


def _page(here: Here, template: str, **context: Any) -> str:
    return own_page(here, f"campaign/warbands/{template}", "warbands", "warbands", emblems=EMBLEMS, **context)


@bp.get(f"{SEAT}/warbands")
@login_required
def warbands(campaign_id: str, seat_id: str) -> str:
    """The player's warbands at a glance."""
    here = look(campaign_id, seat_id)
    keep_own(here)
    gathers = here.campaign.module_movement and here.campaign.running
    return _page(
        here,
        "warbands.html",
        view=queries.warbands_page(here.campaign, here.seat),
        hideouts=[(place.id, place.name) for place in hideouts_of(here.seat)] if gathers else [],
    )


@bp.post(f"{SEAT}/warbands")
@login_required
@writes(page="warbands.warbands")
def form(campaign_id: str, seat_id: str) -> Response:
    here = change(campaign_id, seat_id)
    warband = operations.form_warband(
        request.form.get("name", ""),
        at=request.form.get("at"),
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    return _done(here, warband, _("The warband is formed. Put models in."))


@bp.get(ONE)
@login_required
def builder(campaign_id: str, seat_id: str, warband_id: str) -> str:
    """One warband: its models, its limits, its mercenaries."""
    here = look(campaign_id, seat_id)
    warband = _warband(here, warband_id)
    view = queries.builder_page(warband, here.campaign, here.seat)
    orders = None
    if here.campaign.orders_open:
        orders = url_for("orders.orders", campaign_id=campaign_id, seat_id=seat_id)
    keep_own(here)
    return _page(
        here, "builder.html", view=view, orders_url=orders, stand=stand_of(warband, here.campaign, here.seat)
    )


@bp.post(f"{ONE}/name")
@login_required
@writes(page="warbands.builder")
def rename(campaign_id: str, seat_id: str, warband_id: str) -> Response:
    here = change(campaign_id, seat_id)
    warband = _warband(here, warband_id)
    operations.rename_warband(
        warband,
        request.form.get("name", ""),
        request.form.get("emblem", ""),
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    return _done(here, warband, _("Saved."))


@bp.get(f"{ONE}/dissolve")
@login_required
def ask_dissolve(campaign_id: str, seat_id: str, warband_id: str) -> str:
    """Asks before a warband is dissolved."""
    here = look(campaign_id, seat_id)
    return _page(here, "ask_dissolve.html", warband=_warband(here, warband_id))


@bp.post(f"{ONE}/dissolve")
@login_required
@writes(page="warbands.ask_dissolve")
def dissolve(campaign_id: str, seat_id: str, warband_id: str) -> Response:
    here = change(campaign_id, seat_id)
    operations.dissolve(_warband(here, warband_id), campaign=here.campaign, seat=here.seat, actor=here.actor)
    flash(_("The warband is dissolved. Its models stay in the company."), "success")
    return redirect(address(here, "warbands.warbands"), 303)


@bp.post(f"{ONE}/models")
@login_required
@writes(page="warbands.builder")
def put_in(campaign_id: str, seat_id: str, warband_id: str) -> Response:
    here = change(campaign_id, seat_id)
    warband = _warband(here, warband_id)
    models = _models(here, request.form.getlist("model"))
    operations.put_in(warband, models, campaign=here.campaign, seat=here.seat, actor=here.actor)
    return _done(here, warband)


@bp.post(f"{ONE}/out")
@login_required
@writes(page="warbands.builder")
def take_out(campaign_id: str, seat_id: str, warband_id: str) -> Response:
    here = change(campaign_id, seat_id)
    warband = _warband(here, warband_id)
    for model in _models(here, [request.form.get("model", "")]):
        operations.take_out(warband, model, campaign=here.campaign, seat=here.seat, actor=here.actor)
    return _done(here, warband)


@bp.post(f"{ONE}/leader")
@login_required
@writes(page="warbands.builder")
def name_leader(campaign_id: str, seat_id: str, warband_id: str) -> Response:
    here = change(campaign_id, seat_id)
    warband = _warband(here, warband_id)
    for model in _models(here, [request.form.get("model", "")]):
        operations.name_leader(warband, model, campaign=here.campaign, seat=here.seat, actor=here.actor)
    return _done(here, warband)


@bp.post(f"{ONE}/store")
@login_required
@writes(page="warbands.builder")
def store_item(campaign_id: str, seat_id: str, warband_id: str) -> Response:
    """Take an item off one of the warband's models: a repair that the builder offers."""
    here = change(campaign_id, seat_id)
    warband = _warband(here, warband_id)
    assign_item(
        _item(here, request.form.get("item", "")),
        None,
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    return _done(here, warband)


@bp.post(f"{ONE}/mercenaries")
@login_required
@writes(page="warbands.builder")
def hire(campaign_id: str, seat_id: str, warband_id: str) -> Response:
    """Hire a mercenary, or with ``dismiss`` do without one again."""
    here = change(campaign_id, seat_id)
    warband = _warband(here, warband_id)
    mercenary = request.form.get("mercenary", "")
    act = operations.dismiss if request.form.get("dismiss") else operations.hire
    act(warband, mercenary, campaign=here.campaign, seat=here.seat, actor=here.actor)
    return _done(here, warband)


def _done(here: Here, warband: Warband, said: str | None = None) -> Response:
    if said:
        flash(said, "success")
    return redirect(address(here, "warbands.builder", warband_id=warband.id), 303)
