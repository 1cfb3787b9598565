"""V8.12: who is allied with whom, as it stood when the battles of the round were announced."""

from __future__ import annotations

import msgspec

from rules.vanguard.names import Id, Seat


class Guild(msgspec.Struct, frozen=True):
    """A guild with all its members, the founder among them.

    ``founder`` is None once the founder has left the campaign in this round (V8.6).
    """

    id: Id
    founder: Seat | None
    members: frozenset[Seat]


class Mission(msgspec.Struct, frozen=True):
    """A mission alliance for one event: who concluded it, and all its members (V8.16)."""

    id: Id
    event: Id
    concluder: Seat | None
    members: frozenset[Seat]


class Bonds(msgspec.Struct, frozen=True):
    """Every guild and mission alliance of the round; empty where the modules are off."""

    guilds: tuple[Guild, ...] = ()
    missions: tuple[Mission, ...] = ()

    def guild(self, seat: Seat) -> Guild | None:
        """The guild of ``seat``; at most one (V8.4)."""
        return next((guild for guild in self.guilds if seat in guild.members), None)

    def mission(self, seat: Seat, event: Id | None) -> Mission | None:
        """The alliance of ``seat`` for ``event``; at most one (V8.16)."""
        if event is None:
            return None
        return next((one for one in self.missions if one.event == event and seat in one.members), None)

    def group(self, seat: Seat, event: Id | None) -> tuple[str, Id]:
        """What stands together with ``seat`` at ``event``: equal groups are allies (V8.1, V8.18)."""
        guild = self.guild(seat)
        if guild is not None:
            return ("guild", guild.id)
        mission = self.mission(seat, event)
        if mission is not None:
            return ("mission", mission.id)
        return ("seat", seat)

    def allied(self, one: Seat, other: Seat, event: Id | None) -> bool:
        """Whether two seats do not fight each other at ``event``. A seat is its own ally."""
        return self.group(one, event) == self.group(other, event)
