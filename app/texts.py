"""Filters of the templates for what people typed and for moments."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from babel.dates import format_date, format_datetime
from flask_babel import get_timezone
from markupsafe import Markup, escape

from app.i18n import language


def paragraphs(text: str) -> Markup:
    """Plain text as paragraphs: an empty line parts two, a single line end stays one."""
    parts = [part for part in text.replace("\r\n", "\n").split("\n\n") if part.strip()]
    lines = (Markup("<br>").join(escape(line) for line in part.strip("\n").split("\n")) for part in parts)
    return Markup("").join(Markup("<p>{}</p>").format(part) for part in lines)


def moment(at: datetime) -> str:
    """A moment as the reader's language writes it, to the minute."""
    return _written(language(), at.replace(second=0, microsecond=0))


@lru_cache(maxsize=8192)
def _written(language: str, minute: datetime) -> str:
    return format_datetime(minute, "short", get_timezone(), language)


def month(said: str) -> str:
    """A month that data names in English ("January 2021"), as the reader says it; anything else as it is."""
    try:
        day = datetime.strptime(said, "%B %Y")  # noqa: DTZ007  # a month has no zone
    except ValueError:
        return said
    return str(format_date(day, "MMMM yyyy", language()))
