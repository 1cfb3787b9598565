"""Who stands where and against whom: sides, friendly and hostile spaces (N1.3, N4.2, N4.6, N10.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules.nerath.board import Board
from rules.nerath.state import Options
from rules.nerath.terms import PARTNER

_FOES = (
    tuple(tuple(other for other in range(4) if other != realm) for realm in range(4)),
    tuple(tuple(other for other in range(4) if other not in (realm, PARTNER[realm])) for realm in range(4)),
)
"""Everybody's enemies: all against all, and in alliance."""


class Position(Protocol):
    """What a State and a Draft have in common, as far as standing goes."""

    @property
    def options(self) -> Options: ...
    @property
    def land(self) -> Sequence[int]: ...
    @property
    def here(self) -> Sequence[int]: ...
    @property
    def owner(self) -> Sequence[int]: ...
    @property
    def units(self) -> Sequence[tuple[int, ...]]: ...
    @property
    def tiles(self) -> Sequence[tuple[int, ...]]: ...


def allied(position: Position) -> bool:
    return position.options.mode == "alliance"


def side(position: Position, realm: int) -> tuple[int, ...]:
    """The realm and, in an alliance, its partner (N1.3), in turn order."""
    if not allied(position):
        return (realm,)
    return (realm, PARTNER[realm]) if realm < PARTNER[realm] else (PARTNER[realm], realm)


def foes(position: Position, realm: int) -> tuple[int, ...]:
    """The realms that are enemies of a realm, in turn order."""
    return _FOES[allied(position)][realm]


def friendly_land(position: Position, realm: int) -> int:
    """Own land and the partner's, as a set (N4.2)."""
    land = position.land
    return land[realm] | land[PARTNER[realm]] if allied(position) else land[realm]


def foes_here(position: Position, realm: int) -> int:
    """The spaces where enemies of a realm stand, castles and flyers included, as a set."""
    here = position.here
    if allied(position):
        # in turn order the sides alternate
        return here[realm ^ 1] | here[PARTNER[realm] ^ 1]
    return here[realm ^ 1] | here[realm ^ 2] | here[realm ^ 3]


def friendly_sea(board: Board, position: Position, realm: int) -> int:
    """Sea spaces without an enemy, as a set (N4.6)."""
    return board.sea & ~foes_here(position, realm)


def open_dungeons(board: Board, position: Position, realm: int) -> int:
    """Dungeon entrances without another realm's heroes, as a set (N7.7)."""
    here = position.here
    return board.dungeons & ~(here[realm ^ 1] | here[realm ^ 2] | here[realm ^ 3])


def own_in(position: Position, space: int, realm: int) -> list[int]:
    """The codes of a realm's units in a space, ascending."""
    return [code for code in position.units[space] if code >> 4 & 3 == realm]


def own(position: Position, realm: int) -> list[tuple[int, int]]:
    """Every unit of a realm as space and code, by spaces."""
    found = []
    spaces = position.here[realm]
    while spaces:
        low = spaces & -spaces
        spaces ^= low
        space = low.bit_length() - 1
        found += [(space, code) for code in position.units[space] if code >> 4 & 3 == realm]
    return found
