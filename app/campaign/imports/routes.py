"""C1.3: bringing a roster from BattleScribe, New Recruit or plain text."""

from __future__ import annotations

from flask import Blueprint, flash, redirect, request
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import login_required
from werkzeug import Response

from app.campaign.company.pages import SEAT, address, change, look, own_page
from app.campaign.files.opening import sent_bytes
from app.campaign.imports import operations, queries
from app.campaign.imports.forms import cards_chosen, lines_taken
from app.journal.writes import writes

bp = Blueprint("imports", __name__)


@bp.get(f"{SEAT}/import")
@login_required
def roster(campaign_id: str, seat_id: str) -> str:
    """The form for a roster, and what the last one read would buy."""
    here = look(campaign_id, seat_id)
    view = queries.roster_page(here.campaign, here.seat)
    return own_page(here, "campaign/imports/roster.html", "company", "shop", view=view)


@bp.post(f"{SEAT}/import")
@login_required
@writes(page="imports.roster", any_phase=True)
def read(campaign_id: str, seat_id: str) -> Response:
    here = change(campaign_id, seat_id)
    operations.read(
        sent_bytes(request.files.get("file")),
        request.form.get("lines", ""),
        campaign=here.campaign,
        seat=here.seat,
    )
    return redirect(address(here, "imports.roster", _anchor="found"), 303)


@bp.post(f"{SEAT}/import/buy")
@login_required
@writes(page="imports.roster")
def buy(campaign_id: str, seat_id: str) -> Response:
    here = change(campaign_id, seat_id)
    bought, stored = operations.buy(
        lines_taken(request.form),
        cards_chosen(request.form),
        version=request.form.get("version", ""),
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    flash(
        ngettext(
            "%(num)d model has joined the company.", "%(num)d models have joined the company.", len(bought)
        ),
        "success",
    )
    if stored:
        flash(
            ngettext(
                "%(num)d item lies in the store, because its model may not carry it here.",
                "%(num)d items lie in the store, because their models may not carry them here.",
                stored,
            ),
            "brass",
        )
    return redirect(address(here, "company.company"), 303)


@bp.post(f"{SEAT}/import/forget")
@login_required
@writes(page="imports.roster", any_phase=True)
def forget(campaign_id: str, seat_id: str) -> Response:
    here = change(campaign_id, seat_id)
    operations.forget(campaign=here.campaign, seat=here.seat)
    flash(_("The roster is put away."), "success")
    return redirect(address(here, "imports.roster"), 303)
