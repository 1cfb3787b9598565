"""The draft's lines against the campaign's own catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select

from app.campaign.company.models import Company
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.imports.models import RosterDraft
from app.extensions import db
from rules.vanguard.exchange.matching import Matched, match_roster, with_card
from rules.vanguard.exchange.rosters import read_lines


@dataclass(frozen=True)
class Numbered:
    """A line of the draft with its number, from 1."""

    number: int
    matched: Matched


def draft_of(seat: Seat) -> RosterDraft | None:
    """The roster the seat has read and not bought."""
    return db.session.execute(select(RosterDraft).where(RosterDraft.seat_id == seat.id)).scalar_one_or_none()


def matches_of(
    draft: RosterDraft, campaign: Campaign, company: Company, chosen: Mapping[int, str]
) -> list[Numbered]:
    """Every line with what it means; ``chosen`` says for a line by its number which card it means."""
    catalogue = catalogue_of(campaign)
    found = []
    matches = match_roster(read_lines(draft.text), catalogue, company.faction)
    for number, matched in enumerate(matches, start=1):
        card = catalogue.models.get(chosen.get(number, ""))
        if matched.card is None and card is not None and card.faction == company.faction:
            matched = with_card(matched.line, card, catalogue)
        found.append(Numbered(number, matched))
    return found
