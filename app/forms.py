"""What every form shares: validation that never loses what was typed.

A form has a key. When a change is refused, the page is rendered again with status
422 and the form of that key holds what was posted, with its faults.
"""

from __future__ import annotations

from typing import Any, TypeVar

from flask import g, request
from flask_wtf import FlaskForm
from werkzeug.datastructures import CombinedMultiDict, MultiDict

from app.refusal import FormRefused


class Form(FlaskForm):
    """Base of all forms. The CSRF token is checked once for every request, not per form."""

    class Meta:
        csrf = False


F = TypeVar("F", bound=Form)


def form_for(cls: type[F], key: str, **defaults: Any) -> F:
    """The form to show: as it was typed if it has just been refused, else fresh."""
    refused = g.get("refused_form")
    if refused is not None and refused[0] == key and isinstance(refused[1], cls):
        return refused[1]
    typed = g.get("typed")
    if typed is not None and typed.get("form_key") == key:
        return cls(formdata=MultiDict(typed), **defaults)
    return cls(formdata=None, **defaults)


def checked(cls: type[F], key: str, **options: Any) -> F:
    """The posted form. Raises FormRefused if a field does not hold."""
    form = cls(formdata=CombinedMultiDict([request.files, request.form]), **options)
    if not form.validate():
        raise FormRefused(form, key)
    return form
