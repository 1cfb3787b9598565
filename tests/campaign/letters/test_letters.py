"""V8.23: letters are the sender's and the receiver's, and nobody else's."""

from __future__ import annotations

import io
import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader
from sqlalchemy import func, select

from app.accounts.models import Person
from app.accounts.operations.leaving import delete_account
from app.campaign.founding import operations as founding
from app.campaign.founding.models import Campaign, Seat
from app.campaign.letters.models import Letter
from app.campaign.states import SeatState
from app.extensions import db
from app.journal.writes import writing
from tests.counting import counted
from tests.story import campaign as story
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

    from tests.story.sealed import Table

CANARY = "Kanariefuglen Æbleskive synger ved Gråkloster"


def write(table: Table, sender: str, receiver: str, text: str = CANARY, **more: str) -> TestResponse:
    fields = {"form_key": "letter", "to": table.seats[receiver], "text": text, **more}
    return send(table.at(sender), table.url("/letters"), **fields)


def only_letter(table: Table) -> Letter:
    with table.app.app_context():
        letter = db.session.execute(select(Letter)).scalar_one()
        db.session.expunge(letter)
        return letter


def opened(table: Table, name: str, letter: Letter) -> str:
    """Break the seal as that person; the letter's page."""
    client = table.at(name)
    answer = send(client, table.url(f"/letters/{letter.id}/open"))
    assert answer.status_code == 303
    return client.get(answer.location).text


@pytest.mark.rule("V8.23")
def test_a_letter_comes_sealed_is_opened_read_and_answered(table: Table) -> None:
    assert write(table, "Ellen", "Mads", f"{CANARY}\n\nEllen").status_code == 303
    letter = only_letter(table)
    mads = table.at("Mads")
    closed = mads.get(table.url("/letters")).text
    assert "From Ellen · round 1, Preparation" in closed
    assert CANARY not in closed
    assert CANARY not in mads.get(table.url(f"/letters/{letter.id}")).text, "the seal is whole"
    assert mads.get(table.url(f"/letters/{letter.id}/letter.pdf")).status_code == 404
    page = opened(table, "Mads", letter)
    assert CANARY in page
    assert f"to={table.seats['Ellen']}" in page
    answer = mads.get(table.url(f"/letters/write?to={table.seats['Ellen']}&answers={letter.id}")).text
    assert CANARY in answer, "what one answers stands beside the answer"
    assert write(table, "Mads", "Ellen", "Ja.", answers=letter.id).status_code == 303
    assert CANARY in table.at("Ellen").get(table.url(f"/letters/{letter.id}")).text


@pytest.mark.rule("V8.23")
def test_the_tab_and_home_count_sealed_letters(table: Table) -> None:
    for number in range(3):
        write(table, "Ellen", "Mads", f"Brev {number}")
    mads = table.at("Mads")
    assert mads.get(table.url("/map")).text.count("new: </span>3<") >= 1
    assert "3 sealed letters wait for you." in mads.get("/").text
    with table.app.app_context():
        first = db.session.execute(select(Letter.id).limit(1)).scalar_one()
    send(mads, table.url(f"/letters/{first}/open"))
    assert "2 sealed letters wait for you." in mads.get("/").text
    assert "sealed letter" not in table.at("Ellen").get("/").text


@pytest.mark.rule("V8.23")
def test_nobody_else_gets_a_byte_a_count_or_a_version_of_a_letter(table: Table) -> None:
    """Not the game master either: every page they have stays as it was, and so do their versions."""
    others = {name: table.at(name) for name in ("Karla", "Friederike")}
    seats = table.seats
    pages = (
        "/", table.url(), table.url("/map"), table.url("/letters"), table.url("/chronicle"),
        table.url("/players"), table.url("/dashboard"), table.url(f"/seats/{seats['Mads']}/log"),
        table.url(f"/seats/{seats['Ellen']}/log"), table.url(f"/seats/{seats['Mads']}/company/ledger"),
        "/live/versions",
    )  # fmt: skip

    def read() -> dict[tuple[str, str], str]:
        marks = re.compile(r'(?:name="(?:csrf_token|request_id)" value="|nonce=")[^"]*|data-versions="[^"]*"')
        return {(name, url): marks.sub("", at.get(url).text) for name, at in others.items() for url in pages}

    read()
    before, heard = read(), table.versions("Friederike", "Karla")
    assert write(table, "Ellen", "Mads").status_code == 303
    letter = only_letter(table)
    opened(table, "Mads", letter)
    assert read() == before
    assert table.versions("Friederike", "Karla") == heard
    for at in others.values():
        for url in (f"/letters/{letter.id}", f"/letters/{letter.id}/letter.pdf"):
            assert at.get(table.url(url)).status_code == 404
        assert send(at, table.url(f"/letters/{letter.id}/open")).status_code == 404
        assert CANARY not in at.get(table.url(f"/letters/write?answers={letter.id}")).text
    moved = table.versions("Ellen", "Mads")
    assert all(version for audience, version in moved.items() if audience.startswith("seat:"))


