"""V1.2: the gold factor as people write decimals."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from flask_babel import format_decimal
from flask_babel import gettext as _
from wtforms import StringField
from wtforms.validators import StopValidation

_DECIMAL = re.compile(r"([0-9]{1,4})(?:[.,]([0-9]{1,2}))?")


class FactorField(StringField):
    """Gold per point, typed as 1.5 or 1,5. It is filled with hundredths (150), and once the form holds,
    ``number`` is what was typed in hundredths."""

    number: int

    def _value(self) -> str:
        given: Any = self.data
        return decimal_text(given) if isinstance(given, int) else str(given or "")

    def process_formdata(self, valuelist: list[Any]) -> None:
        self.data = valuelist[0].strip() if valuelist else ""

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002  # the shape WTForms asks for
        found = _DECIMAL.fullmatch(str(self.data))
        hundredths = int(found[1]) * 100 + int((found[2] or "").ljust(2, "0")) if found else 0
        if not 0 < hundredths <= 100_00:
            raise StopValidation(
                _("Enter a number above 0 and up to 100, with at most two decimal places, such as 1.5.")
            )
        self.number = hundredths


def decimal_text(hundredths: int) -> str:
    """150 as the reader's language writes 1.50, without needless noughts."""
    return str(format_decimal(Decimal(hundredths) / 100, format="0.##"))
