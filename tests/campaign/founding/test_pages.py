"""V0.2, V1.10, V10.1: who may open which page, and what the pages cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.counting import counted
from tests.story import campaign as story
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from flask import Flask

MOST_QUERIES = 12
PAGES = ("", "/players", "/rules", "/hideouts")


@pytest.mark.rule("V10.1")
def test_pages_ask_the_database_a_fixed_number_of_times(app: Flask) -> None:
    gm = account(app, "Mads")
    people = [account(app, f"Spiller {n}") for n in range(8)]
    small, _ = story.run_campaign(app, gm, *people[:2], name="Lille")
    large = story.found_campaign(app, gm, name="Stor", max_players=12)
    for person in people:
        story.join(app, large, person)
    for who in (gm, people[0]):
        device = browser(app, who)
        counts = {}
        for campaign_id in (small, large):
            for page in PAGES[:3]:
                device.get(f"/campaigns/{campaign_id}{page}")
                with counted(app) as statements:
                    assert device.get(f"/campaigns/{campaign_id}{page}").status_code == 200
                counts[campaign_id, page] = len(statements)
        for page in PAGES[:3]:
            assert counts[large, page] <= MOST_QUERIES, (page, counts)


@pytest.mark.rule("V1.10", "V11.3")
def test_every_change_of_the_gm_is_refused_to_players_strangers_and_the_logged_out(app: Flask) -> None:
    gm, ellen, jonas = (account(app, name) for name in ("Mads", "Ellen", "Jonas"))
    campaign_id = story.found_campaign(app, gm)
    seat, other = story.join(app, campaign_id, ellen), story.join(app, campaign_id, jonas)
    stranger = account(app, "Otto")
    of_gm = [
        "found/gold",
        "delete",
        "invitations",
        "link",
        "link/revoke",
        "open-hideouts",
        "start",
        "finish",
        "rules",
        f"seats/{other}/remove",
        f"seats/{other}/withdraw",
        f"seats/{other}/invite-again",
        f"seats/{other}/deputy",
        f"seats/{other}/hand-over",
        f"seats/{other}/give",
        f"seats/{other}/personal-link",
        f"seats/{other}/arms",
        f"seats/{other}/hideouts",
    ]
    for path in of_gm:
        url = f"/campaigns/{campaign_id}/{path}"
        assert send(browser(app, ellen), url).status_code == 403, path
        assert send(browser(app, stranger), url).status_code == 404, path
        assert send(app.test_client(), url).status_code == 401, path
    assert send(browser(app, stranger), f"/campaigns/{campaign_id}/invitation/accept").status_code == 404
    foreign = story.found_campaign(app, stranger, name="En anden")
    for path in ("remove", "deputy", "arms"):
        url = f"/campaigns/{foreign}/seats/{seat}/{path}"
        assert send(browser(app, stranger), url).status_code == 404, path


@pytest.mark.rule("V0.2")
@pytest.mark.parametrize("page", ["", "/players"])
def test_the_campaign_says_openly_that_its_game_master_plays(app: Flask, page: str) -> None:
    gm, ellen = account(app, "Mads"), account(app, "Ellen")
    for plays in (True, False):
        campaign_id = story.found_campaign(app, gm, name="Samles", gm_plays=plays)
        story.join(app, campaign_id, ellen)
        for who in (gm, ellen):
            text = browser(app, who).get(f"/campaigns/{campaign_id}{page}").text
            assert ("The game master plays too" in text) == plays


def test_a_form_with_errors_says_once_that_it_is_refused(app: Flask) -> None:
    gm = account(app, "Mads")
    draft = story.draft_campaign(app, gm)
    url = f"/campaigns/{draft}/found/gold"
    answer = send(
        browser(app, gm), url, form_key="gold", starting_gold="many", fixed_income="-1", gold_factor="1"
    )
    assert answer.status_code == 422
    assert answer.text.count('id="refusal"') == 1
    assert "Something in the form is not right yet." in answer.text
    assert "another look" not in answer.text
    assert answer.text.count('href="#starting_gold"') == 1
    assert 'value="many"' in answer.text


@pytest.mark.rule("V0.2")
def test_pages_stand_in_every_state_for_every_reader(app: Flask) -> None:
    gm, ellen, jonas = (account(app, name) for name in ("Mads", "Ellen", "Jonas"))
    gathering = story.found_campaign(app, gm, name="Samles", gm_plays=True)
    story.join(app, gathering, ellen)
    running, _ = story.run_campaign(app, gm, ellen, jonas, name="I gang")
    for who in (gm, ellen):
        device = browser(app, who)
        for campaign_id in (gathering, running):
            for page in PAGES:
                answer = device.get(f"/campaigns/{campaign_id}{page}")
                gm_without_seat = who == gm and campaign_id == running and page == "/hideouts"
                assert answer.status_code == (404 if gm_without_seat else 200), page
                if answer.status_code == 200:
                    assert answer.text.count("<h1") == 1
