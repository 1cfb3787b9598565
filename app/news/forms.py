"""Forms of the news."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from wtforms import RadioField, SelectField
from wtforms.validators import AnyOf

from app.campaign.clock.zones import ZONES
from app.fields import options
from app.forms import Form
from app.news.kinds import Kind
from app.news.wishes import LEADS, Channel, Mails, Wishes


class SettingsForm(Form):
    """How mail comes, when, and how early reminders do; the kinds are ticked in a table of their own."""

    mails = RadioField(
        _l("Mails with news"),
        choices=options(
            [
                (Mails.OFF, _l("None")),
                (Mails.DIGEST, _l("One a day")),
                (Mails.ONCE, _l("At once")),
            ]
        ),
    )
    hour = SelectField(
        _l("Hour of the daily mail"), choices=options((str(hour), f"{hour:02}:00") for hour in range(24))
    )
    zone = SelectField(
        _l("Time zone"), validate_choice=False, validators=[AnyOf(ZONES, _l("Choose one of the time zones."))]
    )
    lead = SelectField(
        _l("Hours before the time of a phase"), choices=options((str(hours), str(hours)) for hours in LEADS)
    )

    def wishes(self, kinds: dict[Channel, frozenset[Kind]]) -> Wishes:
        """The choices of a form that holds."""
        return Wishes(
            kinds, Mails(self.mails.data), int(self.hour.data), str(self.zone.data), int(self.lead.data)
        )
