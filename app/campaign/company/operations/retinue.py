"""C9: the roles of the retinue, given while the shop is open."""

from __future__ import annotations

import msgspec
from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.company.befell import role_name
from app.campaign.company.door import check_shop_open
from app.campaign.company.holdings import holdings_of
from app.campaign.company.models import CompanyModel, ModelChange
from app.campaign.company.wording import as_refusals
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.gold.operations import enter
from app.campaign.states import ModelStatus
from app.extensions import db
from app.journal.operations import record_private
from app.refusal import Refusal
from rules.vanguard.settlement import retinue
from rules.vanguard.settlement.effects import Effect, RoleVacated


def give_role(
    model: CompanyModel,
    role: str,
    *,
    campaign: Campaign,
    seat: Seat,
    actor: Actor,
    entry_id: str | None = None,
    at_settlement: bool = False,
) -> int:
    """Give a vacant role of the retinue to a living model (C9.2), for gold and no warband points.

    Returns the gold it cost. Whenever the shop is open, or ``at_settlement`` in its last step (V7.1), whose
    ``entry_id`` the change then keeps. Raises Refusal: the shop is closed (C9.2), the role is taken or does
    not fit, too little gold (V3.2).
    """
    if not at_settlement:
        check_shop_open(campaign)
    if model.status != ModelStatus.LIVING:
        raise Refusal(_l("Only a living model of the company takes a role."), "C9.1")
    tables = tables_of(campaign)
    card = catalogue_of(campaign).card(model.card)
    holders = {one.role: one.id for one in holdings_of(model.company).living if one.role}
    with as_refusals():
        given = retinue.give_role(
            role, retinue.Candidate(model.id, card), holders, tables.retinue, campaign.gold_factor
        )
    params = {"model": model.name, "role": role_name(role, tables), "key": role, "gold": given.cost}
    if given.cost:
        enter(seat, -given.cost, "retinue.role_given", campaign=campaign, actor=actor, params=params)
    model.role = role
    _keep(model, given, campaign, entry_id)
    record_private("retinue.role_given", campaign=campaign, actor=actor, seat=seat, params=params)
    return given.cost


def leave_role(model: CompanyModel, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Let a model give up its role while the shop is open; what it cost stays spent."""
    check_shop_open(campaign)
    if model.role is None:
        return
    tables = tables_of(campaign)
    params = {"model": model.name, "role": role_name(model.role, tables), "key": model.role}
    vacate(model, campaign=campaign)
    record_private("retinue.role_left", campaign=campaign, actor=actor, seat=seat, params=params)


def vacate(model: CompanyModel, *, campaign: Campaign, entry_id: str | None = None) -> None:
    """Leave the model's role vacant, if it has one: it is sold, dead or captured (C9.3)."""
    if model.role is None:
        return
    _keep(model, RoleVacated(model=model.id, role=model.role), campaign, entry_id)
    model.role = None


def name_first_leader(model: CompanyModel, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Make a Command the Leader of the retinue when the company is confirmed and nobody is it yet."""
    tables = tables_of(campaign)
    holders = {one.role: one.id for one in holdings_of(model.company).living if one.role}
    leader = next((one.key for one in tables.retinue.roles if one.effect == "red_die"), None)
    if leader is None or model.role is not None:
        return
    if retinue.holder_of("red_die", holders, tables.retinue) is None:
        give_role(model, leader, campaign=campaign, seat=seat, actor=actor)


def _keep(model: CompanyModel, effect: Effect, campaign: Campaign, entry_id: str | None) -> None:
    db.session.add(
        ModelChange(
            model_id=model.id,
            entry_id=entry_id,
            effect=msgspec.to_builtins(effect),
            round=campaign.round,
        )
    )
