"""The emblems a warband can bear; plain drawings, apart from the arms of players."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l

from app.refusal import Sentence

EMBLEMS: dict[str, Sentence] = {
    "banner": _l("Banner"),
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
}
