"""Captives: who holds whom, ransom, exchange, release and execution (V7.4)."""

from __future__ import annotations

from typing import Any

from flask import abort, flash, redirect, render_template, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.settlement.captivity import captive_of
from app.campaign.settlement.forms import optional, seen_version, text, whole
from app.campaign.settlement.models import Captive
from app.campaign.settlement.operations import captives as operations
from app.campaign.settlement.queries import captives_page
from app.campaign.settlement.routes.blueprint import bp
from app.campaign.tabs import frame
from app.journal.writes import writes

_ROOT = "/campaigns/<campaign_id>/seats/<seat_id>/captives"


@bp.get("/campaigns/<campaign_id>/captives")
@login_required
def captives(campaign_id: str) -> str:
    """Who is whose captive, for all; with what the reader may do."""
    return _page(enter(campaign_id))


@bp.get(_ROOT)
@login_required
def seat_captives(campaign_id: str, seat_id: str) -> str:
    """The same page, where the forms of a seat lead back to."""
    return _page(enter(campaign_id, Deed.SEE_SECRETS, seat_id))


@bp.post(f"{_ROOT}/ransom")
@login_required
@writes(page="settlement.seat_captives")
def name_ransom(campaign_id: str, seat_id: str) -> Any:
    here, captive = _change(campaign_id, seat_id)
    operations.name_ransom(
        captive,
        whole("amount"),
        optional("item"),
        version=seen_version(),
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    flash(_("The price for %(model)s is named.", model=captive.model.name), "success")
    return _back(here)


@bp.post(f"{_ROOT}/pay")
@login_required
@writes(page="settlement.seat_captives")
def pay(campaign_id: str, seat_id: str) -> Any:
    here, captive = _change(campaign_id, seat_id)
    operations.pay(captive, version=seen_version(), campaign=here.campaign, seat=here.seat, actor=here.actor)
    flash(_("%(model)s is back in the company.", model=captive.model.name), "success")
    return _back(here)


@bp.post(f"{_ROOT}/leave")
@login_required
@writes(page="settlement.seat_captives")
def leave(campaign_id: str, seat_id: str) -> Any:
    here, captive = _change(campaign_id, seat_id)
    operations.leave(
        captive, version=seen_version(), campaign=here.campaign, seat=here.seat, actor=here.actor
    )
    flash(_("%(model)s stays a captive.", model=captive.model.name), "info")
    return _back(here)


@bp.post(f"{_ROOT}/offer-exchange")
@login_required
@writes(page="settlement.seat_captives")
def offer_exchange(campaign_id: str, seat_id: str) -> Any:
    here, captive = _change(campaign_id, seat_id)
    other = _captive(here, text("other"))
    operations.offer_exchange(
        captive, other, version=seen_version(), campaign=here.campaign, seat=here.seat, actor=here.actor
    )
    flash(_("The exchange is offered."), "success")
    return _back(here)


@bp.post(f"{_ROOT}/exchange")
@login_required
@writes(page="settlement.seat_captives")
def accept_exchange(campaign_id: str, seat_id: str) -> Any:
    here, captive = _change(campaign_id, seat_id)
    operations.accept_exchange(
        captive, version=seen_version(), campaign=here.campaign, seat=here.seat, actor=here.actor
    )
    flash(_("The captives are exchanged."), "success")
    return _back(here)


@bp.post(f"{_ROOT}/end")
@login_required
@writes(page="settlement.seat_captives")
def end(campaign_id: str, seat_id: str) -> Any:
    """In dawn: release or execution."""
    here, captive = _change(campaign_id, seat_id)
    deeds = {"release": operations.release, "execute": operations.execute}
    deed = deeds.get(text("deed"))
    if deed is None:
        abort(400)
    deed(captive, version=seen_version(), campaign=here.campaign, seat=here.seat, actor=here.actor)
    if text("deed") == "release":
        flash(_("%(model)s is free.", model=captive.model.name), "success")
    else:
        flash(_("%(model)s is dead.", model=captive.model.name), "info")
    return _back(here)


def _page(here: Here) -> str:
    return render_template(
        "campaign/settlement/captives.html", page=captives_page(here), **frame(here, "overview")
    )


def _change(campaign_id: str, seat_id: str) -> tuple[Here, Captive]:
    here = enter_to_change(campaign_id, Deed.PLAY, seat_id)
    return here, _captive(here, text("captive"))


def _captive(here: Here, captive_id: str) -> Captive:
    return captive_of(here.campaign, here.seat, captive_id) or abort(404)


def _back(here: Here) -> Any:
    return redirect(url_for("settlement.captives", campaign_id=here.campaign.id), 303)
