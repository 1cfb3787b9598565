"""Nerath on paper: the board in ink, figures for charts, reference cards of the realms (N11.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from markupsafe import escape

from app.boardgame.adapter import Sheet
from app.boardgame.nerath.board import contents
from app.boardgame.nerath.played import PlayedNerath
from app.boardgame.nerath.words import (
    EMBLEMS,
    STYLES,
    counted_list,
    dice_name,
    kind_name,
    realm_name,
    space_name,
)
from app.refusal import Sentence
from rules.nerath.reinforcements import income
from rules.nerath.state import State
from rules.nerath.terms import (
    CASTLE,
    DRAGON,
    DUNGEON,
    FIGHTER,
    MONSTER,
    PROFILES,
    REALMS,
    SEA,
    SIEGE,
    STORM,
    WARSHIP,
    WIZARD,
)
from rules.nerath.units import kind_of

_TINTS = {
    "karkoth": "#b9a6c7",
    "vailin": "#a9bfd8",
    "iron_circle": "#e6bda6",
    "nerath": "#ecd9a2",
    "": "#f4efe2",
}
_LETTERS = "KVIN"


def paper_board(rules: PlayedNerath, state: State) -> str:
    """The board as an SVG for print: owners as tints, each army as its realm's letter and its number."""
    shapes = rules.outlines
    head = f'viewBox="0 0 {shapes.width} {shapes.height}" class="paper-board"'
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" {head}>']
    for number, space in enumerate(rules.board.spaces):
        owner = state.owner[number]
        tint = _TINTS[REALMS[owner]] if owner >= 0 else "#e8efec" if space.sort == SEA else "#cdbf9f"
        line = "#9db3b3" if space.sort == SEA else "#4b3b27"
        out.append(
            f'<path fill="{tint}" stroke="{line}" stroke-width="1.2" d="{shapes.shapes[space.code]}"/>'
        )
    for number, space in enumerate(rules.board.spaces):
        x, y = shapes.middles[space.code]
        armies = [
            f"{_LETTERS[realm]}{sum(n for kind, n in kinds.items() if kind != CASTLE) or ''}"
            + ("*" if kinds[CASTLE] else "")
            for realm, kinds in contents(state, number).items()
        ]
        if armies:
            out.append(
                f'<text x="{x:.0f}" y="{y:.0f}" font-size="16" font-weight="700" text-anchor="middle" '
                f'fill="#1f1710">{escape(" ".join(armies))}</text>'
            )
        if space.sort != DUNGEON:
            out.append(
                f'<text x="{x:.0f}" y="{y + 13:.0f}" font-size="9.5" text-anchor="middle" '
                f'fill="#54442f">{escape(space.name)}</text>'
            )
    return "".join(out) + "</svg>"


def charted(rules: PlayedNerath, state: State) -> Mapping[Sentence, Mapping[str, int]]:
    """Victory points and income of each realm."""
    return {
        _l("Victory points"): dict(zip(REALMS, state.points, strict=True)),
        _l("Income"): {
            seat: income(rules.board, state, realm, rules.content.realms[realm].income)
            for realm, seat in enumerate(REALMS)
        },
    }


SPECIALS: Mapping[int, Sentence] = {
    SIEGE: _l("two dice when attacking"),
    FIGHTER: _l("explores dungeons, fights at sea"),
    WIZARD: _l("explores dungeons, fights at sea, first strike"),
    MONSTER: _l("runs amok after a battle won"),
    CASTLE: _l("defends only, receives new units"),
    STORM: _l("flies, two dice at sea, may end at sea"),
    DRAGON: _l("flies, dies of the second hit"),
    WARSHIP: _l("carries two land units"),
}
"""What a unit does beyond its figures (N2.3)."""


def reference(rules: PlayedNerath) -> list[Sheet]:
    """What each realm begins with, and the figures of every unit."""
    units = tuple(
        (
            kind_name(kind),
            dice_name(1, profile.die),
            _("%(cost)d gold · moves %(steps)d", cost=profile.cost, steps=profile.move)
            + (f" · {SPECIALS[kind]}" if kind in SPECIALS else ""),
        )
        for kind, profile in enumerate(PROFILES)
    )
    sheets = []
    for realm, seat in enumerate(REALMS):
        card = rules.content.realms[realm]
        facts = [
            (_("Capital"), space_name(rules, card.capital)),
            (_("Gold at the start"), str(card.gold)),
            (_("Income"), str(card.income)),
        ]
        armies = tuple(
            (space_name(rules, space), counted_list(Counter(kind_of(code) for code in codes)))
            for space, codes in card.units.items()
        )
        sheets.append(Sheet(seat, realm_name(seat), STYLES[seat], EMBLEMS[seat], tuple(facts), armies, units))
    return sheets
