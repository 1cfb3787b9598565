"""People and browsers for tests: whoever is made here goes through the real pages or tables."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.accounts.models import Person
from app.accounts.names import nickname_key
from app.accounts.passwords import hash_password
from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import SeatState, State
from app.extensions import db

PASSWORD = "otters under the bridge"


def send(client: FlaskClient, url: str, request_id: str | None = None, **fields: Any) -> TestResponse:
    """Send a form as a page would: with a request id of its own unless one is given."""
    return client.post(url, data={"request_id": request_id or secrets.token_hex(8), **fields})


def sign_up(client: FlaskClient, nickname: str, password: str = PASSWORD, **more: Any) -> TestResponse:
    return send(client, "/signup", form_key="sign_up", nickname=nickname, new_password=password, **more)


def log_in(client: FlaskClient, nickname: str, password: str = PASSWORD, **more: Any) -> TestResponse:
    return send(client, "/login", form_key="login", nickname=nickname, password=password, **more)


def browser(app: Flask, nickname: str) -> FlaskClient:
    """A browser in which somebody with a new account is logged in."""
    client = app.test_client()
    assert sign_up(client, nickname).status_code == 303
    return client


def logged_in(client: FlaskClient) -> bool:
    return bool(client.get("/me").status_code == 200)


def person(nickname: str) -> Person:
    """The account of that nickname; inside an app context."""
    return db.session.query(Person).filter_by(nickname_key=nickname_key(nickname)).one()


def make_person(nickname: str, **more: Any) -> Person:
    """An account made in the tables; inside an app context."""
    made = Person(nickname=nickname, nickname_key=nickname_key(nickname), password_hash=_HASH, **more)
    db.session.add(made)
    db.session.flush()
    return made


def make_campaign(
    name: str, gm: Person, *players: Person, state: str = State.RUNNING, **more: Any
) -> Campaign:
    """A campaign with a GM who does not play, and joined players; inside an app context."""
    campaign = Campaign(name=name, state=state, lots_seed="00" * 32, **more)
    campaign.seats = [
        Seat(person_id=gm.id, name=gm.nickname, is_gm=True, is_player=False, state=SeatState.JOINED),
        *(Seat(person_id=p.id, name=p.nickname, state=SeatState.JOINED) for p in players),
    ]
    db.session.add(campaign)
    db.session.flush()
    return campaign


_HASH = hash_password(PASSWORD)
