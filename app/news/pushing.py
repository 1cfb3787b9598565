"""V11.7: messages to browsers, by the push services that browsers name, to nobody else."""

from __future__ import annotations

import hashlib
import http.client
import json
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import SplitResult, urlsplit

from flask import current_app
from flask_login import current_user
from sqlalchemy import delete, select

from app.accounts.logins import token_hash
from app.accounts.models import Login, Person
from app.columns import now
from app.config import Config
from app.extensions import db
from app.journal.writes import writing
from app.news.encrypting import MOST, authorization, decoded, encoded, encrypted, receiver, server_key
from app.news.kinds import Kind
from app.news.models import Delivery, PushSubscription
from app.news.telling import Message
from app.news.ways import Barred, Lost
from app.pwa.reader import key_of

SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""The services of the known browsers: each name and what lies under it."""
_SECONDS = 10
_KEPT_FOR = 24 * 3600
_LINES = 4
_LONGEST = 1000
_GONE = (404, 410)
_AUTH = 16


def is_service(endpoint: str) -> bool:
    """Whether messages may be sent there: by https to a known service, or to one that the settings name.

    So nobody can make this server knock at other doors, those of its own network least of all.
    """
    try:
        where = urlsplit(endpoint)
        port, host = where.port, where.hostname or ""
    except ValueError:
        return False
    if len(endpoint) > _LONGEST or "@" in where.netloc or not endpoint.isascii() or " " in endpoint:
        return False
    config: Config = current_app.config["FELDTOG"]
    if f"{where.scheme}://{where.netloc}" in config.push_origins:
        return True
    known = any(host == service or host.endswith(f".{service}") for service in SERVICES)
    return known and where.scheme == "https" and port in (None, 443)


def subscribe(person: Person, endpoint: str, p256dh: str, auth: str) -> bool:
    """Send this browser's person push messages from now on, and nobody else by this browser.

    False for an address or keys that are none.
    """
    try:
        receiver(p256dh)
        sound = len(decoded(auth)) == _AUTH
    except ValueError:
        return False
    login = db.session.scalars(
        select(Login.id).where(Login.token_hash == token_hash(current_user.login_token or ""))
    ).one_or_none()
    if not sound or login is None or not is_service(endpoint):
        return False
    digest = hashlib.sha256(endpoint.encode()).hexdigest()
    db.session.execute(delete(PushSubscription).where(PushSubscription.endpoint_hash == digest))
    db.session.execute(delete(PushSubscription).where(PushSubscription.login_id == login))
    db.session.add(
        PushSubscription(
            person_id=person.id,
            login_id=login,
            endpoint=endpoint,
            endpoint_hash=digest,
            p256dh=p256dh,
            auth=auth,
        )
    )
    return True


def is_own(person_id: str, subscription_id: str) -> bool:
    """Whether the subscription is one of the person's."""
    found = db.session.get(PushSubscription, subscription_id)
    return found is not None and found.person_id == person_id


def end(person_id: str, subscription_id: str) -> bool:
    """Send that browser nothing more; False if it is not one of the person's."""
    query = delete(PushSubscription).where(
        PushSubscription.id == subscription_id, PushSubscription.person_id == person_id
    )
    return db.session.execute(query.returning(PushSubscription.id)).first() is not None


@contextmanager
def opened(person: Person, delivery: Delivery, said: Message) -> Iterator[Callable[[], None]]:
    """The push service of a browser, ready to take a message. Raises Barred, or Lost for one that is gone."""
    found = db.session.get(PushSubscription, delivery.target)
    if found is None or found.person_id != person.id or not is_service(found.endpoint):
        raise Lost("the browser takes no messages any more")
    config: Config = current_app.config["FELDTOG"]
    where = urlsplit(found.endpoint)
    body = encrypted(_payload(person, delivery, said), found.p256dh, found.auth)
    contact = f"mailto:{config.mail_from}" if config.mail_from else config.base_url or "https://localhost"
    origin = f"{where.scheme}://{where.netloc}"
    headers = {
        "TTL": str(_KEPT_FOR),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "Urgency": "normal",
        "Authorization": authorization(server_key(config.instance), origin, contact, now()),
    }
    subscription_id = found.id
    connection = _connection(where)
    try:
        try:
            connection.connect()
        except OSError as error:
            raise Barred(type(error).__name__) from error
        yield lambda: _hand_over(connection, where, body, headers, subscription_id)
    finally:
        connection.close()


def _connection(where: SplitResult) -> http.client.HTTPConnection:
    host = where.hostname or ""
    if where.scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, where.port or 443, timeout=_SECONDS, context=context)
    return http.client.HTTPConnection(host, where.port or 80, timeout=_SECONDS)


def _hand_over(
    connection: http.client.HTTPConnection,
    where: SplitResult,
    body: bytes,
    headers: dict[str, str],
    subscription_id: str,
) -> None:
    path = f"{where.path or '/'}{'?' + where.query if where.query else ''}"
    try:
        connection.request("POST", path, body, headers)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise Lost(f"unknown whether it was taken: {type(error).__name__}") from error
    if status in _GONE:
        with writing():
            db.session.execute(delete(PushSubscription).where(PushSubscription.id == subscription_id))
        raise Lost(f"the browser is gone: {status}")
    if status == 429 or status >= 500:
        raise Barred(f"refused: {status}")
    if not 200 <= status < 300:
        raise Lost(f"refused: {status}")


def _payload(person: Person, delivery: Delivery, said: Message) -> bytes:
    """What the service worker shows; ``reader`` lets it keep silent when somebody else uses the browser."""
    lines = [" ".join(line.split()) for part in said.parts for line in part.lines]
    tag = hashlib.sha256(f"{delivery.table_id} {delivery.kind}".encode()).digest()[:9]
    note = {
        "title": " ".join(said.title.split()),
        "body": "\n".join(lines[:_LINES]),
        "url": said.path,
        "tag": encoded(tag),
        "loud": delivery.kind in (Kind.TURN, Kind.REMINDER),
        "reader": key_of(person.id),
    }
    text = json.dumps(note, ensure_ascii=False).encode()
    while len(text) > MOST:
        note["body"] = str(note["body"])[: len(str(note["body"])) // 2] + "…"
        text = json.dumps(note, ensure_ascii=False).encode()
    return text
