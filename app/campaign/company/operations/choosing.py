"""V3.1, V3.5: choosing a faction, giving a company up, confirming it."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import delete, func, select

from app.actor import Actor
from app.campaign.company.door import check_shop_open
from app.campaign.company.holdings import company_of, holdings_of
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.company.names import clean_name
from app.campaign.company.operations.retinue import name_first_leader
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.operations import enter
from app.campaign.warbands.models import Warband
from app.columns import now
from app.extensions import db
from app.journal.operations import record_private
from app.refusal import Refusal

# Ledger kinds of what a company buys and sells: what giving it up takes back (V3.5).
COMPANY_KINDS = (
    "shop.models_bought",
    "shop.items_bought",
    "shop.model_sold",
    "shop.item_sold",
    "retinue.role_given",
    "company.given_up",
)


def choose_faction(faction: str, name: str, *, campaign: Campaign, seat: Seat, actor: Actor) -> Company:
    """Found the seat's company of a faction of the catalogue (V3.1).

    Without a ``name`` it is called like its faction. Raises Refusal while the shop is closed (V3.3), for a
    faction that is not offered, or when there is a company already.
    """
    check_shop_open(campaign)
    found = catalogue_of(campaign).factions.get(faction)
    if found is None or found.hidden:
        raise Refusal(_l("Choose one of the factions of this campaign."), "V3.1")
    if company_of(seat) is not None:
        raise Refusal(_l("There is a company already. Give it up first if you want another faction."), "V3.5")
    company = Company(
        campaign_id=campaign.id,
        seat_id=seat.id,
        faction=faction,
        name=clean_name(name) if name.strip() else found.name[:60],
    )
    db.session.add(company)
    db.session.flush()
    record_private(
        "company.founded",
        campaign=campaign,
        actor=actor,
        seat=seat,
        params={"company": company.name, "faction": found.name},
    )
    return company


def gold_back(seat: Seat) -> int:
    """The gold that giving the company up brings: all that was spent on it and not yet back (V3.5)."""
    spent = db.session.execute(
        select(func.coalesce(func.sum(LedgerRow.amount), 0)).where(
            LedgerRow.seat_id == seat.id, LedgerRow.kind.in_(COMPANY_KINDS)
        )
    ).scalar_one()
    return -int(spent)


def give_up_company(company: Company, *, campaign: Campaign, seat: Seat, actor: Actor) -> int:
    """Delete a company that is not confirmed, with models, items and warbands, and give its gold back (V3.5).

    Returns the gold. Raises Refusal once the company is confirmed or while the shop is closed.
    """
    check_shop_open(campaign)
    if company.confirmed_at is not None:
        raise Refusal(_l("A confirmed company keeps its faction until the campaign ends."), "V3.5")
    faction = catalogue_of(campaign).factions[company.faction].name
    gold = gold_back(seat)
    params = {"faction": faction, "gold": gold}
    enter(seat, gold, "company.given_up", campaign=campaign, actor=actor, params=params)
    record_private("company.given_up", campaign=campaign, actor=actor, seat=seat, params=params)
    db.session.execute(delete(Warband).where(Warband.seat_id == seat.id))
    db.session.execute(delete(CompanyItem).where(CompanyItem.company_id == company.id))
    db.session.execute(delete(CompanyModel).where(CompanyModel.company_id == company.id))
    db.session.execute(delete(Company).where(Company.id == company.id))
    db.session.expire_all()
    return gold


def rename_company(company: Company, name: str, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Give the company another name. Raises Refusal for one that cannot be read."""
    name = clean_name(name)
    if company.name == name:
        return
    company.name = name
    record_private("company.renamed", campaign=campaign, actor=actor, seat=seat, params={"company": name})


def confirm(
    company: Company, *, campaign: Campaign, seat: Seat, actor: Actor, leader_id: str | None = None
) -> None:
    """Confirm the company for the campaign (V3.5): one Command is enough.

    If nobody is the retinue's Leader yet, the Command ``leader_id``, or else the first one, becomes it,
    free of charge (C9.2). Confirming again changes nothing. Raises Refusal without a Command.
    """
    if company.confirmed_at is not None:
        return
    check_shop_open(campaign)
    catalogue = catalogue_of(campaign)
    commands = [m for m in holdings_of(company).living if catalogue.card(m.card).command]
    if not commands:
        raise Refusal(_l("A company needs a leader: buy at least one Command before you confirm it."), "V3.5")
    chosen = next((model for model in commands if model.id == leader_id), commands[0])
    name_first_leader(chosen, campaign=campaign, seat=seat, actor=actor)
    company.confirmed_at = now()
    record_private(
        "company.confirmed", campaign=campaign, actor=actor, seat=seat, params={"company": company.name}
    )
