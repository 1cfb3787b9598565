"""A campaign of a GM and two players in the orders of round 1, each with a hideout and a warband."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from app.campaign.states import Phase
from tests.story import campaign as story
from tests.story import orders
from tests.story.people import account, browser

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient


@dataclass(frozen=True)
class Night:
    """The table: ids, and the browsers of its people. Ellen holds Ulvedal, Mads Rabenfels."""

    app: Flask
    campaign: str
    ellen: str
    mads: str
    wolves: str
    stags: str
    at_gm: FlaskClient
    at_ellen: FlaskClient
    at_mads: FlaskClient

    def place(self, name: str) -> str:
        return story.place_id(self.app, self.campaign, name)

    def url(self, rest: str = "") -> str:
        return f"/campaigns/{self.campaign}{rest}"


@pytest.fixture
def night(app: Flask) -> Night:
    gm, ellen, mads = account(app, "Karin"), account(app, "Ellen"), account(app, "Mads")
    campaign, (seat_e, seat_m) = story.run_campaign(app, gm, ellen, mads)
    wolves = orders.warband(app, campaign, seat_e, "Ulveflokken")
    stags = orders.warband(app, campaign, seat_m, "Graue Hirsche")
    orders.at_phase(app, campaign, Phase.ORDERS)
    clients = [browser(app, person) for person in (gm, ellen, mads)]
    return Night(app, campaign, seat_e, seat_m, wolves, stags, *clients)
