"""Refusals: what a player is told when the rules or the form say no."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

if TYPE_CHECKING:
    from app.forms import Form

Sentence: TypeAlias = str | LazyString


class Refusal(Exception):
    """A request that a player could make and that is refused; nothing was changed.

    ``message`` is a sentence for them, ``rule`` the id it rests on (linked to the
    rulebook) or None. The page they came from is shown again, with what they typed.
    """

    status = 422

    def __init__(self, message: Sentence, rule: str | None = None, *, form_key: str | None = None) -> None:
        super().__init__(str(rule))
        self.message = message
        self.rule = rule
        self.form_key = form_key


class Stale(Refusal):
    """The page was made before something else happened: the present state is shown."""

    status = 409


class FormRefused(Refusal):
    """A form whose fields did not hold; ``form`` carries the faults by field."""

    def __init__(self, form: Form, key: str) -> None:
        super().__init__(_l("Something in the form is not right yet."), form_key=key)
        self.form = form
