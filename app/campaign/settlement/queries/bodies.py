"""The body of each of the six steps while it is worked on (V7.1)."""

from __future__ import annotations

from collections.abc import Callable

from flask_babel import gettext as _

from app.campaign.settlement.bench import Bench
from app.campaign.settlement.queries import gains, losses
from app.campaign.states import SideOutcome

Body = (
    losses.CourseBody
    | losses.InjuryBody
    | losses.EquipmentBody
    | gains.ExperienceBody
    | gains.AdvanceBody
    | gains.RetinueBody
)
_MAKERS: dict[int, Callable[[Bench], Body]] = {
    1: losses.course,
    2: losses.injuries,
    3: losses.equipment,
    4: gains.experience,
    5: gains.advances,
    6: gains.retinue,
}


def body_of(bench: Bench, step: int) -> Body:
    """The body of a step, from 1 to 6."""
    return _MAKERS[step](bench)


def won_drawn_or_lost(outcome: str | None) -> str:
    """How the battle ended for the side, in one word."""
    return (
        {
            SideOutcome.WON: _("won"),
            SideOutcome.DRAWN: _("drawn"),
            SideOutcome.LOST: _("lost"),
        }.get(SideOutcome(outcome), "")
        if outcome
        else ""
    )
