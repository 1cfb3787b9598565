"""V11.6: times for a phase, as people at a table speak of them: a day and an hour of their own zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from rules.engine.refusal import IllegalAction

_RULE = "V11.6"
LONGEST = timedelta(days=400)
"""How far ahead a time may lie."""


def moment_at(day: date, hour: time, zone: ZoneInfo) -> datetime:
    """The moment that the clocks of ``zone`` show; of an hour that comes twice, the first.

    Raises IllegalAction for an hour that the clocks leave out that night.
    """
    local = datetime.combine(day, hour, tzinfo=zone)
    moment = local.astimezone(UTC)
    if moment.astimezone(zone).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise IllegalAction(_RULE, "deadline_hour_left_out")
    return moment


def check_ahead(moment: datetime, present: datetime) -> None:
    """Raise IllegalAction for a time that is over, or further ahead than ``LONGEST``."""
    if moment <= present:
        raise IllegalAction(_RULE, "deadline_over")
    if moment - present > LONGEST:
        raise IllegalAction(_RULE, "deadline_too_far")


def a_day_later(moment: datetime, present: datetime, zone: ZoneInfo) -> datetime:
    """The same hour of the zone's clocks on the next day that lies ahead: no hour of the week drifts.

    An hour that the clocks leave out is taken as they show it afterwards.
    """
    local = moment.astimezone(zone)
    days = 1
    while True:
        later = datetime.combine(local.date() + timedelta(days=days), local.time(), tzinfo=zone).astimezone(
            UTC
        )
        if later > present:
            return later
        days += 1


def after_pause(moment: datetime, paused: datetime, resumed: datetime) -> datetime:
    """The deadline when the campaign goes on: as much time is left as when it was paused.

    One that was over by then stays where it was.
    """
    return moment + (resumed - paused) if moment > paused else moment
