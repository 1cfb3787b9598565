"""V11.7: the page of news says what waits and what happened, counts it, and knows no secret of others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.accounts.models import Person
from app.accounts.operations.leaving import delete_account
from app.campaign.founding.models import Seat
from app.campaign.letters.operations import send as send_letter
from app.campaign.rounds import operations as rounds
from app.campaign.states import Phase, SeatState
from app.campaign.transfers.operations import transfer
from app.extensions import db
from app.journal.models import AuditRow
from app.journal.operations import record_private
from app.journal.writes import writing
from app.news.kinds import PUBLIC_KINDS, UNTOLD
from app.news.models import NewsMark
from app.wording import wordings
from tests.counting import counted
from tests.story import campaign as story
from tests.story import games, orders, pacts
from tests.story.people import send

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

    from tests.story.sealed import Table

CANARY = "Kanariefuglen"


def news(client: FlaskClient) -> str:
    """What the page of news says, without keys that are drawn for each page."""
    page = client.get("/news").text
    main = page[page.index("<main") : page.index("</main>")]
    return re.sub(r'name="(request_id|csrf_token)" value="[^"]*"', "", main)


def read_all(client: FlaskClient) -> int:
    named = re.findall(r'name="upto" value="([^"]+)"', news(client))
    return send(client, "/news/read", upto=named).status_code


def switch_to_orders(table: Table) -> None:
    with story.change(table.app, table.campaign) as (campaign, _gm, actor):
        rounds.switch(Phase.ORDERS, campaign=campaign, actor=actor)


def badge(client: FlaskClient, url: str) -> str | None:
    """The number at the tab of the news."""
    page = client.get(url).text
    found = re.search(r'<a class="navlink" href="/news[^"]*".*?</a>', page, re.S)
    assert found is not None
    count = re.search(r"</span>(\d+)</span>", found[0])
    return count[1] if count else None


@pytest.mark.rule("V11.7")
def test_news_are_counted_at_home_and_in_the_tab_until_they_are_read(table: Table) -> None:
    mads = table.at("Mads")
    assert read_all(mads) == 303
    assert badge(mads, table.url("/map")) is None
    switch_to_orders(table)
    send(table.at("Karla"), table.url("/clock/pause"), form_key="pause", reason="")
    page = news(mads)
    assert page.count(">new<") == 2, "the switch to orders and the pause"
    assert "Send your warbands" in page, "what waits stands above what happened"
    assert badge(mads, table.url("/map")) == "2"
    assert badge(mads, "/") == "2"
    assert "2 unread pieces of news" in mads.get("/").text
    assert badge(table.at("Karla"), table.url("/map")) != "2", "what Karla did herself is no news to her"
    assert read_all(mads) == 303
    assert ">new<" not in news(mads)
    assert badge(mads, table.url("/map")) is None
    assert "The campaign is paused." in news(mads), "what was read can be read again"


@pytest.mark.rule("V11.7")
def test_what_is_secret_is_no_news_of_others_in_word_number_or_version(table: Table) -> None:
    """Ellen gives an order, concludes an alliance with Mads, writes to him and sends him gold."""
    app, campaign = table.app, table.campaign
    ellen, mads = table.seats["Ellen"], table.seats["Mads"]
    band = orders.warband(app, campaign, ellen, CANARY)
    event = orders.event(app, campaign, "Salzfurt", "Karavanen")
    orders.at_phase(app, campaign, Phase.ORDERS)
    others = ("Friederike", "Karla")
    before = {name: news(table.at(name)) for name in others}
    badges = {name: badge(table.at(name), table.url("/map")) for name in others}
    versions = table.versions("Friederike")
    mine = news(table.at("Mads"))
    pacts.conclude(app, campaign, ellen, event, mads)
    with story.change(app, campaign, ellen) as (found, seat, actor):
        receiver = db.session.get_one(Seat, mads)
        send_letter(CANARY, receiver, answers=None, campaign=found, seat=seat, actor=actor)
        transfer(receiver, 7, campaign=found, seat=seat, actor=actor)
    assert {name: news(table.at(name)) for name in others} == before
    orders.order(table.at("Ellen"), campaign, ellen, band, story.place_id(app, campaign, "Gråkloster"))
    assert news(table.at("Friederike")) == before["Friederike"]
    assert {name: badge(table.at(name), table.url("/map")) for name in others} == badges
    assert {key: one for key, one in table.versions("Friederike").items() if key != "gm"} == {
        key: one for key, one in versions.items() if key != "gm"
    }
    page = news(table.at("Mads"))
    assert page.count("Something sealed has come for you alone.") == 3
    assert page.count(">new<") == mine.count(">new<") + 3
    for word in (CANARY, "Karavanen", "alliance of", "7 gold"):
        assert word not in page.split("<ol")[1], word


@pytest.mark.rule("V11.7")
def test_what_the_game_master_does_at_a_seat_is_told_to_its_player_without_saying_what(table: Table) -> None:
    app, campaign, ellen = table.app, table.campaign, table.seats["Ellen"]
    read_all(table.at("Ellen"))
    before = news(table.at("Mads"))
    with story.change(app, campaign) as (found, _gm, actor):
        seat = db.session.get_one(Seat, ellen)
        record_private("warband.formed", campaign=found, actor=actor, seat=seat, params={"warband": CANARY})
    page = news(table.at("Ellen"))
    assert "Something has changed at your seat" in page
    assert CANARY not in page
    assert news(table.at("Mads")) == before


@pytest.mark.rule("V11.7")
def test_who_left_or_was_put_out_hears_no_more(table: Table) -> None:
    mads = table.at("Mads")
    with story.change(table.app, table.campaign) as (campaign, _gm, _actor):
        seat = next(one for one in campaign.seats if one.id == table.seats["Mads"])
        seat.state = SeatState.DROPPED
    assert "No tables yet" in news(mads)
    assert mads.get(f"/news?table={table.campaign}").status_code == 404
    assert send(mads, "/news/read", upto=f"{table.campaign}.abc").status_code == 404


@pytest.mark.rule("V11.7")
def test_only_ones_own_news_can_be_read_and_only_forward(table: Table) -> None:
    switch_to_orders(table)
    with table.app.app_context():
        rows = {
            row.kind: (row.key, row.seq)
            for row in db.session.scalars(
                select(AuditRow).where(AuditRow.campaign_id == table.campaign).order_by(AuditRow.seq)
            )
        }
        secret = db.session.scalars(
            select(AuditRow.key).where(AuditRow.audience == f"seat:{table.seats['Ellen']}").limit(1)
        ).one()
    mads = table.at("Mads")
    for key in (secret, "nonesuch", ""):
        assert send(mads, "/news/read", upto=f"{table.campaign}.{key}").status_code == 404
    assert send(mads, "/news/read", upto="nonesuch.nonesuch").status_code == 404
    newest, older = rows["round.switched"], rows["founding.started"]
    for key, _seq in (newest, older):
        assert send(mads, "/news/read", upto=f"{table.campaign}.{key}").status_code == 303
    with table.app.app_context():
        assert db.session.get_one(NewsMark, (table.people["Mads"], table.campaign)).upto == newest[1]


@pytest.mark.rule("V11.7")
def test_board_games_have_their_news_in_the_same_room(app: Flask) -> None:
    table = games.game_table(app, "Ellen", "Mads")
    ellen, mads = (table.people[name] for name in ("Ellen", "Mads"))
    assert "sits down at the table" in news(ellen)
    assert "The game begins." in news(mads)
    assert sum("It is your turn." in news(client) for client in (ellen, mads)) == 1
    assert badge(ellen, "/") == "3", "Mads came and took two seats"
    assert read_all(ellen) == 303
    assert badge(ellen, "/") is None


@pytest.mark.rule("V11.7")
def test_the_page_asks_as_much_for_three_tables_as_for_one(table: Table) -> None:
    app, people = table.app, table.people
    client = table.at("Ellen")
    client.get("/news")
    with counted(app) as one:
        client.get("/news")
    for _again in range(2):
        story.run_campaign(app, people["Karla"], people["Ellen"], people["Mads"])
    with counted(app) as three:
        client.get("/news")
    assert len(three) <= len(one) + 2


@pytest.mark.rule("V11.7")
def test_marks_go_with_the_account(table: Table) -> None:
    assert read_all(table.at("Mads")) == 303
    with table.app.app_context():
        assert db.session.scalars(select(NewsMark)).all()
        with writing():
            delete_account(db.session.get_one(Person, table.people["Mads"]))
        assert db.session.scalars(select(NewsMark)).all() == []


def test_every_kind_of_row_is_placed(app: Flask) -> None:
    """A new kind of public row is news or is known not to be; nothing here is a kind that does not exist."""
    with app.app_context():
        kinds = set(wordings("KINDS"))
    assert set(PUBLIC_KINDS) <= kinds
    assert kinds >= UNTOLD


@pytest.mark.rule("V11.7")
def test_a_server_without_mails_offers_none_and_keeps_what_was_chosen(table: Table) -> None:
    reader = table.at("Ellen")
    chosen = {
        "app": "turn",
        "mail": "turn",
        "mails": "digest",
        "hour": "18",
        "zone": "Europe/Berlin",
        "lead": "24",
    }
    assert send(reader, "/news/settings", **chosen).status_code == 303
    page = reader.get("/news/settings").text
    assert '<input type="checkbox" class="box" name="app"' in page
    assert '<input type="checkbox" class="box" name="mail"' not in page
    assert re.findall(r'<input type="hidden" name="mail" value="(\w+)">', page) == ["turn"]
