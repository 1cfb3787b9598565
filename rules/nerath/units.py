"""Units as small ints: equal units have equal codes, so a stack is a sorted tuple of codes.

    bits 0-3   kind            bits 4-5   realm
    bit  6     MOVED: has moved, boarded or landed in this step
    bit  7     HIT: a dragon with its first hit, a castle that has fallen, until the battle ends (N5.5, N5.6)
    bit  8     NEW: bought in this turn (N9.5)
    bit  9     FOUGHT: a monster of the battle at hand, which may run amok (N5.11)
    bits 10-11 spaces a warship may still sail in this step
    bits 12-22 and 23-33  a warship's two places: kind + 1 (3 bits), SETTLED (1), landing space + 1 (7)

Cargo so belongs to a certain ship (N6.2). The two places are kept in ascending order.
"""

from __future__ import annotations

from rules.nerath.terms import HEROES, WARSHIP

MOVED, HIT, NEW, FOUGHT = 64, 128, 256, 512
MARKS = MOVED | HIT | NEW | FOUGHT
LEAST_MARK = 64
"""A code below this has no marks, no cargo and no way to sail: kind and realm alone."""
_LEFT = 10
_PLACE = 12
_WIDTH = 11
_MASK = (1 << _WIDTH) - 1
_BELOW = (1 << _PLACE) - 1
SETTLED = 8
"""A place's mark for a hero who boarded in this step and stays aboard (N8.1)."""


def unit(kind: int, realm: int) -> int:
    """The code of a fresh unit without marks."""
    return kind | realm << 4


def kind_of(code: int) -> int:
    return code & 15


def realm_of(code: int) -> int:
    return code >> 4 & 3


def left_of(ship: int) -> int:
    """Spaces that a warship may still sail in this step."""
    return ship >> _LEFT & 3


def with_left(ship: int, left: int) -> int:
    return ship & ~(3 << _LEFT) | left << _LEFT


def places(ship: int) -> tuple[int, ...]:
    """What a warship carries, as places (kind + 1, SETTLED, landing); empty places are left out."""
    first, second = ship >> _PLACE & _MASK, ship >> _PLACE + _WIDTH
    if first:
        return (first, second)
    return (second,) if second else ()


def with_places(ship: int, cargo: tuple[int, ...]) -> int:
    """The ship with exactly these places filled, at most two."""
    bare = ship & _BELOW
    for number, place in enumerate(sorted(cargo, reverse=True)):
        bare |= place << _PLACE + (1 - number) * _WIDTH
    return bare


def place(kind: int, *, settled: bool = False, landing: int = -1) -> int:
    """A unit aboard; ``landing`` is the coast it is to land on once the sea battle is won (N6.3)."""
    return kind + 1 | (SETTLED if settled else 0) | landing + 1 << 4


def aboard_kind(a_place: int) -> int:
    return (a_place & 7) - 1


def landing_of(a_place: int) -> int:
    """The coast that a unit aboard is to land on, or -1."""
    return (a_place >> 4) - 1


def heroes_aboard(ship: int) -> int:
    """How many heroes a warship carries."""
    return sum(aboard_kind(one) in HEROES for one in places(ship))


def calm(code: int) -> int:
    """The unit without the marks of a turn: nothing moved, hit, new; cargo stays aboard."""
    bare = code & ~MARKS
    if bare & 15 == WARSHIP:
        bare &= ~(3 << _LEFT)
        cargo = places(bare)
        if cargo:
            bare = with_places(bare, tuple(one & 7 for one in cargo))
    return bare
