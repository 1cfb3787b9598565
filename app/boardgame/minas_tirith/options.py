"""How a siege is set up, in the lobby's words (M1.2, M7.3, M7.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask_babel import lazy_gettext as _l

from app.boardgame.adapter import Choice
from app.refusal import Sentence
from rules.minas_tirith.state import Options

_WAYS = _l("Where groups play differently")
LAST_TURN: tuple[tuple[str, Sentence], ...] = (
    ("turn", _l("Finish the turn")),
    ("round", _l("Finish the round")),
    ("at_once", _l("End at once")),
)
SIX: tuple[tuple[str, Sentence], ...] = (
    ("turn", _l("The whole turn ends")),
    ("army", _l("This army alone is halted")),
)
BONUS: tuple[tuple[str, Sentence], ...] = (
    ("highest", _l("On the highest die")),
    ("every", _l("On every die")),
)
_CHOICES: tuple[tuple[str, Sentence, tuple[tuple[str, Sentence], ...], str], ...] = (
    ("last_turn", _l("When the last card is drawn"), LAST_TURN, "M1.2"),
    ("six", _l("A six in Good's defence"), SIX, "M7.6"),
    ("bonus", _l("Bonuses count"), BONUS, "M7.3"),
)


def choices() -> tuple[Choice, ...]:
    """What the host chooses."""
    return tuple(
        Choice(name, label, values, group=_WAYS, rule=rule) for name, label, values, rule in _CHOICES
    )


def read(chosen: Mapping[str, Any]) -> Options:
    """The options of the rules; what is unknown is the first of its values."""
    found = {
        name: chosen[name] if chosen.get(name) in dict(values) else values[0][0]
        for name, _label, values, _rule in _CHOICES
    }
    return msgspec.convert(found, Options)


def told(options: Options) -> list[tuple[Sentence, Sentence]]:
    """The options in words."""
    return [(label, dict(values)[getattr(options, name)]) for name, label, values, _rule in _CHOICES]
