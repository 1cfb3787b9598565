"""Forms of times and pauses."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from wtforms import DateField, StringField, TextAreaField, TimeField
from wtforms.validators import InputRequired, Length

from app.campaign.founding.forms import whole_text
from app.forms import Form


class DeadlineForm(Form):
    """A day and an hour of a zone, as clocks there show it."""

    day = DateField(_l("Day"), validators=[InputRequired(_l("Choose a day."))])
    hour = TimeField(_l("Time"), validators=[InputRequired(_l("Choose a time."))])
    zone = StringField(_l("Time zone"), validators=[InputRequired(_l("Choose one of the time zones."))])


class PauseForm(Form):
    """The reason, which everybody reads."""

    reason = TextAreaField(
        _l("Reason"),
        validators=[Length(max=500, message=_l("That is too long: at most %(most)d characters.", most=500))],
        filters=[whole_text],
        description=_l("Everybody reads it in the banner. Not needed."),
        render_kw={"rows": "2"},
    )
