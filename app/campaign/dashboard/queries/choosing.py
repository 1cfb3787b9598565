"""What there is to choose from when the game master steps in (V11.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import url_for
from flask_babel import gettext as _

from app.campaign.battles.queries.loading import battles_in
from app.campaign.battles.wording import battle_title
from app.campaign.company.holdings import company_of, holdings_of
from app.campaign.dashboard.queries.reading import read_battles
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.orders.legality import standing_orders
from app.campaign.orders.queries import sentence
from app.campaign.settlement.wording import STEPS
from app.campaign.states import BattleState
from app.i18n import sorted_by_name
from rules.vanguard.choices import Choices, choices


@dataclass(frozen=True)
class Pick:
    """A thing to step in on: whose it is, what it is, and the page that asks for the reason."""

    title: str
    text: str
    url: str | None
    style: str = "none"
    emblem: str = ""
    ways: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Named:
    """A model, item or card with the key that is posted."""

    key: str
    name: str


@dataclass(frozen=True)
class Goods:
    """What a company has and what it could be given; ``confirmed`` None: there is no company."""

    models: tuple[Named, ...]
    held: tuple[Named, ...]
    items: tuple[tuple[str, tuple[Named, ...]], ...]
    cards: tuple[Named, ...]


@dataclass(frozen=True)
class CardChoice:
    """A card that is awarded with its options and spells (C2.7), each with its name."""

    key: str
    name: str
    choices: Choices
    spells: dict[str, str]


def orders_to_call_back(campaign: Campaign) -> list[Pick]:
    """The orders that stand, by player; empty outside the phase orders (V4.8)."""
    if not campaign.orders_open:
        return []
    seats = {seat.id: seat for seat in campaign.seats}
    picks = []
    for order in standing_orders(campaign):
        seat = seats[order.seat_id]
        url = url_for("orders.revoking", campaign_id=campaign.id, seat_id=seat.id, order_id=order.id)
        picks.append(Pick(str(seat.name), sentence(order), url, f"p{seat.style}", seat.emblem))
    return picks


def battles_to_correct(campaign: Campaign) -> list[Pick]:
    """The battles of this round whose result stands."""
    return [
        Pick(
            title=battle_title(battle.place.name),
            text=", ".join(_two(side.warband_name, str(side.seat.name)) for side in battle.sides),
            url=url_for("battles.battle", campaign_id=campaign.id, battle_id=battle.id),
        )
        for battle in battles_in(campaign, campaign.round)
        if battle.state == BattleState.CONFIRMED
    ]


def settlements_to_reopen(campaign: Campaign) -> list[Pick]:
    """The settlements of this round with the steps that are finished, each a way to reopen it."""
    seats = {seat.id: seat for seat in campaign.seats}
    picks = []
    for fought in read_battles(campaign):
        for side in fought.sides:
            settlement = fought.settlements.get(side.id)
            if settlement is None:
                continue
            seat = seats[side.seat_id]
            if not seat.plays:
                continue
            at: dict[str, Any] = {
                "campaign_id": campaign.id,
                "seat_id": seat.id,
                "settlement_id": settlement.id,
            }
            done = range(1, settlement.step)
            ways = [(str(STEPS[step]), url_for("settlement.ask_reopen", step=step, **at)) for step in done]
            picks.append(
                Pick(
                    title=_("%(warband)s of %(player)s", warband=side.warband_name, player=seat.name),
                    text=battle_title(fought.battle.place.name),
                    url=None,
                    style=f"p{seat.style}",
                    emblem=seat.emblem,
                    ways=tuple(ways),
                )
            )
    return picks


def goods_of(campaign: Campaign, seat: Seat) -> Goods | None:
    """The seat's models and items, all items there are by rarity, and the cards of its faction."""
    company = company_of(seat)
    if company is None:
        return None
    catalogue = catalogue_of(campaign)
    held = holdings_of(company)
    carriers = {model.id: model.name for model in held.models}
    by_rarity: dict[str, list[Named]] = {"Unique": [], "Rare": [], "Common": []}
    for item in catalogue.items.values():
        by_rarity.setdefault(item.rarity, []).append(Named(item.key, item.name))
    cards = [
        Named(card.key, card.name)
        for card in catalogue.models.values()
        if card.faction == company.faction and not card.hidden
    ]
    return Goods(
        models=tuple(
            Named(model.id, _("%(model)s (%(card)s)", model=model.name, card=catalogue.card(model.card).name))
            for model in held.living
        ),
        held=tuple(
            Named(item.id, _carried(catalogue.items[item.item].name, carriers.get(item.model_id or "")))
            for item in held.items
        ),
        items=tuple((rarity, tuple(sorted_by_name(found))) for rarity, found in by_rarity.items() if found),
        cards=tuple(sorted_by_name(cards)),
    )


def card_choice(campaign: Campaign, seat: Seat, key: str) -> CardChoice | None:
    """The card of the company's faction with what can be chosen for it; None for any other."""
    company = company_of(seat)
    catalogue = catalogue_of(campaign)
    card = catalogue.models.get(key)
    if company is None or card is None or card.faction != company.faction:
        return None
    found = choices(card)
    offered = [*found.faction_spells, *found.book_spells]
    return CardChoice(
        key=card.key,
        name=card.name,
        choices=found,
        spells={one.spell: catalogue.spells[one.spell].name for one in offered},
    )


def _carried(item: str, carrier: str | None) -> str:
    if carrier is None:
        return _("%(item)s, in the store", item=item)
    return _("%(item)s, carried by %(model)s", item=item, model=carrier)


def _two(warband: str, player: str) -> str:
    return _("%(warband)s (%(player)s)", warband=warband, player=player)
