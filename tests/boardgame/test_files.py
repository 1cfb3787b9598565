"""Games as files, packs of one's own, and paper."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from app.boardgame.models import Game, GameState
from app.columns import new_id
from app.extensions import db
from rules.content import content_bytes
from rules.nerath.content import FILES
from tests.boardgame.test_table import go_on, position, to_the_dice
from tests.story.games import GameTable, game_table
from tests.story.people import account, browser

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse


@pytest.fixture
def table(app: Flask) -> GameTable:
    found = game_table(app, "Ellen", "Jonas", "Mads", "Friederike")
    go_on(found, to_the_dice, 60)
    return found


def upload(table: GameTable, who: str, told: Any) -> TestResponse:
    data = told if isinstance(told, bytes) else json.dumps(told).encode()
    return table.people[who].post(
        "/games/import",
        data={"request_id": new_id(), "file": (io.BytesIO(data), "game.json")},
        content_type="multipart/form-data",
    )


def test_an_export_of_a_running_game_holds_no_secret(table: GameTable) -> None:
    text = table.people["Jonas"].get(table.url("/export.json")).get_data(as_text=True)
    told = json.loads(text)
    _rules, state = position(table)
    assert table.row().seed not in text
    assert "draws" not in text
    assert told["view"]["hands"] == [None, list(state.hands[1]), None, None]
    assert {"decks", "pile", "treasure_pile"}.isdisjoint(told["view"])
    own = [event for entry in told["actions"] for event in entry["events"] if event["type"] == "CardDrawn"]
    assert all(event["card"] == -1 or event["realm"] == "vailin" or "seen_by" not in event for event in own)


def test_a_game_goes_on_from_its_file_with_a_new_seed(table: GameTable) -> None:
    told = json.loads(table.people["Jonas"].get(table.url("/export.json")).get_data(as_text=True))
    answer = upload(table, "Jonas", told)
    assert answer.status_code == 303, answer.get_data(as_text=True)
    other = GameTable(table.app, answer.location.split("/")[2], table.people)
    _rules, before = position(table)
    _rules, after = position(other)
    assert (after.units, after.owner, after.gold, after.points) == (
        before.units,
        before.owner,
        before.gold,
        before.points,
    )
    assert after.hands[1] == before.hands[1]
    assert other.row().seed != table.row().seed
    assert other.row().state == GameState.RUNNING
    assert "with a new seed" in other.page("Jonas", "/log")
    assert other.page("Jonas", "/replay")


@pytest.mark.parametrize("spoil", ["units", "gold", "version", "state", "view", "hands"])
def test_a_file_that_does_not_hold_is_refused(table: GameTable, spoil: str) -> None:
    told = json.loads(table.people["Jonas"].get(table.url("/export.json")).get_data(as_text=True))
    match spoil:
        case "units":
            told["view"]["units"][0] = [5, 5, 5]
        case "gold":
            told["view"]["gold"] = [-1, 0, 0, 0]
        case "version":
            told["version"] = 9999
        case "state":
            told["state"] = "finished"
        case "view":
            told["view"] = {"round": 1}
        case "hands":
            told["view"]["hands"][1] = [3, 3, 3]
    assert upload(table, "Jonas", told).status_code == 422


def test_what_is_no_file_of_a_game_is_refused(table: GameTable) -> None:
    for data in (b"", b"\x00\xff", b"[]", b"{}", b"[" * 100_000):
        assert upload(table, "Jonas", data).status_code == 422


def pack(**changes: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in changes.items():
            archive.writestr(name, text)
    return out.getvalue()


def found(app: Flask, data: bytes, who: str = "Ellen") -> TestResponse:
    client = browser(app, account(app, who))
    return client.post(
        "/games/new",
        data={
            "request_id": new_id(),
            "game": "nerath",
            "name": "Eget bræt",
            "form_key": "game",
            "pack": (io.BytesIO(data), "mit.zip"),
        },
        content_type="multipart/form-data",
    )


@pytest.mark.rule("N11.1")
def test_a_board_of_ones_own_is_played(app: Flask) -> None:
    board = content_bytes("nerath", "board.toml").decode().replace("Gnawing Pit", "Gnavehullet")
    answer = found(app, pack(**{"mit/board.toml": board}))
    assert answer.status_code == 303
    with app.app_context():
        game = db.session.get_one(Game, answer.location.split("/")[2])
        assert game.pack is not None
        assert set(game.pack["files"]) == set(FILES)
        assert "Gnavehullet" in game.pack["files"]["board.toml"]


@pytest.mark.rule("N11.1")
def test_every_fault_of_a_pack_is_told(app: Flask) -> None:
    board = content_bytes("nerath", "board.toml").decode()
    board = board.replace('borders = ["Kc", "Ke", "Kg"]', 'borders = ["Kc", "Ke"]').replace(
        'sort = "sea"', 'sort = "mud"', 1
    )
    answer = found(app, pack(**{"board.toml": board}))
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert "Da: the drawing shows a border with Kg" in page
    assert "there is no sort &#39;mud&#39;" in page
    assert (
        b"no pack"
        in browser(app, account(app, "Mads"))
        .post(
            "/games/new",
            data={
                "request_id": new_id(),
                "game": "nerath",
                "name": "x",
                "pack": (io.BytesIO(b"PK"), "a.zip"),
            },
            content_type="multipart/form-data",
        )
        .data
    )


def test_the_report_and_the_cards_are_printed(table: GameTable) -> None:
    from pypdf import PdfReader

    for rest, words in (("/report.pdf", "Ved køkkenbordet"), ("/reference.pdf", "Karkoth")):
        answer = table.people["Ellen"].get(table.url(rest))
        assert answer.mimetype == "application/pdf"
        pages = PdfReader(io.BytesIO(answer.data)).pages
        assert words in "".join(page.extract_text() for page in pages)
    # a card for each realm, each on a page of its own
    assert len(pages) == 4


def test_a_pack_of_one_file_many_times_is_not_unpacked_again_and_again(app: Flask) -> None:
    """Each copy unpacks to a thousand times its size; a broken one is no failure of the server."""
    board = content_bytes("nerath", "board.toml").decode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder in range(3):
            archive.writestr(f"{folder}/board.toml", board)
    answer = found(app, out.getvalue())
    assert answer.status_code == 422
    assert "more than once" in answer.text
    with zipfile.ZipFile(out := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("board.toml", board)
    broken = bytearray(out.getvalue())
    broken[60:200] = bytes(140)
    assert send_pack(app, bytes(broken)) == 422


def send_pack(app: Flask, data: bytes) -> int:
    return found(app, data, "Rosa").status_code
