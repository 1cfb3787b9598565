"""V3.4, V3.10, V4.8: selling models and items."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import delete, update

from app.actor import Actor
from app.campaign.company.door import check_shop_open
from app.campaign.company.holdings import holdings_of
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.company.operations.retinue import vacate
from app.campaign.company.prices import has_quartermaster, sale_of_item, sale_of_model
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.gold.operations import enter
from app.campaign.states import ItemStatus, ModelStatus
from app.campaign.warbands.locks import check_may_leave, check_model_free
from app.campaign.warbands.models import Warband, WarbandModel
from app.extensions import db
from app.journal.operations import record_private
from app.refusal import Refusal, Stale


def sell_model(
    model: CompanyModel,
    *,
    campaign: Campaign,
    seat: Seat,
    actor: Actor,
    told: int | None = None,
) -> int:
    """Sell a model; what it carries goes to the store (V3.10). Returns the gold.

    ``told`` is the price its seller was shown: another one is Stale. Raises Refusal: the shop is closed
    (V3.3), the model is captive (V7.4), gone, in a warband that is sent (V4.8) or
    away from the hideouts (V9.5).
    """
    check_shop_open(campaign)
    check_sellable(model)
    check_model_free(model.id, campaign=campaign, seat=seat)
    check_may_leave(model.id, campaign=campaign, seat=seat)
    company, catalogue = model.company, catalogue_of(campaign)
    gold = sale_of_model(
        model,
        company=company,
        campaign=campaign,
        catalogue=catalogue,
        quartermaster=_quartermaster(company, campaign),
    )
    _check_told(gold, told)
    release_model(model, ModelStatus.SOLD, campaign=campaign)
    params = {"model": model.name, "name": model.name, "card": catalogue.card(model.card).name, "gold": gold}
    enter(seat, gold, "shop.model_sold", campaign=campaign, actor=actor, params=params)
    record_private("shop.model_sold", campaign=campaign, actor=actor, seat=seat, params=params)
    return gold


def sell_item(
    item: CompanyItem, *, campaign: Campaign, seat: Seat, actor: Actor, told: int | None = None
) -> int:
    """Sell an item, from the store or off a model (V3.10). Returns the gold.

    ``told`` as for ``sell_model``. Raises Refusal: the shop is closed (V3.3), the item is gone, or its
    carrier is captive or in a warband that is sent (V4.8).
    """
    check_shop_open(campaign)
    check_item_movable(item, campaign=campaign, seat=seat)
    company, catalogue = item.company, catalogue_of(campaign)
    gold = sale_of_item(
        item,
        company=company,
        campaign=campaign,
        catalogue=catalogue,
        quartermaster=_quartermaster(company, campaign),
    )
    _check_told(gold, told)
    item.status, item.model_id = ItemStatus.SOLD, None
    params = {"item": catalogue.items[item.item].name, "name": catalogue.items[item.item].name, "gold": gold}
    enter(seat, gold, "shop.item_sold", campaign=campaign, actor=actor, params=params)
    record_private("shop.item_sold", campaign=campaign, actor=actor, seat=seat, params=params)
    return gold


def release_model(model: CompanyModel, status: ModelStatus, *, campaign: Campaign) -> None:
    """Take a model out of the company: its items into the store, itself out of warband and retinue."""
    db.session.execute(
        update(CompanyItem)
        .where(CompanyItem.model_id == model.id, CompanyItem.status == ItemStatus.HELD)
        .values(model_id=None)
    )
    db.session.execute(update(Warband).where(Warband.leader_id == model.id).values(leader_id=None))
    db.session.execute(delete(WarbandModel).where(WarbandModel.model_id == model.id))
    vacate(model, campaign=campaign)
    model.status = status
    db.session.flush()
    db.session.expire_all()


def check_sellable(model: CompanyModel) -> None:
    """Raise Refusal for a model that is captive (V7.4) or no longer there."""
    if model.status == ModelStatus.CAPTURED:
        raise Refusal(_l("%(model)s is a captive and cannot be sold.", model=model.name), "V7.4")
    if model.status != ModelStatus.LIVING:
        raise Refusal(_l("%(model)s is no longer in the company.", model=model.name), "V3.4")


def check_item_movable(item: CompanyItem, *, campaign: Campaign, seat: Seat) -> None:
    """Raise Refusal for an item that is gone, or whose carrier is captive or sent (V4.8, V7.4)."""
    if item.status != ItemStatus.HELD:
        raise Refusal(_l("This item is no longer in the company."), "V3.7")
    if item.model_id is None:
        return
    carrier = db.session.get(CompanyModel, item.model_id)
    if carrier is not None and carrier.status == ModelStatus.CAPTURED:
        raise Refusal(
            _l("%(model)s is a captive, and what it carries is with it.", model=carrier.name), "V7.4"
        )
    check_model_free(item.model_id, campaign=campaign, seat=seat)


def _quartermaster(company: Company, campaign: Campaign) -> bool:
    return has_quartermaster(holdings_of(company).models, tables_of(campaign))


def _check_told(gold: int, told: int | None) -> None:
    if told is not None and told != gold:
        raise Stale(
            _l("The price has changed: the sale now brings %(gold)d gold.", gold=gold),
            "V3.4",
        )
