"""V8.21, V8.22: gold between players, of which nobody else learns."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from app.accounts.models import Person
from app.accounts.operations.leaving import delete_account
from app.campaign.founding import operations as founding
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.queries import balance
from app.campaign.states import SeatState
from app.extensions import db
from app.journal.writes import writing
from tests.story import campaign as story
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from werkzeug.test import TestResponse

    from tests.story.sealed import Table

CANARY = 37
"""Gold that stands in no other sum of these tables."""


def give(table: Table, sender: str, receiver: str, amount: object, **more: str) -> TestResponse:
    fields = {"form_key": "transfer", "to": table.seats[receiver], "gold": amount, **more}
    return send(table.at(sender), table.url("/transfer"), **fields)


def gold(table: Table, name: str) -> int:
    with table.app.app_context():
        return balance(db.session.get_one(Seat, table.seats[name]))


@pytest.mark.rule("V8.21", "V3.9")
def test_gold_goes_from_one_ledger_to_the_other_and_both_say_so(table: Table) -> None:
    """300 to start with; 37 sent leave 263, and the other has 337."""
    assert give(table, "Ellen", "Mads", CANARY).status_code == 303
    assert (gold(table, "Ellen"), gold(table, "Mads"), gold(table, "Friederike")) == (263, 337, 300)
    for name, words in (
        ("Ellen", "Sent to Mads, privately"),
        ("Mads", "Received from Ellen, privately"),
    ):
        ledger = table.at(name).get(table.url(f"/seats/{table.seats[name]}/ledger")).text
        assert words in ledger
    assert (
        "Ellen sent you 37 gold." in table.at("Mads").get(table.url(f"/seats/{table.seats['Mads']}/log")).text
    )


@pytest.mark.rule("V8.21")
@pytest.mark.parametrize(
    "typed",
    [
        *("-5", "0", "0.5", "1e9", "５", "1,5", "NaN", "", "٣", "1 000", "+5", "0x10", "∞"),
        *("301", "1000000000", "99999999999999999999"),
    ],
)
def test_what_is_no_amount_is_refused_kindly_and_kept(table: Table, typed: str) -> None:
    answer = give(table, "Ellen", "Mads", typed)
    assert answer.status_code == 422
    assert 'id="refusal"' in answer.text
    assert f'value="{typed}"' in answer.text
    assert (gold(table, "Ellen"), gold(table, "Mads")) == (300, 300)


@pytest.mark.rule("V8.21")
def test_all_one_has_can_be_sent_and_one_gold_more_cannot(table: Table) -> None:
    assert give(table, "Ellen", "Mads", 301).status_code == 422
    assert give(table, "Ellen", "Mads", " 300 ").status_code == 303
    assert (gold(table, "Ellen"), gold(table, "Mads")) == (0, 600)
    assert "You have 0 gold" in give(table, "Ellen", "Mads", 1).text


@pytest.mark.rule("V8.21")
def test_gold_goes_to_other_players_alone(table: Table) -> None:
    assert give(table, "Ellen", "Ellen", 1).status_code == 422
    assert give(table, "Ellen", "Karla", 1).status_code == 422, "the game master does not play"
    assert give(table, "Karla", "Ellen", 1).status_code == 404
    with table.app.app_context(), writing():
        db.session.get_one(Seat, table.seats["Mads"]).state = SeatState.DROPPED
    assert give(table, "Ellen", "Mads", 1).status_code == 422
    assert give(table, "Mads", "Ellen", 1).status_code == 403
    other = send(table.at("Ellen"), table.url("/transfer"), form_key="transfer", to="0123456789abc", gold=1)
    assert other.status_code == 404
    assert gold(table, "Ellen") == 300


@pytest.mark.rule("V8.22", "V3.9")
def test_nobody_else_gets_a_byte_a_sum_or_a_version_of_a_transfer(table: Table) -> None:
    """The game master too: every page they have of the two stays as it was."""
    others = {name: table.at(name) for name in ("Karla", "Friederike")}
    ellen, mads = table.seats["Ellen"], table.seats["Mads"]
    public = ("", "/map", "/chronicle", "/chronicle/standings", "/players", "/dashboard", "/dashboard/gold")
    theirs = ("/ledger", "/company", "/log", "/shop", "/warbands", "/orders")
    pages = [
        *("/", "/live/versions"),
        *(table.url(one) for one in public),
        *(table.url(f"/seats/{seat}{one}") for seat in (ellen, mads) for one in theirs),
    ]

    def read() -> dict[tuple[str, str], str]:
        marks = re.compile(r'(?:name="(?:csrf_token|request_id)" value="|nonce=")[^"]*')
        return {(name, url): marks.sub("", at.get(url).text) for name, at in others.items() for url in pages}

    answers = [others["Karla"].get(url).status_code for url in pages]
    assert answers.count(200) >= 13, dict(zip(pages, answers, strict=True))
    read()
    before, heard = read(), table.versions("Friederike", "Karla")
    assert "without private transfers" in before[("Karla", table.url(f"/seats/{ellen}/ledger"))]
    assert give(table, "Ellen", "Mads", CANARY).status_code == 303
    assert read() == before
    assert table.versions("Friederike", "Karla") == heard
    with table.app.app_context(), writing():
        db.session.get_one(Campaign, table.campaign).state = "finished"
    for name, at in others.items():
        for seat in (ellen, mads):
            # Keys of rows and tokens may hold any figure.
            page = re.sub(r"<[^>]*>", " ", at.get(table.url(f"/seats/{seat}/ledger")).text)
            assert "privately" not in page, f"{name} reads a transfer once the campaign is finished"
            assert "263" not in page
            assert "337" not in page


@pytest.mark.rule("V8.22", "V3.2")
def test_a_refusal_to_the_game_master_names_no_private_sum(table: Table) -> None:
    """Ellen has 300 - 37 = 263; the game master, who sees 300, tries to take 280."""
    give(table, "Ellen", "Mads", CANARY)
    fields = {"seat": table.seats["Ellen"], "way": "take", "amount": 280, "reason": "Steuer"}
    answer = send(table.at("Karla"), table.url("/dashboard/gold"), form_key="gold", **fields)
    assert answer.status_code == 422
    assert "has less than 280 gold" in answer.text
    assert "263" not in re.sub(r"<[^>]*>", " ", answer.text)
    assert gold(table, "Ellen") == 263


@pytest.mark.rule("V8.22")
def test_the_other_stays_secret_from_whoever_takes_over_the_seat(table: Table) -> None:
    give(table, "Ellen", "Mads", CANARY)
    with table.app.app_context(), writing():
        delete_account(db.session.get_one(Person, table.people["Mads"]))
    assert give(table, "Ellen", "Mads", 1).status_code == 422, "nobody is there to keep it secret"
    assert (
        "Sent to former player 1"
        in table.at("Ellen").get(table.url(f"/seats/{table.seats['Ellen']}/ledger")).text
    )
    new = account(table.app, "Käthe")
    with story.change(table.app, table.campaign) as (campaign, _gm, actor):
        founding.give_seat(
            db.session.get_one(Seat, table.seats["Mads"]),
            "Käthe",
            "moved away",
            campaign=campaign,
            actor=actor,
        )
    kaethe = browser(table.app, new)
    ledger = kaethe.get(table.url(f"/seats/{table.seats['Mads']}/ledger")).text
    assert "Private transfer of an earlier player" in ledger
    assert "Received from" not in ledger
    assert "337" in ledger, "the gold passes on with the seat"
    assert "sent you" not in kaethe.get(table.url(f"/seats/{table.seats['Mads']}/log")).text


@pytest.mark.rule("V9.2")
def test_a_campaign_without_the_module_has_no_transfers(table: Table) -> None:
    with story.change(table.app, table.campaign) as (campaign, _gm, _actor):
        campaign.module_transfers = False
    ellen = table.at("Ellen")
    assert "/transfer" not in ellen.get(table.url(f"/seats/{table.seats['Ellen']}/ledger")).text
    assert ellen.get(table.url("/transfer")).status_code == 404
    assert give(table, "Ellen", "Mads", 5).status_code == 404
    assert gold(table, "Ellen") == 300


@pytest.mark.rule("V8.21", "V3.2")
@pytest.mark.parametrize("same_request", [True, False])
def test_twenty_at_once_send_no_more_than_there_is(table: Table, same_request: bool) -> None:
    """Twenty times 100 of 300: three go through; as one form sent twenty times, one does."""
    clients = [table.at("Ellen") for _ in range(20)]
    start = Barrier(len(clients))

    def post(number: int) -> int:
        start.wait()
        fields = {"form_key": "transfer", "to": table.seats["Mads"], "gold": 100}
        once = "the-same-request" if same_request else None
        return send(clients[number], table.url("/transfer"), once, **fields).status_code

    with ThreadPoolExecutor(len(clients)) as pool:
        codes = sorted(pool.map(post, range(len(clients))))
    assert codes == ([303] * 20 if same_request else [303] * 3 + [422] * 17)
    assert (gold(table, "Ellen"), gold(table, "Mads")) == ((200, 400) if same_request else (0, 600))
    with table.app.app_context():
        assert db.session.execute(select(func.sum(LedgerRow.amount))).scalar_one() == 900
