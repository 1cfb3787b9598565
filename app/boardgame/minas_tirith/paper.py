"""The siege on paper: the board in ink, figures for charts, reference cards of both sides (M1.3, M10.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from markupsafe import escape

from app.boardgame.adapter import Sheet
from app.boardgame.minas_tirith.played import PlayedSiege
from app.boardgame.minas_tirith.words import (
    EMBLEMS,
    STYLES,
    army_words,
    card_name,
    card_text,
    kind_name,
    side_name,
    space_name,
)
from app.refusal import Sentence
from rules.minas_tirith.army import battalions, has_leader
from rules.minas_tirith.board import CITY, WALL
from rules.minas_tirith.state import State
from rules.minas_tirith.terms import BATTALIONS, KINDS, SIDES, WORTH

_INK = ("#2f4a1d", "#7a2417")
_LETTERS = "GE"


def paper_board(rules: PlayedSiege, state: State) -> str:
    """The board as an SVG for print: each army as its side's letter and number, * with a leader."""
    shapes = rules.outlines
    head = f'viewBox="0 0 {shapes.width} {shapes.height}" class="paper-board"'
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" {head}>']
    for space in rules.board.spaces:
        tint = {WALL: "#cdbf9f", CITY: "#ece2c8"}.get(space.sort, "#eddfb8" if space.role else "#f8f3e6")
        out.append(
            f'<path fill="{tint}" stroke="#4b3b27" stroke-width="1.2" d="{shapes.shapes[space.code]}"/>'
        )
    for number, space in enumerate(rules.board.spaces):
        x, y = shapes.middles[space.code]
        for side, letter in enumerate(_LETTERS):
            if army := state.armies[side][number]:
                text = f"{letter}{battalions(side, army)}{'*' if has_leader(side, army) else ''}"
                out.append(
                    f'<text x="{x:.0f}" y="{y:.0f}" font-size="26" font-weight="700" text-anchor="middle" '
                    f'fill="{_INK[side]}">{escape(text)}</text>'
                )
        out.append(
            f'<text x="{x:.0f}" y="{y + 18:.0f}" font-size="17" text-anchor="middle" '
            f'fill="#54442f">{escape(space_name(rules, number))}</text>'
        )
    return "".join(out) + "</svg>"


def charted(rules: PlayedSiege, state: State) -> Mapping[Sentence, Mapping[str, int]]:
    """Points and battalions of both sides."""
    return {
        _l("Points"): dict(zip(SIDES, rules.points(state), strict=True)),
        _l("Battalions"): {
            seat: sum(battalions(side, army) for army in state.armies[side])
            for side, seat in enumerate(SIDES)
        },
    }


def reference(rules: PlayedSiege) -> list[Sheet]:
    """What each side begins with, what its figures are worth, and the bonuses of a battle."""
    facts = [
        (_("Round"), _("three dice: who begins takes the first and the last, the other one between")),
        (_("Turn"), _("take a die, draw cards, exchange sets of three, then the actions")),
        (_("Die"), _("its pips in actions, what it lacks to six in cards")),
        (_("Ranged attack"), _("range 1 to 2, each six hits; two shooters for a die against a banner")),
        (_("Ground attack"), _("1 to 3 dice against 1 or 2, ties to the defender")),
        (_("Leader"), _("+1 to attack and defence")),
        (_("Banner"), _("+1 to Good's defence")),
        (_("Siege tower"), _("+1 to Evil's attack on its wall")),
        (_("Victory"), _("Evil in the city; two Evil leaders lost; else points after the last card")),
        (_("A six of Good"), _("Evil falls back a territory; in defence it ends Evil's turn")),
    ]
    sheets = []
    for side, seat in enumerate(SIDES):
        armies = tuple(
            (space_name(rules, space), army_words(side, army))
            for space, army in enumerate(rules.content.start[side])
            if army
        )
        units = tuple(
            (kind_name(side, kind), str(rules.content.supply[side][kind]), _worth(side, kind))
            for kind in range(len(KINDS[side]))
        )
        face = (seat, side_name(seat), STYLES[seat], EMBLEMS[seat])
        sheets.append(Sheet(*face, tuple(facts), armies, units, _cards(rules, seat)))
    return sheets


def _worth(side: int, kind: int) -> str:
    """What a captured figure is worth (M1.3)."""
    points = ngettext("%(num)d point", "%(num)d points", WORTH[side][kind])
    return str(points if kind in BATTALIONS[side] else _("leader, %(points)s", points=points))


def _cards(rules: PlayedSiege, seat: str) -> tuple[tuple[str, str], ...]:
    """The Minas Tirith cards that a side may use, those with the same text together."""
    found: Counter[tuple[str, str]] = Counter()
    for card, one in enumerate(rules.content.cards):
        if seat in one.sides:
            found[card_name(rules.content, card), card_text(rules.content, card)] += 1
    return tuple(
        (f"{name} × {number}" if number > 1 else name, text) for (name, text), number in found.items()
    )
