"""The workbench of one settlement: its battle, side and company, loaded in a few queries."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import select
from sqlalchemy.orm import joinedload, selectinload

from app.campaign.battles.models import Battle, BattleSide, LineUpModel
from app.campaign.company.holdings import effects_of
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.settlement.entries import standing
from app.campaign.settlement.models import Settlement, SettlementEntry
from app.campaign.states import ItemStatus, ModelStatus, SeatState, SideOutcome
from app.campaign.warbands.frozen import FrozenCard, frozen
from app.extensions import db
from rules.vanguard.catalogue import Card, Catalogue
from rules.vanguard.settlement.course import Course
from rules.vanguard.settlement.effects import Effect
from rules.vanguard.settlement.injuries import Opponent
from rules.vanguard.settlement.retinue import Candidate, holder_of
from rules.vanguard.tables import RetinueEffect, Tables

_GONE = (ModelStatus.SOLD, ModelStatus.REMOVED)
LAST_STEP = 6
FINISHED = 7


@dataclass(frozen=True)
class Fighter:
    """One model of the line-up: as it was announced (``line``, ``card``) and as it is (``model``).

    ``model`` is None for a mercenary.
    """

    line: LineUpModel
    card: FrozenCard
    model: CompanyModel | None

    @property
    def name(self) -> str:
        return self.model.name if self.model is not None else self.line.name


@dataclass(frozen=True)
class Bench:
    """One settlement with all that it is worked on with."""

    campaign: Campaign
    settlement: Settlement
    seat: Seat
    side: BattleSide
    battle: Battle
    catalogue: Catalogue
    tables: Tables
    models: dict[str, CompanyModel]
    items: list[CompanyItem]

    @cached_property
    def fighters(self) -> list[Fighter]:
        """The side's line-up in its order (V4.11)."""
        return [
            Fighter(line, frozen(line.card), self.models.get(line.model_id or ""))
            for line in self.side.line_up
        ]

    @property
    def own(self) -> list[tuple[Fighter, CompanyModel]]:
        """The fighters that are models of the company."""
        return [(one, one.model) for one in self.fighters if one.model is not None]

    @property
    def fallen(self) -> list[tuple[Fighter, CompanyModel]]:
        """The company's models that were taken out (C6); a mercenary rolls no injury (C2.8)."""
        return [(one, model) for one, model in self.own if one.line.taken_out]

    @property
    def hostile(self) -> list[BattleSide]:
        """The other sides that are not of the same alliance."""
        return [
            side
            for side in self.battle.sides
            if side.id != self.side.id and (side.alliance is None or side.alliance != self.side.alliance)
        ]

    @property
    def opponents(self) -> tuple[Opponent, ...]:
        """The hostile sides as the choice of a captor asks for them (C6.4): those of players who have
        dropped out only if there is nobody else (V11.1)."""
        there = [side for side in self.hostile if side.seat.state != SeatState.DROPPED]
        return tuple(
            Opponent(
                seat=side.seat_id,
                winner=side.outcome == SideOutcome.WON,
                taken_out=sum(line.enemies_taken_out for line in side.line_up),
            )
            for side in there or self.hostile
        )

    @property
    def enemies_lost(self) -> int:
        """How many hostile models the confirmed result says were taken out (C5.1)."""
        return sum(line.taken_out for side in self.hostile for line in side.line_up)

    @property
    def holders(self) -> dict[str, str]:
        """The retinue: role to the living model that has it (C9.1)."""
        return {
            one.role: one.id for one in self.models.values() if one.role and one.status == ModelStatus.LIVING
        }

    @property
    def candidates(self) -> list[Candidate]:
        """The living, free models of the company (C9.3)."""
        return [
            Candidate(one.id, self.card_of(one))
            for one in self.models.values()
            if one.status == ModelStatus.LIVING
        ]

    def holder(self, effect: RetinueEffect) -> CompanyModel | None:
        """The living model whose role has this effect."""
        found = holder_of(effect, self.holders, self.tables.retinue)
        return self.models[str(found)] if found is not None else None

    def card_of(self, model: CompanyModel) -> Card:
        return self.catalogue.card(model.card)

    def changes_of(self, model: CompanyModel) -> tuple[Effect, ...]:
        return tuple(effects_of(model))

    def carried(self, model: CompanyModel) -> list[CompanyItem]:
        return [item for item in self.items if item.model_id == model.id and item.status == ItemStatus.HELD]

    def entries(self, *kinds: str, step: int | None = None) -> list[SettlementEntry]:
        """The entries that stand."""
        return standing(self.settlement, *kinds, step=step)

    @property
    def course(self) -> tuple[Course, ...]:
        """Who did what, as step 1 settled it, else as the confirmed result has it (C5.1)."""
        settled = next(iter(self.entries("course")), None)
        enemies = settled.params["enemies"] if settled is not None else {}
        return tuple(
            Course(
                model=one.line.model_id or one.line.id,
                taken_out=one.line.taken_out,
                enemies=int(enemies.get(one.line.id, one.line.enemies_taken_out)),
                grunt=one.card.grunt,
                base=one.card.base,
                mercenary=one.card.mercenary,
            )
            for one in self.fighters
        )

    @property
    def objectives(self) -> int:
        settled = next(iter(self.entries("course")), None)
        return int(settled.params["objectives"]) if settled is not None else self.side.objectives


def bench_of(settlement_id: str, *, campaign: Campaign, seat: Seat) -> Bench | None:
    """The bench of a seat's settlement; None if the seat has no such one."""
    settlement = db.session.scalars(
        select(Settlement)
        .join(BattleSide, BattleSide.id == Settlement.side_id)
        .where(
            Settlement.id == settlement_id,
            Settlement.campaign_id == campaign.id,
            BattleSide.seat_id == seat.id,
        )
        .options(
            selectinload(Settlement.entries),
            joinedload(Settlement.side).joinedload(BattleSide.battle).joinedload(Battle.place),
            joinedload(Settlement.side)
            .joinedload(BattleSide.battle)
            .selectinload(Battle.sides)
            .selectinload(BattleSide.line_up),
        )
    ).one_or_none()
    if settlement is None:
        return None
    models, items = _company(seat)
    return Bench(
        campaign=campaign,
        settlement=settlement,
        seat=seat,
        side=settlement.side,
        battle=settlement.side.battle,
        catalogue=catalogue_of(campaign),
        tables=tables_of(campaign),
        models=models,
        items=items,
    )


def _company(seat: Seat) -> tuple[dict[str, CompanyModel], list[CompanyItem]]:
    models = db.session.scalars(
        select(CompanyModel)
        .join(Company, Company.id == CompanyModel.company_id)
        .where(Company.seat_id == seat.id, CompanyModel.status.not_in(_GONE))
        .options(selectinload(CompanyModel.changes))
        .order_by(CompanyModel.position, CompanyModel.created_at, CompanyModel.id)
    )
    items = db.session.scalars(
        select(CompanyItem)
        .join(Company, Company.id == CompanyItem.company_id)
        .where(Company.seat_id == seat.id)
        .order_by(CompanyItem.created_at, CompanyItem.id)
    )
    return {model.id: model for model in models}, list(items)
