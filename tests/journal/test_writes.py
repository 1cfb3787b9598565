"""The way in for every change: once, whole, for the page it was meant for."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Blueprint, Flask, flash, g, redirect, request
from flask.testing import FlaskClient
from flask_login import login_required
from werkzeug.test import TestResponse

from app import create_app
from app.accounts.models import Person
from app.actor import Deed
from app.campaign.access import enter, enter_to_change
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.operations import balance
from app.campaign.gold.operations import enter as enter_gold
from app.campaign.states import Phase, SeatState
from app.extensions import db
from app.journal.models import AuditRow, RequestRecord
from app.journal.operations import record_public
from app.journal.writes import MOVED_TO, writes, writing
from tests.accounts.people import PASSWORD, browser, log_in, make_campaign, person, send
from tests.conftest import testing_config as settings


def shop() -> Blueprint:
    """A room with one button: spend some gold."""
    bp = Blueprint("purse", __name__)

    @bp.get("/campaigns/<campaign_id>/purse")
    @login_required
    def purse(campaign_id: str) -> str:
        here = enter(campaign_id)
        said = str(g.refusal.message) if g.get("refusal") else ""
        typed = g.typed.get("amount", "") if g.get("typed") else ""
        return f"{balance(here.seat)} gold, {here.campaign.stamp} [{said}] [{typed}]"

    @bp.post("/campaigns/<campaign_id>/purse")
    @login_required
    @writes(page="purse.purse")
    def spend(campaign_id: str) -> Any:
        here = enter_to_change(campaign_id, Deed.PLAY)
        amount = int(request.form["amount"])
        enter_gold(here.seat, -amount, "purse.spent", campaign=here.campaign, actor=here.actor)
        record_public("purse.spent", campaign=here.campaign, actor=here.actor, seat=here.seat)
        flash(f"Spent {amount}.", "moss")
        answer = redirect(f"/campaigns/{campaign_id}/purse?spent={amount}", 303)
        answer.headers[MOVED_TO] = str(balance(here.seat))
        return answer

    @bp.post("/campaigns/<campaign_id>/purse/anytime")
    @login_required
    @writes(page="purse.purse", any_phase=True)
    def spend_anytime(campaign_id: str) -> Any:
        here = enter_to_change(campaign_id, Deed.PLAY)
        enter_gold(here.seat, -1, "purse.spent", campaign=here.campaign, actor=here.actor)
        return redirect(f"/campaigns/{campaign_id}/purse", 303)

    @bp.post("/campaigns/<campaign_id>/purse/twice")
    @login_required
    @writes(page="purse.purse")
    def same_row_twice(campaign_id: str) -> Any:
        here = enter_to_change(campaign_id, Deed.PLAY)
        enter_gold(here.seat, -1, "purse.spent", campaign=here.campaign, actor=here.actor)
        db.session.add(Seat(campaign_id=campaign_id, person_id=here.me.person_id, name="again"))
        db.session.flush()
        return redirect("/", 303)

    return bp


@pytest.fixture
def table(
    new_database: Callable[[str | None], str], migrated: str, tmp_path: Path
) -> Iterator[tuple[Flask, str]]:
    """An app with the purse, and the id of a campaign in orders where Mads has 100 gold."""
    app = create_app(settings(new_database(migrated), tmp_path))
    app.register_blueprint(shop())
    browser(app, "Ellen")
    browser(app, "Mads")
    with app.app_context(), writing():
        campaign = make_campaign("Salzfurt", person("Ellen"), person("Mads"), round=1, phase=Phase.ORDERS)
        db.session.add(
            LedgerRow(campaign_id=campaign.id, seat_id=campaign.seats[1].id, amount=100, kind="gold.start")
        )
        campaign_id = campaign.id
    yield app, f"/campaigns/{campaign_id}/purse"
    with app.app_context():
        db.engine.dispose()


def mads(app: Flask) -> FlaskClient:
    client = app.test_client()
    assert log_in(client, "Mads").status_code == 303
    return client


def spent(app: Flask) -> tuple[int, int]:
    """How often gold was spent, and how much is left."""
    with app.app_context():
        rows = db.session.query(LedgerRow).filter_by(kind="purse.spent").count()
        return rows, balance(db.session.query(Seat).filter_by(given_name="Mads").one())


def test_one_send_one_effect(table: tuple[Flask, str]) -> None:
    app, url = table
    answer = send(mads(app), url, amount=7, seen="running.1.orders")
    assert answer.location.endswith("?spent=7")
    assert spent(app) == (1, 93)
    with app.app_context():
        row = db.session.query(AuditRow).one()
        assert (
            row.request_id
            == db.session.query(RequestRecord)
            .filter(RequestRecord.person != "")
            .order_by(RequestRecord.at.desc())
            .first()
            .request_id
        )


def test_the_same_send_again_gets_the_same_answer(table: tuple[Flask, str]) -> None:
    app, url = table
    client = mads(app)
    first = send(client, url, "a-request-id", amount=7)
    again = send(client, url, "a-request-id", amount=7)
    assert (again.status_code, again.location) == (first.status_code, first.location)
    assert spent(app) == (1, 93)
    with client.session_transaction() as session:
        assert ("moss", "Spent 7.") in session["_flashes"]


def test_what_waited_for_a_net_is_answered_with_where_to_go(table: tuple[Flask, str]) -> None:
    """The page's script sends it again after its first answer got lost on the way."""
    app, url = table
    client = mads(app)
    form = {"request_id": "a-request-id", "amount": "7"}
    assert client.post(url, data=form).status_code == 303
    again = client.post(url, data={**form, "photo": (io.BytesIO(), "")}, headers={"X-Outbox": "1"})
    assert (again.status_code, again.json) == (200, {"to": f"{url}?spent=7", "version": 93})
    assert spent(app) == (1, 93)


