"""A round with the module Movement: Ellen holds Ulvedal, Mads Rabenfels; from orders to End round.

The six places lie in one row, 12 hundredths of the map's width apart: Ulvedal, Rabenfels, Mühlgrund, Ærøskov,
Salzfurt, Gråkloster. A warband of the story has 44 points: Sergeant 31 and Ironclad 13.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import select

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.map.models import Place
from app.campaign.map.operations import give_place
from app.campaign.movement import operations as movement
from app.campaign.orders.models import Order
from app.campaign.rounds import operations as rounds
from app.campaign.states import BattleState, Phase
from app.campaign.warbands.models import Warband
from app.extensions import db
from tests.story import campaign as story
from tests.story import orders
from tests.story.people import account, browser

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient


@dataclass
class Scene:
    app: Flask
    campaign: str
    seats: dict[str, str]
    at: dict[str, FlaskClient]
    people: dict[str, str] = field(default_factory=dict)
    bands: dict[str, str] = field(default_factory=dict)

    def url(self, rest: str = "") -> str:
        return f"/campaigns/{self.campaign}{rest}"

    def own(self, who: str, rest: str) -> str:
        return self.url(f"/seats/{self.seats[who]}{rest}")

    def place(self, name: str) -> str:
        return story.place_id(self.app, self.campaign, name)

    def band(self, who: str, name: str, at: str | None = None, **more: object) -> str:
        """A warband that gathers at one of its player's places, or stands nowhere."""
        made = orders.warband(self.app, self.campaign, self.seats[who], name, **more)  # type: ignore[arg-type]
        self.bands[name] = made
        if at is not None:
            self.put(name, at)
        return made

    def put(self, name: str, at: str | None) -> None:
        """The warband stands there, as after an earlier round."""
        with story.change(self.app, self.campaign):
            warband = db.session.get_one(Warband, self.bands[name])
            warband.standing_place_id = self._place_id(at) if at is not None else None

    def give(self, place: str, who: str | None) -> None:
        with story.change(self.app, self.campaign) as (campaign, _gm, actor):
            to = next((seat for seat in campaign.seats if who and seat.id == self.seats[who]), None)
            found = db.session.get_one(Place, self._place_id(place))
            give_place(found, to=to, campaign=campaign, actor=actor, how="gm")

    def send(self, who: str, name: str, to: str, event: str = "") -> int:
        sent = orders.order(
            self.at[who], self.campaign, self.seats[who], self.bands[name], self.place(to), event
        )
        return sent.status_code

    def switch(self, to: Phase) -> None:
        with story.change(self.app, self.campaign) as (campaign, _gm, actor):
            rounds.switch(to, campaign=campaign, actor=actor)

    def decide(self, **outcomes: str) -> None:
        """The results of the battles, by the warbands' names, as confirmed ones of the table."""
        with story.change(self.app, self.campaign):
            for side in db.session.scalars(select(BattleSide)):
                side.outcome = outcomes[side.warband_name]
            for battle in db.session.scalars(select(Battle)):
                battle.state = BattleState.CONFIRMED

    def dawn(self) -> None:
        """The campaign stands in dawn, without what a switch to it causes: places are given by hand."""
        orders.at_phase(self.app, self.campaign, Phase.DAWN)

    def end_round(self) -> None:
        with story.change(self.app, self.campaign) as (campaign, _gm, actor):
            rounds.end_round(campaign, actor=actor)

    def gather_idle(self) -> None:
        with story.change(self.app, self.campaign) as (campaign, _gm, actor):
            movement.gather_idle(campaign, actor)

    def stands(self) -> dict[str, str | None]:
        """Where each warband stands, by name."""
        with self.app.app_context():
            rows = db.session.execute(
                select(Warband.name, Place.name)
                .outerjoin(Place, Place.id == Warband.standing_place_id)
                .where(Warband.campaign_id == self.campaign)
            )
            return {row[0]: row[1] for row in rows}

    def battles(self) -> list[list[tuple[str, int]]]:
        """The warbands of each battle with their points, by name."""
        with self.app.app_context():
            found = db.session.scalars(
                select(Battle).where(Battle.campaign_id == self.campaign).order_by(Battle.number)
            )
            return [sorted((side.warband_name, side.points) for side in battle.sides) for battle in found]

    def stances(self) -> dict[str, str | None]:
        with self.app.app_context():
            rows = db.session.scalars(select(Order).where(Order.campaign_id == self.campaign))
            return {order.warband.name: order.stance for order in rows}

    def _place_id(self, name: str | None) -> str:
        return db.session.execute(
            select(Place.id).where(Place.campaign_id == self.campaign, Place.name == name)
        ).scalar_one()


def scene(app: Flask, *modules: str, players: tuple[str, ...] = ("Ellen", "Mads")) -> Scene:
    """In the orders of round 1."""
    people = {name: account(app, name) for name in ("Karin", *players)}
    campaign, seats = story.run_campaign(
        app, people["Karin"], *(people[name] for name in players), modules=modules
    )
    with story.change(app, campaign) as (row, _gm, _actor):
        row.module_multi = False
        row.phase = Phase.ORDERS
    at = {name: browser(app, person) for name, person in people.items()}
    return Scene(app, campaign, dict(zip(players, seats, strict=True)), at, people)


def beaten(app: Flask) -> Scene:
    """Dawn of round 1: Mads' Hirsche were beaten at Rabenfels, which Ellen took; he holds Ulvedal and
    Mühlgrund, each 12 hundredths away, and Gråkloster, further off."""
    one = scene(app, "movement")
    one.band("Ellen", "Ulve", "Ulvedal")
    one.band("Mads", "Hirsche", "Rabenfels")
    assert one.send("Ellen", "Ulve", "Rabenfels") == 303
    one.switch(Phase.BATTLES)
    one.decide(Ulve="won", Hirsche="lost")
    one.dawn()
    one.give("Rabenfels", "Ellen")
    for name in ("Ulvedal", "Mühlgrund", "Gråkloster"):
        one.give(name, "Mads")
    return one
