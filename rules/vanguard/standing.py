"""V9.4-V9.7: standing warbands: which of them defend, and where warbands go when the round ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TypeAlias

import msgspec

from rules.vanguard.bonds import Bonds
from rules.vanguard.names import Id, Seat

Key: TypeAlias = tuple[Id, Id | None]
"""A place, and an event there or None for the place itself."""


class Standing(msgspec.Struct, frozen=True):
    """A warband without an order at the place where it stands, with the points of its present line-up.

    Standing warbands are listed from the oldest to the newest.
    """

    warband: Id
    seat: Seat
    place: Id
    points: int


class Post(msgspec.Struct, frozen=True):
    """A standing warband that defends at an event, or at the place itself when ``event`` is None."""

    standing: Standing
    event: Id | None


class Stance(StrEnum):
    """What a warband did in the round: attacked a place not its player's, went to an own one, or defended
    without an order where it stood."""

    ATTACK = "attack"
    HOME = "home"
    STANDING = "standing"


class Result(StrEnum):
    """How it went for a warband; without a battle it went well enough to stay."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


class Move(StrEnum):
    """Where a warband goes when the round ends."""

    STAYS = "stays"
    RETURNS = "returns"
    WITHDRAWS = "withdraws"


def defenders(
    reached: Mapping[Key, Sequence[Seat]], standing: Sequence[Standing], bonds: Bonds
) -> tuple[Post, ...]:
    """Who defends where without an order (V9.5, V9.7).

    ``reached`` holds for each event and each place itself the players whose ordered warbands came, in the
    order in which posts are given. A standing warband fights only where somebody outside its alliance came,
    one per player and event: none where the player's ordered one is, else the one with most points, of
    equals the older, and at a further event the next.
    """
    waiting: dict[tuple[Seat, Id], list[Standing]] = defaultdict(list)
    for one in sorted(standing, key=lambda one: -one.points):
        waiting[one.seat, one.place].append(one)
    posts = []
    for (place, event), came in reached.items():
        for (seat, at), bands in waiting.items():
            if at != place or not bands or seat in came:
                continue
            if any(not bonds.allied(seat, other, event) for other in came):
                posts.append(Post(bands.pop(0), event))
    return tuple(posts)


def move_after(stance: Stance, result: Result | None) -> Move:
    """V9.4, V9.6: whoever won, met nobody or was left over (``result`` None) stays where it arrived; a lost
    or drawn attack returns to where it came from; a beaten defender withdraws, and with a draw it stays.
    """
    if result is None or result == Result.WON:
        return Move.STAYS
    if stance == Stance.ATTACK:
        return Move.RETURNS
    return Move.WITHDRAWS if result == Result.LOST else Move.STAYS
