"""Every route of a board game, for whoever does not sit at the table, and for guests of the host."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from app.columns import new_id
from tests.attack.pages import changes, dump
from tests.story.games import GameTable, game_table
from tests.story.people import account, browser

if TYPE_CHECKING:
    from flask import Flask

HOSTS = {"options", "give", "renew_link", "personal_link", "start"}
"""What the host alone may do."""
HELD = {"karkoth": "Ellen", "iron_circle": "Ellen", "vailin": "Jonas", "nerath": "Jonas"}


def addresses(table: GameTable, method: str) -> Iterator[tuple[str, str]]:
    """Endpoint and address of every route below the game, with its own keys."""
    with table.app.test_request_context():
        adapter = table.app.url_map.bind("localhost")
        for rule in table.app.url_map.iter_rules():
            if rule.rule.startswith("/games/<game_id>") and method in (rule.methods or ()):
                values = {"game_id": table.game, "code": "karkoth", "key": "0" * 12, "theme": "light"}
                values["member_id"] = "0" * 26
                wanted = {name: values[name] for name in rule.arguments}
                yield rule.endpoint.removeprefix("boardgame."), adapter.build(rule.endpoint, wanted)


@pytest.fixture
def table(app: Flask) -> GameTable:
    return game_table(app, "Ellen", "Jonas", seats=HELD)


def test_a_stranger_gets_nothing_and_changes_nothing(table: GameTable) -> None:
    stranger = browser(table.app, account(table.app, "Fremmed"))
    before = dump(table.app)
    got = {end: stranger.get(url).status_code for end, url in addresses(table, "GET")}
    sent = {
        end: stranger.post(url, data={"request_id": new_id()}).status_code
        for end, url in addresses(table, "POST")
    }
    assert len(got) > 8
    assert len(sent) > 8
    assert {end: code for end, code in {**got, **sent}.items() if code != 404} == {}
    assert changes(before, dump(table.app)) == {}


def test_nobody_gets_in_without_a_login(table: GameTable) -> None:
    nobody = table.app.test_client()
    before = dump(table.app)
    got = {end: nobody.get(url).status_code for end, url in addresses(table, "GET")}
    sent = {
        end: nobody.post(url, data={"request_id": new_id()}).status_code
        for end, url in addresses(table, "POST")
    }
    assert {end: code for end, code in got.items() if code not in (303, 401)} == {}
    assert {end: code for end, code in sent.items() if code != 401} == {}
    assert changes(before, dump(table.app)) == {}


def test_only_the_host_runs_the_table(table: GameTable) -> None:
    before = dump(table.app)
    for end, url in addresses(table, "POST"):
        if end in HOSTS:
            fields = {"request_id": new_id(), "who": "bot:easy"}
            assert table.people["Jonas"].post(url, data=fields).status_code == 403, end
    assert changes(before, dump(table.app)) == {}


MOVE = '{"type":"Move","seat":"karkoth","origin":ORIGIN,"kind":KIND,"target":TARGET}'


def move(origin: int, kind: int, target: int) -> str:
    """A move as a form carries it."""
    text = MOVE.replace("ORIGIN", str(origin)).replace("KIND", str(kind))
    return text.replace("TARGET", str(target))


@pytest.mark.parametrize(
    "action",
    [
        "",
        "x",
        "{}",
        "[]",
        "null",
        '{"type":"Move"}',
        '{"type":"Buy","seat":"karkoth","kind":99,"space":-5,"castle":1}',
        '{"type":"Play","seat":"karkoth","card":-3}',
        move(-1, 0, 0),
        move(999, 0, 3),
        move(2, 77, 4),
        move(2, -8, 4),
        move(2, 0, 10**9),
    ],
)
def test_an_action_that_is_none_is_refused(table: GameTable, action: str) -> None:
    before = table.row().seq
    answer = table.act("Ellen", seat="karkoth", action=action)
    assert answer.status_code in (409, 422)
    assert table.row().seq == before


@pytest.mark.parametrize("count", ["-1", "1.5", "x", "９", "9999999999"])
def test_counts_are_whole_numbers(table: GameTable, count: str) -> None:
    before = table.row().seq
    each = '{"type":"Move","seat":"karkoth","origin":1,"kind":0,"target":2}'
    answer = table.act("Ellen", seat="karkoth", **{"each-0": each, "count-0": count})
    assert answer.status_code == 422
    assert table.row().seq == before
