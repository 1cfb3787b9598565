"""`python -m boardmaking.siege` prints the hex text grid of the Siege of Minas Tirith (M10.1).

The city lies at the western edge, a ring of walls round it with a gap for the gate; the fields are the cells
nearest to their middle points. Cells and neighbours are those of `boardmaking`.
"""

from __future__ import annotations

import math

WIDTH, HEIGHT = 48, 32
Cell = tuple[int, int]
CITY, GATE_BEARING, GATE_WIDTH = (-1.0, 13.4), 3.0, 1.25
INNER, OUTER = 7.2, 9.4
WALL_ENDS = (("Wn", -26.0), ("We", GATE_BEARING), ("Ws", 90.0))
"""Each wall section and the bearing (degrees, clockwise from the east) where it ends."""

MIDDLES = {
    "Nm": (3.5, 1.6),
    "Hf": (11.0, 4.6),
    "Pf": (13.2, 9.6),
    "Gr": (13.4, 14.3),
    "Sa": (12.4, 19.0),
    "Sm": (8.6, 23.6),
    "Hw": (3.0, 26.3),
    "He": (13.6, 26.6),
    "Rw": (13.8, 0.9),
    "Re": (20.8, 1.2),
    "Or": (18.2, 6.0),
    "Bf": (19.2, 10.8),
    "St": (19.4, 15.6),
    "Co": (18.2, 20.4),
    "Fi": (20.0, 25.4),
    "Ra": (26.8, 3.6),
    "Rb": (25.6, 8.8),
    "Fa": (25.2, 13.9),
    "Rc": (25.0, 19.2),
    "Rd": (26.2, 24.6),
    "Ea": (32.6, 2.8),
    "Eb": (31.6, 8.6),
    "Fb": (31.4, 14.0),
    "Ec": (31.4, 19.4),
    "Ed": (32.6, 25.0),
    "Oa": (38.6, 4.4),
    "Ob": (37.6, 10.6),
    "Oc": (37.8, 17.0),
    "Od": (38.8, 23.6),
    "Aa": (45.0, 4.2),
    "Ab": (45.0, 13.8),
    "Ac": (45.0, 23.4),
}


def point(cell: Cell) -> tuple[float, float]:
    return cell[0] + cell[1] % 2 / 2, cell[1] * 0.866


def code_at(cell: Cell) -> str:
    """Whose cell this is."""
    x, y = point(cell)
    away = math.dist((x, y), CITY)
    bearing = math.degrees(math.atan2(y - CITY[1], x - CITY[0]))
    if away < INNER:
        return "Mt"
    if away < OUTER:
        # the gap of the gate: the city reaches through the ring to the field before it
        if abs(math.sin(math.radians(bearing - GATE_BEARING))) * away < GATE_WIDTH:
            return "Mt"
        return next(code for code, end in WALL_ENDS if bearing < end or code == "Ws")
    return min(MIDDLES, key=lambda code: math.dist(MIDDLES[code], (x, y + 0.3 * math.sin(x * 1.3))))


def draw() -> list[str]:
    """The rows of the grid."""
    return [
        (" " if row % 2 else "") + " ".join(code_at((column, row)) for column in range(WIDTH))
        for row in range(HEIGHT)
    ]


if __name__ == "__main__":
    print("\n".join(draw()))
