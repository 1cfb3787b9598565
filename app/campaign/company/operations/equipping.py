"""V3.7, C2.6: who carries what."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.company.carry_wording import carry_refusal
from app.campaign.company.door import check_shop_open
from app.campaign.company.holdings import holdings_of
from app.campaign.company.models import CompanyItem, CompanyModel
from app.campaign.company.operations.selling import check_item_movable
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.states import ModelStatus
from app.campaign.warbands.locks import check_model_free
from app.journal.operations import record_private
from app.refusal import Refusal
from rules.vanguard.carrying import carry_breaches


def assign_item(
    item: CompanyItem, model: CompanyModel | None, *, campaign: Campaign, seat: Seat, actor: Actor
) -> None:
    """Give an item to a model, or with None lay it into the store (V3.7), while the shop is open.

    Raises Refusal: a carrying limit would be broken, each named (C2.6), or one of the models concerned is
    captive or in a warband that is sent (V4.8).
    """
    check_shop_open(campaign)
    check_item_movable(item, campaign=campaign, seat=seat)
    if model is not None:
        check_model_free(model.id, campaign=campaign, seat=seat)
    move_item(item, model, campaign=campaign, seat=seat, actor=actor)


def move_item(
    item: CompanyItem, model: CompanyModel | None, *, campaign: Campaign, seat: Seat, actor: Actor
) -> None:
    """The same at any time, for the settlement's equipment step (C7.1). Raises Refusal as C2.6 asks."""
    if item.model_id == (model.id if model else None):
        return
    catalogue = catalogue_of(campaign)
    moved = catalogue.items[item.item]
    if model is None:
        item.model_id = None
        record_private(
            "company.item_stored", campaign=campaign, actor=actor, seat=seat, params={"item": moved.name}
        )
        return
    if model.company_id != item.company_id or model.status != ModelStatus.LIVING:
        raise Refusal(_l("Only a living model of the same company can carry the item."), "V3.7")
    carried = [catalogue.items[one.item] for one in holdings_of(item.company).carried(model)]
    refusal = carry_refusal(
        carry_breaches(
            model.id,
            catalogue.card(model.card),
            model.options,
            (*carried, moved),
            tables_of(campaign).warband,
        )
    )
    if refusal is not None:
        raise refusal
    item.model_id = model.id
    record_private(
        "company.item_given",
        campaign=campaign,
        actor=actor,
        seat=seat,
        params={"item": moved.name, "model": model.name},
    )
