"""Settings: look, e-mail, password, devices."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from app.accounts.models import Login
from app.extensions import db
from tests.accounts.people import PASSWORD, browser, log_in, logged_in, person, send

NEW = "nine brave badgers"


def test_language_and_theme_are_kept(app: Flask) -> None:
    client = browser(app, "Ellen")
    send(client, "/me/appearance", language="da", theme="dark")
    assert '<html lang="da" dir="ltr" data-theme="dark"' in client.get("/me").text
    assert send(client, "/me/appearance", language="da", theme="pink").status_code == 422
    assert send(client, "/me/appearance", language="../../etc", theme="dark").status_code == 422
    with app.app_context():
        assert (person("Ellen").language, person("Ellen").theme) == ("da", "dark")


def test_changing_the_password_ends_every_other_login(app: Flask) -> None:
    phone = browser(app, "Ellen")
    laptop = app.test_client()
    log_in(laptop, "Ellen", stay="y")
    old = laptop.get_cookie("feldtog")
    assert old is not None
    answer = send(laptop, "/me/password", password=PASSWORD, new_password=NEW)
    assert answer.location == "/me"
    assert logged_in(laptop)
    assert not logged_in(phone)
    thief = app.test_client()
    thief.set_cookie("feldtog", old.value)
    assert not logged_in(thief), "the login of this browser was renewed too"
    assert log_in(app.test_client(), "Ellen").status_code == 422
    assert log_in(app.test_client(), "Ellen", NEW).status_code == 303


@pytest.mark.parametrize(
    ("password", "new", "said"),
    [
        ("not the password", NEW, "That is not your password"),
        (PASSWORD, "short", "at least 10"),
        (PASSWORD, "ellen 1234", "must not be the nickname"),
        ("", NEW, "Please type the password"),
    ],
)
def test_a_password_is_not_changed_without_reason(app: Flask, password: str, new: str, said: str) -> None:
    client = browser(app, "Ellen")
    answer = send(client, "/me/password", form_key="password", password=password, new_password=new)
    assert answer.status_code == 422
    assert said in answer.text
    assert log_in(app.test_client(), "Ellen").status_code == 303


def test_email_needs_the_password(app: Flask) -> None:
    client = browser(app, "Ellen")
    assert send(client, "/me/email", email="e@example.org", password="wrong").status_code == 422
    assert send(client, "/me/email", email="e@example.org", password=PASSWORD).status_code == 303
    with app.app_context():
        assert person("Ellen").email == "e@example.org"
    send(client, "/me/email", email="", password=PASSWORD)
    with app.app_context():
        assert person("Ellen").email is None


def test_devices_are_listed_and_ended_singly(app: Flask) -> None:
    phone = browser(app, "Ellen")
    laptop = app.test_client()
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    laptop.post(
        "/login",
        data={"request_id": "a-request", "nickname": "Ellen", "password": PASSWORD},
        headers={"User-Agent": firefox},
    )
    page = phone.get("/me").text
    assert "Firefox on Linux" in page
    (end,) = re.findall(r'action="(/me/devices/[^"]+/end)"', page)
    assert send(phone, end).status_code == 303
    assert not logged_in(laptop)
    assert logged_in(phone)


def test_nobody_ends_the_logins_of_others(app: Flask) -> None:
    browser_of_ellen = browser(app, "Ellen")
    mads = browser(app, "Mads")
    with app.app_context():
        login = db.session.query(Login).filter_by(person_id=person("Ellen").id).one()
        address = f"/me/devices/{login.id}/end"
    assert send(mads, address).status_code == 404
    assert logged_in(browser_of_ellen)


@pytest.mark.parametrize("path", ["/me", "/me/password", "/me/codes", "/me/delete"])
def test_strangers_are_asked_to_log_in(app: Flask, path: str) -> None:
    assert app.test_client().get(path).location == f"/login?next={path}"
