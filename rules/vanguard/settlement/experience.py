"""C7.2: what the models of one side learn from a battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from rules.engine.refusal import IllegalAction
from rules.vanguard.names import Id
from rules.vanguard.settlement.course import Course
from rules.vanguard.settlement.effects import ExperienceGained
from rules.vanguard.tables import ExperienceTable


class SideCourse(msgspec.Struct, frozen=True):
    """One side's battle: its models, leader, objectives scored, whether it won, and who died of it.

    ``gift_to`` is the participant to whom the leader's player gives one point more; ``chronicled`` the
    model whose deeds the company's Chronicler wrote down (C9.1), None without one.
    """

    course: tuple[Course, ...]
    leader: Id
    won: bool
    objectives: int = 0
    dead: frozenset[Id] = frozenset()
    gift_to: Id | None = None
    chronicled: Id | None = None


def experience(side: SideCourse, table: ExperienceTable) -> tuple[ExperienceGained, ...]:
    """Every gain of the side, one effect per model and reason (C7.2), in the order of the line-up.

    Grunts and mercenaries learn nothing (C2.8), nor do the dead. Reasons: ``standing``, ``enemies``,
    ``won``, ``half_standing``, ``objectives``, ``gift``, ``chronicler``. Raises IllegalAction when the
    gift or the Chronicler's point goes to a model that cannot learn.
    """
    learners = {one.model for one in _learners(side)}
    for code, chosen in (("gift_not_learning", side.gift_to), ("chronicled_not_learning", side.chronicled)):
        if chosen is not None and chosen not in learners:
            raise IllegalAction("C9.1" if code.startswith("chron") else "C7.2", code)
    return tuple(
        ExperienceGained(model=one.model, amount=amount, reason=reason)
        for one in _learners(side)
        for reason, amount in _gains(one, side, table)
        if amount > 0
    )


def _learners(side: SideCourse) -> tuple[Course, ...]:
    return tuple(
        one for one in side.course if not one.grunt and not one.mercenary and one.model not in side.dead
    )


def _gains(one: Course, side: SideCourse, table: ExperienceTable) -> Iterator[tuple[str, int]]:
    if not one.taken_out:
        yield "standing", table.standing
    yield "enemies", table.per_enemy * min(one.enemies, table.enemies_counted)
    if side.won:
        yield "won", table.winning_side
    if one.model == side.leader:
        if half_standing(side.course):
            yield "half_standing", table.leader_half_standing
        yield "objectives", table.per_objective * min(side.objectives, table.objectives_counted)
    if one.model == side.gift_to:
        yield "gift", table.leaders_gift
    if one.model == side.chronicled:
        yield "chronicler", table.chronicler


def half_standing(course: Sequence[Course]) -> bool:
    """Whether at least half of the warband's Grunts and Warriors were not taken out (C7.2)."""
    base = [one for one in course if one.base and not one.mercenary]
    return 2 * sum(not one.taken_out for one in base) >= len(base)
