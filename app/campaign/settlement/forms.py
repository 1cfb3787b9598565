"""Reading what the forms of a settlement post: numbers, dice, and fields named after models and items."""

from __future__ import annotations

import re

from flask import request
from flask_babel import lazy_gettext as _l

from app.refusal import Refusal

_WHOLE = re.compile(r"[0-9]{1,6}", re.ASCII)


def whole(name: str) -> int:
    """A whole number of 0 or more. Raises Refusal for anything else."""
    typed = request.form.get(name, "").strip()
    if not _WHOLE.fullmatch(typed):
        raise Refusal(_l("Please type a whole number."))
    return int(typed)


def seen_version() -> int:
    """The version of the settlement or captive that the form was made for; 0, which none has, if unread."""
    typed = request.form.get("version", "")
    return int(typed) if _WHOLE.fullmatch(typed) else 0


def text(name: str) -> str:
    return request.form.get(name, "").strip()


def optional(name: str) -> str | None:
    """A choice, or None where nothing is chosen."""
    return text(name) or None


def named(prefix: str) -> dict[str, str]:
    """Fields called ``prefix`` followed by an id, by that id."""
    return {
        name.removeprefix(prefix): value.strip()
        for name, value in request.form.items()
        if name.startswith(prefix)
    }


def numbers(prefix: str) -> dict[str, int]:
    """The same as whole numbers. Raises Refusal for anything else."""
    return {key: whole(f"{prefix}{key}") for key in named(prefix)}


def dice(count: int) -> tuple[int, ...] | None:
    """The dice of the table, typed as ``die1``, ``die2`` …; None when the app is to roll (C6.5)."""
    if request.form.get("by") != "table":
        return None
    return tuple(whole(f"die{number}") for number in range(1, count + 1))
