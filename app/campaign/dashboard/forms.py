"""Forms of the game master's interventions; each asks for the reason (V11.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import HiddenField, RadioField, SelectField, SelectMultipleField
from wtforms.validators import AnyOf, InputRequired, Length

from app.campaign.founding.models import Seat
from app.campaign.reasons import ReasonForm
from app.fields import WholeField, options
from app.i18n import sorted_by_name

GIVE, TAKE = "give", "take"
MOST_GOLD = 1_000_000
"""What can be given or taken at once."""


class GoldForm(ReasonForm):
    """V11.1: gold for a player, or from one."""

    seat = SelectField(_l("Player"), choices=[], validate_choice=False)
    way = RadioField(
        _l("What happens"),
        choices=options([(GIVE, _l("Give gold")), (TAKE, _l("Take gold"))]),
        default=GIVE,
        validators=[AnyOf((GIVE, TAKE))],
    )
    amount = WholeField(_l("Amount in gold"), least=1, most=MOST_GOLD)


class ItemAwardForm(ReasonForm):
    """V3.6: an item, also a Unique one."""

    item = SelectField(_l("Item"), choices=[], validate_choice=False, validators=[InputRequired()])


class ModelAwardForm(ReasonForm):
    """V3.6: a model of the company's faction with its options and spells by key."""

    card = HiddenField(validators=[InputRequired(), Length(max=120)])
    options = SelectMultipleField(choices=[], validate_choice=False)
    spells = SelectMultipleField(choices=[], validate_choice=False)


class PlaceForm(ReasonForm):
    """V11.1, V7.11: a place gets another owner or none."""

    place = SelectField(_l("Place"), choices=[], validate_choice=False, validators=[InputRequired()])
    owner = SelectField(_l("New owner"), choices=[], validate_choice=False)


class StandingForm(ReasonForm):
    """V11.1, V9.4: a warband stands at another place."""

    warband = SelectField(_l("Warband"), choices=[], validate_choice=False, validators=[InputRequired()])
    place = SelectField(_l("Place"), choices=[], validate_choice=False, validators=[InputRequired()])


class MemberForm(ReasonForm):
    """V11.1, V8.6: a player is taken out of a guild."""

    member = SelectField(_l("Player"), choices=[], validate_choice=False, validators=[InputRequired()])


def players(seats: Iterable[Seat]) -> list[tuple[str, Any]]:
    """Players as choices, sorted by name."""
    return [(seat.id, str(seat.name)) for seat in sorted_by_name(seats)]
