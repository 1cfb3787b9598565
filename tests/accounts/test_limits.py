"""Guessing is limited by address and by nickname; forms need their token."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from app.extensions import db, limiter
from tests.accounts.people import PASSWORD, log_in, send, sign_up
from tests.conftest import testing_config as settings


@pytest.fixture
def guarded(app: Flask, database_url: str, tmp_path: Path) -> Iterator[Flask]:
    """The app with its rate limits on."""
    made = create_app(settings(database_url, tmp_path, rate_limits=True))
    with made.app_context():
        limiter.reset()
    yield made
    with made.app_context():
        limiter.reset()
        db.engine.dispose()
    # The extensions are shared: the app of the other tests takes its own setting back.
    limiter.init_app(app)


def at(app: Flask, address: str) -> FlaskClient:
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return client


def test_ten_wrong_passwords_from_one_address_are_enough(guarded: Flask) -> None:
    sign_up(at(guarded, "10.0.0.1"), "Ellen")
    thief = at(guarded, "10.0.0.2")
    answers = [log_in(thief, "Ellen", f"guess number {n}").status_code for n in range(12)]
    assert answers == [422] * 10 + [429] * 2
    assert log_in(thief, "ＥＬＬＥＮ", "a look-alike").status_code == 429
    assert log_in(thief, "Mads", "another name").status_code == 422
    assert log_in(at(guarded, "10.0.0.1"), "Ellen").status_code == 303, "the owner is not locked out"


def test_one_nickname_is_not_guessed_from_many_addresses(guarded: Flask) -> None:
    answers = [
        log_in(at(guarded, f"10.0.{n // 10}.1"), "Ellen", f"guess number {n}").status_code for n in range(101)
    ]
    assert answers[99] == 422
    assert answers[100] == 429


def test_one_address_does_not_try_many_names(guarded: Flask) -> None:
    thief = at(guarded, "10.0.0.2")
    answers = [log_in(thief, f"Name {n}", "one guess each").status_code for n in range(61)]
    assert answers[59] == 422
    assert answers[60] == 429


def test_good_logins_cost_nothing(guarded: Flask) -> None:
    sign_up(at(guarded, "10.0.0.1"), "Ellen")
    assert {log_in(at(guarded, "10.0.0.1"), "Ellen").status_code for _ in range(15)} == {303}


def test_recovery_codes_are_not_guessed(guarded: Flask) -> None:
    thief = at(guarded, "10.0.0.2")
    answers = [
        send(thief, "/recover", nickname="Ellen", code=f"AAAA-{n}", new_password=PASSWORD).status_code
        for n in range(11)
    ]
    assert answers == [422] * 10 + [429]


def test_forms_need_their_token(app: Flask, database_url: str, tmp_path: Path) -> None:
    made = create_app(settings(database_url, tmp_path, extra={"WTF_CSRF_ENABLED": True}))
    client = made.test_client()
    assert sign_up(client, "Ellen").status_code == 409
    page = client.get("/signup").text
    (token,) = set(re.findall(r'name="csrf_token" value="([^"]+)"', page))
    assert sign_up(client, "Ellen", csrf_token=token).status_code == 303
    assert (
        send(client, "/me/email", email="typed@example.org", csrf_token=token, password=PASSWORD).status_code
        == 409
    )
    with made.app_context():
        db.engine.dispose()
