"""V11.1: whoever is concerned sees what was done, with the reason; nobody else does."""

from __future__ import annotations

import pytest

from app.campaign.company.operations import grant_gold
from app.journal.operations import record_private
from tests.campaign.chronicle.conftest import Hall

CANARY = "Kanarienvogel-Ø3"


@pytest.mark.rule("V11.1")
def test_a_player_reads_what_the_gm_did_to_them_with_the_reason(hall: Hall) -> None:
    with hall.change() as (campaign, actor, seats):
        grant_gold(seats[hall.mads], 12, "He paid for the beer", campaign=campaign, actor=actor)
        record_private(
            "order.revoked",
            campaign=campaign,
            actor=actor,
            seat=seats[hall.mads],
            params={"warband": "Hirsche"},
            reason="Sent by mistake",
        )
    page = hall.at_mads.get(hall.url(f"seats/{hall.mads}/log")).text
    assert "The game master gives Mads 12 gold: He paid for the beer" in page
    assert "The game master took back the order to Hirsche." in page
    assert "Reason: Sent by mistake" in page
    assert "Mads joins the campaign." in page, "what is public of one's own is in the log too"
    assert "Ellen joins the campaign." not in page


@pytest.mark.rule("V11.1", "V11.3")
def test_a_log_is_its_players_and_the_gms(hall: Hall) -> None:
    hall.tell_privately(hall.mads, CANARY)
    url = hall.url(f"seats/{hall.mads}/log")
    for client in (hall.at_mads, hall.at_gm, hall.at_ellen):
        assert CANARY in client.get(url).text
    assert hall.at_mads.get(hall.url(f"seats/{hall.ellen}/log")).status_code == 403
    assert CANARY not in hall.at_ellen.get(hall.url(f"seats/{hall.ellen}/log")).text
    assert hall.at_mads.get(hall.url("seats/nobody/log")).status_code == 404


@pytest.mark.rule("V11.5")
def test_what_the_gm_did_in_a_players_stead_is_marked(hall: Hall) -> None:
    params = {"warband": "Hirsche", "place": "Salzfurt", "event": None}
    with hall.change() as (campaign, actor, seats):
        record_private("order.given", campaign=campaign, actor=actor, seat=seats[hall.mads], params=params)
    assert hall.at_mads.get(hall.url(f"seats/{hall.mads}/log")).text.count("by the game master") == 1


def test_a_long_log_goes_on_page_after_page(hall: Hall) -> None:
    for number in range(70):
        hall.tell_privately(hall.mads, f"Line {number}.")
    url = hall.url(f"seats/{hall.mads}/log")
    first = hall.at_mads.get(url).text
    assert "Line 69." in first
    assert "Line 5." not in first
    older = first.split('rel="next" href="')[1].split('"')[0]
    second = hall.at_mads.get(older).text
    assert "Line 5." in second
    assert "Line 69." not in second
    assert 'rel="next"' not in second
