"""A campaign at a table: a GM and two players with browsers of their own, a map with three places."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from app.accounts.logins import token_hash
from app.accounts.models import Login, Person
from app.actor import Actor
from app.campaign.founding.models import Campaign, CatalogueEntry, Seat
from app.campaign.map.models import Map, Place
from app.campaign.states import Phase, SeatState, State
from app.columns import new_id
from app.extensions import db
from app.journal.models import AuditRow
from app.journal.writes import writing
from rules.vanguard.catalogue_store import catalogue_entries, shipped_catalogue


@dataclass
class Table:
    """Ids of everything; objects are read anew where they are wanted."""

    app: Flask
    campaign_id: str
    seats: dict[str, str]
    browsers: dict[str, FlaskClient]
    map_id: str
    places: dict[str, str] = field(default_factory=dict)

    @property
    def campaign(self) -> Campaign:
        return db.session.get_one(Campaign, self.campaign_id)

    def seat(self, name: str) -> Seat:
        return db.session.get_one(Seat, self.seats[name])

    def actor(self, name: str) -> Actor:
        seat = self.seat(name)
        return Actor(seat.person_id, seat)

    def place(self, name: str) -> Place:
        return db.session.get_one(Place, self.places[name])

    def map(self) -> Map:
        return db.session.get_one(Map, self.map_id)

    def url(self, rest: str) -> str:
        return f"/campaigns/{self.campaign_id}/{rest}"

    def get(self, who: str, rest: str) -> TestResponse:
        return self.browsers[who].get(self.url(rest))

    def page(self, who: str, rest: str) -> str:
        response = self.get(who, rest)
        assert response.status_code == 200, (response.status_code, response.text[:600])
        return response.text

    def post(self, who: str, rest: str, **data: Any) -> TestResponse:
        """Send a form as the page at hand would: with a request id and the phase it was made in."""
        with self.app.app_context():
            stamp = self.campaign.stamp
        body = {"request_id": new_id(), "seen": stamp, **data}
        return self.browsers[who].post(
            self.url(rest), data={key: value for key, value in body.items() if value is not None}
        )

    def move_on(
        self, state: str = State.RUNNING, phase: str | None = Phase.PREPARATION, round_: int = 1
    ) -> None:
        """Set where the campaign stands, as its own operations would."""
        with self.app.app_context(), writing():
            campaign = self.campaign
            campaign.state, campaign.phase, campaign.round = state, phase, round_
            if state != State.RUNNING:
                campaign.phase, campaign.round = None, 0

    def rows(self, kind: str) -> list[AuditRow]:
        return list(
            db.session.execute(
                select(AuditRow)
                .where(AuditRow.campaign_id == self.campaign_id, AuditRow.kind == kind)
                .order_by(AuditRow.seq)
            ).scalars()
        )


def words_of(response: TestResponse) -> str:
    """The page's text without its marks, for looking up sentences."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.text))


PLACES = {
    "Rabenfels": (0.25, 0.5, 12, True),
    "Ulvedal": (0.75, 0.25, 5, True),
    "Nebelmoor": (0.5, 0.75, 8, False),
}
"""Name: fraction from the left, from the top, income, banner."""


def log_in(app: Flask, person: Person) -> FlaskClient:
    """A browser in which the person is logged in."""
    token = f"token-of-{person.id}"
    db.session.add(Login(person_id=person.id, token_hash=token_hash(token), device="test"))
    client = app.test_client()
    with client.session_transaction() as session:
        session["_user_id"] = token
        session["_fresh"] = True
    return client


def lay_table(app: Flask, name: str = "Arven efter Salzfurt", language: str = "en") -> Table:
    """A campaign in `gathering` with the GM Gerda and the players Mads and Ellen, on the shipped coast."""
    with app.app_context():
        with writing():
            campaign = Campaign(
                name=name, state=State.GATHERING, lots_seed="00" * 32, warband_size=200, module_multi=True
            )
            db.session.add(campaign)
            db.session.flush()
            for kind, key, data in catalogue_entries(shipped_catalogue()):
                db.session.add(CatalogueEntry(campaign_id=campaign.id, kind=kind, key=key, data=data))
            seats, browsers = {}, {}
            arms = {"Gerda": (9, "crown"), "Mads": (2, "stag"), "Ellen": (1, "wolf")}
            for who, (style, emblem) in arms.items():
                nickname = f"{who} {campaign.id[:4]}"
                person = Person(nickname=nickname, nickname_key=nickname.casefold(), language=language)
                db.session.add(person)
                db.session.flush()
                seat = Seat(
                    campaign_id=campaign.id,
                    person_id=person.id,
                    name=who,
                    is_gm=who == "Gerda",
                    is_player=who != "Gerda",
                    state=SeatState.JOINED,
                    style=style,
                    emblem=emblem,
                )
                db.session.add(seat)
                db.session.flush()
                seats[who], browsers[who] = seat.id, log_in(app, person)
            map_ = Map(campaign_id=campaign.id, shipped="coast")
            db.session.add(map_)
            db.session.flush()
            table = Table(app, campaign.id, seats, browsers, map_.id)
            for place_name, (x, y, income, banner) in PLACES.items():
                place = Place(campaign_id=campaign.id, map_id=map_.id, name=place_name, x=x, y=y)
                place.income, place.banner = income, banner
                db.session.add(place)
                db.session.flush()
                table.places[place_name] = place.id
        return table
