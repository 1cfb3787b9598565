"""Deleting an account: who may, what stays, what is forgotten."""

from __future__ import annotations

import pytest
from flask import Flask
from flask_babel import force_locale

from app.accounts.models import Login, Person, RecoveryCode
from app.accounts.wording import KINDS
from app.actor import Actor
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.operations import enter
from app.campaign.map.models import Map, Place
from app.campaign.states import SeatState, State
from app.extensions import db
from app.former import FormerPlayer
from app.journal.models import AuditRow
from app.journal.operations import record_private, record_public
from app.journal.writes import writing
from app.media.models import Picture
from tests.accounts.people import PASSWORD, browser, log_in, logged_in, make_campaign, person, send


def delete(app: Flask, nickname: str) -> int:
    client = app.test_client()
    log_in(client, nickname)
    return send(client, "/me/delete", password=PASSWORD).status_code


def test_it_asks_for_the_password(app: Flask) -> None:
    client = browser(app, "Ellen")
    assert send(client, "/me/delete", password="wrong").status_code == 422
    assert send(client, "/me/delete").status_code == 422
    assert logged_in(client)


def test_everything_personal_is_gone(app: Flask) -> None:
    client = browser(app, "Ellen")
    phone = app.test_client()
    log_in(phone, "Ellen")
    send(client, "/me/email", email="e@example.org", password=PASSWORD)
    send(client, "/me/codes", password=PASSWORD)
    assert send(client, "/me/delete", password=PASSWORD).location == "/bye"
    assert not logged_in(client)
    assert not logged_in(phone)
    with app.app_context():
        row = db.session.query(Person).one()
        assert (row.nickname, row.email, row.password_hash, row.language) == ("", None, None, None)
        assert "ellen" not in row.nickname_key
        assert db.session.query(Login).count() == db.session.query(RecoveryCode).count() == 0
    assert log_in(app.test_client(), "Ellen").status_code == 422
    browser(app, "Ellen")


@pytest.mark.parametrize("state", [State.GATHERING, State.HIDEOUTS, State.RUNNING])
def test_a_game_master_hands_over_or_finishes_first(app: Flask, state: State) -> None:
    browser(app, "Ellen")
    browser(app, "Mads")
    with app.app_context(), writing():
        make_campaign("Salzfurt <1>", person("Ellen"), person("Mads"), state=state)
    client = app.test_client()
    log_in(client, "Ellen")
    assert "Salzfurt &lt;1&gt;" in client.get("/me/delete").text
    answer = send(client, "/me/delete", password=PASSWORD)
    assert answer.status_code == 422
    assert "Hand it over or finish it first" in answer.text
    assert logged_in(client)


def test_a_campaign_without_anybody_else_goes_too(app: Flask) -> None:
    browser(app, "Ellen")
    with app.app_context(), writing():
        campaign = make_campaign("Alone", person("Ellen"), state=State.DRAFT)
        picture = Picture(campaign_id=campaign.id, width=1, height=1, digest="0" * 64, data=b"x")
        db.session.add(picture)
        db.session.flush()
        map_ = Map(campaign_id=campaign.id, picture_id=picture.id)
        db.session.add(map_)
        db.session.flush()
        db.session.add(Place(campaign_id=campaign.id, map_id=map_.id, name="Here", x=0.5, y=0.5))
    assert delete(app, "Ellen") == 303
    with app.app_context():
        for table in (Campaign, Seat, Map, Place, Picture):
            assert db.session.query(table).count() == 0


