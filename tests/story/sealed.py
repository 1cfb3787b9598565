"""A table of four: the game master Karla, and Ellen, Mads and Friederike who play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from app.extensions import db
from app.journal.models import GM, PUBLIC, seat_audience
from app.journal.operations import versions
from tests.story import campaign as story
from tests.story.people import account, browser

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient


@dataclass
class Table:
    app: Flask
    campaign: str
    people: dict[str, str]
    seats: dict[str, str]

    def at(self, name: str) -> FlaskClient:
        return browser(self.app, self.people[name])

    def url(self, rest: str = "") -> str:
        return f"/campaigns/{self.campaign}{rest}"

    def versions(self, *names: str) -> dict[str, int]:
        """The versions of the public, of the game master, and of the seats of those named."""
        with self.app.app_context():
            found = versions(self.campaign, [PUBLIC, GM, *(seat_audience(self.seats[one]) for one in names)])
            db.session.remove()
        return found


@pytest.fixture
def table(app: Flask) -> Table:
    people = {name: account(app, name) for name in ("Karla", "Ellen", "Mads", "Friederike")}
    campaign, seats = story.run_campaign(app, people["Karla"], *list(people.values())[1:])
    named = dict(zip(("Ellen", "Mads", "Friederike"), seats, strict=True))
    with story.change(app, campaign) as (_campaign, gm, _actor):
        named["Karla"] = gm.id
    return Table(app, campaign, people, named)
