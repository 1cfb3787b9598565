"""How a game of Nerath is set up, in the lobby's words (N1.2, N1.4, N11.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask_babel import lazy_gettext as _l

from app.boardgame.adapter import Choice
from app.refusal import Sentence
from rules.engine.refusal import IllegalAction
from rules.nerath.game import check_options
from rules.nerath.state import Options
from rules.nerath.terms import PARTNER, REALM_OF, REALMS
from rules.nerath.victory import POINTS_NEEDED, TREASURES_NEEDED

MODES: tuple[tuple[str, Sentence], ...] = (
    ("alliance", _l("Alliance")),
    ("free_for_all", _l("All against all")),
)
LENGTHS: tuple[tuple[str, Sentence], ...] = (
    ("short", _l("Short")),
    ("medium", _l("Medium")),
    ("long", _l("Long")),
)
_HOUSE_RULES = _l("House rules")
HOUSE_RULES: tuple[tuple[str, Sentence], ...] = (
    ("build_limit", _l("No more figures than in the box")),
    ("reverse_order", _l("Reverse order of turns")),
    ("one_of_each", _l("At most one of each unit but footsoldiers bought in a turn")),
    ("only_land_takes", _l("Only land units take land; flyers alone do not")),
)


def choices() -> tuple[Choice, ...]:
    """What the host chooses."""
    return (
        Choice(
            "mode",
            _l("How you play"),
            MODES,
            _l("In an alliance Karkoth plays with Iron Circle, Vailin with Nerath."),
            rule="N1.3",
        ),
        Choice(
            "length",
            _l("Length"),
            LENGTHS,
            _l(
                "Alliance: 20 or 30 VP together. All against all: 13 or 20 VP. "
                "Long: every capital, or 12 (8) treasures."
            ),
            rule="N1.4",
        ),
        *(
            Choice(name, label, group=_HOUSE_RULES, rule="N2.2" if name == "build_limit" else "N11.5")
            for name, label in HOUSE_RULES
        ),
    )


def read(chosen: Mapping[str, Any], holders: Mapping[str, str]) -> Options:
    """The options of the rules; IllegalAction if N1.2 does not know such a seating."""
    players = len(set(holders.values()))
    mode = "free_for_all" if chosen.get("mode") == "free_for_all" else "alliance"
    length = chosen.get("length")
    options = msgspec.convert(
        {
            "mode": mode,
            "length": length if length in ("short", "medium", "long") else "medium",
            "players": max(1, min(4, players)),
            **{name: bool(chosen.get(name)) for name, _label in HOUSE_RULES},
        },
        Options,
    )
    check_options(options)
    if mode == "alliance" and players > 1:
        _check_partners(holders)
    return options


def _check_partners(holders: Mapping[str, str]) -> None:
    """N1.2: who holds two realms of an alliance holds partners, never one of each side."""
    for player in set(holders.values()):
        realms = [REALM_OF[seat] for seat in REALMS if holders.get(seat) == player]
        if any(other not in (realms[0], PARTNER[realms[0]]) for other in realms):
            raise IllegalAction("N1.2", "partners_sit_together")


def told(options: Options) -> list[tuple[Sentence, Sentence]]:
    """The options in words."""
    found: list[tuple[Sentence, Sentence]] = [
        (_l("How you play"), dict(MODES)[options.mode]),
        (_l("Length"), dict(LENGTHS)[options.length]),
        (_l("Goal"), goal(options)),
    ]
    on = [label for name, label in HOUSE_RULES if getattr(options, name)]
    found += [(_HOUSE_RULES, label) for label in on]
    return found


def needed(options: Options) -> int | None:
    """The victory points that win, or None in a long game."""
    return POINTS_NEEDED.get((options.mode, options.length))


def goal(options: Options) -> Sentence:
    """What wins, in words (N1.4)."""
    points = needed(options)
    if points is not None:
        return _l("%(points)d VP", points=points)
    return _l("every capital or %(count)d treasures", count=TREASURES_NEEDED[options.mode])
