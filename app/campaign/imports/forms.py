"""Reading what the import's forms send."""

from __future__ import annotations

import re

from werkzeug.datastructures import MultiDict

_TAKE = re.compile(r"take-(\d{1,4})")
_CARD = re.compile(r"card-(\d{1,4})")


def lines_taken(form: MultiDict[str, str]) -> list[int]:
    """The numbers of the lines that are ticked."""
    return [int(found[1]) for name in form if (found := _TAKE.fullmatch(name))]


def cards_chosen(form: MultiDict[str, str]) -> dict[int, str]:
    """Which card a line means, by its number, where somebody said so."""
    return {int(found[1]): key for name, key in form.items() if key and (found := _CARD.fullmatch(name))}
