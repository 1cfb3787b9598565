"""The shop: what there is, what it costs, why something cannot be bought (V3.2, V3.3, V3.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from flask_babel import gettext as _

from app.campaign.company.door import Door, door
from app.campaign.company.holdings import GROUPS, Holdings, company_of, group_of, holdings_of
from app.campaign.company.prices import cost_of_card, cost_of_item, has_quartermaster
from app.campaign.company.queries.cards import Shown, shown
from app.campaign.company.queries.head import Head, head_of
from app.campaign.company.wishes import ModelOrder
from app.campaign.company.wording import as_refusals
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.gold.queries import shown_balance
from app.i18n import sorted_by_name
from rules.vanguard.catalogue import Card, Catalogue, Item, PricedSpell, Spell
from rules.vanguard.choices import check_choice, choices
from rules.vanguard.prices import price, sale

ITEMS = "items"
MODELS = "models"


@dataclass(frozen=True)
class FactionRow:
    """A faction with what helps to choose it."""

    key: str
    name: str
    alignment: str
    models: int
    commands: int
    cheapest: int
    starter: bool


@dataclass(frozen=True)
class Ware:
    """A card in the shop. ``cost`` in gold for the plain card; ``choose`` when it is bought with choices."""

    card: Shown
    cost: int
    choose: bool
    owned: int


@dataclass(frozen=True)
class ItemWare:
    """An item in the shop; one that is ``only_awarded`` has no button but its reason (V3.6)."""

    key: str
    name: str
    rarity: str
    slots: str
    effect: str
    points: int
    cost: int
    only_awarded: bool
    grunts: bool
    single_use: bool
    owned: int


@dataclass(frozen=True)
class ShopPage:
    """``show`` is the present filter: "models", "items" or a type. ``keeps`` is what of 100 gold a sale
    brings back now (V3.4)."""

    head: Head
    door: Door
    show: str
    filters: tuple[str, ...]
    wares: tuple[Ware, ...]
    items: tuple[ItemWare, ...]
    keeps: int


@dataclass(frozen=True)
class PricedOption:
    """Something to choose. ``points`` 0 and ``gold`` 0: free."""

    key: str
    name: str
    points: int
    gold: int
    text: str


@dataclass(frozen=True)
class OptionPick:
    """A group of options of which at most ``most`` are chosen."""

    key: str
    name: str
    most: int
    options: tuple[PricedOption, ...]


@dataclass(frozen=True)
class ChoicePage:
    """One card with all that can be chosen for it (C2.7). ``free_spells`` faction spells cost nothing."""

    head: Head
    door: Door
    ware: Ware
    groups: tuple[OptionPick, ...]
    basic_spells: tuple[str, ...]
    faction_spells: tuple[PricedOption, ...]
    book_spells: tuple[PricedOption, ...]
    free_spells: int
    said: str


def factions(campaign: Campaign) -> list[FactionRow]:
    """The factions that are offered, by name."""
    catalogue = catalogue_of(campaign)
    rows = []
    for faction in catalogue.factions.values():
        cards = _cards_of(faction.key, catalogue)
        if faction.hidden or not cards:
            continue
        rows.append(
            FactionRow(
                key=faction.key,
                name=faction.name,
                alignment=faction.alignment,
                models=len(cards),
                commands=sum(card.command for card in cards),
                cheapest=min(cost_of_card(card, campaign=campaign) for card in cards),
                starter=faction.coverage == "starter",
            )
        )
    return sorted_by_name(rows)


def shop_page(campaign: Campaign, seat: Seat, show: str) -> ShopPage | None:
    """The shop for the seat's company, or None before a faction is chosen. An unknown filter shows models."""
    company = company_of(seat)
    if company is None:
        return None
    catalogue, tables = catalogue_of(campaign), tables_of(campaign)
    held = holdings_of(company)
    cards = _cards_of(company.faction, catalogue)
    types = tuple(name for name in GROUPS if any(name in card.types for card in cards))
    show = show if show in (ITEMS, *types) else MODELS
    shown_cards = [card for card in cards if show == MODELS or show in card.types]
    return ShopPage(
        head=head_of(held, campaign, seat),
        door=door(campaign, held.models, catalogue),
        show=show,
        filters=types,
        wares=() if show == ITEMS else tuple(_ware(card, held, catalogue, campaign) for card in shown_cards),
        items=tuple(_item_wares(held, catalogue, campaign)) if show == ITEMS else (),
        keeps=sale(
            100,
            campaign.resale_loss,
            confirmed=company.confirmed_at is not None,
            awarded=False,
            quartermaster=has_quartermaster(held.models, tables),
        ),
    )


