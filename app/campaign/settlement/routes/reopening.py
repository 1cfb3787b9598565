"""The GM reopens a step of a settlement (V11.1)."""

from __future__ import annotations

from typing import Any

from flask import abort, flash, g, redirect, render_template, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import enter, enter_to_change
from app.campaign.settlement import operations
from app.campaign.settlement.bench import bench_of
from app.campaign.settlement.forms import seen_version, text
from app.campaign.settlement.queries import settlement_page
from app.campaign.settlement.routes.blueprint import bp
from app.campaign.tabs import frame
from app.journal.writes import writes

_URL = "/campaigns/<campaign_id>/seats/<seat_id>/settlements/<settlement_id>/reopen/<int:step>"


@bp.get(_URL)
@login_required
def ask_reopen(campaign_id: str, seat_id: str, settlement_id: str, step: int) -> str:
    """Asks for the reason and says what will be taken back."""
    here = enter(campaign_id, Deed.RUN, seat_id)
    page = settlement_page(here, settlement_id, step)
    if page is None:
        abort(404)
    if not 1 <= step < page.open_step:
        if g.get("refusal") is None:
            abort(404)
        # Somebody else has opened the step meanwhile: the settlement itself is shown, as it stands now.
        g.refusal.form_key = None
        return render_template("campaign/settlement/settlement.html", page=page, **frame(here, "battles"))
    return render_template("campaign/settlement/reopen.html", page=page, **frame(here, "battles"))


@bp.post(_URL)
@login_required
@writes(page="settlement.ask_reopen")
def reopen(campaign_id: str, seat_id: str, settlement_id: str, step: int) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN, seat_id)
    bench = bench_of(settlement_id, campaign=here.campaign, seat=here.seat)
    if bench is None:
        abort(404)
    operations.reopen(
        bench.settlement,
        step,
        text("reason"),
        version=seen_version(),
        campaign=here.campaign,
        actor=here.actor,
        forgive=bool(text("forgive")),
    )
    flash(_("The step is open again, and everything from it on is taken back."), "success")
    return redirect(
        url_for(
            "settlement.settlement",
            campaign_id=campaign_id,
            seat_id=seat_id,
            settlement_id=settlement_id,
        ),
        303,
    )
