"""Sign-up, login, logout, language: the flows and what they give away."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.models import Login, Person
from app.extensions import db
from tests.accounts.people import PASSWORD, browser, log_in, logged_in, person, send, sign_up


def test_sign_up_logs_in_and_out_and_in_again(app: Flask, client: FlaskClient) -> None:
    assert sign_up(client, "Ellen").location == "/"
    assert "Ellen" in client.get("/").text
    assert send(client, "/logout").location == "/bye"
    assert not logged_in(client)
    assert log_in(client, "ellen", stay="y").location == "/"
    assert logged_in(client)


def test_the_welcome_leads_to_the_recovery_codes(client: FlaskClient) -> None:
    sign_up(client, "<b>Ellen</b>")
    shown = client.get("/").text
    told = shown.split('class="flashes"')[1].split("</div>")[0]
    assert "Welcome, &lt;b&gt;Ellen&lt;/b&gt;." in told
    assert re.search(r'<a class="[^"]*" href="/me/codes"', told)
    assert 'class="flashes"' not in client.get("/").text


def test_the_token_is_stored_as_a_hash_and_rotates(app: Flask, client: FlaskClient) -> None:
    sign_up(client, "Ellen")
    with app.app_context():
        first = db.session.query(Login).one().token_hash
    cookie = client.get_cookie("feldtog_stay")
    assert cookie is not None
    assert first not in cookie.value
    log_in(client, "Ellen")
    with app.app_context():
        assert db.session.query(Login).one().token_hash != first, (
            "the earlier login of this browser has ended"
        )


def test_an_old_session_cookie_is_worth_nothing_after_logout(app: Flask, client: FlaskClient) -> None:
    sign_up(client, "Ellen")
    stolen = client.get_cookie("feldtog")
    stay = client.get_cookie("feldtog_stay")
    assert stolen
    assert stay
    send(client, "/logout")
    thief = app.test_client()
    thief.set_cookie("feldtog", stolen.value)
    thief.set_cookie("feldtog_stay", stay.value)
    assert not logged_in(thief)


def test_stay_logged_in_outlives_the_session(app: Flask, client: FlaskClient) -> None:
    sign_up(app.test_client(), "Ellen")
    log_in(client, "Ellen", stay="y")
    client.delete_cookie("feldtog")
    assert logged_in(client)


def test_without_stay_the_session_is_all(app: Flask, client: FlaskClient) -> None:
    sign_up(app.test_client(), "Ellen")
    log_in(client, "Ellen")
    assert client.get_cookie("feldtog_stay") is None
    client.delete_cookie("feldtog")
    assert not logged_in(client)


@pytest.mark.parametrize("taken", ["ELLEN", "Ｅllen", "Еllen", "Éllen"])
def test_a_nickname_that_looks_like_another_is_refused(app: Flask, client: FlaskClient, taken: str) -> None:
    browser(app, "Ellen")
    answer = sign_up(client, taken)
    assert answer.status_code == 422
    assert "That nickname is taken" in answer.text
    assert taken in answer.text, "what was typed stays in the form"


@pytest.mark.parametrize(
    ("nickname", "password", "email", "said"),
    [
        ("x", PASSWORD, "", "2 to 40 characters"),
        ("El\u202elen", PASSWORD, "", "invisible"),
        ("Ellen", "short", "", "at least 10"),
        ("Ellen Ellen", "ellen ellen", "", "must not be the nickname"),
        ("Ellen", "passwordpassword", "", "first that others would try"),
        ("Ellen", PASSWORD, "not an address", "does not look like an e-mail"),
        ("Ellen", PASSWORD, "a@b.dk\nBcc: c@d.dk", "does not look like an e-mail"),
        ("'; DROP TABLE person; --<script>" + "x" * 40, PASSWORD, "", "2 to 40 characters"),
    ],
)
def test_bad_sign_ups_are_told_why(
    app: Flask, client: FlaskClient, nickname: str, password: str, email: str, said: str
) -> None:
    answer = sign_up(client, nickname, password, email=email)
    assert answer.status_code == 422
    assert said in answer.text
    assert "<script>" not in answer.text.replace('<script type="module"', "")
    assert password not in answer.text or password in nickname
    with app.app_context():
        assert db.session.query(Person).count() == 0


def test_login_says_the_same_of_a_wrong_password_and_an_unknown_name(app: Flask, client: FlaskClient) -> None:
    browser(app, "Ellen")
    wrong = log_in(client, "Ellen", "not the password")
    unknown = log_in(client, "Ellem", "not the password")
    assert wrong.status_code == unknown.status_code == 422

    def bare(text: str) -> str:
        return re.sub(r'value="[^"]*"', "", text).replace("Ellem", "Ellen")

    assert bare(wrong.text) == bare(unknown.text)
    assert "do not belong together" in wrong.text


def test_the_same_sign_up_form_arriving_twice(app: Flask) -> None:
    """Both senders hold the cookie of the page, as with two taps before the first answer."""
    page = app.test_client()
    page.get("/signup")
    cookie = page.get_cookie("feldtog")
    assert cookie is not None
    answers = []
    for _ in range(2):
        tap = app.test_client()
        tap.set_cookie("feldtog", cookie.value)
        answers.append(sign_up(tap, "Ellen", request_id="one-request"))
        assert logged_in(tap)
    assert [answer.status_code for answer in answers] == [303, 303]
    with app.app_context():
        assert db.session.query(Person).count() == 1


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "\\\\evil.example",
        "/\t/evil.example",
        "/%0d%0aLocation:https://evil.example\r\n",
        "javascript:alert(1)",
        "https:evil.example",
        "/login?next=/",
        "",
    ],
)
def test_no_open_redirect(app: Flask, client: FlaskClient, target: str) -> None:
    browser(app, "Ellen")
    assert log_in(client, "Ellen", next=target).location == "/"
    assert client.get("/login", query_string={"next": target}).location == "/"
    assert send(client, "/language", lang="da", next=target).location in ("/", "/login?next=/")


def test_the_way_back_after_logging_in(app: Flask, client: FlaskClient) -> None:
    browser(app, "Ellen")
    asked = client.get("/me/password?from=1")
    assert asked.status_code == 303
    assert asked.location == "/login?next=/me/password?from%3D1"
    page = client.get(asked.location)
    assert 'value="/me/password?from=1"' in page.text
    assert log_in(client, "Ellen", next="/me/password?from=1").location == "/me/password?from=1"


def test_scripts_that_ask_are_not_led_to_the_login(client: FlaskClient) -> None:
    assert client.get("/me", headers={"Sec-Fetch-Mode": "cors"}).status_code == 401
    assert client.get("/live/versions").status_code == 401


def test_a_form_after_the_session_ended_gives_the_text_back(app: Flask, client: FlaskClient) -> None:
    answer = send(
        client, "/me/email", email="a long <b>letter</b>", password=PASSWORD, new_password="another secret"
    )
    assert answer.status_code == 401
    assert "a long &lt;b&gt;letter&lt;/b&gt;" in answer.text
    assert PASSWORD not in answer.text
    assert "another secret" not in answer.text


def test_logout_wipes_what_the_browser_keeps_where_that_is_safe(app: Flask) -> None:
    client = browser(app, "Ellen")
    plain = send(client, "/logout")
    assert "Clear-Site-Data" not in plain.headers
    log_in(client, "Ellen")
    secure = client.post("/logout", data={"request_id": "a-request"}, base_url="https://localhost")
    # The cookies of http do not go to https here, so log in there first.
    if secure.status_code == 401:
        client.post(
            "/login",
            data={"request_id": "b-request", "nickname": "Ellen", "password": PASSWORD},
            base_url="https://localhost",
        )
        secure = client.post("/logout", data={"request_id": "c-request"}, base_url="https://localhost")
    assert secure.headers["Clear-Site-Data"] == '"cache", "storage"'


def test_logout_is_no_link(app: Flask) -> None:
    client = browser(app, "Ellen")
    assert client.get("/logout").status_code == 405
    assert logged_in(client)


def test_language_for_strangers_and_for_people(app: Flask, client: FlaskClient) -> None:
    assert send(client, "/language", lang="da", next="/about").location == "/about"
    assert '<html lang="da"' in client.get("/").text
    send(client, "/language", lang="xx", next="/")
    assert '<html lang="da"' in client.get("/").text
    sign_up(client, "Ellen")
    with app.app_context():
        assert person("Ellen").language == "da"
    send(client, "/language", lang="de", next="/me")
    with app.app_context():
        assert person("Ellen").language == "de"
    assert '<html lang="de"' in client.get("/me").text
    send(client, "/logout")
    assert '<html lang="de"' in client.get("/").text, "the browser keeps the language"
