"""Step 1: the course of the battle (C5.1)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from app.actor import Actor
from app.campaign.settlement.bench import Bench
from app.campaign.settlement.entries import carry_out
from app.campaign.settlement.operations.steps import check_open, go_on, tell
from app.campaign.settlement.wording import REFUSALS
from app.refusal import Refusal
from rules.vanguard.settlement.course import course_breaches


def settle_course(
    bench: Bench, enemies: Mapping[str, int], objectives: int, *, version: int, actor: Actor
) -> None:
    """Settle how many enemies each model took out, by the id of its line, and the objectives scored.

    Who was taken out stands in the confirmed result. Finishes step 1. Raises Refusal if more enemies are
    claimed than the result says were taken out (C5.1).
    """
    check_open(bench, 1, version)
    course = tuple(
        msgspec.structs.replace(one, enemies=enemies.get(fighter.line.id, one.enemies))
        for one, fighter in zip(bench.course, bench.fighters, strict=True)
    )
    confirmed = {one.model: one.taken_out for one in course}
    for breach in course_breaches(course, objectives, bench.enemies_lost, confirmed):
        raise Refusal(REFUSALS[breach.code](breach.params), breach.rule)
    carry_out(
        bench.settlement,
        "course",
        step=1,
        campaign=bench.campaign,
        actor=actor,
        params={
            "enemies": {
                fighter.line.id: one.enemies for one, fighter in zip(course, bench.fighters, strict=True)
            },
            "objectives": objectives,
        },
    )
    tell(bench, "settlement.course", actor)
    go_on(bench, actor)
