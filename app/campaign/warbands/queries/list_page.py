"""The list of a player's warbands (V4.1, V4.9)."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import and_, select
from sqlalchemy.orm import joinedload

from app.campaign.company.holdings import company_of, holdings_of
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.orders.models import Order
from app.campaign.warbands.locks import phase_lock
from app.campaign.warbands.models import Warband
from app.campaign.warbands.queries.builder import fault_of
from app.campaign.warbands.queries.reading import breaches_of, load
from app.extensions import db
from app.refusal import Sentence
from rules.vanguard import warband as rules


@dataclass(frozen=True)
class WarbandRow:
    """One warband at a glance; ``faults`` are the titles of what keeps it from being sent, ``stands`` the
    name of the place where it stands with the module Movement (V9.4)."""

    id: str
    name: str
    emblem: str
    points: int
    models: int
    mercenaries: int
    leader: str | None
    faults: tuple[str, ...]
    sent: bool
    stands: str | None


@dataclass(frozen=True)
class WarbandsPage:
    """``free`` is how many living models stand in no warband."""

    rows: tuple[WarbandRow, ...]
    limit: int
    free: int
    has_company: bool
    locked: Sentence | None


def warbands_page(campaign: Campaign, seat: Seat) -> WarbandsPage:
    """The seat's warbands, oldest first, each checked against the campaign's size."""
    catalogue, tables = catalogue_of(campaign), tables_of(campaign)
    company = company_of(seat)
    held = holdings_of(company) if company else None
    warbands = _warbands_of(seat, campaign)
    rows = []
    standing = 0
    for loaded in load(list(warbands), held):
        warband = loaded.warband
        found = breaches_of(loaded, campaign.warband_size, catalogue, tables)
        standing += len(loaded.models)
        rows.append(
            WarbandRow(
                id=warband.id,
                name=warband.name,
                emblem=warband.emblem,
                points=rules.points(loaded.as_rules(catalogue), catalogue, tables.warband),
                models=len(loaded.models),
                mercenaries=len(loaded.mercenaries),
                leader=next((m.name for m in loaded.models if m.id == warband.leader_id), None),
                faults=tuple(fault_of(breach)[0] for breach in found),
                sent=warbands[warband],
                stands=place.name if (place := warband.standing_place) is not None else None,
            )
        )
    living = len(held.living) if held else 0
    return WarbandsPage(
        rows=tuple(rows),
        limit=campaign.warband_size,
        free=living - standing,
        has_company=company is not None,
        locked=phase_lock(campaign),
    )


def _warbands_of(seat: Seat, campaign: Campaign) -> dict[Warband, bool]:
    """The seat's warbands that are not dissolved, oldest first, and whether each is sent (V4.8)."""
    rows = db.session.execute(
        select(Warband, Order.id)
        .outerjoin(
            Order,
            and_(
                Order.warband_id == Warband.id,
                Order.round == campaign.round,
                Order.lifted_at.is_(None),
            ),
        )
        .where(Warband.seat_id == seat.id, Warband.dissolved_at.is_(None))
        .options(joinedload(Warband.mercenaries), joinedload(Warband.standing_place))
        .order_by(Warband.created_at, Warband.id)
    ).unique()
    return {warband: order_id is not None for warband, order_id in rows}
