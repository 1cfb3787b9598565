"""The form of a transfer."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from wtforms import StringField
from wtforms.validators import InputRequired

from app.fields import WholeField
from app.forms import Form


class TransferForm(Form):
    """To whom, and how much; that it is there is asked of the ledger."""

    to = StringField(_l("To"), validators=[InputRequired(_l("Choose who is to get the gold."))])
    gold = WholeField(_l("Gold"), least=1, most=999_999_999)
