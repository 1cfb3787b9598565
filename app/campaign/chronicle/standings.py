"""V10.4: the standings as of an End round, written down once for each round."""

from __future__ import annotations

from collections import Counter, defaultdict

from sqlalchemy import select

from app.actor import Actor
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.chronicle.models import Standing
from app.campaign.company.holdings import holdings_of
from app.campaign.company.models import Company
from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.map.models import Place
from app.campaign.states import BattleState, SideOutcome
from app.extensions import db
from rules.vanguard.income import round_income
from rules.vanguard.value import company_value


def snapshot(campaign: Campaign, actor: Actor | None = None) -> None:  # noqa: ARG001  # called as every cause of End round
    """Write every player's figures for the round that ends: places, income per round, company value in gold
    (C10.1), and the battles won, drawn and lost so far.

    All are public from then on (V10.4), the value of a company among them. A second call for the same round
    writes the same rows anew.
    """
    incomes = _incomes(campaign)
    outcomes = _outcomes(campaign)
    values = _values(campaign)
    for seat in campaign.players:
        owned = incomes[seat.id]
        fought = outcomes[seat.id]
        db.session.merge(
            Standing(
                campaign_id=campaign.id,
                round=campaign.round,
                seat_id=seat.id,
                places=len(owned),
                income=round_income(campaign.fixed_income, owned).total,
                company_value=values.get(seat.id, 0),
                won=fought[SideOutcome.WON],
                drawn=fought[SideOutcome.DRAWN],
                lost=fought[SideOutcome.LOST],
            )
        )
    db.session.flush()


def _incomes(campaign: Campaign) -> defaultdict[str, list[int]]:
    found: defaultdict[str, list[int]] = defaultdict(list)
    rows = db.session.execute(
        select(Place.owner_id, Place.income).where(
            Place.campaign_id == campaign.id, Place.owner_id.is_not(None)
        )
    )
    for owner_id, income in rows:
        if owner_id is not None:
            found[owner_id].append(income)
    return found


def _outcomes(campaign: Campaign) -> defaultdict[str, Counter[str]]:
    """How often each seat has won, drawn and lost, by the results that stand."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    rows = db.session.execute(
        select(BattleSide.seat_id, BattleSide.outcome)
        .join(Battle, Battle.id == BattleSide.battle_id)
        .where(Battle.campaign_id == campaign.id, Battle.state == BattleState.CONFIRMED)
    )
    for seat_id, outcome in rows:
        if outcome is not None:
            found[seat_id][outcome] += 1
    return found


def _values(campaign: Campaign) -> dict[str, int]:
    """Each company's value in gold (C10.1): living models with items and advances, also captive ones."""
    catalogue, tables = catalogue_of(campaign), tables_of(campaign)
    values = {}
    for company in db.session.scalars(select(Company).where(Company.campaign_id == campaign.id)):
        held = holdings_of(company)
        members = [held.member(model, catalogue) for model in held.models]
        values[company.seat_id] = company_value(members, catalogue, tables.warband, campaign.gold_factor).gold
    return values
