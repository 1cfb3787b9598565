"""The editor of maps and places (V1.4-V1.6, V1.12)."""

from __future__ import annotations

from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import current_user, login_required

from app.actor import Deed
from app.board import fraction_of
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.map import operations, queries
from app.campaign.map.forms import ChangedPlaceForm, MapForm, NewPlaceForm, PlaceForm
from app.campaign.map.limits import shape_is_free
from app.campaign.map.models import Map, Place
from app.campaign.map.operations import PlaceWords
from app.campaign.map.routes.blueprint import bp, editor_frame, place_or_404
from app.forms import checked, form_for
from app.journal.writes import writes
from app.media.models import Picture
from app.media.operations import prepared_first, store_picture
from app.refusal import Refusal

_MIDDLE = 0.5


@bp.get("/campaigns/<campaign_id>/map/edit")
@login_required
def editor(campaign_id: str) -> str:
    """The editor; ``?place=`` opens a place's form, ``?inside=`` the map of a place."""
    return show_editor(enter(campaign_id, Deed.RUN), request.args.get("place"))


@bp.post("/campaigns/<campaign_id>/map/picture")
@login_required
@prepared_first
@writes(page="maps.editor")
def choose(campaign_id: str) -> Any:
    """Choose one of our maps or a picture of one's own (V1.4), for the campaign or a place (V1.6)."""
    here = enter_to_change(campaign_id, Deed.RUN)
    inside = _inside(here)
    form = checked(MapForm, "map")
    picture = _picture(form, here)
    shipped = None if picture is not None else form.shipped.data or None
    chosen: dict[str, Any] = {"shipped": shipped, "picture": picture, "actor": here.actor}
    if inside is not None:
        operations.set_place_map(inside, campaign=here.campaign, **chosen)
        flash(_("This is the map of %(place)s now.", place=inside.name), "moss")
    else:
        operations.set_campaign_map(here.campaign, **chosen)
        flash(_("This is the map now."), "moss")
    return _to_editor(campaign_id, inside)


@bp.post("/campaigns/<campaign_id>/map/places/<place_id>/map/delete")
@login_required
@writes(page="maps.edited")
def delete_map(campaign_id: str, place_id: str) -> Any:
    """Take a place's empty map away."""
    here = enter_to_change(campaign_id, Deed.RUN)
    found = place_or_404(here, place_id)
    operations.take_place_map_away(found, campaign=here.campaign, actor=here.actor)
    flash(_("%(place)s has no map of its own any more.", place=found.name), "moss")
    return redirect(url_for("maps.editor", campaign_id=campaign_id, place=found.id), 303)


