"""V9.1: the rules tab."""

from __future__ import annotations

from typing import Any

from flask import flash, redirect, render_template, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import enter, enter_to_change
from app.campaign.founding import operations
from app.campaign.founding.forms import HouseRulesForm
from app.campaign.founding.queries.rules import rules_page
from app.campaign.founding.routes.blueprint import bp
from app.campaign.tabs import frame
from app.forms import checked, form_for
from app.journal.writes import writes


@bp.get("/campaigns/<campaign_id>/rules")
@login_required
def rules(campaign_id: str) -> str:
    here = enter(campaign_id)
    return render_template(
        "campaign/founding/rules.html",
        page=rules_page(here.campaign),
        may_edit=here.may(Deed.RUN),
        form=form_for(HouseRulesForm, "house_rules", house_rules=here.campaign.house_rules),
        **frame(here, "rules"),
    )


@bp.post("/campaigns/<campaign_id>/rules")
@login_required
@writes(page="founding.rules", any_phase=True)
def set_house_rules(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    form = checked(HouseRulesForm, "house_rules")
    operations.set_house_rules(here.campaign, form.house_rules.data or "", actor=here.actor)
    flash(_("The house rules are kept."), "moss")
    return redirect(url_for("founding.rules", campaign_id=campaign_id), 303)
