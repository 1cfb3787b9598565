"""The map and its places, for all who sit at the table (V1.4-V1.7, V11.1)."""

from __future__ import annotations

from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.map import operations, queries
from app.campaign.map.forms import GiveForm
from app.campaign.map.models import Place
from app.campaign.map.routes.blueprint import bp, place_or_404
from app.campaign.states import State
from app.campaign.tabs import frame
from app.fields import options
from app.forms import checked, form_for
from app.journal.writes import writes


@bp.get("/campaigns/<campaign_id>/map")
@login_required
def campaign_map(campaign_id: str) -> str:
    """The map; ``?place=`` opens a place on the map it lies on, ``?inside=`` enters a place (V1.7)."""
    here = enter(campaign_id)
    selected = request.args.get("place", "")
    atlas = queries.atlas_of(here.campaign)
    found = atlas.shown(selected, request.args.get("inside", ""))
    trail = atlas.trail(found) if found is not None else ()
    orders = queries.own_orders(here.campaign, here.me) if here.campaign.running else ()
    place = atlas.by_id.get(selected)
    paths, bands = queries.paths_of(here.campaign), queries.standing_warbands(here.campaign)
    board = (
        queries.board(here, found, atlas=atlas, selected=selected, orders=orders, paths=paths, bands=bands)
        if found
        else None
    )
    return render_template(
        "campaign/map/map.html",
        board=board,
        page=queries.place_page(here, place, orders=orders, atlas=atlas, paths=paths, bands=bands)
        if place
        else None,
        trail=queries.crumbs("maps.campaign_map", atlas, trail, here.campaign),
        inside=trail[-1] if trail else None,
        **frame(here, "map"),
    )


@bp.get("/campaigns/<campaign_id>/places/<place_id>")
@login_required
def place(campaign_id: str, place_id: str) -> str:
    """Everything about one place, with its history."""
    here = enter(campaign_id)
    page = queries.place_page(here, place_or_404(here, place_id))
    return render_template(
        "campaign/map/place.html", page=page, give=_give_form(here, page.place), **frame(here, "map")
    )


@bp.post("/campaigns/<campaign_id>/places/<place_id>/owner")
@login_required
@writes(page="maps.place")
def give(campaign_id: str, place_id: str) -> Any:
    """The GM hands the place to another owner (V11.1)."""
    here = enter_to_change(campaign_id, Deed.RUN)
    found = place_or_404(here, place_id)
    form = checked(GiveForm, "owner")
    to = None
    if form.owner.data:
        to = next((seat for seat in here.campaign.seats if seat.id == form.owner.data), None)
        if to is None:
            abort(404)
    operations.hand_place(
        found, to=to, reason=form.reason.data or "", campaign=here.campaign, actor=here.actor
    )
    if to is not None:
        flash(_("%(place)s belongs to %(player)s now.", place=found.name, player=to.name), "moss")
    else:
        flash(_("%(place)s has no owner now.", place=found.name), "moss")
    return redirect(url_for("maps.place", campaign_id=campaign_id, place_id=place_id), 303)


def _give_form(here: Here, place: Place) -> GiveForm | None:
    """The GM's form to hand the place on, while places have owners (V11.1)."""
    if not here.runs or here.campaign.state not in (State.HIDEOUTS, State.RUNNING):
        return None
    form = form_for(GiveForm, "owner", owner=place.owner_id or "")
    form.owner.choices = options(
        [("", _("Nobody")), *((seat.id, seat.name) for seat in here.campaign.players)]
    )
    return form
