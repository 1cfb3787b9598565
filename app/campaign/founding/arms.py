"""The arms of players: a tincture with its hatching, and an emblem; no two at a table alike."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import lazy_gettext as _l

from app.campaign.founding.models import Seat
from app.refusal import Sentence

STYLES = range(1, 13)
"""1-6 are the tinctures azure, vert, or, purpure, sable, tenné; 7-12 the same within a light border."""

EMBLEMS: dict[str, Sentence] = {
    "wolf": _l("Wolf"),
    "stag": _l("Stag"),
    "boar": _l("Boar"),
    "fox": _l("Fox"),
    "bear": _l("Bear"),
    "oak": _l("Oak leaf"),
    "dragon": _l("Dragon"),
    "serpent": _l("Serpent"),
    "horse": _l("Horse"),
    "crown": _l("Crown"),
    "winged": _l("Wings"),
    "bolt": _l("Thunderbolt"),
    "howl": _l("Howling wolf"),
    "eyeshield": _l("Eye"),
}

STYLE_NAMES: dict[int, Sentence] = {
    1: _l("Blue"),
    2: _l("Green"),
    3: _l("Gold"),
    4: _l("Purple"),
    5: _l("Black"),
    6: _l("Orange"),
    7: _l("Blue with a border"),
    8: _l("Green with a border"),
    9: _l("Gold with a border"),
    10: _l("Purple with a border"),
    11: _l("Black with a border"),
    12: _l("Orange with a border"),
}


def free_styles(seat: Seat | None, seats: Iterable[Seat]) -> list[int]:
    """The styles that no other player at the table bears."""
    taken = {other.style for other in seats if other.plays and other is not seat}
    return [style for style in STYLES if style not in taken]


def free_emblems(seat: Seat | None, seats: Iterable[Seat]) -> list[str]:
    """The emblems that no other player at the table bears."""
    taken = {other.emblem for other in seats if other.plays and other is not seat}
    return [emblem for emblem in EMBLEMS if emblem not in taken]
