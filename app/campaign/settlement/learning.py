"""C7.2: what a side's models learn; the page that shows it and the step that gives it ask the same."""

from __future__ import annotations

from app.campaign.company.models import CompanyModel
from app.campaign.settlement.bench import Bench
from app.campaign.states import ModelStatus, SideOutcome
from rules.vanguard.settlement.effects import ExperienceGained
from rules.vanguard.settlement.experience import SideCourse, experience


def gains(
    bench: Bench, gift_to: str | None = None, chronicled: str | None = None
) -> tuple[ExperienceGained, ...]:
    """Every gain of the side, one for each model and reason. Raises IllegalAction for a wrong choice."""
    leader = next((one.line.model_id for one in bench.fighters if one.line.is_leader), None)
    side = SideCourse(
        course=bench.course,
        leader=leader or "",
        won=bench.side.outcome == SideOutcome.WON,
        objectives=bench.objectives,
        dead=frozenset(model.id for _fighter, model in bench.own if model.status == ModelStatus.DEAD),
        gift_to=gift_to,
        chronicled=chronicled,
    )
    return experience(side, bench.tables.experience)


def learners(bench: Bench) -> list[CompanyModel]:
    """The models of the side that can learn: no Grunts, no dead (C7.2)."""
    return [
        model
        for fighter, model in bench.own
        if not fighter.card.grunt and model.status in (ModelStatus.LIVING, ModelStatus.CAPTURED)
    ]
