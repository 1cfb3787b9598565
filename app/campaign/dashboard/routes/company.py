"""Giving to a player's company and taking from it: gold, items, models (V3.6, V11.1)."""

from __future__ import annotations

from typing import Any

from flask import abort, flash, request
from flask_babel import gettext as _
from flask_login import login_required
from wtforms.fields.choices import SelectChoice

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.company import operations as companies
from app.campaign.company.holdings import item_of, model_of
from app.campaign.dashboard import queries
from app.campaign.dashboard.forms import TAKE, GoldForm, ItemAwardForm, ModelAwardForm, players
from app.campaign.dashboard.routes.blueprint import back, bp, page, player
from app.campaign.founding.models import Seat
from app.campaign.reasons import ReasonForm
from app.fields import options
from app.forms import checked, form_for
from app.journal.writes import writes


@bp.get("/gold")
@login_required
def gold(campaign_id: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    form = form_for(GoldForm, "gold", seat=request.args.get("seat"))
    form.seat.choices = options(players(here.campaign.players))
    return page(here, "gold.html", form=form)


@bp.post("/gold")
@login_required
@writes(page="dashboard.gold", any_phase=True)
def grant(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    form = checked(GoldForm, "gold")
    seat = player(here, form.seat.data)
    amount = -form.amount.number if form.way.data == TAKE else form.amount.number
    companies.grant_gold(seat, amount, form.reason.data or "", campaign=here.campaign, actor=here.actor)
    if amount < 0:
        flash(_("%(gold)d gold taken from %(player)s.", gold=-amount, player=seat.name), "success")
    else:
        flash(_("%(gold)d gold given to %(player)s.", gold=amount, player=seat.name), "success")
    return back(here)


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
    return page(
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
    return back(here)


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
    return back(here)


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
    return page(here, "removals.html", seat=seat, goods=goods, players=players(here.campaign.players))


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
    return page(
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
    return back(here)


def _asked_player(here: Here) -> Seat | None:
    """Whom the address names, in its path or in its question; None before one is chosen."""
    asked = (request.view_args or {}).get("seat_id") or request.args.get("seat")
    return player(here, asked) if asked else None
