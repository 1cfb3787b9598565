"""A guest comes back to the table from another phone by a personal link that the host issues."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.boardgame.models import Member
from app.extensions import db
from tests.attack.pages import changes, dump
from tests.story.games import GameTable, forms, game_table
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient


def invitation(table: GameTable) -> str:
    found = re.search(r'data-copy="[^"]*(/sit/[^"]+)"', table.page("Ellen", "/table"))
    assert found is not None
    return found[1]


@pytest.fixture
def table(app: Flask) -> GameTable:
    """Ellen runs a game; Ida sits there as a guest."""
    made = game_table(app, "Ellen", "Jonas")
    made.people["Ida"] = app.test_client()
    answer = send(made.people["Ida"], invitation(made) + "/guest", form_key="guest", nickname="Ida")
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return made


def issue(table: GameTable, request_id: str | None = None) -> str:
    """The host asks for a link; the address that the page then shows, once."""
    form = next(
        one
        for one in forms(table.page("Ellen", "/table"))
        if one.url.endswith("/link") and "/members/" in one.url
    )
    assert send(table.people["Ellen"], form.url, request_id).status_code == 303
    page = table.page("Ellen", "/table")
    found = re.search(r'data-copy="[^"]*(/sit/back/[^"]+)"', page)
    assert found is not None
    assert "/sit/back/" not in table.page("Ellen", "/table"), "it is shown once"
    return found[1]


def seated(client: FlaskClient, table: GameTable) -> bool:
    return client.get(table.url("/table")).status_code == 200


def test_the_link_asks_first_and_then_lets_the_guest_in_on_another_phone(table: GameTable) -> None:
    link = issue(table)
    assert not seated(table.people["Ida"], table), "the logins before have ended"
    tablet = table.app.test_client()
    page = tablet.get(link).get_data(as_text=True)
    assert "Go in as Ida" in page
    assert not seated(tablet, table), "looking at the link takes no place"
    assert send(tablet, link).status_code == 303
    assert seated(tablet, table)
    assert "A new personal link for Ida." in table.page("Ellen", "/log")


def test_a_newer_link_ends_the_one_before(table: GameTable) -> None:
    former, newer = issue(table), issue(table)
    phone = table.app.test_client()
    assert phone.get(former).status_code == 404
    assert send(phone, former).status_code == 422
    assert not seated(phone, table)
    send(phone, newer)
    assert seated(phone, table)


def test_a_repeated_tap_shows_the_same_link(table: GameTable) -> None:
    assert issue(table, "a-request-of-ellen-1") == issue(table, "a-request-of-ellen-1")


def test_only_the_hash_is_kept_and_whoever_leaves_loses_the_link(table: GameTable) -> None:
    link = issue(table)
    token = link.rpartition("/")[2]
    assert token not in str(dump(table.app))
    phone = table.app.test_client()
    send(phone, link)
    assert send(phone, table.url("/leave")).status_code == 303
    assert table.app.test_client().get(link).status_code == 404


def test_no_link_for_an_account_nor_by_anybody_but_the_host(table: GameTable) -> None:
    with table.app.app_context():
        keys = {one.name: one.id for one in db.session.query(Member).filter_by(game_id=table.game)}
    before = dump(table.app)
    for who, member, status in (("Ellen", "Jonas", 422), ("Ellen", "Ellen", 422), ("Jonas", "Ida", 403)):
        answer = send(table.people[who], table.url(f"/members/{keys[member]}/link"))
        assert answer.status_code == status, (who, member)
    stranger = browser(table.app, account(table.app, "Fremmed"))
    assert send(stranger, table.url(f"/members/{keys['Ida']}/link")).status_code == 404
    assert {name for name in changes(before, dump(table.app)) if name.startswith("game")} == set()


@pytest.mark.parametrize("token", ["nothing", "x" * 43, "' OR 1=1 --"])
def test_a_wrong_link_says_plainly_what_to_do(app: Flask, token: str) -> None:
    answer = app.test_client().get(f"/sit/back/{token}")
    assert answer.status_code == 404
    assert "Ask the host for a new link" in answer.get_data(as_text=True)
