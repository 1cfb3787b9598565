"""What is kept twice must agree: looks for drift in a campaign (architecture: totals are recomputed).

Nothing is repaired here: each finding is a fault of the program, to be looked into.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import selectinload

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.company.holdings import OWNED, profile_in
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.gold.models import LedgerRow
from app.campaign.map.models import Place
from app.campaign.orders.legality import field_of
from app.campaign.orders.models import Order
from app.campaign.settlement.models import Captive, Settlement
from app.campaign.states import CAPTIVE, BattleState, ItemStatus, ModelStatus, Phase
from app.campaign.warbands.models import Warband, WarbandModel
from app.extensions import db
from app.journal.models import PUBLIC, AuditRow

_FINISHED_STEP = 7


@dataclass(frozen=True)
class Drift:
    """One thing that does not agree: what it is, by id, and how. English, for whoever keeps the server."""

    campaign_id: str
    what: str
    found: str

    def __str__(self) -> str:
        return f"{self.campaign_id} {self.what}: {self.found}"


def drift(campaign: Campaign) -> list[Drift]:
    """All that does not agree in the campaign; empty when everything does."""
    found: list[Drift] = []
    for look in (
        _gold,
        _experience,
        _owners,
        _companies,
        _warbands,
        _orders,
        _line_ups,
        _settlements,
        _captives,
        _rows,
    ):
        found += [Drift(campaign.id, what, words) for what, words in look(campaign)]
    return found


Findings = Iterator[tuple[str, str]]


def _gold(campaign: Campaign) -> Findings:
    """V3.2, V3.9: no balance below 0; a counter-row takes back exactly what it answers, of the same seat."""
    seats = {seat.id for seat in campaign.seats}
    totals: dict[str, int] = {}
    rows = db.session.scalars(
        select(LedgerRow).where(LedgerRow.campaign_id == campaign.id).order_by(LedgerRow.at, LedgerRow.id)
    ).all()
    by_id = {row.id: row for row in rows}
    for row in rows:
        if row.seat_id not in seats:
            yield f"ledger row {row.id}", f"seat {row.seat_id} is not of this campaign"
        totals[row.seat_id] = totals.get(row.seat_id, 0) + row.amount
        if row.reverses_id is not None:
            answered = by_id.get(row.reverses_id)
            if answered is None or answered.seat_id != row.seat_id or answered.amount != -row.amount:
                yield f"ledger row {row.id}", f"does not take back row {row.reverses_id}"
    for seat_id, total in totals.items():
        if total < 0:
            yield f"seat {seat_id}", f"balance {total}"


def _experience(campaign: Campaign) -> Findings:
    """C7: a model's experience is what its history adds up to."""
    catalogue = catalogue_of(campaign)
    models = db.session.scalars(
        select(CompanyModel)
        .join(Company, Company.id == CompanyModel.company_id)
        .where(Company.campaign_id == campaign.id)
        .options(selectinload(CompanyModel.changes))
    )
    for model in models:
        added = profile_in(model, catalogue).experience
        if added != model.experience:
            yield f"model {model.id}", f"experience {model.experience}, its history adds up to {added}"


def _owners(campaign: Campaign) -> Findings:
    """V7.11: one owner column; whoever owns a place is a player of this campaign who has not dropped out."""
    players = {seat.id for seat in campaign.players}
    rows = db.session.execute(
        select(Place.id, Place.owner_id).where(Place.campaign_id == campaign.id, Place.owner_id.is_not(None))
    )
    for place_id, owner_id in rows:
        if owner_id not in players:
            yield f"place {place_id}", f"owner {owner_id} is no player"


def _companies(campaign: Campaign) -> Findings:
    """V3.7: an item is carried by an own model that is there; one that is gone is carried by nobody."""
    rows = db.session.execute(
        select(CompanyItem, CompanyModel)
        .join(Company, Company.id == CompanyItem.company_id)
        .join(CompanyModel, CompanyModel.id == CompanyItem.model_id)
        .where(Company.campaign_id == campaign.id)
    )
    for item, model in rows:
        if item.status != ItemStatus.HELD:
            continue
        if model.company_id != item.company_id:
            yield f"item {item.id}", f"carried by model {model.id} of another company"
        elif model.status not in OWNED:
            yield f"item {item.id}", f"carried by model {model.id}, which is {model.status}"


