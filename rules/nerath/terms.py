"""The fixed words of the game: realms, kinds of units, steps of a turn (N1.1, N2.3, N3.1).

Realms, kinds and steps are small ints inside positions; the tuples here give their ids, which are stable
and never translated.
"""

from __future__ import annotations

from typing import NamedTuple

REALMS = ("karkoth", "vailin", "iron_circle", "nerath")
"""The realms in turn order (N1.1); their ids are the seats of the game."""
KARKOTH, VAILIN, IRON_CIRCLE, NERATH = range(4)
REALM_OF = {seat: realm for realm, seat in enumerate(REALMS)}
PARTNER = (IRON_CIRCLE, NERATH, KARKOTH, VAILIN)
"""Each realm's partner in an alliance (N1.3)."""
NOBODY = -1

DRAW, MOVE, BATTLE, REGROUP, REINFORCE, INCOME = range(6)
STEPS = ("draw", "move", "battle", "regroup", "reinforce", "income")
"""The steps of a turn in order (N3.1)."""

FOOTSOLDIER, SIEGE, FIGHTER, WIZARD, MONSTER, CASTLE, STORM, DRAGON, WARSHIP = range(9)
KINDS = (
    "footsoldier",
    "siege_engine",
    "fighter",
    "wizard",
    "monster",
    "castle",
    "storm_elemental",
    "dragon",
    "warship",
)
KIND_OF = {kind: number for number, kind in enumerate(KINDS)}

LAND, SEA, DUNGEON = range(3)
"""Sorts of spaces; a dungeon entrance is neither land nor sea (N7.7)."""
SORTS = ("land", "sea", "dungeon")

HIT_ON = 6
"""A die hits on 6 or more (N2.1)."""
CARGO = 2
"""Land units that one warship carries (N4.4)."""


class Profile(NamedTuple):
    """What a kind of unit is (N2.3): faces of its die, price in gold, spaces it may move."""

    die: int
    cost: int
    move: int


PROFILES = (
    Profile(6, 1, 1),
    Profile(8, 2, 1),
    Profile(10, 2, 2),
    Profile(10, 3, 2),
    Profile(12, 3, 2),
    Profile(20, 4, 0),
    Profile(8, 3, 2),
    Profile(20, 5, 3),
    Profile(8, 2, 2),
)
WALKERS = frozenset({FOOTSOLDIER, SIEGE, FIGHTER, WIZARD, MONSTER})
HEROES = frozenset({FIGHTER, WIZARD})
FLYERS = frozenset({STORM, DRAGON})
BOX = (20, 6, 6, 6, 8, 3, 4, 4, 6)
"""Figures of each kind and realm in the box; a limit only by house rule (N2.2)."""


def dice_of(kind: int, *, attacking: bool, at_sea: bool) -> int:
    """How many dice a unit rolls (N2.3): siege engines two when attacking, storm elementals two at sea."""
    if (kind == SIEGE and attacking) or (kind == STORM and at_sea):
        return 2
    return 1