def test_a_repeat_tells_the_version_of_its_own_change(table: tuple[Flask, str]) -> None:
    """Not of what came later: further answers of that page must not slip past somebody else's change."""
    app, url = table
    client = mads(app)
    form, script = {"request_id": "a-request-id", "amount": "7"}, {"X-Outbox": "1"}
    first = client.post(url, data=form, headers=script)
    send(client, url, "b-request-id", amount=1)
    again = client.post(url, data=form, headers=script)
    assert first.json == again.json
    assert again.json is not None
    assert again.json["version"] == 93


def test_another_device_may_use_the_same_words_but_not_the_same_id(table: tuple[Flask, str]) -> None:
    app, url = table
    client, other = mads(app), mads(app)
    send(client, url, "a-request-id", amount=7)
    assert send(other, url, "a-request-id", amount=7).location.endswith("?spent=7")
    assert spent(app) == (1, 93)
    send(other, url, "b-request-id", amount=7)
    assert spent(app) == (2, 86)


def test_the_same_id_with_another_body_is_stale(table: tuple[Flask, str]) -> None:
    app, url = table
    client = mads(app)
    send(client, url, "a-request-id", amount=7)
    answer = send(client, url, "a-request-id", amount=8)
    assert answer.status_code == 409
    assert "already sent with something else" in answer.text
    assert answer.text.startswith("93 gold"), "the present state is shown"
    assert answer.headers["Cache-Control"] == "no-store"
    assert spent(app) == (1, 93)


def test_request_ids_belong_to_their_person(table: tuple[Flask, str]) -> None:
    app, url = table
    send(mads(app), url, "a-request-id", amount=7)
    ellen = app.test_client()
    log_in(ellen, "Ellen")
    assert send(ellen, url, "a-request-id", amount=7).status_code == 403, "not the answer that Mads got"


def test_what_was_sent_is_not_kept_in_a_form_that_can_be_guessed(table: tuple[Flask, str]) -> None:
    """The kept hash needs the server's key: without it nobody can try passwords against it."""
    import hashlib

    app, _ = table
    client = app.test_client()
    log_in(client, "Mads", request_id="a-request-id")
    digest = hashlib.sha256(b"/login")
    for pair in sorted({"nickname": ["Mads"], "password": [PASSWORD], "form_key": ["login"]}.items()):
        digest.update(repr(pair).encode())
    with app.app_context():
        kept = {row.body_hash for row in db.session.query(RequestRecord)}
    assert kept
    assert digest.hexdigest() not in kept


@pytest.mark.parametrize(
    "request_id", ["", "short", "x" * 65, "a b c d e f g", "../../../etc", "идентификатор"]
)
def test_without_a_proper_request_id_nothing_happens(table: tuple[Flask, str], request_id: str) -> None:
    app, url = table
    answer = mads(app).post(url, data={"request_id": request_id, "amount": 7})
    assert answer.status_code == 400
    assert spent(app) == (0, 100)


def test_the_id_may_come_as_a_header(table: tuple[Flask, str]) -> None:
    app, url = table
    mads(app).post(url, data={"amount": 7}, headers={"X-Request-Id": "from-a-script"})
    assert spent(app) == (1, 93)


