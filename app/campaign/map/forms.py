"""Forms of the map's editor."""

from __future__ import annotations

import re
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_wtf.file import FileField
from wtforms import BooleanField, HiddenField, RadioField, SelectField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, StopValidation, ValidationError

from app.campaign.map.drawings import ICONS
from app.campaign.map.limits import LONGEST_NAME, LONGEST_TEXT, MOST_INCOME
from app.fields import WholeField, options
from app.forms import Form

_FRACTION = re.compile(r"[01](?:\.[0-9]{1,12})?(?:[eE]-[0-9]{1,2})?")
_PERCENT = re.compile(r"([0-9]{1,3})(?:[.,]([0-9]{1,2}))?")


def one_line(typed: Any) -> Any:
    """Without spaces at the ends or double ones inside."""
    return " ".join(typed.split()) if isinstance(typed, str) else typed


def whole_text(typed: Any) -> Any:
    """With the line ends of every system made alike."""
    return typed.replace("\r\n", "\n").strip() if isinstance(typed, str) else typed


def too_long(most: int) -> Length:
    return Length(max=most, message=_l("That is too long: at most %(most)d characters.", most=most))


class FractionField(HiddenField):
    """A fraction of the picture, 0 to 1, as the script writes it; once the form holds, ``number`` is it."""

    number: float

    def process_formdata(self, valuelist: list[Any]) -> None:
        self.data = valuelist[0].strip() if valuelist else ""

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002  # the shape WTForms asks for
        typed = str(self.data)
        if not _FRACTION.fullmatch(typed) or float(typed) > 1:
            raise StopValidation(_("The place must lie on the map."))
        self.number = float(typed)


class PercentField(StringField):
    """A position as people type it, in per cent of the picture. It is filled with a fraction, and once the
    form holds, ``number`` is the fraction typed, None if the form did not ask."""

    number: float | None = None

    def _value(self) -> str:
        given: Any = self.data
        return f"{round(given * 100, 2):g}" if isinstance(given, float) else str(given or "")

    def process_formdata(self, valuelist: list[Any]) -> None:
        self.data = valuelist[0].strip() if valuelist else None

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002  # the shape WTForms asks for
        if self.data is None:
            return
        found = _PERCENT.fullmatch(str(self.data))
        hundredths = int(found[1]) * 100 + int((found[2] or "").ljust(2, "0")) if found else -1
        if not 0 <= hundredths <= 100_00:
            raise StopValidation(_("Enter a number from 0 to 100."))
        self.number = hundredths / 100_00


class PlaceForm(Form):
    """What is said of a place (V1.5). A new one comes with ``x`` and ``y``."""

    name = StringField(
        _l("Name"),
        validators=[InputRequired(_l("A place needs a name.")), too_long(LONGEST_NAME)],
        filters=[one_line],
        render_kw={"maxlength": str(LONGEST_NAME), "autocomplete": "off"},
    )
    description = TextAreaField(
        _l("Description"),
        validators=[too_long(LONGEST_TEXT)],
        filters=[whole_text],
        render_kw={"rows": "3"},
    )
    income = WholeField(_l("Income per round"), least=0, most=MOST_INCOME)
    banner = BooleanField(_l("Banner: a hideout may lie here"))
    access = BooleanField(
        _l("Access from the place above"),
        description=_l("A path in both directions between that place and this one."),
    )
    icon = SelectField(_l("Drawing"), choices=options(ICONS.items()))
    gm_note = TextAreaField(
        _l("Note for the game master"),
        validators=[too_long(LONGEST_TEXT)],
        filters=[whole_text],
        description=_l("Nobody else ever sees it, not even in prints."),
        render_kw={"rows": "2"},
    )
    picture = FileField(_l("Picture"), render_kw={"accept": "image/*"})

    def validate_name(self, field: StringField) -> None:
        if not field.data or not field.data.isprintable():
            raise ValidationError(_("A place needs a name that can be read."))


class NewPlaceForm(PlaceForm):
    x = FractionField()
    y = FractionField()


class ChangedPlaceForm(PlaceForm):
    """``version`` is that of the place as the form was made; ``across`` and ``down`` its position."""

    version = HiddenField(validators=[InputRequired()])
    across = PercentField(_l("From the left, in per cent"))
    down = PercentField(_l("From the top, in per cent"))
    drop_picture = BooleanField(_l("Take the picture away"))


class MapForm(Form):
    """The campaign's map: one of ours or a picture (V1.4)."""

    shipped = RadioField(_l("Map"), choices=[], validate_choice=False)
    picture = FileField(
        _l("A picture of your own"),
        description=_l("JPEG, PNG or WebP. Places keep where they lie on the picture."),
        render_kw={"accept": "image/*"},
    )


class GiveForm(Form):
    """The game master hands a place to another owner (V11.1)."""

    owner = SelectField(_l("New owner"), choices=[], validate_choice=False)
    reason = StringField(
        _l("Reason"),
        validators=[InputRequired(_l("Say why; the players read it in the chronicle.")), too_long(300)],
        filters=[one_line],
        render_kw={"maxlength": "300"},
    )
