"""People of the stories: accounts, and the browsers they sit at."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from app.accounts.logins import token_hash
from app.accounts.models import Login, Person
from app.accounts.operations.people import sign_up
from app.columns import new_id
from app.extensions import db
from app.journal.writes import writing

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse


def account(app: Flask, nickname: str, language: str = "en") -> str:
    """An account that nobody knows the password of; returns the person's id."""
    with app.app_context(), writing():
        return sign_up(nickname, "no password leads here", None, language).id


def browser(app: Flask, person_id: str) -> FlaskClient:
    """A browser in which the person is logged in, without the slow way through the login page."""
    token = secrets.token_urlsafe(32)
    with app.app_context(), writing():
        db.session.add(Login(person_id=person_id, token_hash=token_hash(token), device="story"))
    client = app.test_client()
    with client.session_transaction() as session:
        session["_user_id"] = token
        session["_fresh"] = True
    return client


def send(client: FlaskClient, url: str, request_id: str | None = None, **fields: object) -> TestResponse:
    """Post a form as the page would: with a request id of its own unless one is given."""
    return client.post(url, data={"request_id": request_id or new_id(), **fields})


def nickname_of(app: Flask, person_id: str) -> str:
    with app.app_context():
        person = db.session.get(Person, person_id)
        assert person is not None
        return person.nickname
