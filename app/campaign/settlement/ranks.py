"""C8: the advances that are due, and those that wait for a choice; pages and operations ask the same."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import exists, select

from app.campaign.company.models import Company, CompanyModel
from app.campaign.settlement.bench import Bench
from app.campaign.settlement.models import SettlementEntry
from app.campaign.states import ModelStatus
from app.extensions import db
from rules.vanguard.settlement.advances import new_ranks


@dataclass(frozen=True)
class Due:
    """An advance that a model has not rolled for yet: the rank that brings it."""

    model: CompanyModel
    rank: str


def due(bench: Bench) -> list[Due]:
    """Every advance due to the side's models that are not dead, lowest rank first (C8.1, C8.2)."""
    return [
        Due(model, reached.rank)
        for _fighter, model in bench.own
        if model.status in (ModelStatus.LIVING, ModelStatus.CAPTURED)
        for reached in new_ranks(model.id, bench.card_of(model), bench.changes_of(model), bench.tables)
    ]


def unchosen(bench: Bench) -> list[SettlementEntry]:
    """Advances that were rolled and wait for their player's choice (C8.2, C8.3)."""
    chosen = {entry.params["of"] for entry in bench.entries("advance_chosen", step=5)}
    return [
        entry
        for entry in bench.entries("advance", step=5)
        if entry.params.get("choose") and entry.id not in chosen
    ]


def upgrade_used(bench: Bench) -> bool:
    """Whether the company has had its one power upgrade, whatever became of the model since: sold or taken
    out, it is used all the same (C9.4)."""
    return bool(
        db.session.scalar(
            select(
                exists().where(
                    CompanyModel.company_id == Company.id,
                    Company.seat_id == bench.seat.id,
                    CompanyModel.power_upgrade,
                )
            )
        )
    )
