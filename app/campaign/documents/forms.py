"""What the pages for printing ask."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from wtforms import StringField
from wtforms.validators import DataRequired, Length

from app.forms import Form


class SetupForm(Form):
    """The name of a saved way to print."""

    name = StringField(
        _l("Name"),
        validators=[
            DataRequired(_l("Give it a name.")),
            Length(max=40, message=_l("That is too long: at most %(most)d characters.", most=40)),
        ],
        filters=[lambda typed: " ".join(typed.split()) if isinstance(typed, str) else typed],
        render_kw={"maxlength": "40", "autocomplete": "off"},
    )
