"""The one form of guilds: the name."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from wtforms import StringField
from wtforms.validators import InputRequired, Length

from app.forms import Form

LONGEST_NAME = 60


class FoundingForm(Form):
    """What a new guild is called (V8.1)."""

    name = StringField(
        _l("Name"),
        validators=[
            InputRequired(_l("Please type a name.")),
            Length(
                max=LONGEST_NAME,
                message=_l("That is too long: at most %(most)d characters.", most=LONGEST_NAME),
            ),
        ],
        render_kw={"maxlength": str(LONGEST_NAME), "autocomplete": "off"},
    )
