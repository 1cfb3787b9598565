"""A campaign in which players gather: a GM and two players, gold at 1.50 a point, a resale loss of 40 %."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.story import campaign as story
from tests.story import company as companies
from tests.story.people import account, browser

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient


@dataclass(frozen=True)
class Table:
    """Ids and browsers. Ellen has an empty company of dwarfs; Mads has none."""

    app: Flask
    campaign: str
    ellen: str
    mads: str
    at_gm: FlaskClient
    at_ellen: FlaskClient
    at_mads: FlaskClient

    def own(self, rest: str) -> str:
        """An address of Ellen's things."""
        return f"/campaigns/{self.campaign}/seats/{self.ellen}{rest}"


@pytest.fixture
def table(app: Flask) -> Table:
    return table_of(app)


def table_of(app: Flask, **settings: object) -> Table:
    gm, ellen, mads = account(app, "Karin"), account(app, "Ellen"), account(app, "Mads")
    settings = {"gold_factor": 150, "resale_loss": 40, "starting_gold": 300, **settings}
    campaign = story.found_campaign(app, gm, **settings)  # type: ignore[arg-type]  # handed on as they are
    seats = [story.join(app, campaign, person) for person in (ellen, mads)]
    companies.choose_faction(app, campaign, seats[0])
    clients = [browser(app, person) for person in (gm, ellen, mads)]
    return Table(app, campaign, seats[0], seats[1], *clients)
