"""A campaign of a GM, a deputy who plays and a player, with rows of every audience in its journal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from app.actor import Actor
from app.campaign.founding.models import Campaign, Seat
from app.columns import now
from app.journal.models import GM
from app.journal.operations import record, record_private, record_public
from tests.story import campaign as story
from tests.story.people import account, browser

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient


@dataclass(frozen=True)
class Hall:
    """Karin is GM, Ellen deputy (V11.3), Mads a player; Ellen holds Ulvedal, Mads Rabenfels. Round 1."""

    app: Flask
    campaign: str
    ellen: str
    mads: str
    at_gm: FlaskClient
    at_ellen: FlaskClient
    at_mads: FlaskClient
    at_stranger: FlaskClient

    def url(self, rest: str = "chronicle") -> str:
        return f"/campaigns/{self.campaign}/{rest}"

    @contextmanager
    def change(self) -> Iterator[tuple[Campaign, Actor, dict[str, Seat]]]:
        """One change by the GM: the campaign, the actor, the seats by id."""
        with story.change(self.app, self.campaign) as (campaign, _gm, actor):
            yield campaign, actor, {seat.id: seat for seat in campaign.seats}

    def tell(self, text: str, **more: Any) -> str:
        """A public entry; returns its key."""
        with self.change() as (campaign, actor, _seats):
            row = record_public(
                "chronicle.entry", campaign=campaign, actor=actor, params={"text": text}, **more
            )
            return row.key

    def tell_later(self, text: str) -> str:
        """A row of the chronicle that is not public before tomorrow (V0.3)."""
        with self.change() as (campaign, actor, _seats):
            row = record(
                "chronicle.entry",
                campaign=campaign,
                actor=actor,
                audience=GM,
                chronicle=True,
                public_from=now() + timedelta(days=1),
                params={"text": text},
            )
            return row.key

    def tell_privately(self, seat_id: str, text: str) -> str:
        with self.change() as (campaign, actor, seats):
            row = record_private(
                "chronicle.entry", campaign=campaign, actor=actor, seat=seats[seat_id], params={"text": text}
            )
            return row.key


@pytest.fixture
def hall(app: Flask) -> Hall:
    people = [account(app, name) for name in ("Karin", "Ellen", "Mads", "Otto")]
    campaign, (ellen, mads) = story.run_campaign(app, people[0], people[1], people[2])
    with story.change(app, campaign, ellen) as (_campaign, seat, _actor):
        seat.is_deputy = True
    return Hall(app, campaign, ellen, mads, *[browser(app, person) for person in people])
