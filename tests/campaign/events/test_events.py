"""Events: what runs where and for how long, and when the GM may change it (V5)."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from app.campaign.events.models import Event
from app.campaign.events.queries import running_events
from app.campaign.states import Phase, State
from app.extensions import db
from app.journal.models import PUBLIC
from app.journal.writes import writing
from tests.campaign.map.table import Table, lay_table, words_of


def _form(table: Table, **other: Any) -> dict[str, Any]:
    whole = {
        "form_key": "event",
        "title": "Nattens masker",
        "text": "Alle bærer masker.",
        "reward": "20 guld",
        "sides_note": "",
        "place_id": table.places["Nebelmoor"],
        "duration": "1",
        "scenario": "",
        "points_limit": "",
        **other,
    }
    return {key: value for key, value in whole.items() if value is not None}


def _add(table: Table, **other: Any) -> str:
    response = table.post("Gerda", "events/new", **_form(table, **other))
    assert response.status_code == 303, words_of(response)
    with table.app.app_context():
        return db.session.execute(
            select(Event.id).where(Event.campaign_id == table.campaign_id).order_by(Event.created_at.desc())
        ).scalars().first() or ""  # fmt: skip


def _event(event_id: str) -> Event:
    return db.session.get_one(Event, event_id)


@pytest.mark.rule("V5.1")
def test_several_events_run_at_one_place_each_for_its_rounds(table: Table) -> None:
    """Added in round 2: duration 1 is round 2 alone, duration 3 is rounds 2 to 4."""
    short, long = _add(table), _add(table, title="Belejring", duration="3")
    with table.app.app_context():
        runs = {
            round_: {event.id for event in running_events(table.campaign, round_)}
            for round_ in (1, 2, 3, 4, 5)
        }
        assert runs == {1: set(), 2: {short, long}, 3: {long}, 4: {long}, 5: set()}
        row = table.rows("event.added")[0]
        assert (row.audience, row.chronicle, row.place_id) == (PUBLIC, True, table.places["Nebelmoor"])
        assert row.params == {"event": "Nattens masker", "place": "Nebelmoor", "duration": 1}
    text = words_of(table.get("Mads", f"map?place={table.places['Nebelmoor']}"))
    assert "this round only" in text
    assert "3 more rounds" in text
    assert "Reward: 20 guld" in text


@pytest.mark.rule("V5.1")
@pytest.mark.parametrize("duration", ["0", "-1", "100", "1.5", "", "two"])
def test_a_duration_is_a_number_of_rounds(table: Table, duration: str) -> None:
    refused = table.post("Gerda", "events/new", **_form(table, duration=duration))
    assert refused.status_code == 422
    assert "Alle bærer masker." in refused.text, "what was typed is kept"
    with table.app.app_context():
        assert running_events(table.campaign) == []


@pytest.mark.rule("V5.1")
def test_an_event_is_at_a_place_of_its_own_campaign_and_has_a_title(table: Table) -> None:
    foreign = lay_table(table.app, "Another").places["Nebelmoor"]
    assert table.post("Gerda", "events/new", **_form(table, place_id=foreign)).status_code == 422
    assert table.post("Gerda", "events/new", **_form(table, title="  ")).status_code == 422
    assert table.post("Gerda", "events/new", **_form(table, place_id=None)).status_code == 422


@pytest.mark.rule("V5.2", "C4.1")
def test_a_scenario_is_one_of_the_catalogue_another_mission_or_drawn(table: Table) -> None:
    page = table.page("Gerda", "events/new")
    for scenario in ("Supply Grab", "King of the Hill", "Canyon Patrol"):
        assert scenario in page
    drawn, named = _add(table), _add(table, scenario="breakthrough")
    other = _add(table, scenario="other")
    with table.app.app_context():
        assert [_event(e).scenario for e in (drawn, named, other)] == [None, "breakthrough", "other"]
    assert "The scenario is drawn once" in words_of(table.get("Mads", f"events/{drawn}"))
    text = words_of(table.get("Mads", f"events/{named}"))
    assert "Breakthrough" in text
    assert "Ice & Iron, page 24" in text.replace("&amp;", "&")
    assert "Other mission" in words_of(table.get("Mads", f"events/{other}"))
    assert table.post("Gerda", "events/new", **_form(table, scenario="chess")).status_code == 422
    silent = table.post("Gerda", "events/new", **_form(table, scenario="other", text=""))
    assert silent.status_code == 422
    assert "the text must say what to do" in words_of(silent)


@pytest.mark.rule("V5.3")
def test_light_the_beacon_says_what_the_defender_may_add(table: Table) -> None:
    sentence = "The defender may add Grunt and Warrior models at the table"
    assert sentence in words_of(table.get("Mads", f"events/{_add(table, scenario='light-the-beacon')}"))
    assert sentence not in words_of(table.get("Mads", f"events/{_add(table, scenario='supply-grab')}"))


@pytest.mark.rule("V5.4")
def test_a_locked_event_says_that_nobody_can_be_sent(table: Table) -> None:
    event_id = _add(table, locked="y")
    with table.app.app_context():
        assert _event(event_id).locked
    assert "Locked: no warband can be sent to it." in words_of(table.get("Mads", f"events/{event_id}"))
    assert "Closed: nobody can be sent here." in table.page("Mads", "map")


@pytest.mark.rule("V5.5", "V4.3")
def test_a_points_limit_only_lowers_the_warband_size(table: Table) -> None:
    """Warbands have up to 200 points here."""
    ids = {}
    for limit in ("1", "150", "200"):
        ids[limit] = _add(table, points_limit=limit)
    assert "at most 150 points" in words_of(table.get("Mads", f"events/{ids['150']}"))
    for limit in ("0", "201", "-5", "1.5", "many"):
        refused = table.post("Gerda", "events/new", **_form(table, points_limit=limit))
        assert refused.status_code == 422, limit
    assert "at most 200 points" in words_of(table.get("Mads", f"events/{_add(table)}"))


@pytest.mark.rule("V5.6")
@pytest.mark.parametrize("phase", [Phase.ORDERS, Phase.BATTLES, Phase.SETTLEMENT, Phase.DAWN])
def test_events_are_added_in_preparation_alone(table: Table, phase: Phase) -> None:
    table.move_on(phase=phase, round_=2)
    refused = table.post("Gerda", "events/new", **_form(table))
    assert refused.status_code == 422
    assert "Events are added in preparation." in words_of(refused)


@pytest.mark.rule("V5.6")
def test_texts_change_at_any_time_and_terms_in_preparation(table: Table) -> None:
    event_id = _add(table)
    url = f"events/{event_id}/edit"
    changed = table.post(
        "Gerda", url, **_form(table, version="1", duration="2", points_limit="100", locked="y")
    )
    assert changed.status_code == 303
    with table.app.app_context():
        event = _event(event_id)
        assert (event.duration, event.points_limit, event.locked, event.version) == (2, 100, True, 2)
        (row,) = table.rows("event.changed")
        assert (row.audience, row.chronicle) == (PUBLIC, False)
    table.move_on(phase=Phase.BATTLES, round_=2)
    assert 'name="duration"' not in table.page("Gerda", url)
    words = {
        "form_key": "event",
        "version": "2",
        "title": "Maskerne",
        "text": "Ny",
        "reward": "R",
        "sides_note": "S",
    }
    assert table.post("Gerda", url, **words).status_code == 303
    with table.app.app_context():
        event = _event(event_id)
        assert (event.title, event.reward, event.sides_note, event.duration) == ("Maskerne", "R", "S", 2)
    for forbidden in ({"duration": "3"}, {"place_id": table.places["Ulvedal"]}, {"scenario": "supply-grab"}):
        whole = _form(table, version="3", duration="2", points_limit="100", locked="y")
        refused = table.post("Gerda", url, **{**whole, **forbidden})
        assert refused.status_code == 422
        assert "Outside preparation only texts and the reward can change." in words_of(refused)
    stale = table.post("Gerda", url, **{**words, "title": "Late"})
    assert stale.status_code == 409


@pytest.mark.rule("V5.6")
@pytest.mark.parametrize("phase", list(Phase))
def test_an_event_ends_early_in_preparation_and_at_dawn_and_stays_in_the_history(
    table: Table, phase: Phase
) -> None:
    event_id = _add(table, duration="3")
    table.move_on(phase=phase, round_=3)
    response = table.post("Gerda", f"events/{event_id}/end")
    if phase not in (Phase.PREPARATION, Phase.DAWN):
        assert response.status_code == 422
        with table.app.app_context():
            assert _event(event_id).runs_in(3)
        return
    assert response.status_code == 303
    with table.app.app_context():
        assert running_events(table.campaign) == []
        assert _event(event_id).runs_in(2), "what was, was"
        (row,) = table.rows("event.ended")
        assert (row.audience, row.chronicle) == (PUBLIC, True)
    text = words_of(table.get("Mads", f"places/{table.places['Nebelmoor']}"))
    assert "No event is running here." in text
    assert "Nattens masker: ended early in round 3." in text
    again = table.post("Gerda", f"events/{event_id}/end")
    assert again.status_code == 422


@pytest.mark.rule("V5.6")
def test_an_ended_event_keeps_its_terms(table: Table) -> None:
    event_id = _add(table)
    table.move_on(round_=3)
    url = f"events/{event_id}/edit"
    revived = table.post("Gerda", url, **_form(table, version="1", duration="5"))
    assert revived.status_code == 422
    assert "Nattens masker" in words_of(table.get("Mads", "events"))


def test_only_who_runs_the_campaign_writes_events(table: Table) -> None:
    event_id = _add(table)
    stranger = lay_table(table.app, "Another")
    for rest in ("events/new", f"events/{event_id}/edit", f"events/{event_id}/end"):
        assert table.get("Mads", rest).status_code == 403, rest
        assert table.post("Mads", rest, **_form(table)).status_code == 403, rest
        data = {"request_id": "a-request-id-1", **_form(table)}
        assert stranger.browsers["Gerda"].post(table.url(rest), data=data).status_code == 404, rest
    for rest in ("events", f"events/{event_id}"):
        assert stranger.browsers["Gerda"].get(table.url(rest)).status_code == 404, rest
        assert "New event" not in table.page("Mads", rest)
    assert stranger.get("Gerda", f"events/{event_id}").status_code == 404, "an event of another campaign"


def test_a_finished_campaign_keeps_its_events_as_they_are(table: Table) -> None:
    event_id = _add(table)
    table.move_on(State.FINISHED)
    assert table.post("Gerda", f"events/{event_id}/end").status_code == 403
    assert "Edit the event" not in table.page("Gerda", f"events/{event_id}")


def test_a_doubled_tap_adds_one_event(table: Table) -> None:
    for _ in range(2):
        assert (
            table.post("Gerda", "events/new", request_id="the-same-id-1", **_form(table)).status_code == 303
        )
    with table.app.app_context(), writing():
        assert len(running_events(table.campaign)) == 1