@pytest.mark.rule("V8.23")
def test_the_letter_stays_closed_to_whoever_takes_over_the_seat(table: Table) -> None:
    """A seat that is given to somebody else brings no letters along; the old name becomes a number."""
    write(table, "Ellen", "Mads")
    letter = only_letter(table)
    with table.app.app_context(), writing():
        delete_account(db.session.get_one(Person, table.people["Mads"]))
    assert "Nobody sits in the place of former player 1" in write(table, "Ellen", "Mads", "Nochmal").text
    new = account(table.app, "Käthe")
    with story.change(table.app, table.campaign) as (campaign, _gm, actor):
        seat = db.session.get_one(Seat, table.seats["Mads"])
        founding.give_seat(seat, "Käthe", "moved away", campaign=campaign, actor=actor)
    kaethe = browser(table.app, new)
    assert "sealed letter" not in kaethe.get("/").text
    assert kaethe.get(table.url(f"/letters/{letter.id}")).status_code == 404
    own = table.at("Ellen").get(table.url(f"/letters/{letter.id}")).text
    assert "Letter to former player 1" in own
    assert "Käthe" not in own


@pytest.mark.rule("V8.23", "V0.1")
def test_a_dropped_player_reads_and_writes_no_more_and_a_finished_campaign_is_only_read(table: Table) -> None:
    write(table, "Ellen", "Mads")
    letter = only_letter(table)
    with table.app.app_context(), writing():
        db.session.get_one(Seat, table.seats["Mads"]).state = SeatState.DROPPED
    assert CANARY in opened(table, "Mads", letter)
    assert write(table, "Mads", "Ellen").status_code == 403
    assert write(table, "Ellen", "Mads").status_code == 422
    with table.app.app_context(), writing():
        db.session.get_one(Campaign, table.campaign).state = "finished"
    refused = write(table, "Ellen", "Friederike", "Zu spät")
    assert refused.status_code == 422
    assert "letters can be read, and none are sent" in refused.text
    for name in ("Karla", "Friederike"):
        assert table.at(name).get(table.url(f"/letters/{letter.id}")).status_code == 404


@pytest.mark.rule("V8.23")
def test_a_refused_letter_keeps_every_word(table: Table) -> None:
    long = "Æ" * 20001
    answer = write(table, "Ellen", "Mads", long)
    assert answer.status_code == 422
    assert long in answer.text
    assert f'value="{table.seats["Mads"]}" selected' in answer.text
    for text in ("", "  \n "):
        assert write(table, "Ellen", "Mads", text).status_code == 422
    assert write(table, "Ellen", "Ellen", "Til mig").status_code == 422
    assert write(table, "Ellen", "Mads", "Æ" * 20000).status_code == 303


@pytest.mark.rule("V8.23")
def test_a_letter_sent_while_the_phase_changes_arrives(table: Table) -> None:
    with story.change(table.app, table.campaign) as (campaign, _gm, _actor):
        stamp = campaign.stamp
        campaign.phase = "orders"
    assert write(table, "Ellen", "Mads", seen=stamp).status_code == 303


@pytest.mark.rule("V9.2")
def test_a_campaign_without_the_module_has_no_letters(table: Table) -> None:
    with story.change(table.app, table.campaign) as (campaign, _gm, _actor):
        campaign.module_messages = False
    client = table.at("Ellen")
    assert "/letters" not in client.get(table.url()).text
    assert client.get(table.url("/letters")).status_code == 404
    assert client.get(table.url("/letters/write")).status_code == 404
    assert write(table, "Ellen", "Mads").status_code == 404
    with table.app.app_context():
        assert db.session.execute(select(func.count()).select_from(Letter)).scalar_one() == 0


@pytest.mark.rule("V8.23")
def test_a_letter_sent_twice_or_by_ten_devices_at_once_is_sent_once(table: Table) -> None:
    clients = [table.at("Ellen") for _ in range(10)]
    start = Barrier(len(clients))

    def post(number: int) -> int:
        start.wait()
        fields = {"form_key": "letter", "to": table.seats["Mads"], "text": CANARY}
        return send(clients[number], table.url("/letters"), "one-and-the-same-id", **fields).status_code

    with ThreadPoolExecutor(len(clients)) as pool:
        assert list(pool.map(post, range(len(clients)))) == [303] * 10
    only_letter(table)


@pytest.mark.rule("V8.23")
def test_a_letter_is_printed_whole_in_its_readers_language(table: Table) -> None:
    lines = "\n\n".join(f"Absatz {number}: {CANARY}." for number in range(60))
    write(table, "Ellen", "Mads", lines)
    letter = only_letter(table)
    opened(table, "Mads", letter)
    with table.app.app_context(), writing():
        db.session.get_one(Person, table.people["Mads"]).language = "de"
    answer = table.at("Mads").get(table.url(f"/letters/{letter.id}/letter.pdf"))
    assert answer.mimetype == "application/pdf"
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.data)).pages)
    assert "Brief von Ellen" in text
    assert "An Mads" in text
    assert [number for number in range(60) if f"Absatz {number}:" not in text] == []


def test_the_pages_ask_little(table: Table) -> None:
    for number in range(12):
        write(table, "Ellen" if number % 2 else "Friederike", "Mads", f"Brev {number}")
    mads = table.at("Mads")
    mads.get(table.url("/letters"))
    with counted(table.app) as asked:
        mads.get(table.url("/letters"))
    assert len(asked) <= 12, asked
