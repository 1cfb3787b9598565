"""V3.2, V3.6, V3.7: buying models and items."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.company.door import check_door, check_shop_open, door
from app.campaign.company.holdings import holdings_of
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.company.names import LONGEST_NAME
from app.campaign.company.prices import cost_of_card, cost_of_item
from app.campaign.company.wishes import MOST_AT_ONCE, ItemOrder, ModelOrder
from app.campaign.company.wording import as_refusals
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.gold.operations import balance, enter, too_little
from app.extensions import db
from app.journal.operations import record_private
from app.refusal import Refusal
from rules.vanguard.catalogue import Card, Catalogue, Item
from rules.vanguard.choices import check_choice
from rules.vanguard.prices import check_affordable, check_item_bought


def buy_models(
    company: Company, orders: Sequence[ModelOrder], *, campaign: Campaign, seat: Seat, actor: Actor
) -> list[CompanyModel]:
    """Buy models for gold (V3.2), all of them or none.

    Raises Refusal: the shop is closed (V3.3, C9.3), a card is not of the company's faction (V3.1), a choice
    does not fit (C2.7), there is too little gold (V3.2).
    """
    catalogue = catalogue_of(campaign)
    held = holdings_of(company)
    _check_counts([order.count for order in orders])
    cards = [_offered(order.card, company, catalogue) for order in orders]
    wanted = [card for card, order in zip(cards, orders, strict=True) for _ in range(order.count)]
    check_door(door(campaign, held.models, catalogue), wanted)
    costs = []
    for card, order in zip(cards, orders, strict=True):
        with as_refusals():
            check_choice(card, order.options, order.spells)
        costs.append(cost_of_card(card, order.options, order.spells, campaign=campaign))
    _check_gold(seat, sum(cost * order.count for cost, order in zip(costs, orders, strict=True)), actor)
    names = [model.name for model in held.models]
    bought = []
    for card, order, cost in zip(cards, orders, costs, strict=True):
        params = {"card": card.name, "name": card.name, "count": order.count, "gold": cost * order.count}
        enter(seat, -cost * order.count, "shop.models_bought", campaign=campaign, actor=actor, params=params)
        for _ in range(order.count):
            bought.append(
                add_model(company, card, order.options, order.spells, campaign=campaign, names=names)
            )
        record_private("shop.models_bought", campaign=campaign, actor=actor, seat=seat, params=params)
    return bought


def buy_items(
    company: Company, orders: Sequence[ItemOrder], *, campaign: Campaign, seat: Seat, actor: Actor
) -> list[CompanyItem]:
    """Buy Common and Rare items for gold (V3.6), all of them or none; they lie in the store (V3.7).

    Raises Refusal: the shop is closed (V3.3), an item is only awarded (V3.6), too little gold (V3.2).
    """
    check_shop_open(campaign)
    _check_counts([order.count for order in orders])
    catalogue = catalogue_of(campaign)
    items = [_offered_item(order.item, catalogue) for order in orders]
    costs = [cost_of_item(item, campaign=campaign) for item in items]
    _check_gold(seat, sum(cost * order.count for cost, order in zip(costs, orders, strict=True)), actor)
    bought = []
    for item, order, cost in zip(items, orders, costs, strict=True):
        params = {"item": item.name, "name": item.name, "count": order.count, "gold": cost * order.count}
        enter(seat, -cost * order.count, "shop.items_bought", campaign=campaign, actor=actor, params=params)
        for _ in range(order.count):
            bought.append(add_item(company, item, campaign=campaign))
        record_private("shop.items_bought", campaign=campaign, actor=actor, seat=seat, params=params)
    return bought


def add_model(
    company: Company,
    card: Card,
    options: Sequence[str],
    spells: Sequence[str],
    *,
    campaign: Campaign,
    awarded: bool = False,
    names: list[str] | None = None,
) -> CompanyModel:
    """A new model in the company. ``names`` are those its models have; the new one's is added."""
    taken = names if names is not None else [model.name for model in holdings_of(company).models]
    model = CompanyModel(
        company_id=company.id,
        card=card.key,
        name=_free_name(card.name, taken),
        options=list(options),
        spells=list(spells),
        awarded=awarded,
        position=len(taken),
        bought_round=campaign.round,
    )
    taken.append(model.name)
    db.session.add(model)
    db.session.flush()
    return model


def add_item(company: Company, item: Item, *, campaign: Campaign, awarded: bool = False) -> CompanyItem:
    """A new item in the company's store."""
    held = CompanyItem(company_id=company.id, item=item.key, awarded=awarded, bought_round=campaign.round)
    db.session.add(held)
    db.session.flush()
    return held


def _check_counts(counts: Sequence[int]) -> None:
    if not counts:
        raise Refusal(_l("Nothing is chosen yet. Say how many you want to buy."), "V3.2")
    if any(not 1 <= count <= MOST_AT_ONCE for count in counts):
        raise Refusal(_l("Buy from 1 to %(most)d of a kind at once.", most=MOST_AT_ONCE), "V3.2")


def _offered(key: str, company: Company, catalogue: Catalogue) -> Card:
    card = catalogue.models.get(key)
    if card is None or card.hidden or card.faction != company.faction:
        raise Refusal(_l("This model is not one of the company's faction."), "V3.1")
    return card


def _offered_item(key: str, catalogue: Catalogue) -> Item:
    item = catalogue.items.get(key)
    if item is None or item.hidden:
        raise Refusal(_l("The shop does not have this item."), "V3.6")
    with as_refusals():
        check_item_bought(item)
    return item


def _free_name(wanted: str, taken: Sequence[str]) -> str:
    """The card's name; from the second model on with its number, so that no two are called alike."""
    name, number = wanted[:LONGEST_NAME], 1
    while name in taken:
        number += 1
        name = f"{wanted[: LONGEST_NAME - 5]} {number}"
    return name


def _check_gold(seat: Seat, cost: int, actor: Actor) -> None:
    """V3.2; who buys in another's stead is not told how much there is (V8.22)."""
    have = balance(seat)
    if cost > have and actor.acts_for(seat):
        raise too_little(seat, cost, have, actor)
    with as_refusals():
        check_affordable(have, cost)
