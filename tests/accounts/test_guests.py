"""Guests: personal links, and a guest who becomes an account."""

from __future__ import annotations

import pytest
from flask import Flask

from app.accounts.models import Person
from app.accounts.operations.guests import issue_personal_link, make_guest, require_free_at_table
from app.actor import Actor
from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import SeatState, State
from app.extensions import db
from app.journal.models import AuditRow
from app.journal.writes import writing
from app.refusal import Refusal
from tests.accounts.people import browser, log_in, logged_in, make_campaign, make_person, send


def guest_link(app: Flask, name: str = "Jonas", campaign_name: str = "Salzfurt") -> str:
    """A campaign with a guest's seat; the address of the guest's personal link."""
    with app.test_request_context(), writing():
        gm = make_person(f"Master of {campaign_name}")
        campaign = make_campaign(campaign_name, gm, state=State.GATHERING)
        guest = make_guest(name)
        seat = Seat(person_id=guest.id, name=guest.nickname, state=SeatState.JOINED)
        campaign.seats.append(seat)
        db.session.flush()
        return f"/guest/{issue_personal_link(seat, campaign=campaign, actor=Actor(gm.id, campaign.seats[0]))}"


def new_link(app: Flask, seat_name: str) -> str:
    with app.test_request_context(), writing():
        seat = db.session.query(Seat).filter_by(given_name=seat_name).one()
        campaign = seat.campaign
        return f"/guest/{issue_personal_link(seat, campaign=campaign, actor=Actor(None))}"


def test_the_link_asks_first_and_then_lets_in(app: Flask) -> None:
    link = guest_link(app)
    client = app.test_client()
    page = client.get(link)
    assert "Go in as Jonas" in page.text
    assert "Salzfurt" in page.text
    assert not logged_in(client), "looking at the link takes no seat"
    assert send(client, link).location == "/"
    assert logged_in(client)
    assert "You are here as a guest" in client.get("/me").text
    assert "Salzfurt" in client.get("/").text


def test_the_link_works_on_every_device_until_a_new_one_is_issued(app: Flask) -> None:
    link = guest_link(app)
    phone, tablet = app.test_client(), app.test_client()
    send(phone, link)
    send(tablet, link)
    assert logged_in(phone)
    assert logged_in(tablet)
    newer = new_link(app, "Jonas")
    assert not logged_in(phone)
    assert not logged_in(tablet)
    old = phone.get(link)
    assert old.status_code == 404
    assert "issues a new one" in old.text
    assert send(phone, link).status_code == 422
    assert not logged_in(phone)
    send(phone, newer)
    assert logged_in(phone)


@pytest.mark.parametrize("token", ["nothing", "x" * 43, "' OR 1=1 --"])
def test_a_wrong_link_says_plainly_what_to_do(app: Flask, token: str) -> None:
    answer = app.test_client().get(f"/guest/{token}")
    assert answer.status_code == 404
    assert "Ask your game master for a new link" in answer.text


def test_only_the_hash_of_the_link_is_kept(app: Flask) -> None:
    token = guest_link(app).removeprefix("/guest/")
    with app.app_context():
        seat = db.session.query(Seat).filter_by(given_name="Jonas").one()
        assert seat.link_hash is not None
        assert token not in seat.link_hash
        assert all(token not in str(row.params) for row in db.session.query(AuditRow))


def test_going_in_as_a_guest_logs_the_account_out_here(app: Flask) -> None:
    link = guest_link(app)
    client = browser(app, "Ellen")
    assert "You are logged in as Ellen" in client.get(link).text
    send(client, link)
    assert "Jonas" in client.get("/me").text


def test_no_personal_link_for_an_account(app: Flask) -> None:
    with app.test_request_context(), writing():
        gm = make_person("Ellen")
        campaign = make_campaign("Salzfurt", gm, make_person("Mads"))
        for seat in campaign.seats:
            with pytest.raises(Refusal):
                issue_personal_link(seat, campaign=campaign, actor=Actor(gm.id, campaign.seats[0]))


def test_a_guest_becomes_an_account_and_loses_nothing(app: Flask) -> None:
    link = guest_link(app)
    client = app.test_client()
    send(client, link)
    with app.app_context():
        before = db.session.query(Seat).filter_by(given_name="Jonas").one()
        seat_id, person_id = before.id, before.person_id
    answer = send(client, "/me/claim", nickname="Jonas K", new_password="nine brave badgers")
    assert answer.location == "/me"
    assert logged_in(client)
    with app.app_context():
        seat = db.session.get(Seat, seat_id)
        assert seat is not None
        assert (seat.person_id, seat.name, seat.link_hash) == (person_id, "Jonas K", None)
        row = db.session.query(AuditRow).filter_by(kind="accounts.claimed").one()
        assert row.params == {"name": "Jonas K", "old_name": "Jonas"}
        assert row.audience == "gm"
    assert app.test_client().get(link).status_code == 404, "the password takes the link's place"
    assert log_in(app.test_client(), "jonas k", "nine brave badgers").status_code == 303


def test_a_guest_cannot_take_a_name_that_is_taken(app: Flask) -> None:
    link = guest_link(app)
    browser(app, "Ellen")
    client = app.test_client()
    send(client, link)
    answer = send(client, "/me/claim", form_key="claim", nickname="ÉLLEN", new_password="nine brave badgers")
    assert answer.status_code == 422
    assert "That nickname is taken" in answer.text
    with app.app_context():
        assert db.session.query(Person).filter_by(guest=True).one().nickname == "Jonas"


def test_a_guest_does_not_become_the_namesake_of_another_player(app: Flask) -> None:
    link = guest_link(app)
    with app.test_request_context(), writing():
        campaign = db.session.query(Campaign).one()
        other = make_guest("Mette")
        campaign.seats.append(Seat(person_id=other.id, name="Mette", state=SeatState.JOINED))
    client = app.test_client()
    send(client, link)
    answer = send(client, "/me/claim", form_key="claim", nickname="mette", new_password="nine brave badgers")
    assert answer.status_code == 422
    assert "at this table" in answer.text
    assert log_in(app.test_client(), "mette", "nine brave badgers").status_code == 422


def test_two_tables_may_each_have_a_guest_of_one_name_but_one_table_may_not(app: Flask) -> None:
    guest_link(app, "Jonas", "Salzfurt")
    guest_link(app, "Jonas", "Vinterfejden")
    with app.app_context():
        campaign = db.session.query(Campaign).filter_by(name="Salzfurt").one()
        with pytest.raises(Refusal):
            require_free_at_table(campaign, "JONAS")
        require_free_at_table(campaign, "Mette")


def test_guests_have_no_password_to_log_in_with(app: Flask) -> None:
    guest_link(app)
    for nickname in ("Jonas", "guest:"):
        assert log_in(app.test_client(), nickname, "").status_code == 422
    client = app.test_client()
    send(client, new_link(app, "Jonas"))
    assert client.get("/me/password").status_code == 404
