"""Recovery: codes on paper, links by mail."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from app.accounts import mail
from app.accounts.models import RecoveryCode
from app.extensions import db
from tests.accounts.mailbox import Mailbox
from tests.accounts.people import PASSWORD, browser, log_in, logged_in, person, send
from tests.conftest import testing_config as settings

NEW = "nine brave badgers"


def codes_of(client: FlaskClient) -> list[str]:
    assert send(client, "/me/codes", password=PASSWORD).location == "/me/codes"
    return re.findall(r"<code>([^<]+)</code>", client.get("/me/codes").text)


def test_ten_codes_are_shown_once_and_kept_as_hashes(app: Flask) -> None:
    client = browser(app, "Ellen")
    codes = codes_of(client)
    assert len(set(codes)) == 10
    assert all(re.fullmatch(r"([A-Z2-9]{4}-){3}[A-Z2-9]{4}", code) for code in codes)
    assert codes[0] not in client.get("/me/codes").text
    with app.app_context():
        kept = [row.code_hash for row in db.session.query(RecoveryCode)]
    assert len(kept) == 10
    assert not {code.replace("-", "") for code in codes} & set(kept)


def test_codes_need_the_password(app: Flask) -> None:
    assert send(browser(app, "Ellen"), "/me/codes", password="wrong").status_code == 422


def test_a_code_lets_in_once_and_ends_every_login(app: Flask) -> None:
    phone = browser(app, "Ellen")
    code = codes_of(phone)[3]
    client = app.test_client()
    typed = f" {code.lower().replace('-', ' ')} "
    answer = send(client, "/recover", nickname="ELLEN", code=typed, new_password=NEW)
    assert answer.location == "/"
    assert logged_in(client)
    assert not logged_in(phone)
    assert log_in(app.test_client(), "Ellen", NEW).status_code == 303
    again = send(
        app.test_client(), "/recover", nickname="Ellen", code=code, new_password="five lost lanterns"
    )
    assert again.status_code == 422
    assert log_in(app.test_client(), "Ellen", NEW).status_code == 303


def test_new_codes_end_the_old_ones(app: Flask) -> None:
    client = browser(app, "Ellen")
    old = codes_of(client)[0]
    assert len(codes_of(client)) == 10
    assert (
        send(app.test_client(), "/recover", nickname="Ellen", code=old, new_password=NEW).status_code == 422
    )


def test_recovery_says_the_same_of_an_unknown_name(app: Flask) -> None:
    browser(app, "Ellen")
    code = "AAAA-AAAA-AAAA-AAAA"
    answers = [
        send(app.test_client(), "/recover", nickname=name, code=code, new_password=NEW)
        for name in ("Ellen", "Nobody")
    ]
    said = [re.findall(r'role="alert".*?</div></div>', answer.text, re.S) for answer in answers]
    assert [answer.status_code for answer in answers] == [422, 422]
    assert said[0] == said[1]
    assert "do not belong together" in said[0][0]


def test_anothers_code_is_no_use(app: Flask) -> None:
    code = codes_of(browser(app, "Ellen"))[0]
    browser(app, "Mads")
    answer = send(app.test_client(), "/recover", nickname="Mads", code=code, new_password=NEW)
    assert answer.status_code == 422


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as box:
        threading.Thread(target=box.serve_forever, daemon=True).start()
        yield box
        box.shutdown()


@pytest.fixture
def mailing_app(app: Flask, database_url: str, mailbox: Mailbox, tmp_path: Path) -> Iterator[Flask]:
    config = settings(
        database_url,
        tmp_path,
        base_url="https://feldtog.example",
        smtp_url=f"smtp://127.0.0.1:{mailbox.server_address[1]}",
        mail_from="feldtog@example.org",
    )
    made = create_app(config)
    yield made
    with made.app_context():
        db.engine.dispose()


def https(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.environ_base["wsgi.url_scheme"] = "https"
    return client


def test_a_mailed_link_sets_one_new_password(mailing_app: Flask, mailbox: Mailbox) -> None:
    owner = https(mailing_app)
    send(owner, "/signup", nickname="Ægir", new_password=PASSWORD, email="aegir@example.org")
    client = https(mailing_app)
    assert "By e-mail" in client.get("/recover").text
    client.post(
        "/recover/mail",
        data={"request_id": "a-request", "account": "ægir"},
        headers={"Host": "evil.example"},
    )
    got = mailbox.mails.get(timeout=10)
    assert got["To"] == "aegir@example.org"
    text = got.get_content()
    assert "Hello Ægir" in text
    (link,) = re.findall(r"https?://\S+", text)
    assert link.startswith("https://feldtog.example/recover/"), "not from the request's Host header"
    path = link.removeprefix("https://feldtog.example")
    assert "Ægir" in client.get(path).text
    assert send(client, path, new_password="short").status_code == 422
    assert send(client, path, new_password=NEW).location == "/"
    assert logged_in(client)
    assert not logged_in(owner)
    assert client.get(path).status_code == 404, "the link has been used"
    assert send(https(mailing_app), path, new_password="five lost lanterns").status_code == 422


def test_the_link_for_nobody_answers_the_same(mailing_app: Flask, mailbox: Mailbox) -> None:
    send(https(mailing_app), "/signup", nickname="Ellen", new_password=PASSWORD, email="e@example.org")
    send(https(mailing_app), "/signup", nickname="Mads", new_password=PASSWORD)
    pages = []
    for name in ("Ellen", "Mads", "Nobody"):
        client = https(mailing_app)
        answer = send(client, "/recover/mail", account=name)
        assert answer.location == "/login"
        pages.append(re.sub(r'value="[^"]*"', "", client.get("/login").text))
    assert pages[0] == pages[1] == pages[2]
    assert "a link is on its way" in pages[0]
    assert mailbox.mails.get(timeout=10)["To"] == "e@example.org"
    assert mailbox.mails.empty()


@pytest.mark.parametrize("token", ["x", "WyJhIiwiYiJd.aaaa.bbbb", "..", "%00"])
def test_forged_links_open_nothing(app: Flask, token: str) -> None:
    assert app.test_client().get(f"/recover/{token}").status_code == 404


def test_without_mail_there_is_no_link(app: Flask) -> None:
    browser(app, "Ellen")
    client = app.test_client()
    assert "By e-mail" not in client.get("/recover").text
    assert send(client, "/recover/mail", account="Ellen").status_code == 404
    with app.app_context():
        assert person("Ellen").email is None


def test_a_mail_server_that_offers_encryption_is_told_nothing_without(
    mailing_app: Flask, mailbox: Mailbox
) -> None:
    mailbox.tls = True
    with mailing_app.app_context():
        mail.send("aegir@example.org", "Subject", "Text").join(timeout=10)
    assert mailbox.heard[:2] == ["EHLO", "STARTTLS"]
    assert not {"AUTH", "MAIL", "DATA"} & set(mailbox.heard)
    assert mailbox.taken() == []
