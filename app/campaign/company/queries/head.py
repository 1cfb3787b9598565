"""What stands over every page of a company: its name, its size, its gold."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.company.holdings import Holdings
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.gold.queries import shown_balance
from rules.vanguard.value import company_value


@dataclass(frozen=True)
class Head:
    """``value_points`` and ``value_gold`` are the company value (C10.1)."""

    name: str
    faction: str
    confirmed: bool
    models: int
    value_points: int
    value_gold: int
    gold: int


def head_of(held: Holdings, campaign: Campaign, seat: Seat) -> Head:
    catalogue = catalogue_of(campaign)
    members = [held.member(model, catalogue) for model in held.models]
    value = company_value(members, catalogue, tables_of(campaign).warband, campaign.gold_factor)
    return Head(
        name=held.company.name,
        faction=catalogue.factions[held.company.faction].name,
        confirmed=held.company.confirmed_at is not None,
        models=len(held.models),
        value_points=value.points,
        value_gold=value.gold,
        gold=shown_balance(seat),
    )
