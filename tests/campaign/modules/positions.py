"""The 128 positions of the seven module switches, and the nine of them that every test run plays.

Eight of the nine are an orthogonal array: of every two modules all four combinations are among them, each
twice. The ninth is "all on"; "all off" is one of the eight.
"""

from __future__ import annotations

from itertools import product

MODULES = ("guilds", "alliances", "messages", "transfers", "multi", "paths", "movement")
Position = frozenset[str]


def _position(bits: tuple[int, ...]) -> Position:
    return frozenset(name for name, bit in zip(MODULES, bits, strict=True) if bit)


ALL = tuple(_position(bits) for bits in product((0, 1), repeat=len(MODULES)))
"""Every position, counted in binary: the last module is the last bit."""

# A row for each word of three bits; module number m looks at those bits that m + 1 has. No two look at the
# same ones, so that every two modules take every combination equally often.
SAMPLE = (
    *(
        _position(
            tuple(
                sum(word[bit] for bit in range(3) if number + 1 >> bit & 1) % 2
                for number in range(len(MODULES))
            )
        )
        for word in product((0, 1), repeat=3)
    ),
    frozenset(MODULES),
)


def named(position: Position) -> str:
    """The position in a test's name: the modules that are on."""
    return "+".join(name for name in MODULES if name in position) or "none"
