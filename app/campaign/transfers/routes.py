"""V8.21: the page from which a player sends gold."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.gold.queries import balance
from app.campaign.states import State
from app.campaign.tabs import frame
from app.campaign.transfers import operations
from app.campaign.transfers.forms import TransferForm
from app.campaign.transfers.rights import may_send, receivers
from app.forms import checked, form_for
from app.i18n import sorted_by_name
from app.journal.writes import writes
from app.refusal import Refusal

bp = Blueprint("transfers", __name__, url_prefix="/campaigns/<campaign_id>/transfer")


@bp.get("")
@login_required
def transfer(campaign_id: str) -> Any:
    here = _check(enter(campaign_id))
    asked = request.form if request.method == "POST" else request.args
    return render_template(
        "campaign/transfers/transfer.html",
        form=form_for(TransferForm, "transfer", to=asked.get("to", ""), gold=""),
        receivers=[(one.id, str(one.name)) for one in sorted_by_name(receivers(here.campaign, here.me))],
        have=balance(here.me),
        may_send=may_send(here.campaign, here.me),
        ledger_url=_ledger(here),
        **frame(here, "company"),
    )


@bp.post("")
@login_required
@writes(page="transfers.transfer", any_phase=True)
def send(campaign_id: str) -> Any:
    """For one's own seat alone: the game master sends nothing in a player's stead (V8.22)."""
    here = _check(enter_to_change(campaign_id, Deed.SEE))
    if here.campaign.state == State.FINISHED:
        raise Refusal(_l("The campaign is finished: no gold moves any more."), "V0.1")
    if not may_send(here.campaign, here.me):
        abort(403)
    form = checked(TransferForm, "transfer")
    receiver = next((seat for seat in here.campaign.seats if seat.id == form.to.data), None)
    if receiver is None:
        abort(404)
    amount = form.gold.number
    operations.transfer(receiver, amount, campaign=here.campaign, seat=here.me, actor=here.actor)
    flash(
        ngettext(
            "%(num)d gold is with %(player)s now. Nobody else learns of it.",
            "%(num)d gold are with %(player)s now. Nobody else learns of it.",
            amount,
            player=receiver.name,
        ),
        "success",
    )
    return redirect(_ledger(here), 303)


def _check(here: Here) -> Here:
    """404 where the module is off (V9.2), and for whoever has no gold of their own."""
    if not here.campaign.module_transfers or not here.me.is_player:
        abort(404)
    return here


def _ledger(here: Here) -> str:
    return url_for("company.ledger", campaign_id=here.campaign.id, seat_id=here.me.id)
