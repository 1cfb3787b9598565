"""The page of a roster that was read (C1.3)."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.company.door import door
from app.campaign.company.holdings import company_of, holdings_of
from app.campaign.company.models import Company
from app.campaign.company.prices import cost_of_card, cost_of_item
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.gold.queries import shown_balance
from app.campaign.imports.matching import Numbered, draft_of, matches_of
from rules.vanguard.catalogue import Catalogue


@dataclass(frozen=True)
class LineView:
    """A line as the page shows it. ``cost`` is whole gold for all of its models and items, 0 if unknown.

    ``near`` are (key, name) of models it may mean; ``elsewhere`` is the faction that has such a model.
    """

    number: int
    name: str
    count: int
    card: str | None
    gear: tuple[str, ...]
    unknown: tuple[str, ...]
    cost: int
    near: tuple[tuple[str, str], ...]
    elsewhere: str | None

    @property
    def found(self) -> bool:
        return self.card is not None


@dataclass(frozen=True)
class RosterPage:
    """``faction`` None: there is no company yet. ``gold`` is what the seat has, ``cost`` what all found
    lines cost; ``lines`` is empty without a draft."""

    faction: str | None
    gold: int
    shop_open: bool
    name: str
    text: str
    version: int | None
    lines: tuple[LineView, ...]

    @property
    def cost(self) -> int:
        return sum(line.cost for line in self.lines if line.found)

    @property
    def missing(self) -> int:
        """How many lines no model was found for."""
        return sum(not line.found for line in self.lines)


def roster_page(campaign: Campaign, seat: Seat) -> RosterPage:
    """What the seat's draft would buy."""
    company, draft = company_of(seat), draft_of(seat)
    catalogue = catalogue_of(campaign)
    lines: tuple[LineView, ...] = ()
    if company is not None and draft is not None:
        matches = matches_of(draft, campaign, company, {})
        lines = tuple(_line(one, catalogue, campaign) for one in matches)
    return RosterPage(
        faction=catalogue.factions[company.faction].name if company else None,
        gold=shown_balance(seat),
        shop_open=_door_open(campaign, company, catalogue),
        name=draft.name if draft else "",
        text=draft.text if draft else "",
        version=draft.version if draft else None,
        lines=lines,
    )


def _door_open(campaign: Campaign, company: Company | None, catalogue: Catalogue) -> bool:
    return company is not None and door(campaign, holdings_of(company).models, catalogue).open


def _line(one: Numbered, catalogue: Catalogue, campaign: Campaign) -> LineView:
    matched = one.matched
    card, each = matched.card, 0
    names: list[str] = []
    if card is not None:
        options = {option.key: option.name for group in card.options for option in group.options}
        items = [catalogue.items[key] for key in matched.items]
        names = [options[key] for key in matched.options]
        names += [catalogue.spells[key].name for key in matched.spells]
        names += [item.name for item in items]
        each = cost_of_card(card, matched.options, matched.spells, campaign=campaign)
        each += sum(cost_of_item(item, campaign=campaign) for item in items)
    elsewhere = catalogue.factions[matched.elsewhere].name if matched.elsewhere else None
    return LineView(
        number=one.number,
        name=matched.line.name,
        count=matched.line.count,
        card=card.name if card else None,
        gear=tuple(names),
        unknown=matched.unknown if card else (),
        cost=each * matched.line.count,
        near=tuple((card.key, card.name) for card in matched.near),
        elsewhere=elsewhere,
    )