def _warbands(campaign: Campaign) -> Findings:
    """V4.1, V4.11: a warband holds living models of its own company; its leader is one of them."""
    rows = db.session.execute(
        select(WarbandModel, Warband, CompanyModel, Company)
        .join(Warband, Warband.id == WarbandModel.warband_id)
        .join(CompanyModel, CompanyModel.id == WarbandModel.model_id)
        .join(Company, Company.id == CompanyModel.company_id)
        .where(Warband.campaign_id == campaign.id)
    )
    members: dict[str, set[str]] = {}
    for place, warband, model, company in rows:
        members.setdefault(warband.id, set()).add(place.model_id)
        if company.seat_id != warband.seat_id:
            yield f"warband {warband.id}", f"holds model {model.id} of another seat"
        if model.status != ModelStatus.LIVING:
            yield f"warband {warband.id}", f"holds model {model.id}, which is {model.status}"
        if warband.dissolved_at is not None:
            yield f"warband {warband.id}", f"is dissolved and holds model {model.id}"
    led = db.session.execute(
        select(Warband.id, Warband.leader_id).where(
            Warband.campaign_id == campaign.id, Warband.dissolved_at.is_(None), Warband.leader_id.is_not(None)
        )
    )
    for warband_id, leader_id in led:
        if leader_id not in members.get(warband_id, set()):
            yield f"warband {warband_id}", f"leader {leader_id} is not in it"


def _orders(campaign: Campaign) -> Findings:
    """V4.6, V4.12: every standing order could be given now, and its fee is paid (V4.5)."""
    if not campaign.running or campaign.phase != Phase.ORDERS:
        return
    field = field_of(campaign)
    seats: dict[str, Seat] = {seat.id: seat for seat in campaign.seats}
    for order in field.orders:
        seat = seats[order.seat_id]
        if order.warband.seat_id != seat.id:
            yield f"order {order.id}", f"sends warband {order.warband_id} of another seat"
        within = field.reach(seat, order.warband)
        objection = field.objection(seat, field.places[order.place_id], order.event, reach=within, but=order)
        if objection is not None:
            yield f"order {order.id}", f"{objection.rule} {objection.code}"
        if order.fee_row_id is not None and db.session.get(LedgerRow, order.fee_row_id) is None:
            yield f"order {order.id}", "its fee is not in the ledger"


def _line_ups(campaign: Campaign) -> Findings:
    """V4.11, V6.4: a side fights with the line-up and the points its order was announced with."""
    rows = db.session.execute(
        select(BattleSide, Order)
        .join(Battle, Battle.id == BattleSide.battle_id)
        .join(Order, Order.id == BattleSide.order_id)
        .where(Battle.campaign_id == campaign.id)
        .options(selectinload(BattleSide.line_up))
    )
    for side, order in rows:
        if side.points != order.points:
            yield f"side {side.id}", f"{side.points} points, announced {order.points}"
        announced = len(order.line_up or [])
        if len(side.line_up) != announced:
            yield f"side {side.id}", f"{len(side.line_up)} models, announced {announced}"
        if side.seat_id != order.seat_id or side.warband_id != order.warband_id:
            yield f"side {side.id}", f"does not belong to order {order.id}"


def _settlements(campaign: Campaign) -> Findings:
    """V7.1, V2.8: finished at the last step and not before; none without a result that stands."""
    rows = db.session.execute(
        select(Settlement, Battle)
        .join(BattleSide, BattleSide.id == Settlement.side_id)
        .join(Battle, Battle.id == BattleSide.battle_id)
        .where(Settlement.campaign_id == campaign.id)
    )
    for settlement, battle in rows:
        if (settlement.finished_at is not None) != (settlement.step == _FINISHED_STEP):
            yield f"settlement {settlement.id}", f"step {settlement.step}, finished {settlement.finished_at}"
        if settlement.finished_at is not None and battle.state != BattleState.CONFIRMED:
            yield f"settlement {settlement.id}", f"finished, but battle {battle.id} is {battle.state}"


def _captives(campaign: Campaign) -> Findings:
    """V7.4: a captured model has exactly one captor, and nobody holds a model that is not captured."""
    counted = db.session.execute(
        select(Captive.model_id, func.count(Captive.id))
        .where(Captive.campaign_id == campaign.id, Captive.state.in_(CAPTIVE))
        .group_by(Captive.model_id)
    )
    held = {row.model_id: row[1] for row in counted}
    captured = set(
        db.session.scalars(
            select(CompanyModel.id)
            .join(Company, Company.id == CompanyModel.company_id)
            .where(Company.campaign_id == campaign.id, CompanyModel.status == ModelStatus.CAPTURED)
        )
    )
    for model_id in captured | held.keys():
        count = held.get(model_id, 0)
        if count != (model_id in captured):
            yield f"model {model_id}", f"held by {count}, captured: {model_id in captured}"


def _rows(campaign: Campaign) -> Findings:
    """V0.3: what is public from some moment on is meant for all."""
    rows = db.session.scalars(
        select(AuditRow.key).where(
            AuditRow.campaign_id == campaign.id,
            AuditRow.chronicle,
            AuditRow.audience != PUBLIC,
            AuditRow.public_from.is_(None),
        )
    )
    for key in rows:
        yield f"journal row {key}", "stands in the chronicle without a moment to be public from"