def choice_page(campaign: Campaign, seat: Seat, card_key: str) -> ChoicePage | None:
    """One card of the company's faction with its choices, or None if it is not offered."""
    company = company_of(seat)
    catalogue = catalogue_of(campaign)
    card = catalogue.models.get(card_key)
    if company is None or card is None or card.hidden or card.faction != company.faction:
        return None
    held = holdings_of(company)
    offered = choices(card)
    return ChoicePage(
        head=head_of(held, campaign, seat),
        door=door(campaign, held.models, catalogue),
        ware=_ware(card, held, catalogue, campaign),
        groups=tuple(
            OptionPick(
                group.key,
                group.name or "",
                group.most,
                tuple(
                    PricedOption(
                        option.key,
                        option.name,
                        option.points,
                        price(option.points, campaign.gold_factor),
                        ", ".join(option.rules),
                    )
                    for option in group.options
                ),
            )
            for group in offered.options
        ),
        basic_spells=tuple(_spell_name(key, catalogue) for key in offered.basic_spells),
        faction_spells=tuple(_spells(offered.faction_spells, catalogue, campaign)),
        book_spells=tuple(_spells(offered.book_spells, catalogue, campaign)),
        free_spells=offered.free_faction,
        said=price_sentence(campaign, seat, ModelOrder(card.key)),
    )


def price_sentence(campaign: Campaign, seat: Seat, wish: ModelOrder) -> str:
    """What a choice costs and what it leaves, in words. Raises Refusal for a choice that does not fit."""
    card = catalogue_of(campaign).models.get(wish.card)
    if card is None:
        return ""
    with as_refusals():
        check_choice(card, wish.options, wish.spells)
    cost = cost_of_card(card, wish.options, wish.spells, campaign=campaign) * wish.count
    left = shown_balance(seat) - cost
    if left < 0:
        return _("That costs %(cost)d gold, %(missing)d more than there is.", cost=cost, missing=-left)
    return _("That costs %(cost)d gold. After this, %(left)d gold is left.", cost=cost, left=left)


def _cards_of(faction: str, catalogue: Catalogue) -> list[Card]:
    cards = [card for card in catalogue.models.values() if card.faction == faction and not card.hidden]
    return sorted(sorted_by_name(cards), key=lambda card: GROUPS.index(group_of(card)))


def _ware(card: Card, held: Holdings, catalogue: Catalogue, campaign: Campaign) -> Ware:
    offered = choices(card)
    return Ware(
        card=shown(card, catalogue),
        cost=cost_of_card(card, campaign=campaign),
        choose=bool(offered.options or offered.faction_spells or offered.book_spells),
        owned=sum(model.card == card.key for model in held.models),
    )


def _item_wares(held: Holdings, catalogue: Catalogue, campaign: Campaign) -> Iterable[ItemWare]:
    owned = Counter(item.item for item in held.items)
    rarities = ("Common", "Rare", "Unique")
    items = [item for item in catalogue.items.values() if not item.hidden]
    for item in sorted(sorted_by_name(items), key=lambda one: rarities.index(one.rarity)):
        yield _item_ware(item, owned[item.key], campaign)


def _item_ware(item: Item, owned: int, campaign: Campaign) -> ItemWare:
    return ItemWare(
        key=item.key,
        name=item.name,
        rarity=item.rarity,
        slots=", ".join(item.slots),
        effect=item.effect or "",
        points=item.points,
        cost=cost_of_item(item, campaign=campaign),
        only_awarded=item.award_only or item.rarity == "Unique",
        grunts=item.grunts,
        single_use=item.uses == "single_use",
        owned=owned,
    )


def _spells(
    offered: Iterable[PricedSpell], catalogue: Catalogue, campaign: Campaign
) -> Iterable[PricedOption]:
    for one in offered:
        spell = catalogue.spells.get(one.spell)
        yield PricedOption(
            one.spell,
            _spell_name(one.spell, catalogue),
            one.points,
            price(one.points, campaign.gold_factor),
            _spell_text(spell),
        )


def _spell_name(key: str, catalogue: Catalogue) -> str:
    return catalogue.spells[key].name if key in catalogue.spells else key


def _spell_text(spell: Spell | None) -> str:
    if spell is None:
        return ""
    return " · ".join(part for part in (spell.book, spell.range, spell.dice, *spell.rules) if part)
