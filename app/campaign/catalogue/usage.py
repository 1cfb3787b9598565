"""What of the catalogue the campaign's companies use, and what may therefore not vanish."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import select

from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.founding.models import Campaign, Seat
from app.extensions import db
from rules.vanguard.catalogue import Card, Entry


@dataclass(frozen=True)
class Usage:
    """Keys in use: factions of companies, items, and of each card the options and spells its models have."""

    factions: frozenset[str]
    items: frozenset[str]
    cards: Mapping[str, frozenset[str]]

    def uses(self, kind: str, key: str) -> bool:
        if kind == "faction":
            return key in self.factions
        return key in self.items if kind == "item" else key in self.cards


def usage_of(campaign: Campaign) -> Usage:
    """What the campaign's companies have, the dead and the sold included: their pages show it still."""
    at_table = Company.seat_id.in_(select(Seat.id).where(Seat.campaign_id == campaign.id))
    models = db.session.execute(
        select(CompanyModel.card, CompanyModel.options, CompanyModel.spells)
        .join(Company, Company.id == CompanyModel.company_id)
        .where(at_table)
    )
    cards: dict[str, set[str]] = {}
    for card, options, spells in models:
        cards.setdefault(card, set()).update([*(options or ()), *(spells or ())])
    items = db.session.execute(
        select(CompanyItem.item)
        .join(Company, Company.id == CompanyItem.company_id)
        .where(at_table)
        .distinct()
    ).scalars()
    factions = db.session.execute(select(Company.faction).where(at_table).distinct()).scalars()
    return Usage(
        frozenset(factions), frozenset(items), {card: frozenset(keys) for card, keys in cards.items()}
    )


def lost_by(kind: str, before: Entry | None, after: Entry, usage: Usage) -> Iterator[str]:
    """The names of what companies have and the changed entry has no longer."""
    if not isinstance(before, Card) or not isinstance(after, Card) or not usage.uses(kind, before.key):
        return
    if before.faction != after.faction:
        yield before.name
    kept = {option.key for group in after.options for option in group.options}
    kept |= {priced.spell for priced in (*after.spells.faction, *after.spells.book)}
    for group in before.options:
        for option in group.options:
            if option.key in usage.cards[before.key] and option.key not in kept:
                yield option.name
