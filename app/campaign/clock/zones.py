"""The time zones that a table can speak of, and how a moment is written in one."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from babel.dates import format_date, format_time, get_timezone_location, get_timezone_name
from flask_babel import get_locale
from flask_babel import gettext as _

from app.i18n import ZONE_OF_LANGUAGE, language, sort_key

ZONES = (
    "Europe/Copenhagen",
    "Europe/Berlin",
    "Europe/Vienna",
    "Europe/Zurich",
    "Europe/Amsterdam",
    "Europe/Athens",
    "Europe/Brussels",
    "Europe/Dublin",
    "Europe/Helsinki",
    "Europe/Lisbon",
    "Europe/London",
    "Europe/Madrid",
    "Europe/Oslo",
    "Europe/Paris",
    "Europe/Prague",
    "Europe/Rome",
    "Europe/Stockholm",
    "Europe/Warsaw",
    "Atlantic/Faroe",
    "Atlantic/Reykjavik",
    "America/Nuuk",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "Asia/Tokyo",
    "Australia/Sydney",
    "UTC",
)


def zone_for(known: str | None) -> str:
    """The zone a form begins with: the campaign's last one, else that of the reader's language."""
    return known or ZONE_OF_LANGUAGE[language()]


def zone_choices() -> list[tuple[str, str]]:
    """Zones with their places' names in the reader's language, sorted."""
    named = [(zone, str(get_timezone_location(ZoneInfo(zone), locale=get_locale()))) for zone in ZONES]
    return sorted(named, key=lambda one: sort_key(one[1]))


def in_words(moment: datetime, zone: str) -> str:
    """A moment with its day, hour and zone, the same for every reader wherever they are."""
    local = moment.astimezone(ZoneInfo(zone))
    locale = get_locale()
    return _(
        "%(day)s, %(time)s (%(zone)s)",
        day=format_date(local, "full", locale=locale),
        time=format_time(local, "short", tzinfo=ZoneInfo(zone), locale=locale),
        zone=get_timezone_name(local, width="long", locale=locale),
    )
