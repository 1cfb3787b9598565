"""The form of an entry in the chronicle."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from flask_wtf.file import FileField
from wtforms import RadioField, TextAreaField
from wtforms.validators import AnyOf, Length

from app.campaign.chronicle.wording import LONGEST_ENTRY
from app.fields import options
from app.forms import Form

FOR_ALL = "all"
FOR_ME = "gm"


class EntryForm(Form):
    """V10.2, A10: text, picture, and who may read it."""

    text = TextAreaField(
        _l("Text"),
        validators=[
            Length(
                max=LONGEST_ENTRY,
                message=_l("That is too long: at most %(most)d characters.", most=LONGEST_ENTRY),
            )
        ],
        render_kw={"rows": "7", "maxlength": str(LONGEST_ENTRY)},
    )
    picture = FileField(_l("Picture"), render_kw={"accept": "image/*"})
    readers = RadioField(
        _l("Who may read it"),
        choices=options([(FOR_ALL, _l("Everybody")), (FOR_ME, _l("Only the game master"))]),
        default=FOR_ALL,
        validators=[AnyOf((FOR_ALL, FOR_ME))],
    )
