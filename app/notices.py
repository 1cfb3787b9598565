"""Where what an action said can lead on to.

A message that was flashed is kept as plain text, so that a repeated request is answered alike, and text is
escaped. A link therefore goes with it by name: ``flash(text, leading_on("moss", "recovery-codes"))``.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for
from flask_babel import lazy_gettext as _l

from app.refusal import Sentence

_WAYS: dict[str, tuple[Sentence, str]] = {
    "recovery-codes": (_l("Make recovery codes"), "accounts.codes"),
}


@dataclass(frozen=True)
class Notice:
    """A flashed message: its category, and the words and address of the link beside it, if it has one."""

    category: str
    link: Sentence | None = None
    url: str = ""


def leading_on(category: str, way: str) -> str:
    """The category of a message that leads on. Raises KeyError for a way that is not known."""
    _WAYS[way]
    return f"{category} {way}"


def notice(category: str) -> Notice:
    """A flashed category read back."""
    name, _space, way = category.partition(" ")
    if way not in _WAYS:
        return Notice(name)
    words, endpoint = _WAYS[way]
    return Notice(name, words, url_for(endpoint))
