"""V6.5: who attacks and who defends in a scenario that has the two roles."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.engine.rng import Rng
from rules.vanguard.names import Id, Seat


class RoleSide(msgspec.Struct, frozen=True):
    """One warband of the battle and the seat it fights for."""

    warband: Id
    seat: Seat


class Roles(msgspec.Struct, frozen=True):
    """``rolls`` are the D8 pairs in the order of the sides, equal ones first and the deciding one last;
    empty when the owner of the place defends."""

    attacker: Id
    defender: Id
    rolls: tuple[tuple[int, int], ...]


def battle_roles(sides: Sequence[RoleSide], owner: Seat | None, rng: Rng) -> Roles | None:
    """Attacker and defender of a battle at a place that ``owner`` holds (V6.5).

    The owner himself defends, not his allies; otherwise a D8 each, the higher attacks, equal ones roll
    again. None with more than two sides: then the GM's note says. For a Scout's second roll (C9.1) call
    again; the second stands. Raises ValueError for fewer than two sides.
    """
    if len(sides) < 2:
        raise ValueError("a battle has two sides or more")
    if len(sides) > 2:
        return None
    first, second = sides
    if owner is not None and owner in (first.seat, second.seat):
        defends, attacks = (first, second) if first.seat == owner else (second, first)
        return Roles(attacks.warband, defends.warband, ())
    rolls: list[tuple[int, int]] = []
    while True:
        one, other = rng.roll(8, 2, "V6.5 roles")
        rolls.append((one, other))
        if one != other:
            break
    attacks, defends = (first, second) if one > other else (second, first)
    return Roles(attacks.warband, defends.warband, tuple(rolls))
