"""C5.1: what each model did in the battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rules.vanguard.names import Breach, Id


class Course(msgspec.Struct, frozen=True):
    """One model of the warband that fought: whether it was taken out, and how many enemies it took out.

    ``grunt``, ``base`` (counts as Grunt or Warrior) and ``mercenary`` come from its card.
    """

    model: Id
    taken_out: bool
    enemies: int = 0
    grunt: bool = False
    base: bool = False
    mercenary: bool = False


def course_breaches(
    course: Sequence[Course], objectives: int, enemies_lost: int, confirmed: Mapping[Id, bool]
) -> tuple[Breach, ...]:
    """Every way in which a side's course contradicts the confirmed result (C5.1, V6.8).

    ``enemies_lost`` is how many hostile models the result says were taken out, ``confirmed`` which of
    the own ones were. Codes: ``enemies_below_zero``, ``objectives_below_zero``,
    ``more_enemies_than_lost`` (claimed, lost), ``taken_out_differs``.
    """
    found = [Breach("C5.1", "enemies_below_zero", {}, one.model) for one in course if one.enemies < 0]
    if objectives < 0:
        found.append(Breach("C5.1", "objectives_below_zero"))
    claimed = sum(max(0, one.enemies) for one in course)
    if claimed > enemies_lost:
        found.append(Breach("C5.1", "more_enemies_than_lost", {"claimed": claimed, "lost": enemies_lost}))
    found.extend(
        Breach("V6.8", "taken_out_differs", {}, one.model)
        for one in course
        if confirmed.get(one.model, False) != one.taken_out
    )
    return tuple(found)
