"""The drawings that a place can bear (``static/icons``), and what they stand for."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l

from app.refusal import Sentence

ICONS: dict[str, Sentence] = {
    "village": _l("Village"),
    "camp": _l("Camp"),
    "castle": _l("Castle"),
    "fort": _l("Fort"),
    "stonetower": _l("Stone tower"),
    "watchtower": _l("Watchtower"),
    "wall": _l("Wall"),
    "gate": _l("Gate"),
    "bridge": _l("Bridge"),
    "abbey": _l("Abbey"),
    "anchor": _l("Harbour"),
    "galleon": _l("Ship"),
    "lighthouse": _l("Lighthouse"),
    "mine": _l("Mine"),
    "mountains": _l("Mountains"),
    "pine": _l("Forest"),
    "oak": _l("Grove"),
    "dungeon": _l("Vault"),
    "treasure": _l("Treasure"),
    "bones": _l("Battlefield"),
    "skull": _l("Haunted place"),
    "wolf": _l("Wolves"),
    "dragon": _l("Dragon"),
    "flag": _l("Flag"),
}
