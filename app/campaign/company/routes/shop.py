"""V3.2, V3.3, V3.6: the shop."""

from __future__ import annotations

from flask import abort, flash, redirect, request
from flask_babel import ngettext
from flask_login import login_required
from werkzeug import Response

from app.campaign.access import Here
from app.campaign.company import operations, queries
from app.campaign.company.forms import items_wanted, model_chosen, models_wanted
from app.campaign.company.pages import SEAT, address, change, look
from app.campaign.company.routes.blueprint import bp, company_here, page
from app.campaign.gold.queries import shown_balance
from app.journal.writes import writes
from app.refusal import Refusal


@bp.get(f"{SEAT}/shop")
@login_required
def shop(campaign_id: str, seat_id: str) -> str | Response:
    """The shop, or the way to the choice of a faction."""
    here = look(campaign_id, seat_id)
    view = queries.shop_page(here.campaign, here.seat, request.args.get("show", ""))
    if view is None:
        return redirect(address(here, "company.company"), 303)
    return page(here, "shop.html", "shop", view=view)


@bp.post(f"{SEAT}/shop/models")
@login_required
@writes(page="company.shop")
def buy_models(campaign_id: str, seat_id: str) -> Response:
    here = change(campaign_id, seat_id)
    bought = operations.buy_models(
        company_here(here),
        models_wanted(request.form),
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    _tell(here, len(bought))
    return redirect(_back(here), 303)


@bp.post(f"{SEAT}/shop/items")
@login_required
@writes(page="company.shop")
def buy_items(campaign_id: str, seat_id: str) -> Response:
    here = change(campaign_id, seat_id)
    bought = operations.buy_items(
        company_here(here),
        items_wanted(request.form),
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    flash(
        ngettext(
            "%(num)d item bought. It lies in the store; %(gold)d gold is left.",
            "%(num)d items bought. They lie in the store; %(gold)d gold is left.",
            len(bought),
            gold=shown_balance(here.seat),
        ),
        "success",
    )
    return redirect(_back(here), 303)


@bp.get(f"{SEAT}/shop/models/<card>")
@login_required
def card(campaign_id: str, seat_id: str, card: str) -> str:
    """One card with its options and spells, to be chosen when it is bought (C2.7)."""
    here = look(campaign_id, seat_id)
    view = queries.choice_page(here.campaign, here.seat, card)
    if view is None:
        abort(404)
    return page(here, "card.html", "shop", view=view)


@bp.get(f"{SEAT}/shop/models/<card>/price")
@login_required
def price(campaign_id: str, seat_id: str, card: str) -> dict[str, str]:
    """What the choice in the query would cost and leave, in words: asked while somebody chooses."""
    here = look(campaign_id, seat_id)
    try:
        said = queries.price_sentence(here.campaign, here.seat, model_chosen(card, request.args))
    except Refusal as refusal:
        said = str(refusal.message)
    return {"said": said}


@bp.post(f"{SEAT}/shop/models/<card>")
@login_required
@writes(page="company.card")
def buy_card(campaign_id: str, seat_id: str, card: str) -> Response:
    here = change(campaign_id, seat_id)
    bought = operations.buy_models(
        company_here(here),
        [model_chosen(card, request.form)],
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    _tell(here, len(bought))
    return redirect(address(here, "company.shop"), 303)


def _tell(here: Here, count: int) -> None:
    flash(
        ngettext(
            "%(num)d model bought. %(gold)d gold is left.",
            "%(num)d models bought. %(gold)d gold is left.",
            count,
            gold=shown_balance(here.seat),
        ),
        "success",
    )


def _back(here: Here) -> str:
    """The shop with the filter that was on."""
    show = request.args.get("show")
    return address(here, "company.shop", **({"show": show} if show else {}))
