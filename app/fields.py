"""Fields that forms of several rooms use: whole numbers, and lists to choose from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from flask_babel import gettext as _
from wtforms import StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import StopValidation

_WHOLE = re.compile(r"[0-9]{1,9}")


class WholeField(StringField):
    """A whole number from ``least`` to ``most``; nothing but the digits 0-9 is read as one.

    Once the form holds, ``number`` is what was typed.
    """

    number: int

    def __init__(self, label: Any = None, *, least: int, most: int, **options: Any) -> None:
        super().__init__(label, **options)
        self.least, self.most = least, most

    def _value(self) -> str:
        return "" if self.data is None else str(self.data)

    def process_formdata(self, valuelist: list[Any]) -> None:
        self.data = valuelist[0].strip() if valuelist else ""

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002  # the shape WTForms asks for
        typed = str(self.data)
        if not _WHOLE.fullmatch(typed) or not self.least <= int(typed) <= self.most:
            raise StopValidation(
                _("Enter a whole number from %(least)d to %(most)d.", least=self.least, most=self.most)
            )
        self.number = int(typed)


class OptionalWholeField(WholeField):
    """A whole number or nothing; once the form holds, ``chosen`` is the number or None."""

    chosen: int | None = None

    def pre_validate(self, form: Any) -> None:
        if self.data:
            super().pre_validate(form)
            self.chosen = self.number


def options(pairs: Iterable[tuple[str, Any]]) -> list[SelectChoice]:
    """What a list or a row of radios offers, from pairs of the value sent and the words shown."""
    return [SelectChoice(value, words) for value, words in pairs]