@pytest.mark.rule("V3.2")
def test_a_refusal_changes_nothing_and_keeps_what_was_typed(table: tuple[Flask, str]) -> None:
    app, url = table
    client = mads(app)
    answer = send(client, url, "a-request-id", amount=101)
    assert answer.status_code == 422
    assert answer.text.startswith("100 gold")
    assert "That costs 101 gold, and there is 100." in answer.text
    assert "[101]" in answer.text
    with app.app_context():
        assert db.session.query(AuditRow).count() == 0
        assert db.session.query(RequestRecord).filter_by(request_id="a-request-id").count() == 0
    assert send(client, url, "a-request-id", amount=100).status_code == 303, "a refused id is free again"


@pytest.mark.rule("V2.7")
def test_a_form_of_another_phase_is_stale(table: tuple[Flask, str]) -> None:
    app, url = table
    client = mads(app)
    with app.app_context(), writing():
        db.session.query(Campaign).one().phase = Phase.BATTLES
    answer = send(client, url, amount=7, seen="running.1.orders")
    assert answer.status_code == 409
    assert "has moved on" in answer.text
    assert "running.1.battles" in answer.text
    assert spent(app) == (0, 100)
    assert send(client, f"{url}/anytime", seen="running.1.orders").status_code == 303
    assert send(client, url, amount=7, seen="running.1.battles").status_code == 303


def test_a_clash_of_rows_is_told_as_such_and_undone(table: tuple[Flask, str]) -> None:
    app, url = table
    answer = send(mads(app), f"{url}/twice")
    assert answer.status_code == 409
    assert "Somebody else was quicker" in answer.text
    assert spent(app) == (0, 100)


def at_once(
    clients: list[FlaskClient], act: Callable[[FlaskClient, int], TestResponse]
) -> list[TestResponse]:
    """All clients act at the same moment, each in a thread of its own."""
    barrier = threading.Barrier(len(clients))
    answers: list[TestResponse] = []

    def go(client: FlaskClient, number: int) -> None:
        barrier.wait(timeout=30)
        answers.append(act(client, number))

    threads = [threading.Thread(target=go, args=(client, n)) for n, client in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert len(answers) == len(clients)
    return answers


def twins(app: Flask, count: int) -> list[FlaskClient]:
    """Browsers that share one login, as the tabs and taps of one phone do."""
    first = mads(app)
    cookie = first.get_cookie("feldtog")
    assert cookie is not None
    clients = [app.test_client() for _ in range(count)]
    for client in clients:
        client.set_cookie("feldtog", cookie.value)
    return clients


def test_twenty_sends_at_once_have_one_effect(table: tuple[Flask, str]) -> None:
    app, url = table
    answers = at_once(twins(app, 20), lambda client, n: send(client, url, "a-request-id", amount=7))
    assert {(answer.status_code, answer.location) for answer in answers} == {(303, f"{url}?spent=7")}
    assert spent(app) == (1, 93)


@pytest.mark.rule("V3.2")
def test_twenty_different_sends_at_once_never_overdraw(table: tuple[Flask, str]) -> None:
    app, url = table
    answers = at_once(twins(app, 20), lambda client, n: send(client, url, amount=30))
    assert sorted(answer.status_code for answer in answers) == [303] * 3 + [422] * 17
    assert spent(app) == (3, 10)


def test_twenty_sign_ups_of_one_name_at_once_make_one_account(table: tuple[Flask, str]) -> None:
    app, _ = table
    spellings = ["Freja", "FREJA", "Ｆreja", "Fréja"]

    def sign_up(client: FlaskClient, n: int) -> TestResponse:
        return send(client, "/signup", nickname=spellings[n % 4], new_password="nine brave badgers")

    answers = at_once([app.test_client() for _ in range(20)], sign_up)
    assert sorted(answer.status_code for answer in answers)[0] == 303
    assert [answer.status_code for answer in answers].count(303) == 1
    with app.app_context():
        assert db.session.query(Person).filter_by(nickname_key="freja").count() == 1


def test_what_happened_before_is_read_again_inside_the_change(table: tuple[Flask, str]) -> None:
    app, _ = table
    with app.app_context():
        seat = db.session.query(Seat).filter_by(given_name="Mads").one()
        with writing():
            seat.state = SeatState.DROPPED
        assert db.session.query(Seat).filter_by(given_name="Mads").one().state == SeatState.DROPPED
        with pytest.raises(ValueError, match="stop"):
            _rejoin_and_stop()
        assert db.session.query(Seat).filter_by(given_name="Mads").one().state == SeatState.DROPPED


def _rejoin_and_stop() -> None:
    with writing():
        db.session.query(Seat).filter_by(given_name="Mads").one().state = SeatState.JOINED
        raise ValueError("stop")
