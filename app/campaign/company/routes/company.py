"""V3.1, V3.5, V3.7, V3.9: the company, its faction, its store and its ledger."""

from __future__ import annotations

from flask import abort, flash, redirect, request
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import login_required
from werkzeug import Response

from app.campaign.company import operations, queries
from app.campaign.company.forms import whole_or_none
from app.campaign.company.holdings import company_of, holdings_of
from app.campaign.company.operations.choosing import gold_back
from app.campaign.company.pages import SEAT, address, change, keep_own, look
from app.campaign.company.prices import has_quartermaster, sale_of_item
from app.campaign.company.routes.blueprint import bp, company_here, item_here, model_here, page
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.settlement.queries import captives, settlements_of
from app.campaign.states import Phase
from app.campaign.transfers.rights import may_send as can_send
from app.journal.writes import writes

_HELD = frozenset({Phase.SETTLEMENT, Phase.DAWN})


@bp.get(f"{SEAT}/company")
@login_required
def company(campaign_id: str, seat_id: str) -> str:
    """The company, or the choice of a faction while there is none; with ``arrange`` its cards have arrows."""
    here = look(campaign_id, seat_id)
    found = queries.company_page(here.campaign, here.seat)
    if found is None:
        return page(here, "factions.html", "company", factions=queries.factions(here.campaign))
    # Captives are held from a settlement to the end of its round at most (V7.4).
    held = captives(here.campaign, here.seat) if here.campaign.phase in _HELD else []
    fought = settlements_of(here.campaign, here.seat) if here.campaign.round else []
    keep_own(here)
    arranges = "arrange" in request.args
    return page(here, "company.html", "company", view=found, captives=held, settled=fought, arranges=arranges)


@bp.post(f"{SEAT}/company")
@login_required
@writes(page="company.company")
def choose_faction(campaign_id: str, seat_id: str) -> Response:
    here = change(campaign_id, seat_id)
    made = operations.choose_faction(
        request.form.get("faction", ""),
        request.form.get("name", ""),
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    flash(_("The company «%(company)s» is founded.", company=made.name), "success")
    return redirect(address(here, "company.shop"), 303)


@bp.get(f"{SEAT}/company/faction")
@login_required
def ask_give_up(campaign_id: str, seat_id: str) -> str:
    """Asks before a company is given up for another faction (V3.5)."""
    here = look(campaign_id, seat_id)
    company_here(here)
    found = queries.company_page(here.campaign, here.seat)
    return page(here, "ask_faction.html", "company", view=found, refund=gold_back(here.seat))


@bp.post(f"{SEAT}/company/faction")
@login_required
@writes(page="company.ask_give_up")
def give_up(campaign_id: str, seat_id: str) -> Response:
    here = change(campaign_id, seat_id)
    gold = operations.give_up_company(
        company_here(here), campaign=here.campaign, seat=here.seat, actor=here.actor
    )
    flash(
        ngettext(
            "The company is given up. %(num)d gold is back.",
            "The company is given up. %(num)d gold are back.",
            gold,
        ),
        "success",
    )
    return redirect(address(here, "company.company"), 303)


@bp.get(f"{SEAT}/company/confirm")
@login_required
def ask_confirm(campaign_id: str, seat_id: str) -> str:
    """Asks before a company is confirmed, and says what that means (V3.5)."""
    here = look(campaign_id, seat_id)
    company_here(here)
    found = queries.company_page(here.campaign, here.seat)
    return page(here, "ask_confirm.html", "company", view=found, loss=here.campaign.resale_loss)


@bp.post(f"{SEAT}/company/confirm")
@login_required
@writes(page="company.ask_confirm")
def confirm(campaign_id: str, seat_id: str) -> Response:
    here = change(campaign_id, seat_id)
    operations.confirm(
        company_here(here),
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
        leader_id=request.form.get("leader"),
    )
    flash(_("The company is confirmed."), "success")
    return redirect(address(here, "company.company"), 303)


@bp.post(f"{SEAT}/company/name")
@login_required
@writes(page="company.company", any_phase=True)
def rename(campaign_id: str, seat_id: str) -> Response:
    here = change(campaign_id, seat_id)
    operations.rename_company(
        company_here(here),
        request.form.get("name", ""),
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    flash(_("The name is changed."), "success")
    return redirect(address(here, "company.company"), 303)


@bp.post(f"{SEAT}/company/store")
@login_required
@writes(page="company.company")
def give_item(campaign_id: str, seat_id: str) -> Response:
    """Give an item of the store to a model (V3.7)."""
    here = change(campaign_id, seat_id)
    carrier = model_here(here, request.form.get("model", ""))
    item = item_here(here, request.form.get("item", ""))
    operations.assign_item(item, carrier, campaign=here.campaign, seat=here.seat, actor=here.actor)
    flash(_("%(model)s carries it now.", model=carrier.name), "success")
    return redirect(address(here, "company.company", _anchor="store"), 303)


@bp.post(f"{SEAT}/company/order")
@login_required
@writes(page="company.company", any_phase=True)
def move_card(campaign_id: str, seat_id: str) -> Response:
    """Move a model's card one up or down among those of its type; the button that is pressed names it."""
    here = change(campaign_id, seat_id)
    # One button is pressed; whatever else a forged form names must be the company's own as well.
    down = model_here(here, request.form["down"]) if request.form.get("down") else None
    up = model_here(here, request.form["up"]) if request.form.get("up") else None
    found = up or down
    if found is None:
        abort(404)
    operations.move_card(
        found, "up" if up else "down", campaign=here.campaign, seat=here.seat, actor=here.actor
    )
    return redirect(address(here, "company.company", arrange=1, _anchor=f"model-{found.id}"), 303)


@bp.get(f"{SEAT}/items/<item_id>/sell")
@login_required
def ask_sell_item(campaign_id: str, seat_id: str, item_id: str) -> str:
    """Says what selling the item brings before it is sold (V3.4)."""
    here = look(campaign_id, seat_id)
    item = item_here(here, item_id)
    catalogue = catalogue_of(here.campaign)
    held = holdings_of(item.company)
    price = sale_of_item(
        item,
        company=item.company,
        campaign=here.campaign,
        catalogue=catalogue,
        quartermaster=has_quartermaster(held.models, tables_of(here.campaign)),
    )
    return page(
        here,
        "ask_sell_item.html",
        "company",
        item=item,
        name=catalogue.items[item.item].name,
        sale=price,
        confirmed=item.company.confirmed_at is not None,
    )


@bp.post(f"{SEAT}/items/<item_id>/sell")
@login_required
@writes(page="company.ask_sell_item")
def sell_item(campaign_id: str, seat_id: str, item_id: str) -> Response:
    here = change(campaign_id, seat_id)
    gold = operations.sell_item(
        item_here(here, item_id),
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
        told=whole_or_none(request.form.get("told")),
    )
    flash(_("Sold for %(gold)d gold.", gold=gold), "success")
    return redirect(address(here, "company.company"), 303)


@bp.get(f"{SEAT}/ledger")
@login_required
def ledger(campaign_id: str, seat_id: str) -> str:
    """The ledger with the balance after every row (V3.9)."""
    here = look(campaign_id, seat_id)
    wanted = request.args.get("page", "1")
    number = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 7 else 1
    view = queries.ledger_page(here.campaign, here.seat, own=here.own, page=number)
    company = company_of(here.seat)
    may_send = here.campaign.module_transfers and can_send(here.campaign, here.me)
    return page(here, "ledger.html", "ledger", view=view, company=company, may_send=may_send)
