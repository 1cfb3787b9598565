"""V11.6: the time of a phase, shown with its zone; pauses; nothing switches by itself."""

from __future__ import annotations

from datetime import UTC, timedelta
from typing import TYPE_CHECKING

import pytest

from app.accounts.models import Person
from app.campaign.founding.models import Campaign
from app.columns import now
from app.extensions import db
from app.journal.writes import writing
from tests.counting import counted
from tests.story import campaign as story
from tests.story.people import send

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

    from tests.story.sealed import Table

SOON = now() + timedelta(days=9)
DAY = SOON.date().isoformat()


def set_time(table: Table, who: str = "Karla", **fields: str) -> TestResponse:
    typed = {"day": DAY, "hour": "20:00", "zone": "Europe/Copenhagen", **fields}
    return send(table.at(who), table.url("/clock"), form_key="deadline", **typed)


def stored(table: Table) -> Campaign:
    with table.app.app_context():
        campaign = db.session.get_one(Campaign, table.campaign)
        db.session.expunge(campaign)
        return campaign


@pytest.mark.rule("V11.6")
def test_everybody_reads_the_time_with_its_zone_in_their_language(table: Table) -> None:
    assert set_time(table).status_code == 303
    deadline = stored(table).deadline
    assert deadline is not None
    assert deadline.astimezone(UTC).hour in (18, 19), "20:00 in Denmark"
    with table.app.app_context(), writing():
        db.session.get_one(Person, table.people["Ellen"]).language = "da"
        db.session.get_one(Person, table.people["Mads"]).language = "de"
    assert "20.00 (" in table.at("Ellen").get(table.url("/map")).text
    page = table.at("Mads").get(table.url()).text
    assert "20:00 (Mitteleuropäische" in page
    assert "Vorbereitung bis" in page
    assert "clock" not in table.at("Mads").get(table.url("/dashboard")).text.split("<main")[0]
    assert "is to end by" in table.at("Friederike").get(table.url("/chronicle")).text


@pytest.mark.rule("V11.6")
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"day": "2020-01-01"}, "over already"),
        ({"day": "2031-01-01"}, "more than a year"),
        ({"day": "2027-03-28", "hour": "02:30"}, "left out"),
        ({"zone": "Europe/Nirgendwo"}, "Choose one of the time zones"),
        ({"zone": "../../etc/passwd"}, "Choose one of the time zones"),
        ({"day": "morgen"}, "field"),
        ({"hour": "25:61"}, "field"),
        ({"day": ""}, "Choose a day"),
    ],
)
def test_what_is_no_time_ahead_is_refused_and_kept(table: Table, fields: dict[str, str], words: str) -> None:
    answer = set_time(table, **fields)
    assert answer.status_code == 422
    assert words in answer.text
    assert stored(table).deadline is None


@pytest.mark.rule("V11.6")
def test_one_tap_gives_a_day_more_at_the_same_hour(table: Table) -> None:
    set_time(table)
    before = stored(table).deadline
    karla = table.at("Karla")
    assert "One day more" in karla.get(table.url("/map")).text
    assert send(karla, table.url("/clock/extend"), form_key="banner-extend").status_code == 303
    after = stored(table).deadline
    assert before is not None
    assert after is not None
    assert timedelta(hours=23) <= after - before <= timedelta(hours=25)


@pytest.mark.rule("V11.6", "V2.7")
def test_a_time_belongs_to_its_phase_and_switches_nothing(table: Table) -> None:
    set_time(table)
    with story.change(table.app, table.campaign) as (campaign, _gm, _actor):
        campaign.deadline = now() - timedelta(hours=1)
    page = table.at("Ellen").get(table.url()).text
    assert "The time for the phase Preparation is up." in page
    assert stored(table).phase == "preparation"
    send(table.at("Karla"), table.url("/round/switch/orders"))
    assert stored(table).phase == "orders"
    assert "is up" not in table.at("Ellen").get(table.url()).text
    assert send(table.at("Karla"), table.url("/clock/extend")).status_code == 409


@pytest.mark.rule("V11.6")
def test_a_pause_stands_over_every_page_with_its_reason_and_stops_the_clock(table: Table) -> None:
    set_time(table)
    karla, ellen = table.at("Karla"), table.at("Ellen")
    assert send(karla, table.url("/clock/pause"), form_key="pause", reason="Juleferie").status_code == 303
    for path in ("", "/map", "/chronicle", f"/seats/{table.seats['Ellen']}/company", "/players"):
        page = ellen.get(table.url(path)).text
        assert "The campaign is paused." in page
        assert "Juleferie" in page
    with story.change(table.app, table.campaign) as (campaign, _gm, _actor):
        before = campaign.deadline
        assert campaign.paused_at is not None
        campaign.paused_at -= timedelta(days=2)
    assert send(karla, table.url("/clock/pause"), form_key="pause", reason="Igen").status_code == 409
    assert send(karla, table.url("/clock/resume")).status_code == 303
    after = stored(table).deadline
    assert before is not None
    assert after is not None
    assert timedelta(days=2) <= after - before < timedelta(days=2, minutes=1)
    assert "is paused" not in ellen.get(table.url("/map")).text
    assert send(karla, table.url("/clock/resume")).status_code == 409


@pytest.mark.rule("V11.6", "V11.3")
def test_only_who_runs_the_campaign_sets_times(table: Table) -> None:
    assert set_time(table, "Ellen").status_code == 403
    for deed in ("extend", "clear", "pause", "resume"):
        assert send(table.at("Ellen"), table.url(f"/clock/{deed}")).status_code == 403
    assert table.at("Ellen").get(table.url("/clock")).status_code == 403
    with story.change(table.app, table.campaign) as (campaign, _gm, _actor):
        next(seat for seat in campaign.seats if seat.id == table.seats["Mads"]).is_deputy = True
    assert set_time(table, "Mads").status_code == 303
    assert send(table.at("Mads"), table.url("/clock/clear")).status_code == 303
    assert stored(table).deadline is None


def test_the_banner_asks_the_database_nothing(table: Table) -> None:
    ellen = table.at("Ellen")
    ellen.get(table.url("/chronicle"))
    with counted(table.app) as without:
        ellen.get(table.url("/chronicle"))
    set_time(table)
    with counted(table.app) as banner:
        ellen.get(table.url("/chronicle"))
    assert len(banner) == len(without)
