"""The fixed words of the game: sides, figures, steps of a turn, symbols of the cards (M1, M2, M3.1).

Sides, kinds and steps are small ints inside positions; the tuples here give their ids, which are stable and
never translated. Kinds are counted for each side apart.
"""

from __future__ import annotations

SIDES = ("good", "evil")
"""The two sides (M1.1); their ids are the seats of the game."""
GOOD, EVIL = 0, 1
SIDE_OF = {seat: side for side, seat in enumerate(SIDES)}
NOBODY = -1

INFANTRY, ARCHERS = 0, 1
"""Foot of either side; the second are archers on foot or crossbowmen."""
CAVALRY, HORSE_ARCHERS, CAPTAIN, GANDALF, ARAGORN = 2, 3, 4, 5, 6
TROLLS, OLIPHANTS, WARGS, BLACK_RIDERS, BLACK_CAPTAIN, NAZGUL = 2, 3, 4, 5, 6, 7

KINDS = (
    ("infantry", "archers", "cavalry", "horse_archers", "captain", "gandalf", "aragorn"),
    (
        "evil_infantry",
        "crossbows",
        "trolls",
        "oliphants",
        "warg_riders",
        "black_riders",
        "black_captain",
        "nazgul",
    ),
)
KIND_OF = {kind: (side, number) for side, kinds in enumerate(KINDS) for number, kind in enumerate(kinds)}
BATTALIONS = (range(4), range(6))
"""The kinds that are battalions; the others are leaders (M8.1)."""
LEADERS = (range(4, 7), range(6, 8))
COLOURS = (((CAPTAIN,), (GANDALF, ARAGORN)), ((BLACK_CAPTAIN,), (NAZGUL,)))
"""Leaders of one colour may not stay together (M8.2): green and yellow, black and red."""
FOOT = (INFANTRY, ARCHERS)
"""Battalions that stand on walls (M5.1, M5.3)."""
MOUNTED = ((CAVALRY, HORSE_ARCHERS), (WARGS, BLACK_RIDERS))
"""Cavalry of each side (M1.3, M4.2)."""
SHOOTERS = ((ARCHERS, HORSE_ARCHERS), (ARCHERS,))
"""Archers of each side (M6.1)."""

WORTH = ((1, 1, 2, 2, 5, 5, 5), (1, 1, 3, 3, 2, 2, 5, 5))
"""Points for a captured figure of each kind (M1.3)."""
WALL_POINTS, GATE_POINTS = 2, 3

TAKE, EXCHANGE, ACT = range(3)
STEPS = ("take", "exchange", "act")
"""The steps of a turn that ask for decisions (M2.2); cards are drawn as the die is taken."""

FOOT_CARD, HORSE_CARD, CREATURE_CARD = range(3)
SYMBOLS = ("infantry", "cavalry", "creature")
"""Symbols of the reinforcement cards (M3.1)."""
SWORDS = ("none", "silver", "black")
WILD = 9
"""A face is symbol * 3 + sword, or WILD: all symbols and no sword (M3.1)."""
FACES = (*(f"{symbol}_{sword}" for symbol in SYMBOLS for sword in SWORDS), "wild")
OF_SYMBOL = (
    ((INFANTRY, ARCHERS), (CAVALRY, HORSE_ARCHERS), ()),
    ((INFANTRY, ARCHERS), (WARGS, BLACK_RIDERS), (TROLLS, OLIPHANTS)),
)
"""Which battalions a symbol stands for, by side (M3.4)."""

MOST_CARDS = 6
"""Reinforcement cards that may stay before a player (M3.6)."""
DIE = 6
HIT = 6
"""A shot hits on 6 (M6.1)."""
MOST_DICE = 3


def beginner(round_: int) -> int:
    """The side that rolls the black dice and plays first: Good in odd rounds (M2.1)."""
    return GOOD if round_ % 2 else EVIL


def side_of_turn(round_: int, turn: int) -> int:
    """Whose turn it is, 0 to 2, in a round (M2.1)."""
    return beginner(round_) if turn != 1 else 1 - beginner(round_)


def sword_of(side: int) -> int:
    """The number of a side's own sword on the cards (M3.1)."""
    return side + 1