def test_a_seat_passes_to_the_game_master_with_everything_it_has(app: Flask) -> None:
    for name in ("Ellen", "Mads", "Jonas"):
        browser(app, name)
    with app.app_context(), writing():
        campaign = make_campaign(
            "Salzfurt", person("Ellen"), person("Mads"), person("Jonas"), round=2, phase="orders"
        )
        seat = campaign.seats[1]
        seat.is_deputy = True
        actor = Actor(person("Mads").id, seat)
        enter(seat, 40, "gold.income", campaign=campaign, actor=actor, params={"by_name": "Mads"})
        record_public(
            "battle.won",
            campaign=campaign,
            actor=actor,
            seat=seat,
            params={"name": "Mads", "loser_name": "Jonas", "sides": [{"name": "Mads", "points": 7}]},
        )
        record_private("shop.bought", campaign=campaign, actor=actor, seat=seat, params={"model": "Madsen"})
        seat_id = seat.id
    assert delete(app, "Mads") == 303
    with app.test_request_context():
        left = db.session.get(Seat, seat_id)
        assert left is not None
        assert (left.person_id, left.state, left.is_deputy) == (None, SeatState.JOINED, False)
        assert left.plays, "the GM plays on for it"
        assert str(left.name) == "former player 1"
        assert db.session.query(LedgerRow).one().amount == 40
        won = db.session.query(AuditRow).filter_by(kind="battle.won").one()
        assert won.params["name"] == FormerPlayer(1)
        assert won.params["loser_name"] == "Jonas"
        assert won.params["sides"] == [{"name": FormerPlayer(1), "points": 7}]
        assert db.session.query(AuditRow).filter_by(kind="shop.bought").one().params == {"model": "Madsen"}
        assert db.session.query(LedgerRow).one().params["by_name"] == FormerPlayer(1)
        said = db.session.query(AuditRow).filter_by(kind="accounts.left").one()
        assert said.chronicle
        assert "former player 1" in KINDS["accounts.left"](said.params)
        everything = " ".join(
            str(row) for row in db.session.execute(db.text("SELECT params, kind FROM audit_row")).all()
        )
        assert '"Mads"' not in everything


def test_former_players_are_counted_in_each_campaign_and_no_number_comes_twice(app: Flask) -> None:
    for name in ("Ellen", "Mads", "Jonas"):
        browser(app, name)
    with app.app_context(), writing():
        campaign_id = make_campaign("Salzfurt", person("Ellen"), person("Mads"), person("Jonas")).id
        make_campaign("Vinterfejden", person("Ellen"), person("Jonas"))
    delete(app, "Mads")
    with app.app_context(), writing():
        # The seat is given to somebody else.
        seat = db.session.query(Seat).filter_by(former=1).one()
        seat.former, seat.name = None, "Freja"
    delete(app, "Jonas")
    with app.app_context():
        former = {seat.campaign.name: seat.former for seat in db.session.query(Seat) if seat.former}
        assert former == {"Salzfurt": 2, "Vinterfejden": 1}
        campaign = db.session.get(Campaign, campaign_id)
        assert campaign is not None
        assert campaign.former_players == 2


def test_finished_campaigns_keep_a_former_player(app: Flask) -> None:
    browser(app, "Ellen")
    browser(app, "Mads")
    with app.app_context(), writing():
        make_campaign("Old times", person("Mads"), person("Ellen"), state=State.FINISHED)
    assert delete(app, "Mads") == 303, "a finished campaign needs no game master"
    client = app.test_client()
    log_in(client, "Ellen")
    assert "Old times" in client.get("/").text
    with app.app_context():
        assert {seat.former for seat in db.session.query(Seat)} == {1, None}
        assert db.session.query(AuditRow).count() == 0


def test_invitations_lapse(app: Flask) -> None:
    browser(app, "Ellen")
    browser(app, "Mads")
    with app.app_context(), writing():
        campaign = make_campaign("Salzfurt", person("Ellen"), person("Mads"), state=State.GATHERING)
        campaign.seats[1].state = SeatState.INVITED
    delete(app, "Mads")
    with app.app_context():
        seat = db.session.query(Seat).filter_by(is_gm=False).one()
        assert (seat.state, seat.person_id, seat.given_name) == (SeatState.LAPSED, None, "")


def test_a_former_player_is_worded_in_the_readers_language(app: Flask) -> None:
    with app.test_request_context():
        former = FormerPlayer(3)
        assert f"{former}" == str(former) == "former player 3"
        for language in ("da", "de"):
            with force_locale(language):
                assert "3" in str(former)


def test_guests_can_leave_too(app: Flask) -> None:
    from tests.accounts.test_guests import guest_link

    link = guest_link(app)
    client = app.test_client()
    send(client, link)
    assert send(client, "/me/delete").location == "/bye"
    assert app.test_client().get(link).status_code == 404
    with app.test_request_context():
        assert {str(seat.name) for seat in db.session.query(Seat)} == {
            "Master of Salzfurt",
            "former player 1",
        }
