"""V1.1: the wizard: one page for each step, left and resumed at will."""

from __future__ import annotations

from typing import Any

from flask import abort, current_app, flash, g, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import current_user, login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.founding import operations
from app.campaign.founding.forms import (
    GoldForm,
    MapForm,
    ModulesForm,
    PlayersForm,
    StoryForm,
    WarbandsForm,
)
from app.campaign.founding.modules import AMOUNTS, RULES, is_on
from app.campaign.founding.queries import wizard as pages
from app.campaign.founding.routes.blueprint import bp
from app.campaign.founding.steps import STEPS
from app.campaign.map.operations import set_campaign_map
from app.campaign.states import State
from app.forms import Form, checked, form_for
from app.journal.writes import writes
from app.media.operations import prepared_first, store_picture

FORMS: dict[str, type[Form]] = {
    "story": StoryForm,
    "players": PlayersForm,
    "gold": GoldForm,
    "warbands": WarbandsForm,
    "modules": ModulesForm,
}


@bp.get("/campaigns/new")
@login_required
def new() -> str:
    """The first step of a campaign that does not exist yet."""
    return render_template(
        "campaign/founding/step_story.html", form=form_for(StoryForm, "story"), page=pages.first_page()
    )


@bp.post("/campaigns/new")
@login_required
@prepared_first
@writes(page="founding.new")
def create() -> Any:
    form = checked(StoryForm, "story")
    campaign = operations.start_draft(current_user, name=form.name.data or "", story=form.story.data or "")
    if form.picture.data:
        picture = store_picture(form.picture.data, campaign=campaign, person=current_user)
        campaign.picture_id = picture.id
    return _onward(campaign.id, "story")


@bp.get("/campaigns/<campaign_id>/found")
@login_required
def wizard(campaign_id: str) -> Any:
    """Back to where the wizard was left."""
    here = enter(campaign_id, Deed.RUN)
    return redirect(url_for("founding.step", campaign_id=campaign_id, step=here.campaign.wizard_step))


@bp.get("/campaigns/<campaign_id>/found/<step>")
@login_required
def step(campaign_id: str, step: str) -> Any:
    here = enter(campaign_id, Deed.RUN)
    if step not in STEPS:
        abort(404)
    if here.campaign.state != State.DRAFT:
        # Founded meanwhile on another device: the refusal, if any, is shown where it stands now.
        if g.get("refusal"):
            return current_app.view_functions["overview.overview"](campaign_id=campaign_id)
        return redirect(url_for("overview.overview", campaign_id=campaign_id))
    return render_template(
        f"campaign/founding/step_{step}.html",
        form=_form(here, step),
        page=pages.step_page(here.campaign, step),
        module_rules=RULES,
        module_amounts=AMOUNTS,
    )


@bp.post("/campaigns/<campaign_id>/found/<step>")
@login_required
@prepared_first
@writes(page="founding.step")
def save_step(campaign_id: str, step: str) -> Any:
    """Keep a step and go on, or with "leave" home: a draft waits there."""
    here = enter_to_change(campaign_id, Deed.FOUND)
    if step == "story":
        _save_story(here)
    elif step == "players":
        players = checked(PlayersForm, step)
        operations.save_players(
            here.campaign,
            max_players=players.max_players.number,
            gm_plays=bool(players.gm_plays.data),
            actor=here.actor,
        )
    elif step == "map":
        if _save_map(here):
            return redirect(url_for("founding.step", campaign_id=campaign_id, step="map"), 303)
    elif step == "gold":
        gold = checked(GoldForm, step)
        operations.save_gold(
            here.campaign,
            starting_gold=gold.starting_gold.number,
            fixed_income=gold.fixed_income.number,
            gold_factor=gold.gold_factor.number,
            resale_loss=gold.resale_loss.number,
            actor=here.actor,
        )
    elif step == "warbands":
        size = checked(WarbandsForm, step)
        operations.save_warband_size(here.campaign, warband_size=size.warband_size.number, actor=here.actor)
    elif step == "modules":
        switches = checked(ModulesForm, step)
        on = {module: bool(switches[module].data) for module in RULES}
        operations.save_modules(here.campaign, on, amounts=switches.amounts(), actor=here.actor)
    elif step == "summary":
        operations.found(here.campaign, actor=here.actor)
        flash(_("The campaign is founded. Invite your players now."), "moss")
        return redirect(url_for("founding.players", campaign_id=campaign_id), 303)
    else:
        abort(404)
    return _onward(campaign_id, step)


@bp.get("/campaigns/<campaign_id>/delete")
@login_required
def ask_delete(campaign_id: str) -> str:
    here = enter(campaign_id, Deed.FOUND)
    return render_template("campaign/founding/delete_draft.html", campaign=here.campaign)


@bp.post("/campaigns/<campaign_id>/delete")
@login_required
@writes(page="founding.ask_delete")
def delete(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.FOUND)
    name = here.campaign.name
    operations.delete_draft(here.campaign)
    g.pop("here", None)
    flash(_("The draft «%(campaign)s» is deleted.", campaign=name), "moss")
    return redirect(url_for("home.home"), 303)


def _save_story(here: Here) -> None:
    form = checked(StoryForm, "story")
    picture = None
    if form.picture.data:
        picture = store_picture(form.picture.data, campaign=here.campaign, person=current_user)
    operations.save_story(
        here.campaign,
        name=form.name.data or "",
        story=form.story.data or "",
        picture_id=picture.id if picture is not None else None,
        actor=here.actor,
    )


def _save_map(here: Here) -> bool:
    """Take the chosen map or picture; False if the step was only left."""
    leaving = request.form.get("then")
    form = checked(MapForm, "map")
    chosen = form.picture.data or form.shipped.data
    if leaving == "next" or (leaving == "leave" and not chosen):
        operations.map_done(here.campaign, actor=here.actor)
        return False
    if form.picture.data:
        picture = store_picture(form.picture.data, campaign=here.campaign, person=current_user)
        set_campaign_map(here.campaign, picture=picture, actor=here.actor)
    else:
        set_campaign_map(here.campaign, shipped=form.shipped.data or None, actor=here.actor)
    return leaving != "leave"


def _form(here: Here, step: str) -> Form | None:
    campaign = here.campaign
    if step not in FORMS:
        return None
    values: dict[str, dict[str, Any]] = {
        "story": {"name": campaign.name, "story": campaign.story},
        "players": {"max_players": campaign.max_players, "gm_plays": here.me.is_player},
        "gold": {
            "starting_gold": campaign.starting_gold,
            "fixed_income": campaign.fixed_income,
            "gold_factor": campaign.gold_factor,
            "resale_loss": campaign.resale_loss,
        },
        "warbands": {"warband_size": campaign.warband_size},
        "modules": {
            **{module: is_on(campaign, module) for module in RULES},
            **{name: getattr(campaign, name) for names in AMOUNTS.values() for name in names},
        },
    }
    return form_for(FORMS[step], step, **values[step])


def _onward(campaign_id: str, step: str) -> Any:
    if request.form.get("then") == "leave":
        flash(_("The draft is kept. You can go on with it at any time."), "moss")
        return redirect(url_for("home.home"), 303)
    following = STEPS[STEPS.index(step) + 1]
    return redirect(url_for("founding.step", campaign_id=campaign_id, step=following), 303)
