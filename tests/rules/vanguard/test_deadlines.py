"""V11.6: times of phases in a zone, with figures from the calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest

from rules.engine.refusal import IllegalAction
from rules.vanguard.deadlines import a_day_later, after_pause, check_ahead, moment_at

COPENHAGEN = ZoneInfo("Europe/Copenhagen")


@pytest.mark.rule("V11.6")
@pytest.mark.parametrize(
    ("day", "hour", "utc"),
    [
        (date(2026, 12, 1), time(20), datetime(2026, 12, 1, 19, tzinfo=UTC)),
        (date(2026, 7, 1), time(20), datetime(2026, 7, 1, 18, tzinfo=UTC)),
        # 25 October 2026: half past two comes twice, first in summer time (UTC+2).
        (date(2026, 10, 25), time(2, 30), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
    ],
)
def test_a_day_and_an_hour_are_those_of_the_zone(day: date, hour: time, utc: datetime) -> None:
    assert moment_at(day, hour, COPENHAGEN) == utc


@pytest.mark.rule("V11.6")
def test_an_hour_that_the_clocks_leave_out_is_refused() -> None:
    """29 March 2026: at two o'clock they go to three."""
    with pytest.raises(IllegalAction) as refused:
        moment_at(date(2026, 3, 29), time(2, 30), COPENHAGEN)
    assert refused.value.code == "deadline_hour_left_out"


@pytest.mark.rule("V11.6")
def test_a_time_lies_ahead_and_not_too_far() -> None:
    present = datetime(2026, 11, 30, 12, tzinfo=UTC)
    check_ahead(datetime(2026, 11, 30, 12, 1, tzinfo=UTC), present)
    for moment, code in (
        (present, "deadline_over"),
        (datetime(2028, 1, 5, tzinfo=UTC), "deadline_too_far"),
    ):
        with pytest.raises(IllegalAction) as refused:
            check_ahead(moment, present)
        assert refused.value.code == code


@pytest.mark.rule("V11.6")
def test_a_day_more_keeps_the_hour_of_the_clocks() -> None:
    """Saturday 24 October, 20:00 summer time, is 18:00 UTC; Sunday 20:00 winter time is 19:00 UTC."""
    saturday = datetime(2026, 10, 24, 18, tzinfo=UTC)
    assert a_day_later(saturday, saturday, COPENHAGEN) == datetime(2026, 10, 25, 19, tzinfo=UTC)
    thursday = datetime(2026, 10, 29, 10, tzinfo=UTC)
    assert a_day_later(saturday, thursday, COPENHAGEN) == datetime(2026, 10, 29, 19, tzinfo=UTC)


@pytest.mark.rule("V11.6")
def test_a_pause_leaves_as_much_time_as_there_was() -> None:
    """Two days and three hours of pause: Friday 20:00 becomes Sunday 23:00. What was over stays over."""
    friday = datetime(2026, 12, 4, 20, tzinfo=UTC)
    paused, resumed = datetime(2026, 12, 1, 9, tzinfo=UTC), datetime(2026, 12, 3, 12, tzinfo=UTC)
    assert after_pause(friday, paused, resumed) == datetime(2026, 12, 6, 23, tzinfo=UTC)
    assert after_pause(paused, resumed, friday) == paused
