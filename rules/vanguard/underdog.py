"""V6.4, C3.1: what the weaker warband of a battle gets."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.vanguard.bonds import Bonds
from rules.vanguard.names import Id, Seat
from rules.vanguard.tables import UnderdogTable


class Strength(msgspec.Struct, frozen=True):
    """A warband of a battle and its points as announced, with mercenaries and advances."""

    warband: Id
    seat: Seat
    points: int


class Underdog(msgspec.Struct, frozen=True):
    """``dice`` extra red power dice each round, and a bonus Grunt or Warrior of up to ``bonus_points``
    (0: none). ``against`` is the strongest hostile warband, None if every other is allied."""

    warband: Id
    against: Id | None
    difference: int
    dice: int
    bonus_points: int


def underdog_share(difference: int, table: UnderdogTable) -> tuple[int, int]:
    """(dice, points for a bonus model) for a warband weaker by ``difference`` points (C3.1).

    A warband that is not weaker has difference 0.
    """
    row = [row for row in table.rows if row.start <= max(0, difference)][-1]
    bonus = difference // row.bonus_divisor if row.bonus_divisor else row.bonus_points
    return row.dice, bonus


def underdogs(
    sides: Sequence[Strength], event: Id | None, bonds: Bonds, table: UnderdogTable
) -> tuple[Underdog, ...]:
    """For each warband of one battle its share against the strongest single hostile one (V6.4)."""
    shares = []
    for side in sides:
        hostile = [other for other in sides if not bonds.allied(side.seat, other.seat, event)]
        strongest = max(hostile, key=lambda other: other.points, default=None)
        difference = max(0, strongest.points - side.points) if strongest else 0
        dice, bonus = underdog_share(difference, table)
        shares.append(
            Underdog(side.warband, strongest.warband if strongest else None, difference, dice, bonus)
        )
    return tuple(shares)
