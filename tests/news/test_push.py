"""V11.7: push messages are read by their browser alone, end with its login, and go nowhere else."""

from __future__ import annotations

import hashlib
import hmac
import http.server
import json
import os
import stat
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import select

from app import create_app
from app.accounts.models import Person
from app.accounts.operations.leaving import delete_account
from app.campaign.founding.models import Seat
from app.campaign.letters.operations import send as send_letter
from app.campaign.rounds import operations as rounds
from app.campaign.states import Phase
from app.columns import now
from app.extensions import db
from app.journal.writes import writing
from app.news import pushing
from app.news.encrypting import decoded, encoded, encrypted, point, public_key, server_key
from app.news.models import Delivery, PushSubscription
from tests.conftest import testing_config as settings
from tests.news.test_sending import CANARY, MINUTE, go_round
from tests.story import campaign as story
from tests.story.people import send
from tests.story.sealed import Table

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

# RFC 8291, appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
BROWSERS_SECRET = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def private(secret: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(secret), "big"), ec.SECP256R1())


def hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """One block of HKDF, written out: the receiver's side is not to lean on the sender's."""
    drawn = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(drawn, info + b"\x01", hashlib.sha256).digest()[:length]


def read(body: bytes, key: ec.EllipticCurvePrivateKey, auth: str) -> bytes:
    """What a browser makes of a message."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    assert size == 4096
    assert len(body) <= size
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
    keyed = hkdf(decoded(auth), shared, b"WebPush: info\0" + point(key.public_key()) + sender, 32)
    secret = hkdf(salt, keyed, b"Content-Encoding: aes128gcm\0", 16)
    nonce = hkdf(salt, keyed, b"Content-Encoding: nonce\0", 12)
    text = AESGCM(secret).decrypt(nonce, sealed, None)
    assert text[-1] == 2
    return text[:-1]


def test_a_message_is_sealed_as_the_standard_says() -> None:
    body = encrypted(TEXT, BROWSER, AUTH, salt=decoded(SALT), sender=private(SENDER))
    assert encoded(body) == BODY
    assert read(body, private(BROWSERS_SECRET), AUTH) == TEXT
    assert encrypted(TEXT, BROWSER, AUTH) != encrypted(TEXT, BROWSER, AUTH), "keys and salt are drawn anew"


def test_the_servers_key_is_made_once_and_read_by_the_server_alone(tmp_path: Path) -> None:
    made = public_key(tmp_path)
    assert public_key(tmp_path) == made
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(decoded(made)) == 65


@dataclass
class Service:
    """A push service on a port of this machine, and the browsers it knows by their path."""

    origin: str = ""
    answers: list[int] = field(default_factory=list)
    taken: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)


@dataclass
class Phone:
    """A browser with its keys."""

    service: Service
    path: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: str = field(default_factory=lambda: encoded(os.urandom(16)))

    def form(self) -> dict[str, str]:
        return {
            "form_key": "push",
            "endpoint": f"{self.service.origin}{self.path}",
            "p256dh": encoded(point(self.key.public_key())),
            "auth": self.auth,
        }

    def notes(self) -> list[dict[str, object]]:
        """The messages that have come to it, as its service worker reads them."""
        return [
            json.loads(read(body, self.key, self.auth))
            for path, _headers, body in self.service.taken
            if path == self.path
        ]


@pytest.fixture
def service() -> Iterator[Service]:
    found = Service()

    class Door(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = found.answers.pop(0) if found.answers else 201
            if status == 201:
                found.taken.append((self.path, dict(self.headers), body))
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Door) as server:
        found.origin = f"http://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield found
        server.shutdown()


@pytest.fixture
def pushed(app: Flask, database_url: str, service: Service, tmp_path: Path) -> Iterator[Flask]:
    made = create_app(
        settings(database_url, tmp_path, base_url="http://feldtog.example", push_origins=(service.origin,))
    )
    made.extensions["herald"].go_round()
    yield made
    with made.app_context():
        db.engine.dispose()


@pytest.fixture
def here(table: Table, pushed: Flask) -> Table:
    """The table, seen by the app that pushes."""
    return Table(pushed, table.campaign, table.people, table.seats)


def phone_of(here: Table, name: str, service: Service, path: str) -> tuple[Phone, FlaskClient]:
    phone, client = Phone(service, path), here.at(name)
    answer = send(client, "/news/push", **phone.form())
    assert answer.status_code == 303, answer.text
    return phone, client


def to_orders(here: Table) -> None:
    with story.change(here.app, here.campaign) as (campaign, _gm, actor):
        rounds.switch(Phase.ORDERS, campaign=campaign, actor=actor)


def subscriptions(app: Flask) -> int:
    with app.app_context():
        return len(db.session.scalars(select(PushSubscription)).all())


@pytest.mark.rule("V11.7")
def test_both_phones_ring_once_and_read_what_waits(here: Table, service: Service) -> None:
    phones = [phone_of(here, "Ellen", service, path)[0] for path in ("/one", "/two")]
    to_orders(here)
    go_round(here.app)
    go_round(here.app)
    for phone in phones:
        notes = phone.notes()
        assert len(notes) == 2, "the switch, and the orders that wait"
        assert any("Send your warbands" in str(note["body"]) for note in notes)
        assert {note["title"] for note in notes} == {"Arven efter Salzfurt"}
        assert all(str(note["url"]).startswith("/") for note in notes)
    _path, headers, _body = service.taken[0]
    assert headers["Content-Encoding"] == "aes128gcm"
    token, key = (part.strip() for part in headers["Authorization"].removeprefix("vapid t=").split(", k="))
    said, _dot, signature = token.rpartition(".")
    claims = json.loads(decoded(said.split(".")[1]))
    assert claims["aud"] == service.origin
    assert 0 < claims["exp"] - now().timestamp() <= 24 * 3600
    numbers = decoded(signature)
    der = encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
    signer = server_key(Path(here.app.instance_path)).public_key()
    signer.verify(der, said.encode(), ec.ECDSA(hashes.SHA256()))
    assert key == encoded(point(signer))


@pytest.mark.rule("V11.7")
def test_no_message_comes_to_a_phone_on_which_somebody_else_logs_in(here: Table, service: Service) -> None:
    """Ellen logs out; Mads logs in on the same phone and has the same subscription."""
    phone, client = phone_of(here, "Ellen", service, "/shared")
    send(client, "/logout")
    assert subscriptions(here.app) == 0
    ellens, _again = phone_of(here, "Ellen", service, "/shared")
    mads = here.at("Mads")
    assert send(mads, "/news/push", **ellens.form()).status_code == 303
    assert subscriptions(here.app) == 1, "one browser has one reader"
    with story.change(here.app, here.campaign, here.seats["Mads"]) as (campaign, seat, actor):
        receiver = db.session.get_one(Seat, here.seats["Ellen"])
        send_letter(CANARY, receiver, answers=None, campaign=campaign, seat=seat, actor=actor)
    go_round(here.app)
    assert ellens.notes() == []
    assert phone.service.taken == []


@pytest.mark.rule("V11.7")
def test_a_locked_screen_shows_no_secret(here: Table, service: Service) -> None:
    phone, _client = phone_of(here, "Ellen", service, "/ellen")
    other, _client = phone_of(here, "Friederike", service, "/friederike")
    with story.change(here.app, here.campaign, here.seats["Mads"]) as (campaign, seat, actor):
        receiver = db.session.get_one(Seat, here.seats["Ellen"])
        send_letter(CANARY, receiver, answers=None, campaign=campaign, seat=seat, actor=actor)
    go_round(here.app)
    (note,) = phone.notes()
    assert note["body"] == "Something sealed has come for you alone."
    assert note["url"] == f"/campaigns/{here.campaign}"
    assert other.notes() == []


@pytest.mark.rule("V11.7")
def test_a_test_message_rings_the_own_browser_that_is_meant(here: Table, service: Service) -> None:
    one, client = phone_of(here, "Ellen", service, "/one")
    other, _client = phone_of(here, "Ellen", service, "/two")
    with here.app.app_context():
        meant = db.session.scalars(
            select(PushSubscription.id).where(PushSubscription.endpoint.endswith("/one"))
        ).one()
    assert send(here.at("Mads"), f"/news/push/{meant}/test").status_code == 404
    assert send(client, f"/news/push/{meant}/test").status_code == 303
    go_round(here.app, now())
    (note,) = one.notes()
    assert (note["title"], note["url"]) == ("Test message", "/news/settings")
    assert other.notes() == []


@pytest.mark.rule("V11.7")
def test_a_browser_that_is_gone_is_forgotten_and_a_service_that_is_busy_is_asked_again(
    here: Table, service: Service
) -> None:
    phone, _client = phone_of(here, "Ellen", service, "/ellen")
    start = now()
    service.answers = [503, 429]
    to_orders(here)
    go_round(here.app, start + 2 * MINUTE)
    assert phone.notes() == []
    go_round(here.app, start + 3.5 * MINUTE)
    assert len(phone.notes()) == 2
    service.answers = [410]
    with story.change(here.app, here.campaign) as (campaign, _gm, actor):
        rounds.switch(Phase.PREPARATION, campaign=campaign, actor=actor)
    go_round(here.app, start + 60 * MINUTE)
    assert subscriptions(here.app) == 0
    with here.app.app_context():
        states = db.session.scalars(select(Delivery.state).where(Delivery.channel == "push"))
        assert sorted(states) == ["failed", "sent", "sent"]


@pytest.mark.rule("V11.7")
def test_guests_and_those_who_leave(here: Table, service: Service) -> None:
    """A guest gets push messages like anybody else; with the account the subscription goes."""
    with here.app.app_context(), writing():
        person = db.session.get_one(Person, here.people["Mads"])
        person.guest, person.password_hash, person.nickname_key = True, None, "guest:mads"
    phone, client = phone_of(here, "Mads", service, "/mads")
    assert "a guest has none" in client.get("/news/settings").text
    to_orders(here)
    go_round(here.app)
    assert len(phone.notes()) == 2
    with here.app.app_context(), writing():
        delete_account(db.session.get_one(Person, here.people["Mads"]))
    assert subscriptions(here.app) == 0


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilfcm.googleapis.com.example/",
        "https://notfcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://user@fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://169.254.169.254/latest/meta-data",
        "https://push.example/x",
        "file:///etc/passwd",
        "https://fcm.googleapis.com/" + "x" * 1000,
        "https://fcm.googleapis.com:port/x",
        "",
    ],
)
def test_the_server_knocks_at_known_doors_alone(here: Table, service: Service, endpoint: str) -> None:
    form = {**Phone(service, "/x").form(), "endpoint": endpoint}
    assert send(here.at("Ellen"), "/news/push", **form).status_code == 422
    assert subscriptions(here.app) == 0


def test_the_known_doors(here: Table) -> None:
    with here.app.app_context():
        for endpoint in (
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://web.push.apple.com/abc",
            "https://db5p.notify.windows.com/w/?token=abc",
        ):
            assert pushing.is_service(endpoint), endpoint


def test_keys_that_are_none_are_refused(here: Table, service: Service) -> None:
    phone = Phone(service, "/x")
    for wrong in (
        {"p256dh": "AAAA"},
        {"auth": "AAAA"},
        {"p256dh": encoded(b"\x04" + bytes(64))},
        {"auth": "ö"},
    ):
        assert send(here.at("Ellen"), "/news/push", **{**phone.form(), **wrong}).status_code == 422
    assert subscriptions(here.app) == 0


def test_a_device_is_ended_by_its_owner_alone(here: Table, service: Service) -> None:
    _phone, client = phone_of(here, "Ellen", service, "/ellen")
    with here.app.app_context():
        key = db.session.scalars(select(PushSubscription.id)).one()
    assert "this device" in client.get("/news/settings").text
    assert send(here.at("Mads"), f"/news/push/{key}/end").status_code == 404
    assert send(client, f"/news/push/{key}/end").status_code == 303
    assert subscriptions(here.app) == 0
