"""Drawings for paper: SVG that carries its colours itself.

Page styles end at the edge of an inline SVG in WeasyPrint, and it fetches no part of another file, so
shapes, colours and hatchings are written out in full.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from flask import current_app
from markupsafe import Markup

LIGHT, DARK, LINE = "#fff6e4", "#2a2016", "#1f1710"
ARGENT = "#f4ecd8"
WHITE = "#ffffff"
TINCTURES = (
    ("#2b5d97", LIGHT, '<path d="M0 2.5H5"/>'),
    ("#3f5d25", LIGHT, '<path d="M-1 -1L6 6M-1 4L6 11M-1 -6L6 1"/>'),
    ("#cf9f31", DARK, '<circle cx="1.25" cy="1.25" r=".4"/><circle cx="3.75" cy="3.75" r=".4"/>'),
    ("#512c68", LIGHT, '<path d="M-1 1L6 -6M-1 6L6 -1M-1 11L6 4"/>'),
    ("#38322d", LIGHT, '<path d="M0 2.5H5M2.5 0V5"/>'),
    ("#bd5a2e", LIGHT, '<path d="M-1 -1L6 6M-1 4L6 11M-1 -6L6 1M0 2.5H5"/>'),
)
"""Azure, vert, or, purpure, sable, tenné: the fill, what is drawn on it, its hatching (Petra Sancta)."""
SHIELD = "M-16 -19H16V-2C16 10 8 17 0 21C-8 17 -16 10 -16 -2Z"
_SYMBOL = re.compile(r'<symbol id="i-([^"]+)" viewBox="([^"]+)"[^>]*>(.*?)</symbol>', re.DOTALL)


@lru_cache(maxsize=1)
def _symbols(folder: Path) -> dict[str, tuple[str, str]]:
    """The drawings of all sprites by name: their box and their shapes."""
    return {
        name: (box, shapes)
        for sheet in sorted(folder.glob("sprite*.svg"))
        for name, box, shapes in _SYMBOL.findall(sheet.read_text("utf-8"))
    }


def _symbol(name: str) -> tuple[str, str]:
    return _symbols(Path(str(current_app.static_folder)) / "icons").get(name, ("0 0 1 1", ""))


def icon(name: str, colour: str = LINE) -> Markup:
    """An icon in one colour, sized by its surroundings; nothing of an unknown name."""
    box, shapes = _symbol(name)
    drawn = shapes.replace("currentColor", colour)
    return Markup('<svg xmlns="http://www.w3.org/2000/svg" viewBox="{}">{}</svg>').format(
        box,
        Markup(drawn),  # noqa: S704  # our own sprite
    )


def icon_shapes(name: str, size: float, colour: str = LINE) -> str:
    """An icon as shapes of a larger drawing: ``size`` units wide, round the point it stands at."""
    box, shapes = _symbol(name)
    factor = size / float(box.split()[2])
    drawn = shapes.replace("currentColor", colour)
    return f'<g transform="translate({-size / 2:.2f} {-size / 2:.2f}) scale({factor:.5f})">{drawn}</g>'


def hatching(style: int, key: str, *, spare: bool = False) -> str:
    """The hatching of a seat's tincture as a pattern of that id; ``spare``: in ink, upon white."""
    _, on_it, lines = TINCTURES[(style - 1) % len(TINCTURES)]
    ink = DARK if spare else on_it
    return (
        f'<pattern id="{key}" width="5" height="5" patternUnits="userSpaceOnUse">'
        f'<g fill="{ink if "circle" in lines else "none"}" stroke="{ink}" stroke-width=".6"'
        f' opacity="{".5" if spare else ".32"}">{lines}</g></pattern>'
    )


def arms_shapes(style: int, emblem: str, pattern: str, *, spare: bool = False) -> str:
    """A seat's arms as shapes of a larger drawing, 32 units wide; ``pattern`` is the id of its hatching.

    ``style`` 1..12: from 7 on the six tinctures return within a border. ``spare`` saves ink: the hatching
    tells the tincture, and the emblem stands on white.
    """
    fill, on_it, _ = TINCTURES[(style - 1) % len(TINCTURES)]
    _, shapes = _symbol(emblem)
    bordered = style > len(TINCTURES)
    inner = (DARK if fill == TINCTURES[2][0] else ARGENT) if bordered else on_it
    if spare:
        fill, on_it, inner = WHITE, DARK, DARK
    ground = f'<circle cy="-1" r="12.5" fill="{WHITE}"/>' if spare else ""
    return (
        f'<path d="{SHIELD}" fill="{fill}"/><path d="{SHIELD}" fill="url(#{pattern})"/>{ground}'
        f'<path d="{SHIELD}" transform="scale(.86)" fill="none" stroke="{inner}"'
        f' stroke-width="{(2 if spare else 4) if bordered else 0.9}" opacity="{1 if bordered else 0.55}"/>'
        f'<g transform="translate(-12 -13) scale(.046875)">{shapes.replace("currentColor", on_it)}</g>'
        f'<path d="{SHIELD}" fill="none" stroke="{LINE}" stroke-width="1.8" stroke-linejoin="round"/>'
    )


def arms(style: int, emblem: str, *, spare: bool = False) -> Markup:
    """A seat's arms, sized by their surroundings (``arms_shapes``)."""
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-18 -21 36 44">'
        f"<defs>{hatching(style, 'hx', spare=spare)}</defs>"
        f"{arms_shapes(style, emblem, 'hx', spare=spare)}</svg>"
    )
    return Markup(drawn)  # noqa: S704  # our own shapes and sprite
