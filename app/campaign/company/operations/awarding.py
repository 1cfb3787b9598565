"""V3.6, V11.1: what the GM gives to a company and takes from it, each time with a reason."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.company.holdings import company_of
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.company.names import clean_reason
from app.campaign.company.operations.buying import add_item, add_model
from app.campaign.company.operations.selling import check_item_movable, release_model
from app.campaign.company.wording import as_refusals
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.gold.operations import balance, enter
from app.campaign.states import ItemStatus, ModelStatus
from app.campaign.warbands.locks import check_model_free
from app.journal.models import seat_audience
from app.journal.operations import record_private, record_public, tell
from app.refusal import Refusal
from rules.vanguard.choices import check_choice

MOST_GOLD = 1_000_000


def award_item(item: str, reason: str, *, campaign: Campaign, seat: Seat, actor: Actor) -> CompanyItem:
    """The GM awards an item, Unique ones too; it lies in the store and the chronicle tells it (V3.6)."""
    reason = clean_reason(reason)
    company = _company(seat)
    found = catalogue_of(campaign).items.get(item)
    if found is None:
        raise Refusal(_l("The catalogue has no such item."), "V3.6")
    held = add_item(company, found, campaign=campaign, awarded=True)
    _awarded("award.item", {"item": found.name, "name": found.name}, reason, campaign, seat, actor)
    return held


def award_model(
    card: str,
    reason: str,
    *,
    campaign: Campaign,
    seat: Seat,
    actor: Actor,
    options: Sequence[str] = (),
    spells: Sequence[str] = (),
) -> CompanyModel:
    """The GM awards a model of the company's faction; the chronicle tells it (V3.6, V3.1)."""
    reason = clean_reason(reason)
    company = _company(seat)
    found = catalogue_of(campaign).models.get(card)
    if found is None or found.faction != company.faction:
        raise Refusal(_l("The model is not one of the company's faction."), "V3.1")
    with as_refusals():
        check_choice(found, options, spells)
    model = add_model(company, found, options, spells, campaign=campaign, awarded=True)
    _awarded("award.model", {"card": found.name, "name": found.name}, reason, campaign, seat, actor)
    return model


def grant_gold(seat: Seat, amount: int, reason: str, *, campaign: Campaign, actor: Actor) -> None:
    """The GM gives gold, or with a negative amount takes it, never below 0 (V11.1, V3.2).

    Gold is secret (V3.11), so the player and the GM alone read of it.
    """
    reason = clean_reason(reason)
    if amount == 0 or abs(amount) > MOST_GOLD:
        raise Refusal(_l("Give or take from 1 to %(most)d gold.", most=MOST_GOLD), "V11.1")
    have = balance(seat)
    if have + amount < 0:
        raise Refusal(
            _l(
                "%(player)s has less than %(gold)d gold. More than there is cannot be taken.",
                player=seat.name,
                gold=-amount,
            ),
            "V3.2",
        )
    params = {"player": seat.name, "gold": abs(amount), "reason": reason}
    enter(seat, amount, "award.gold", campaign=campaign, actor=actor, params=params)
    kind = "award.gold_granted" if amount > 0 else "award.gold_taken"
    record_private(kind, campaign=campaign, actor=actor, seat=seat, reason=reason, params=params)


def remove_model(model: CompanyModel, reason: str, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """The GM takes a model out of a company (V11.1); its items go to the store.

    Raises Refusal for a model that is gone, captive, or in a warband that is sent.
    """
    reason = clean_reason(reason)
    if model.status != ModelStatus.LIVING:
        raise Refusal(_l("%(model)s is not with its company.", model=model.name), "V11.1")
    check_model_free(model.id, campaign=campaign, seat=seat)
    release_model(model, ModelStatus.REMOVED, campaign=campaign)
    params = {"model": model.name, "player": seat.name, "reason": reason}
    record_private(
        "award.model_removed", campaign=campaign, actor=actor, seat=seat, reason=reason, params=params
    )


def remove_item(item: CompanyItem, reason: str, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """The GM takes an item out of a company (V11.1). Raises Refusal as for ``remove_model``."""
    reason = clean_reason(reason)
    check_item_movable(item, campaign=campaign, seat=seat)
    item.status, item.model_id = ItemStatus.REMOVED, None
    name = catalogue_of(campaign).items[item.item].name
    params = {"item": name, "player": seat.name, "reason": reason}
    record_private(
        "award.item_removed", campaign=campaign, actor=actor, seat=seat, reason=reason, params=params
    )


def _company(seat: Seat) -> Company:
    company = company_of(seat)
    if company is None:
        raise Refusal(_l("%(player)s has no company yet.", player=seat.name), "V3.6")
    return company


def _awarded(
    kind: str, params: dict[str, str], reason: str, campaign: Campaign, seat: Seat, actor: Actor
) -> None:
    """A gift costs nothing and still stands in the ledger; the chronicle tells it to all (V3.6)."""
    told = {**params, "player": seat.name, "reason": reason}
    enter(seat, 0, kind, campaign=campaign, actor=actor, params=told)
    record_public(kind, campaign=campaign, actor=actor, seat=seat, reason=reason, params=told)
    tell(campaign, seat_audience(seat.id))
