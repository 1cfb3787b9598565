"""The form of every intervention of the game master: it asks for the reason (V11.1)."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from wtforms import StringField
from wtforms.validators import InputRequired, Length

from app.forms import Form

LONGEST_REASON = 300


class ReasonForm(Form):
    """Why the game master steps in; whoever it concerns reads it."""

    reason = StringField(
        _l("Reason"),
        validators=[
            InputRequired(_l("Say why: the players concerned read it.")),
            Length(
                max=LONGEST_REASON,
                message=_l("That is too long: at most %(most)d characters.", most=LONGEST_REASON),
            ),
        ],
        filters=[lambda typed: " ".join(typed.split()) if isinstance(typed, str) else typed],
        render_kw={"maxlength": str(LONGEST_REASON), "autocomplete": "off"},
    )
