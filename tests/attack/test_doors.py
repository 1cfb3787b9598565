"""Sessions, links, headers: what an attacker tries before there is a table to play at."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.columns import new_id, now
from app.extensions import db
from app.journal.models import RequestRecord
from app.journal.writes import writing
from tests.accounts.people import PASSWORD, log_in, sign_up
from tests.accounts.people import send as send_form
from tests.attack.conftest import Scene
from tests.attack.pages import addresses, rules
from tests.attack.world import ANNA, BO, GUEST

MUST = {
    "Content-Security-Policy": "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "///evil.example",
    "/\t/evil.example",
    "/%09/evil.example",
    "javascript:alert(1)",
    "http:evil.example",
    "/\n//evil.example",
    "https:/evil.example",
    "//localhost@evil.example/",
    "/@evil.example",
    "\x00//evil.example",
    "data:text/html,x",
    "https://localhost.evil.example/",
]


def cookie(client: FlaskClient, name: str = "feldtog") -> str:
    found = client.get_cookie(name)
    return found.value if found else ""


def with_cookies(app: Flask, **cookies: str) -> FlaskClient:
    client = app.test_client()
    for name, value in cookies.items():
        client.set_cookie(name, value)
    return client


def is_in(client: FlaskClient) -> bool:
    return client.get("/me").status_code == 200


# Pages of whoever is nobody or everybody, which may be kept: none is about a person.
KEPT = {"pwa.offline", "rulebook.contents", "rulebook.book", "rulebook.rule"}


# --- Every answer ---------------------------------------------------------------------------------


def test_every_answer_has_the_headers(stand: Callable[..., Scene]) -> None:
    """Pages, pictures, static files, errors and redirects: no frame, no sniffing, no inline script."""
    scene = stand("orders")
    wrong = []
    asked = [
        (rule.endpoint, url)
        for rule in rules(scene.app, "GET")
        for url in addresses(scene.app, rule, scene.world.mine, scene.world.seats[ANNA], most=1)[:1]
    ]
    static = next(rule for rule in scene.app.url_map.iter_rules() if rule.endpoint == "static")
    asked += [
        ("static", static.rule.replace("<path:filename>", name)) for name in ("css/base.css", "none.css")
    ]
    asked += [("nothing", "/nothing"), ("slash", "/me/"), ("odd", "/%00"), ("odd", "/campaigns/%ff%00")]
    for name in (None, ANNA):
        for endpoint, url in asked:
            answer = scene.at(name).get(url)
            policy = answer.headers.get("Content-Security-Policy", "")
            if any(part not in answer.headers.get(header, "") for header, part in MUST.items()):
                wrong.append((endpoint, answer.status_code, policy))
            if "unsafe" in policy or answer.status_code >= 500:
                wrong.append((endpoint, answer.status_code, policy))
            if answer.mimetype == "text/html":
                if re.search(r"<script(?![^>]*\bsrc=)|\son[a-z]+=\"|\sstyle=\"|javascript:", answer.text):
                    wrong.append((endpoint, "inline"))
                if "no-store" not in answer.headers.get("Cache-Control", "") and endpoint not in KEPT:
                    wrong.append((endpoint, answer.headers.get("Cache-Control")))
    assert wrong == []


def test_a_wrong_host_leads_nobody_astray(stand: Callable[..., Scene]) -> None:
    """No redirect of ours and no link on a page names the host that the request did."""
    scene = stand("gathering")
    for name in (None, ANNA):
        client = scene.at(name)
        for rule in rules(scene.app, "GET"):
            for url in addresses(scene.app, rule, scene.world.mine, scene.world.seats[ANNA], most=1)[:1]:
                answer = client.get(url, headers={"Host": "evil.example"})
                assert "evil.example" not in (answer.location or ""), rule.endpoint
                if answer.mimetype == "text/html":
                    assert "evil.example" not in answer.text, rule.endpoint


@pytest.mark.parametrize("target", ELSEWHERE)
def test_no_next_leads_to_another_site(app: Flask, target: str) -> None:
    client = app.test_client()
    sign_up(client, "Ellen")
    for answer in (
        client.get("/login", query_string={"next": target}),
        client.get("/signup", query_string={"next": target}),
        client.post("/language", data={"lang": "da", "next": target}),
        log_in(app.test_client(), "Ellen", next=target),
        sign_up(app.test_client(), f"Mads {ELSEWHERE.index(target)}", next=target),
        client.get("/enter", query_string={"link": target}),
    ):
        where = answer.location or "/"
        assert where.startswith("/"), (target, where)
        assert not re.match(r"/[/\\\s]", where), (target, where)
    asks = app.test_client().get("/login", query_string={"next": target}).text
    leads = re.findall(r'(?:name="next" value|href|action)="([^"]*)"', asks)
    assert len(leads) > 5
    assert not [lead for lead in leads if re.match(r"/[/\\]|\s*[a-z]+:", lead)]


# --- Sessions -------------------------------------------------------------------------------------


def test_a_session_given_before_the_login_is_not_the_one_after(app: Flask) -> None:
    """Fixation: the attacker's cookie, put on somebody's browser before, opens nothing afterwards."""
    victim = app.test_client()
    sign_up(app.test_client(), "Ellen")
    victim.get("/login")
    planted = cookie(victim)
    log_in(victim, "Ellen")
    assert is_in(victim)
    assert cookie(victim) != planted
    assert not is_in(with_cookies(app, feldtog=planted))


def test_stolen_cookies_end_with_the_password_the_logout_and_the_device(app: Flask) -> None:
    first, second = app.test_client(), app.test_client()
    sign_up(first, "Ellen")
    log_in(second, "Ellen", stay="y")
    stolen = {"feldtog": cookie(second), "feldtog_stay": cookie(second, "feldtog_stay")}
    assert stolen["feldtog_stay"]
    assert is_in(with_cookies(app, **stolen))
    answer = send_form(
        first, "/me/password", form_key="password", password=PASSWORD, new_password="nine brave badgers"
    )
    assert answer.status_code == 303
    assert not is_in(with_cookies(app, **stolen))
    assert not is_in(with_cookies(app, feldtog_stay=stolen["feldtog_stay"]))
    assert is_in(first)
    mine = {"feldtog": cookie(first), "feldtog_stay": cookie(first, "feldtog_stay")}
    first.post("/logout")
    assert not is_in(with_cookies(app, **mine))


@pytest.mark.parametrize("flag", ["HttpOnly", "SameSite=Lax"])
def test_cookies_bear_their_flags(app: Flask, flag: str) -> None:
    client = app.test_client()
    made = [
        *sign_up(client, "Ellen").headers.getlist("Set-Cookie"),
        *client.get("/").headers.getlist("Set-Cookie"),
    ]
    assert len(made) >= 2
    assert all(flag in one for one in made)


def test_an_old_recording_of_a_login_opens_nothing(app: Flask) -> None:
    """A form that answers with a login is repeated for a lost answer, not for whoever finds it next year."""
    client = app.test_client()
    client.get("/signup")
    before = cookie(client)
    fields = {"form_key": "sign_up", "nickname": "Ellen", "new_password": PASSWORD}
    assert send_form(client, "/signup", "a-request-id", **fields).status_code == 303
    again = with_cookies(app, feldtog=before)
    assert send_form(again, "/signup", "a-request-id", **fields).status_code == 303, "the answer was lost"
    assert is_in(again)
    with app.app_context(), writing():
        db.session.execute(db.update(RequestRecord).values(at=now() - timedelta(hours=2)))
    late = with_cookies(app, feldtog=before)
    assert send_form(late, "/signup", "a-request-id", **fields).status_code == 409
    assert not is_in(late)


def test_a_recording_of_a_sign_up_ends_with_its_password(app: Flask) -> None:
    client = app.test_client()
    client.get("/signup")
    before = cookie(client)
    fields = {"form_key": "sign_up", "nickname": "Ellen", "new_password": PASSWORD}
    send_form(client, "/signup", "a-request-id", **fields)
    send_form(
        client, "/me/password", form_key="password", password=PASSWORD, new_password="nine brave badgers"
    )
    again = with_cookies(app, feldtog=before)
    assert send_form(again, "/signup", "a-request-id", **fields).status_code == 422
    assert not is_in(again)


# --- Links ----------------------------------------------------------------------------------------


def bent(token: str) -> list[str]:
    """The link with its parts changed, cut and swapped."""
    middle = len(token) // 2
    swapped = token[:middle] + ("A" if token[middle] != "A" else "B") + token[middle + 1 :]
    return [
        swapped,
        token[:-1],
        token + "x",
        token.upper(),
        token[::-1],
        "x",
        "a.b",
        "." * 40,
        "%00",
        "x" * 5000,
    ]


def test_bent_old_and_revoked_invitations_let_nobody_in(stand: Callable[..., Scene]) -> None:
    scene = stand("gathering")
    token = scene.world.join_tokens["Mine"]
    stranger = scene.app.test_client()
    assert stranger.get(f"/join/{token}").status_code == 200
    for other in bent(token):
        assert stranger.get(f"/join/{other}").status_code == 404
        answer = send_form(stranger, f"/join/{other}/guest", form_key="guest", nickname="Eve")
        assert answer.status_code in (404, 422), other
    with scene.app.app_context(), writing():
        campaigns = db.metadata.tables["campaign"]
        db.session.execute(campaigns.update().values(invite_until=now() - timedelta(seconds=1)))
    assert stranger.get(f"/join/{token}").status_code == 404
    assert send_form(stranger, f"/join/{token}/guest", form_key="guest", nickname="Eve").status_code in (
        404,
        422,
    )
    assert not is_in(stranger)


def test_a_guests_link_cannot_be_guessed_bent_or_used_after_a_new_one(stand: Callable[..., Scene]) -> None:
    scene = stand("gathering")
    world = scene.world
    token = world.guest_token
    stranger = scene.app.test_client()
    for other in [*bent(token), world.seats[GUEST], world.people[GUEST], world.join_tokens["Mine"]]:
        assert stranger.get(f"/guest/{other}").status_code == 404
        assert send_form(stranger, f"/guest/{other}").status_code in (404, 422)
    assert not is_in(stranger)
    assert stranger.get(f"/guest/{token}").status_code == 200
    assert not is_in(stranger), "opening the link asks; it logs nobody in"
    assert send_form(stranger, f"/guest/{token}").status_code == 303
    assert is_in(stranger)
    rule = next(rule for rule in rules(scene.app, "POST") if rule.endpoint == "founding.personal_link")
    url = addresses(scene.app, rule, world.mine, world.seats[GUEST], most=1)[0]
    assert send_form(scene.at(BO), url).status_code == 403
    assert send_form(scene.at("Karin"), url).status_code in (200, 303)
    assert not is_in(stranger)
    assert stranger.get(f"/guest/{token}").status_code == 404


# --- Guessing -------------------------------------------------------------------------------------


def test_guessing_is_slowed_down_everywhere(stand: Callable[..., Scene]) -> None:
    """Login, recovery, sign-up and both kinds of links answer 429 before many guesses are through."""
    scene = stand("gathering", rate_limits=True)
    client = scene.app.test_client()
    tries: dict[str, Callable[[int], int]] = {
        "login": lambda n: log_in(client, ANNA, f"wrong password {n}").status_code,
        "recovery": lambda n: (
            send_form(
                client,
                "/recover",
                form_key="recover",
                nickname=ANNA,
                code=f"AAAA-{n}",
                new_password="nine brave badgers",
            ).status_code
        ),
        "guest link": lambda n: client.get(f"/guest/{new_id()}").status_code,
        "invitation": lambda n: client.get(f"/join/{new_id()}").status_code,
    }
    slowed = {}
    for what, guess in tries.items():
        slowed[what] = next((n for n in range(80) if guess(n) == 429), None)
    assert {what for what, after in slowed.items() if after is None} == set(), slowed
    assert slowed["login"] is not None
    assert slowed["login"] <= 15
    limited = client.get(f"/guest/{new_id()}")
    assert limited.status_code == 429
    assert "Content-Security-Policy" in limited.headers


def test_a_login_says_the_same_for_a_name_that_is_and_one_that_is_not(app: Flask) -> None:
    """No enumeration: the same words, the same status, for a wrong password and for nobody."""
    sign_up(app.test_client(), "Ellen")

    def said(nickname: str) -> tuple[int, str]:
        answer = log_in(app.test_client(), nickname, "not the password")
        text = re.sub(r'(name="(?:csrf_token|request_id)" value=")[^"]*', "", answer.text)
        return answer.status_code, text.replace(nickname, "NAME")

    assert said("Ellen") == said("Sigge")
