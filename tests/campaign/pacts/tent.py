"""A campaign with mission alliances: players with gold, an event, and what their browsers send."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from app.campaign.pacts.models import Pact, PactMember
from app.extensions import db
from tests.campaign.battles import world as w
from tests.campaign.guilds.hall import hall

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

    from tests.campaign.battles.world import World

FEE = 7
EVENT = "Karavanen"


def tent(app: Flask, *players: str, each: int = 300, **settings: object) -> tuple[World, str]:
    """The campaign of ``hall`` with alliances for 7 gold, and an event at Rabenfels: the world and its id."""
    made: dict[str, object] = {"module_alliances": True, "alliance_fee": FEE, **settings}
    world = hall(app, *players, each=each, **made)
    with app.app_context():
        return world, w.event(world, EVENT).id


def do(world: World, who: str, deed: str = "", *names: str, **fields: object) -> TestResponse:
    """What ``who`` sends to the alliances; ``names`` are the players who are asked."""
    asked = [world.seats[name] for name in names]
    return w.post(world.browser(who), world.url(f"/pacts{deed}"), more={"player": asked}, **fields)


def conclude(world: World, event: str, who: str, *names: str) -> str:
    """``who`` concludes an alliance and asks the others; returns its id."""
    assert do(world, who, "", *names, event=event).status_code == 303
    with world.app.app_context():
        return db.session.scalars(
            select(Pact.id).where(Pact.concluder_id == world.seats[who], Pact.ended_at.is_(None))
        ).one()


def accept(world: World, pact: str, *names: str) -> None:
    for name in names:
        assert do(world, name, f"/{pact}/accept").status_code == 303


def part(world: World, pact: str, name: str) -> str | None:
    with world.app.app_context():
        member = db.session.get(PactMember, (pact, world.seats[name]))
        return member.state if member else None
