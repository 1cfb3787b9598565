"""Forms of events."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, HiddenField, SelectField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, ValidationError

from app.fields import OptionalWholeField, WholeField
from app.forms import Form

LONGEST_TITLE = 80
LONGEST_TEXT = 8000


def _one_line(typed: Any) -> Any:
    return " ".join(typed.split()) if isinstance(typed, str) else typed


def _whole_text(typed: Any) -> Any:
    return typed.replace("\r\n", "\n").strip() if isinstance(typed, str) else typed


def _too_long(most: int) -> Length:
    return Length(max=most, message=_l("That is too long: at most %(most)d characters.", most=most))


def _text(label: Any, rows: int, description: Any = "") -> TextAreaField:
    return TextAreaField(
        label,
        validators=[_too_long(LONGEST_TEXT)],
        filters=[_whole_text],
        description=description,
        render_kw={"rows": str(rows)},
    )


class EventWordsForm(Form):
    """The texts of an event; they may change at any time (V5.6)."""

    title = StringField(
        _l("Title"),
        validators=[InputRequired(_l("An event needs a title.")), _too_long(LONGEST_TITLE)],
        filters=[_one_line],
        render_kw={"maxlength": str(LONGEST_TITLE), "autocomplete": "off"},
    )
    text = _text(_l("Text"), 5, _l("What the players read. With “Other mission” it says what to do."))
    reward = _text(_l("Reward"), 2)
    sides_note = _text(
        _l("With more than two sides"),
        2,
        _l("How the scenario works and who attacks when three or more warbands meet."),
    )
    version = HiddenField()

    def validate_title(self, field: StringField) -> None:
        if not field.data or not field.data.isprintable():
            raise ValidationError(_("An event needs a title that can be read."))


class EventForm(EventWordsForm):
    """A whole event, in preparation (V5.1)."""

    place_id = SelectField(_l("Place"), choices=[], validate_choice=False)
    duration = WholeField(
        _l("Duration in rounds"),
        least=1,
        most=99,
        description=_l("Counted from the round in which it was added: 1 is that round alone."),
    )
    scenario = SelectField(_l("Scenario"), choices=[], validate_choice=False)
    points_limit = OptionalWholeField(_l("Points limit"), least=1, most=100000)
    locked = BooleanField(_l("Locked: no warband can be sent to it"))
