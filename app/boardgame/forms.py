"""Forms of the lobby."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import StringField
from wtforms.validators import InputRequired, Length

from app.boardgame.adapter import Adapter
from app.forms import Form

LONGEST_NAME = 60


def _one_line(typed: Any) -> Any:
    return " ".join(typed.split()) if isinstance(typed, str) else typed


class GameForm(Form):
    """What is played. The game's own choices are read by ``chosen``."""

    name = StringField(
        _l("Name of the table"),
        validators=[
            InputRequired(_l("The table needs a name.")),
            Length(
                max=LONGEST_NAME,
                message=_l("That is too long: at most %(most)d characters.", most=LONGEST_NAME),
            ),
        ],
        filters=[_one_line],
        render_kw={"maxlength": str(LONGEST_NAME), "autocomplete": "off"},
    )


class GuestNameForm(Form):
    """How a guest is called."""

    nickname = StringField(
        _l("Your name at the table"),
        validators=[InputRequired(_l("Write how you are called.")), Length(max=40)],
        filters=[_one_line],
        render_kw={"maxlength": "40", "autocomplete": "nickname"},
    )


def chosen(adapter: Adapter, fields: Mapping[str, str]) -> dict[str, Any]:
    """The game's choices of a posted form; what is none of the values offered is left out."""
    found: dict[str, Any] = {}
    for choice in adapter.choices():
        value = fields.get(f"option-{choice.name}")
        if not choice.values:
            found[choice.name] = value is not None
        elif value in {key for key, _words in choice.values}:
            found[choice.name] = value
    return found


def dice_of(fields: Mapping[str, str]) -> str:
    """Who rolls: the app, or the table."""
    return "table" if fields.get("dice") == "table" else "app"