@bp.post("/campaigns/<campaign_id>/map/suggested")
@login_required
@writes(page="maps.editor")
def suggested(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    count = operations.take_suggested(_map(here), campaign=here.campaign, actor=here.actor)
    flash(ngettext("%(num)d place is on the map.", "%(num)d places are on the map.", count), "moss")
    return _to_editor(campaign_id, _inside(here))


@bp.post("/campaigns/<campaign_id>/map/places")
@login_required
@prepared_first
@writes(page="maps.editor")
def add(campaign_id: str) -> Any:
    """A new place with its words, where the script put the mark."""
    here = enter_to_change(campaign_id, Deed.RUN)
    form = checked(NewPlaceForm, "new-place")
    found = operations.add_place(
        _map(here),
        _words(form, banner=bool(form.banner.data), access=bool(form.access.data)),
        x=form.x.number,
        y=form.y.number,
        picture=_picture(form, here),
        campaign=here.campaign,
        actor=here.actor,
    )
    flash(_("%(place)s is on the map.", place=found.name), "moss")
    return redirect(url_for("maps.editor", campaign_id=campaign_id, place=found.id), 303)


@bp.post("/campaigns/<campaign_id>/map/tap")
@login_required
@writes(page="maps.editor")
def tap(campaign_id: str) -> Any:
    """A click on the picture without script: a place appears there and its form opens.

    A picture that was pressed by key reports no point (0, 0): the place then lies in the middle.
    """
    here = enter_to_change(campaign_id, Deed.RUN)
    x, y = (_clicked(axis, size) for axis, size in (("at.x", "shown_width"), ("at.y", "shown_height")))
    if (x, y) == (0, 0):
        x = y = _MIDDLE
    map_ = _map(here)
    words = PlaceWords(name=_free_name(map_), income=10)
    found = operations.add_place(map_, words, x=x, y=y, campaign=here.campaign, actor=here.actor)
    return redirect(url_for("maps.editor", campaign_id=campaign_id, place=found.id), 303)


@bp.post("/campaigns/<campaign_id>/map/move")
@login_required
@writes(page="maps.editor")
def move(campaign_id: str) -> Any:
    """A place was dragged; ``known`` says at which version the page showed it."""
    here = enter_to_change(campaign_id, Deed.RUN)
    found = place_or_404(here, request.form.get("place", ""))
    known = dict(pair.split(":", 1) for pair in request.form.get("known", "").split() if ":" in pair)
    x, y = (_fraction(request.form.get(axis, "")) for axis in ("x", "y"))
    operations.move_place(
        found, x=x, y=y, version=known.get(found.id, ""), campaign=here.campaign, actor=here.actor
    )
    return redirect(url_for("maps.editor", campaign_id=campaign_id, place=found.id), 303)


@bp.post("/campaigns/<campaign_id>/map/places/<place_id>")
@login_required
@prepared_first
@writes(page="maps.edited")
def change(campaign_id: str, place_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    found = place_or_404(here, place_id)
    form = checked(ChangedPlaceForm, "place")
    free = shape_is_free(here.campaign)
    operations.change_place(
        found,
        _words(
            form,
            banner=bool(form.banner.data) if free or "banner" in request.form else found.banner,
            access=bool(form.access.data) if here.campaign.module_paths else found.access,
        ),
        version=form.version.data or "",
        x=_kept(found.x, form.across.number),
        y=_kept(found.y, form.down.number),
        picture=_picture(form, here),
        drop_picture=bool(form.drop_picture.data),
        campaign=here.campaign,
        actor=here.actor,
    )
    flash(_("%(place)s is changed.", place=found.name), "moss")
    return _to_editor(campaign_id, queries.entered(found))


@bp.get("/campaigns/<campaign_id>/map/places/<place_id>")
@login_required
def edited(campaign_id: str, place_id: str) -> str:
    """The editor with a place's form open, at an address of its own: shown when a change is refused."""
    here = enter(campaign_id, Deed.RUN)
    return show_editor(here, place_or_404(here, place_id).id)


@bp.get("/campaigns/<campaign_id>/map/places/<place_id>/delete")
@login_required
def ask_delete(campaign_id: str, place_id: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    return render_template(
        "campaign/map/delete.html", place=place_or_404(here, place_id), **editor_frame(here)
    )


@bp.post("/campaigns/<campaign_id>/map/places/<place_id>/delete")
@login_required
@writes(page="maps.ask_delete")
def delete(campaign_id: str, place_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    found = place_or_404(here, place_id)
    name, inside = found.name, queries.entered(found)
    operations.delete_place(
        found, version=request.form.get("version", ""), campaign=here.campaign, actor=here.actor
    )
    flash(_("%(place)s is no longer on the map.", place=name), "moss")
    return _to_editor(campaign_id, inside)


def show_editor(here: Here, selected: str | None) -> str:
    page = queries.editor_page(here, selected, request.args.get("inside"))
    return render_template(
        "campaign/map/editor.html",
        page=page,
        place_form=_place_form(page.place) if page.place else None,
        new_form=form_for(NewPlaceForm, "new-place", income=10, icon="village", x=_MIDDLE, y=_MIDDLE),
        map_form=form_for(MapForm, "map", shipped=page.map.shipped if page.map else None),
        **editor_frame(here),
    )


def _inside(here: Here) -> Place | None:
    """The place whose map a form is about; None for the campaign's own map."""
    return place_or_404(here, request.args["inside"]) if "inside" in request.args else None


def _map(here: Here) -> Map:
    inside = _inside(here)
    found = queries.map_of(inside) if inside is not None else queries.campaign_map(here.campaign)
    if found is None:
        raise Refusal(_("Choose a map first."), "V1.4")
    return found


def _to_editor(campaign_id: str, inside: Place | None) -> Any:
    """Back to the map that was edited."""
    at = inside.id if inside is not None else None
    return redirect(url_for("maps.editor", campaign_id=campaign_id, inside=at), 303)


def _words(form: PlaceForm, *, banner: bool, access: bool) -> PlaceWords:
    return PlaceWords(
        name=form.name.data or "",
        description=form.description.data or "",
        gm_note=form.gm_note.data or "",
        income=form.income.number,
        banner=banner,
        icon=form.icon.data or "",
        access=access,
    )


def _picture(form: PlaceForm | MapForm, here: Here) -> Picture | None:
    file = form.picture.data
    if not file:
        return None
    return store_picture(file, campaign=here.campaign, person=current_user)


def _place_form(place: Place) -> ChangedPlaceForm:
    return form_for(
        ChangedPlaceForm,
        "place",
        name=place.name,
        description=place.description,
        gm_note=place.gm_note,
        income=place.income,
        banner=place.banner,
        access=place.access,
        icon=place.icon,
        version=str(place.version),
        across=place.x,
        down=place.y,
    )


def _kept(now: float, typed: float | None) -> float:
    """The position that was typed; as it was, if the number shown was left alone."""
    return now if typed is None or round(now, 4) == typed else typed


def _clicked(axis: str, size: str) -> float:
    try:
        return fraction_of(int(request.form[axis]), int(request.form[size]))
    except (KeyError, ValueError, ZeroDivisionError):
        raise Refusal(_("The place must lie on the map."), "V1.4") from None


def _fraction(typed: str) -> float:
    try:
        return float(typed)
    except ValueError:
        raise Refusal(_("The place must lie on the map."), "V1.4") from None


def _free_name(map_: Map) -> str:
    """«New place», or with the first number that is free."""
    taken = {one.name.casefold() for one in queries.places_of(map_)}
    name, number = _("New place"), 2
    while name.casefold() in taken:
        name, number = _("New place %(number)d", number=number), number + 1
    return name
