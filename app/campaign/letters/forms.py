"""The form of a letter."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from wtforms import StringField, TextAreaField
from wtforms.validators import InputRequired, Length

from app.campaign.founding.forms import whole_text
from app.forms import Form

LONGEST_LETTER = 20000


class LetterForm(Form):
    """To whom, and what; a text too long is refused whole and stays in the form."""

    to = StringField(_l("To"), validators=[InputRequired(_l("Choose to whom the courier goes."))])
    text = TextAreaField(
        _l("Your letter"),
        validators=[
            InputRequired(_l("A courier does not leave with an empty letter.")),
            Length(
                max=LONGEST_LETTER,
                message=_l(
                    "That is too long for one courier: at most %(most)d characters. Send two letters.",
                    most=LONGEST_LETTER,
                ),
            ),
        ],
        filters=[whole_text],
    )
