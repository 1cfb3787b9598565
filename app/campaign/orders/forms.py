"""Forms of orders."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from wtforms import HiddenField, TextAreaField
from wtforms.validators import InputRequired, Length

from app.forms import Form


class SendForm(Form):
    """A warband and its target; ``event`` is empty for the place itself. ``stamp`` is the line-up's."""

    warband = HiddenField(validators=[InputRequired(), Length(max=13)])
    place = HiddenField(validators=[InputRequired(), Length(max=13)])
    event = HiddenField(validators=[Length(max=13)])
    stamp = HiddenField(validators=[InputRequired(), Length(max=16)])


class RevokeForm(Form):
    """V11.1: every undoing has a reason, which its player reads."""

    reason = TextAreaField(_l("Reason"), validators=[InputRequired(_l("Say why.")), Length(max=500)])
