"""Owners of places, warbands in the field and members of guilds, put right (V11.1)."""

from __future__ import annotations

from typing import Any

from flask import abort, flash, request
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import enter, enter_to_change, only_with
from app.campaign.dashboard.forms import MemberForm, PlaceForm, StandingForm, players
from app.campaign.dashboard.routes.blueprint import back, bp, page, player
from app.campaign.guild_words import word_of
from app.campaign.guilds import operations as guilds
from app.campaign.guilds.queries import guild_names, membership
from app.campaign.map import operations as maps
from app.campaign.map.queries import atlas_of, place_of
from app.campaign.movement import operations as movement
from app.campaign.movement.queries import warbands_in_field
from app.fields import options
from app.forms import checked, form_for
from app.journal.writes import writes


@bp.get("/places")
@login_required
def places(campaign_id: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    names = {seat.id: str(seat.name) for seat in here.campaign.seats}
    form = form_for(PlaceForm, "place", place=request.args.get("place"))
    form.place.choices = options(
        (place.id, _of_owner(name, names.get(place.owner_id or "")))
        for place, name in atlas_of(here.campaign).by_full_name()
    )
    form.owner.choices = options([*players(here.campaign.players), ("", _("nobody"))])
    return page(here, "places.html", form=form)


@bp.post("/places")
@login_required
@writes(page="dashboard.places")
def hand_over(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    form = checked(PlaceForm, "place")
    place = place_of(here.campaign, form.place.data or "")
    if place is None:
        abort(404)
    to = player(here, form.owner.data) if form.owner.data else None
    maps.hand_place(place, to=to, reason=form.reason.data or "", campaign=here.campaign, actor=here.actor)
    if to is None:
        flash(_("%(place)s has no owner now.", place=place.name), "success")
    else:
        flash(_("%(place)s belongs to %(player)s now.", place=place.name, player=to.name), "success")
    return back(here)


def _of_owner(place: str, owner: str | None) -> str:
    if owner is None:
        return _("%(place)s (nobody's)", place=place)
    return _("%(place)s (of %(player)s)", place=place, player=owner)


@bp.get("/standing")
@login_required
def standing(campaign_id: str) -> str:
    """Where a warband is to stand, with the module Movement."""
    here = enter(campaign_id, Deed.RUN)
    only_with(here.campaign.module_movement)
    form = form_for(StandingForm, "standing")
    names = {seat.id: str(seat.name) for seat in here.campaign.seats}
    form.warband.choices = options(
        (band.id, _("%(warband)s of %(player)s", warband=band.name, player=names[band.seat_id]))
        for band in warbands_in_field(here.campaign)
    )
    form.place.choices = options((place.id, name) for place, name in atlas_of(here.campaign).by_full_name())
    return page(here, "standing.html", form=form)


@bp.post("/standing")
@login_required
@writes(page="dashboard.standing")
def put(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    only_with(here.campaign.module_movement)
    form = checked(StandingForm, "standing")
    band = next((one for one in warbands_in_field(here.campaign) if one.id == form.warband.data), None)
    place = place_of(here.campaign, form.place.data or "")
    if band is None or place is None:
        abort(404)
    seat = player(here, band.seat_id)
    movement.put(band, place, form.reason.data or "", campaign=here.campaign, seat=seat, actor=here.actor)
    flash(_("%(warband)s stands at %(place)s now.", warband=band.name, place=place.name), "success")
    return back(here)


@bp.get("/members")
@login_required
def members(campaign_id: str) -> str:
    """Who is to be taken out of which guild."""
    here = enter(campaign_id, Deed.RUN)
    only_with(here.campaign.module_guilds)
    form = form_for(MemberForm, "member")
    names = guild_names(here.campaign)
    form.member.choices = options(
        (seat.id, _("%(player)s, %(guild)s", player=seat.name, guild=names[seat.id]))
        for seat in here.campaign.players
        if seat.id in names
    )
    return page(here, "members.html", form=form, word=word_of(here.campaign))


@bp.post("/members")
@login_required
@writes(page="dashboard.members")
def take_out(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    only_with(here.campaign.module_guilds)
    form = checked(MemberForm, "member")
    seat = player(here, form.member.data)
    member = membership(seat)
    if member is None:
        abort(404)
    guilds.take_out(member.guild, seat, form.reason.data or "", campaign=here.campaign, actor=here.actor)
    flash(_("%(player)s is out of it now.", player=seat.name), "success")
    return back(here)
