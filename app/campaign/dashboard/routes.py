"""The game master's page and the ways to step in (V11.1, V11.2). GM and deputy alone come in here (V11.3)."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import login_required
from wtforms.fields.choices import SelectChoice

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change, only_with
from app.campaign.company import operations as companies
from app.campaign.company.holdings import item_of, model_of
from app.campaign.dashboard import queries
from app.campaign.dashboard.forms import (
    TAKE,
    GoldForm,
    ItemAwardForm,
    MemberForm,
    ModelAwardForm,
    PlaceForm,
    StandingForm,
    players,
)
from app.campaign.founding.models import Seat
from app.campaign.guild_words import word_of
from app.campaign.guilds import operations as guilds
from app.campaign.guilds.queries import guild_names, membership
from app.campaign.map import operations as maps
from app.campaign.map.queries import atlas_of, place_of
from app.campaign.movement import operations as movement
from app.campaign.movement.queries import warbands_in_field
from app.campaign.reasons import ReasonForm
from app.campaign.states import State
from app.campaign.tabs import frame
from app.fields import options
from app.forms import checked, form_for
from app.journal.writes import writes

bp = Blueprint("dashboard", __name__, url_prefix="/campaigns/<campaign_id>/dashboard")


@bp.get("")
@login_required
def dashboard(campaign_id: str) -> Any:
    """Also of a finished campaign, where nothing can be changed any more (V0.1)."""
    here = enter(campaign_id)
    if not here.runs:
        abort(403)
    if here.campaign.state == State.DRAFT:
        return redirect(url_for("founding.wizard", campaign_id=campaign_id))
    return render_template(
        "campaign/dashboard/dashboard.html", page=queries.dashboard(here), **frame(here, "dashboard")
    )


@bp.get("/orders")
@login_required
def orders(campaign_id: str) -> str:
    """Which order to call back."""
    here = enter(campaign_id, Deed.RUN)
    return _choosing(
        here,
        _("Call back a warband"),
        queries.orders_to_call_back(here.campaign),
        nothing=_("No warband is sent, or the orders are closed."),
        secret=True,
    )


@bp.get("/results")
@login_required
def results(campaign_id: str) -> str:
    """Which result to correct."""
    here = enter(campaign_id, Deed.RUN)
    return _choosing(
        here,
        _("Correct a result"),
        queries.battles_to_correct(here.campaign),
        nothing=_("No battle of this round has a result that stands."),
    )


@bp.get("/settlements")
@login_required
def settlements(campaign_id: str) -> str:
    """Which step of which settlement to reopen."""
    here = enter(campaign_id, Deed.RUN)
    return _choosing(
        here,
        _("Reopen a step of a settlement"),
        queries.settlements_to_reopen(here.campaign),
        nothing=_("No settlement of this round is open or finished."),
    )


@bp.get("/gold")
@login_required
def gold(campaign_id: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    form = form_for(GoldForm, "gold", seat=request.args.get("seat"))
    form.seat.choices = options(players(here.campaign.players))
    return _page(here, "gold.html", form=form)


@bp.post("/gold")
@login_required
@writes(page="dashboard.gold", any_phase=True)
def grant(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    form = checked(GoldForm, "gold")
    seat = _player(here, form.seat.data)
    amount = -form.amount.number if form.way.data == TAKE else form.amount.number
    companies.grant_gold(seat, amount, form.reason.data or "", campaign=here.campaign, actor=here.actor)
    if amount < 0:
        flash(_("%(gold)d gold taken from %(player)s.", gold=-amount, player=seat.name), "success")
    else:
        flash(_("%(gold)d gold given to %(player)s.", gold=amount, player=seat.name), "success")
    return _back(here)


@bp.get("/awards")
@login_required
def awards(campaign_id: str) -> str:
    """An item or a model for a player (V3.6); first the player, for a model then its options."""
    here = enter(campaign_id, Deed.RUN)
    seat = _asked_player(here)
    # A refused form names the card it was made for.
    card = request.args.get("card") or request.form.get("card") or ""
    goods = queries.goods_of(here.campaign, seat) if seat is not None else None
    item_form = form_for(ItemAwardForm, "item")
    if goods is not None:
        item_form.item.choices = [
            SelectChoice(one.key, one.name, optgroup=rarity) for rarity, found in goods.items for one in found
        ]
    return _page(
        here,
        "awards.html",
        seat=seat,
        goods=goods,
        item_form=item_form,
        card=queries.card_choice(here.campaign, seat, card) if seat is not None and card else None,
        model_form=form_for(ModelAwardForm, "model"),
        players=players(here.campaign.players),
    )


@bp.post("/awards/<seat_id>/items")
@login_required
@writes(page="dashboard.awards_of", any_phase=True)
def award_item(campaign_id: str, seat_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN, seat_id)
    form = checked(ItemAwardForm, "item")
    companies.award_item(
        form.item.data or "", form.reason.data or "", campaign=here.campaign, seat=here.seat, actor=here.actor
    )
    flash(_("Awarded to %(player)s. It lies in the store of the company.", player=here.seat.name), "success")
    return _back(here)


@bp.post("/awards/<seat_id>/models")
@login_required
@writes(page="dashboard.awards_of", any_phase=True)
def award_model(campaign_id: str, seat_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN, seat_id)
    form = checked(ModelAwardForm, "model")
    model = companies.award_model(
        form.card.data or "",
        form.reason.data or "",
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
        options=tuple(filter(None, form.options.data or ())),
        spells=tuple(form.spells.data or ()),
    )
    flash(
        _("%(model)s is with the company of %(player)s now.", model=model.name, player=here.seat.name),
        "success",
    )
    return _back(here)


@bp.get("/awards/<seat_id>")
@login_required
def awards_of(campaign_id: str, seat_id: str) -> str:
    """The page of awards for one player; a refused award is shown again here."""
    enter(campaign_id, Deed.RUN, seat_id)
    return awards(campaign_id)


@bp.get("/removals")
@login_required
def removals(campaign_id: str) -> str:
    """What to take away: first the player, then the model or item."""
    here = enter(campaign_id, Deed.RUN)
    seat = _asked_player(here)
    goods = queries.goods_of(here.campaign, seat) if seat is not None else None
    return _page(here, "removals.html", seat=seat, goods=goods, players=players(here.campaign.players))


@bp.get("/removals/<seat_id>/<kind>/<thing_id>")
@login_required
def ask_remove(campaign_id: str, seat_id: str, kind: str, thing_id: str) -> str:
    """Asks before something is taken away."""
    here = enter(campaign_id, Deed.RUN, seat_id)
    goods = queries.goods_of(here.campaign, here.seat)
    kept = {"models": goods.models, "items": goods.held} if goods is not None else {}
    thing = next((one for one in kept.get(kind, ()) if one.key == thing_id), None)
    if thing is None:
        abort(404)
    return _page(
        here, "ask_remove.html", seat=here.seat, kind=kind, thing=thing, form=form_for(ReasonForm, "remove")
    )


@bp.post("/removals/<seat_id>/<kind>/<thing_id>")
@login_required
@writes(page="dashboard.ask_remove")
def remove(campaign_id: str, seat_id: str, kind: str, thing_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN, seat_id)
    form = checked(ReasonForm, "remove")
    of_seat: dict[str, Any] = {"campaign": here.campaign, "seat": here.seat, "actor": here.actor}
    model = model_of(here.seat, thing_id) if kind == "models" else None
    item = item_of(here.seat, thing_id) if kind == "items" else None
    if model is not None:
        companies.remove_model(model, form.reason.data or "", **of_seat)
    elif item is not None:
        companies.remove_item(item, form.reason.data or "", **of_seat)
    else:
        abort(404)
    flash(_("Taken from the company of %(player)s.", player=here.seat.name), "success")
    return _back(here)


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
    return _page(here, "places.html", form=form)


@bp.post("/places")
@login_required
@writes(page="dashboard.places")
def hand_over(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    form = checked(PlaceForm, "place")
    place = place_of(here.campaign, form.place.data or "")
    if place is None:
        abort(404)
    to = _player(here, form.owner.data) if form.owner.data else None
    maps.hand_place(place, to=to, reason=form.reason.data or "", campaign=here.campaign, actor=here.actor)
    if to is None:
        flash(_("%(place)s has no owner now.", place=place.name), "success")
    else:
        flash(_("%(place)s belongs to %(player)s now.", place=place.name, player=to.name), "success")
    return _back(here)


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
    return _page(here, "standing.html", form=form)


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
    seat = _player(here, band.seat_id)
    movement.put(band, place, form.reason.data or "", campaign=here.campaign, seat=seat, actor=here.actor)
    flash(_("%(warband)s stands at %(place)s now.", warband=band.name, place=place.name), "success")
    return _back(here)


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
    return _page(here, "members.html", form=form, word=word_of(here.campaign))


@bp.post("/members")
@login_required
@writes(page="dashboard.members")
def take_out(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    only_with(here.campaign.module_guilds)
    form = checked(MemberForm, "member")
    seat = _player(here, form.member.data)
    member = membership(seat)
    if member is None:
        abort(404)
    guilds.take_out(member.guild, seat, form.reason.data or "", campaign=here.campaign, actor=here.actor)
    flash(_("%(player)s is out of it now.", player=seat.name), "success")
    return _back(here)


def _of_owner(place: str, owner: str | None) -> str:
    if owner is None:
        return _("%(place)s (nobody's)", place=place)
    return _("%(place)s (of %(player)s)", place=place, player=owner)


def _choosing(here: Here, title: str, picks: list[Any], *, nothing: str, secret: bool = False) -> str:
    return _page(here, "choosing.html", title=title, picks=picks, nothing=nothing, secret=secret)


def _page(here: Here, template: str, **context: Any) -> str:
    return render_template(
        f"campaign/dashboard/{template}",
        back_url=url_for("dashboard.dashboard", campaign_id=here.campaign.id),
        **context,
        **frame(here, "dashboard"),
    )


def _player(here: Here, seat_id: str | None) -> Seat:
    """The player of that id; 404 for anybody else."""
    seat = next((one for one in here.campaign.players if one.id == seat_id), None)
    if seat is None:
        abort(404)
    return seat


def _asked_player(here: Here) -> Seat | None:
    """Whom the address names, in its path or in its question; None before one is chosen."""
    asked = (request.view_args or {}).get("seat_id") or request.args.get("seat")
    return _player(here, asked) if asked else None


def _back(here: Here) -> Any:
    return redirect(url_for("dashboard.dashboard", campaign_id=here.campaign.id), 303)
