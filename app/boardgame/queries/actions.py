"""Everything that a seat can do, as a list; and the question before an action that wants one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from werkzeug.datastructures import MultiDict

from app.boardgame.access import AtTable
from app.boardgame.positions import codec
from app.boardgame.queries.table import SeatShown, acting_seat, shown_seats
from app.refusal import Sentence


@dataclass(frozen=True)
class ActionShown:
    """An action as a button."""

    label: Sentence
    spelled: str
    kind: str


@dataclass(frozen=True)
class ActionsPage:
    """The list, in groups. ``warnings`` belong to the ``asked`` action alone."""

    acting: SeatShown | None
    stamp: str
    groups: tuple[tuple[Sentence, tuple[ActionShown, ...]], ...]
    asked: str
    warnings: tuple[Sentence, ...]


def actions_page(table: AtTable, picked: Mapping[str, str], asked: str = "") -> ActionsPage:
    """The list of the seat that the reader acts for; empty when nothing is asked of it."""
    rules, adapter, state = table.rules, table.adapter, table.position
    seat, _cover = acting_seat(table, picked.get("as", ""))
    prompt = rules.prompt(state, seat.code) if seat is not None and table.game.running else None
    if seat is None or prompt is None or table.game.waiting:
        return ActionsPage(None, "", (), "", ())
    spell = codec(rules.action_type)
    buttons = adapter.buttons(rules, state, seat.code)
    groups = tuple(
        (
            group,
            tuple(ActionShown(one.label, spell.encode(one.action).decode(), one.kind) for one in alike),
        )
        for group, alike in groupby(buttons, lambda one: one.group)
    )
    warnings: tuple[Sentence, ...] = ()
    if asked:
        form = MultiDict([("action", asked)])
        answer = adapter.read_answer(rules, state, seat.code, form)
        warnings = tuple(adapter.warnings(rules, state, answer))
    shown = next(one for one in shown_seats(table, state) if one.face.code == seat.code)
    return ActionsPage(shown, prompt.stamp, groups, asked, warnings)
