"""Drawing and erasing paths (V9.3)."""

from __future__ import annotations

from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import enter, enter_to_change, only_with
from app.campaign.map import operations, queries
from app.campaign.map.routes.blueprint import bp, editor_frame, place_or_404
from app.campaign.map.routes.editor import show_editor
from app.journal.writes import writes


@bp.get("/campaigns/<campaign_id>/map/paths")
@login_required
def drawing(campaign_id: str) -> str:
    """Drawing a path: ``?start=`` is where it begins, ``?end=`` the place tapped next (V9.3)."""
    here = enter(campaign_id, Deed.RUN)
    only_with(here.campaign.module_paths)
    asked = request.form if request.method == "POST" else request.args
    page = queries.drawing_page(here, asked.get("start"), asked.get("end"), asked.get("inside"))
    if page is None:
        abort(404)
    return render_template("campaign/map/drawing.html", page=page, **editor_frame(here))


@bp.post("/campaigns/<campaign_id>/map/paths")
@login_required
@writes(page="maps.drawing")
def draw(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    start, end = (place_or_404(here, request.form.get(name, "")) for name in ("start", "end"))
    begun, way = start.id, request.form.get("way", "both")
    if way == "back":
        start, end = end, start
    operations.draw_path(start, end, one_way=way != "both", campaign=here.campaign, actor=here.actor)
    flash(_("The path between %(start)s and %(end)s is drawn.", start=start.name, end=end.name), "moss")
    return redirect(url_for("maps.editor", campaign_id=campaign_id, place=begun), 303)


@bp.post("/campaigns/<campaign_id>/map/paths/<path_id>/erase")
@login_required
@writes(page="maps.after_erasing")
def erase(campaign_id: str, path_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    found = queries.path_of(here.campaign, path_id)
    if found is None:
        abort(404)
    operations.erase_path(found, campaign=here.campaign, actor=here.actor)
    flash(_("The path is erased."), "moss")
    inside, place = request.args.get("inside"), request.args.get("place")
    return redirect(url_for("maps.editor", campaign_id=campaign_id, inside=inside, place=place), 303)


@bp.get("/campaigns/<campaign_id>/map/paths/<path_id>/erase")
@login_required
def after_erasing(campaign_id: str, path_id: str) -> str:
    """The editor, where a path that cannot be erased is shown again."""
    here = enter(campaign_id, Deed.RUN)
    if queries.path_of(here.campaign, path_id) is None:
        abort(404)
    return show_editor(here, request.args.get("place"))
