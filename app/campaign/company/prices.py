"""V3.2, V3.4, V3.10: what a company pays and gets; the page that shows a price and the sale that takes it
ask the same functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.founding.models import Campaign
from app.campaign.states import ModelStatus
from rules.vanguard import prices
from rules.vanguard.catalogue import Card, Catalogue, Item
from rules.vanguard.tables import Tables


def cost_of_card(
    card: Card, options: Sequence[str] = (), spells: Sequence[str] = (), *, campaign: Campaign
) -> int:
    """Whole gold for one model with its options and spells (V3.2)."""
    return prices.model_price(card, campaign.gold_factor, options, spells)


def cost_of_item(item: Item, *, campaign: Campaign) -> int:
    """Whole gold for one item (V3.2)."""
    return prices.item_price(item, campaign.gold_factor)


def has_quartermaster(models: Iterable[CompanyModel], tables: Tables) -> bool:
    """Whether a living model holds the role that halves the resale loss (C9.1)."""
    keys = {role.key for role in tables.retinue.roles if role.effect == "half_resale_loss"}
    return any(model.role in keys and model.status == ModelStatus.LIVING for model in models)


def sale_of_model(
    model: CompanyModel, *, company: Company, campaign: Campaign, catalogue: Catalogue, quartermaster: bool
) -> int:
    """Whole gold that selling the model brings now (V3.4, V3.10): card, options and spells count, its items
    are sold apart, and what befell it changes nothing."""
    price = cost_of_card(catalogue.card(model.card), model.options, model.spells, campaign=campaign)
    return _sale(price, model.awarded, company, campaign, quartermaster)


def sale_of_item(
    item: CompanyItem, *, company: Company, campaign: Campaign, catalogue: Catalogue, quartermaster: bool
) -> int:
    """Whole gold that selling the item brings now (V3.4, V3.10)."""
    price = cost_of_item(catalogue.items[item.item], campaign=campaign)
    return _sale(price, item.awarded, company, campaign, quartermaster)


def _sale(price: int, awarded: bool, company: Company, campaign: Campaign, quartermaster: bool) -> int:
    return prices.sale(
        price,
        campaign.resale_loss,
        confirmed=company.confirmed_at is not None,
        awarded=awarded,
        quartermaster=quartermaster,
    )
