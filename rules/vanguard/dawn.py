"""V7.5-V7.7, V7.10, V7.11, V8.12, V8.15, V8.18: who holds a place after the round.

Owning a place and having a hideout there are one (V7.11), so the answer is only the owner.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import msgspec

from rules.vanguard.bonds import Bonds
from rules.vanguard.names import Id, Seat


class Fought(msgspec.Struct, frozen=True):
    """A battle at the place with its confirmed result; no winners is a draw (V6.7).

    ``event`` is None for a battle at the place itself.
    """

    event: Id | None
    winners: tuple[Seat, ...]


class Unopposed(msgspec.Struct, frozen=True):
    """A warband that met nobody, or only allies (V7.7, V8.15). One left over by lot is none (V7.10)."""

    event: Id | None
    seat: Seat


class Taken(msgspec.Struct, frozen=True, tag=True):
    """``by`` becomes the owner, with a hideout; a former owner's hideout there is gone."""

    by: Seat
    rule: str


class Kept(msgspec.Struct, frozen=True, tag=True):
    """The owner stays the owner."""

    by: Seat
    rule: str


class Ownerless(msgspec.Struct, frozen=True, tag=True):
    """The place had no owner and gets none."""

    rule: str


class GmChooses(msgspec.Struct, frozen=True, tag=True):
    """The GM says in dawn which of ``candidates`` (in the order given) takes the place."""

    candidates: tuple[Seat, ...]
    rule: str


Fate: TypeAlias = Taken | Kept | Ownerless | GmChooses


def place_fate(
    owner: Seat | None, battles: Sequence[Fought], unopposed: Sequence[Unopposed], bonds: Bonds
) -> Fate:
    """What dawn does with one place, from all its battles and unopposed warbands of the round.

    The winners are those of all battles there, events and place alike (V7.10); ``bonds`` are as they
    stood when battles were announced (V8.12). ``rule`` in the answer is the rule that decided.
    """
    winners = _distinct((seat, battle.event) for battle in battles for seat in battle.winners)
    if winners:
        return _held(owner, _claim(winners, bonds, alone="V7.5", guild="V7.6", mission="V7.6", other="V7.6"))
    if owner is not None:
        return Kept(owner, "V7.10" if battles or not unopposed else "V7.7")
    met_nobody = _distinct((one.seat, one.event) for one in unopposed)
    if met_nobody:
        return _claim(met_nobody, bonds, alone="V7.7", guild="V8.15", mission="V8.18", other="V7.10")
    return Ownerless("V7.10")


def choose(fate: GmChooses, seat: Seat, owner: Seat | None) -> Taken | Kept | None:
    """What the GM's choice of ``seat`` comes to (V7.6); None if it is no candidate."""
    if seat not in fate.candidates:
        return None
    return Kept(seat, "V7.6") if seat == owner else Taken(seat, "V7.6")


def _distinct(claims: Iterable[tuple[Seat, Id | None]]) -> tuple[tuple[Seat, Id | None], ...]:
    return tuple(dict.fromkeys(claims))


def _claim(
    claims: tuple[tuple[Seat, Id | None], ...],
    bonds: Bonds,
    *,
    alone: str,
    guild: str,
    mission: str,
    other: str,
) -> Taken | GmChooses:
    """Who of several claimants takes the place; one alone takes it himself, guild or not (V7.6)."""
    seats = tuple(dict.fromkeys(seat for seat, _ in claims))
    if len(seats) == 1:
        return Taken(seats[0], alone)
    guilds = [bonds.guild(seat) for seat in seats]
    first_guild = guilds[0]
    if first_guild is not None and all(one == first_guild for one in guilds):
        # A guild whose founder has gone leaves its conquests to the GM (V8.6).
        if first_guild.founder is None:
            return GmChooses(seats, "V8.6")
        return Taken(first_guild.founder, guild)
    # An alliance holds for its own event only (V8.16), so a claim from elsewhere is not the alliance's.
    missions = [bonds.mission(seat, event) for seat, event in claims]
    first_mission = missions[0]
    if first_mission is not None and all(one == first_mission for one in missions):
        if first_mission.concluder is None:
            return GmChooses(seats, other)
        return Taken(first_mission.concluder, mission)
    return GmChooses(seats, other)


def _held(owner: Seat | None, claim: Taken | GmChooses) -> Fate:
    if isinstance(claim, Taken) and claim.by == owner:
        return Kept(claim.by, claim.rule)
    return claim
