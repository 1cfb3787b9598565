"""Which units could take part in an attack on each space, and by what first action they would set out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.nerath.actions import Board as BoardShip
from rules.nerath.actions import Land, Move, NerathAction, Sail
from rules.nerath.board import Board
from rules.nerath.bots.survey import Survey, spaces_of
from rules.nerath.movement import (
    Manner,
    landing_targets,
    manner,
    may_move,
    place_to_land,
    sail_targets,
    targets,
)
from rules.nerath.state import State
from rules.nerath.terms import CARGO, DRAGON, FLYERS, MOVE, PROFILES, REALMS, WALKERS, WARSHIP
from rules.nerath.units import aboard_kind, kind_of, places


class Unit(NamedTuple):
    """One unit that can come: its kind, where it stands, its ship (-1 none), what it does first.

    ``alike`` is how many of its kind could come from there, by whatever way. ``order`` sorts what has to be
    done before what: boarding, sailing, then the rest. ``code`` is the unit's own code for ships and flyers,
    else -1.
    """

    kind: int
    origin: int
    ship: int
    alike: int
    order: int
    action: NerathAction
    code: int = -1


def able(state: State, realm: int, space: int) -> list[tuple[int, int]]:
    """The units of a realm in a space that may still move: each code, and how many of it."""
    counts: dict[int, int] = {}
    for code in state.units[space]:
        if code >> 4 & 3 == realm and may_move(code, state.step):
            counts[code] = counts.get(code, 0) + 1
    return list(counts.items())


class Forces:
    """Who can come to each hostile space, dungeon or hostile sea in the move step."""

    def __init__(self, board: Board, state: State, realm: int, survey: Survey) -> None:
        self.board, self.state, self.realm, self.survey = board, state, realm, survey
        self.how: Manner = manner(board, state, realm)
        self.coming: dict[int, list[Unit]] = {}
        wanted = survey.hostile | self.how.caves | self.how.hostile_sea
        for origin in spaces_of(state.here[realm]):
            # units that have come to a hostile space to fight stay there
            if wanted >> origin & 1:
                continue
            for code, count in able(state, realm, origin):
                self._from(origin, code, count, wanted)
            if board.sea >> origin & 1:
                for unit in self._landings(origin):
                    self._note(*unit)

    def _note(self, space: int, unit: Unit) -> None:
        self.coming.setdefault(space, []).append(unit)

    def _from(self, origin: int, code: int, count: int, wanted: int) -> None:
        kind = kind_of(code)
        seat = REALMS[self.realm]
        if kind == WARSHIP:
            for space in spaces_of(sail_targets(self.board, self.how, origin, code) & self.how.hostile_sea):
                sail = Sail(seat=seat, origin=origin, ship=code, target=space)
                for _ in range(count):
                    self._note(space, Unit(kind, origin, -1, count, 0, sail, code))
            return
        steps = PROFILES[kind].move + self.state.haste[kind]
        reach = targets(self.board, self.how, origin, kind, steps) & wanted
        if kind == DRAGON:
            reach &= self.board.land
        for space in spaces_of(reach):
            move = Move(seat=seat, origin=origin, kind=kind, target=space)
            for _ in range(count):
                self._note(space, Unit(kind, origin, -1, count, 2, move, code if kind in FLYERS else -1))

    def _landings(self, sea: int) -> Iterator[tuple[int, Unit]]:
        """What the ships in a friendly sea space could bring to a hostile coast."""
        state, board, how, seat = self.state, self.board, self.how, REALMS[self.realm]
        ships = [c for c in dict.fromkeys(state.units[sea]) if c & 15 == WARSHIP and c >> 4 & 3 == self.realm]
        for ship in ships:
            reach = sail_targets(board, how, sea, ship) & how.sea
            cargo = [aboard_kind(one) for one in places(ship)]
            cargo = [kind for kind in cargo if place_to_land(ship, kind, MOVE) >= 0]
            room = CARGO - len(places(ship))
            for zone in (sea, *spaces_of(reach)):
                for coast in spaces_of(landing_targets(board, how, zone) & self.survey.hostile):
                    for kind in cargo:
                        first: NerathAction = Sail(seat=seat, origin=sea, ship=ship, target=zone)
                        if zone == sea:
                            first = Land(seat=seat, sea=sea, ship=ship, kind=kind, target=coast)
                        yield coast, Unit(kind, sea, ship, cargo.count(kind), 1, first)
                    if room and zone != sea:
                        yield from self._embark(sea, ship, coast)

    def _embark(self, sea: int, ship: int, coast: int) -> Iterator[tuple[int, Unit]]:
        board, state = self.board, self.state
        seat = REALMS[self.realm]
        for harbour in spaces_of(board.near[sea] & self.how.walk & state.here[self.realm]):
            for code, count in able(state, self.realm, harbour):
                kind = kind_of(code)
                if kind in WALKERS:
                    go = BoardShip(seat=seat, origin=harbour, kind=kind, sea=sea, ship=ship)
                    for _ in range(min(count, CARGO)):
                        yield coast, Unit(kind, harbour, ship, count, 0, go)
