"""A small campaign made in the tables, with orders given: what the tests of battles stand on.

Points of the warbands, by the shipped catalogue (C2.7):
wolves  Thegn 39 + two Huscarls 30 + two Human Clansmen 16            =  85
stags   Dwarf Sergeant 31 + Ironclad 13 + two Dwarf Levies 16         =  60
foxes   Dwarf Sergeant 31 + Dwarf Levy 8                              =  39
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import select

from app.accounts.logins import token_hash
from app.accounts.models import Login, Person
from app.actor import Actor
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.events.models import Event
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.operations import copy_catalogue
from app.campaign.map.models import Map, Place
from app.campaign.orders.models import Order
from app.campaign.states import Phase, SeatState, State
from app.campaign.warbands.models import Warband, WarbandMercenary, WarbandModel
from app.columns import new_id
from app.extensions import db
from app.journal.models import AuditRow

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

NORTH = "northern-alliance"
BANDS = {
    "wolves": (NORTH, ["thegn", "huscarl", "huscarl", "human-clansman", "human-clansman"]),
    "stags": ("dwarfs", ["dwarf-sergeant", "ironclad", "dwarf-levy", "dwarf-levy"]),
    "foxes": ("dwarfs", ["dwarf-sergeant", "dwarf-levy"]),
}


@dataclass
class World:
    """Ids by name: seats of "gm", "ellen", "mads", "rosa"; places "rabenfels", "ulvedal"."""

    app: Flask
    campaign_id: str = ""
    people: dict[str, str] = field(default_factory=dict)
    seats: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)

    @property
    def campaign(self) -> Campaign:
        return db.session.get_one(Campaign, self.campaign_id)

    def seat(self, name: str) -> Seat:
        return db.session.get_one(Seat, self.seats[name])

    def actor(self, name: str) -> Actor:
        seat = self.seat(name)
        return Actor(seat.person_id, seat)

    def browser(self, name: str) -> FlaskClient:
        """A browser in which that person is logged in."""
        token = secrets.token_urlsafe(16)
        with self.app.app_context():
            db.session.add(Login(person_id=self.people[name], token_hash=token_hash(token)))
            db.session.commit()
        client = self.app.test_client()
        with client.session_transaction() as session:
            session["_user_id"] = token
            session["_fresh"] = True
        return client

    def url(self, rest: str = "") -> str:
        return f"/campaigns/{self.campaign_id}{rest}"

    def side_url(self, name: str, battle_id: str, rest: str) -> str:
        return self.url(f"/seats/{self.seats[name]}/battles/{battle_id}/{rest}")


def found(app: Flask, *players: str, gm_plays: bool = False, **settings: object) -> World:
    """A running campaign in the orders of round 1; inside an app context."""
    world = World(app)
    campaign = Campaign(
        name="Ulvefejden",
        state=State.RUNNING,
        round=1,
        phase=Phase.ORDERS,
        lots_seed="ab" * 32,
        warband_size=200,
        **settings,
    )
    db.session.add(campaign)
    db.session.flush()
    world.campaign_id = campaign.id
    copy_catalogue(campaign)
    for number, name in enumerate(("gm", *(players or ("ellen", "mads"))), start=1):
        person = Person(nickname=name.title(), nickname_key=f"{name}-{new_id()}", language="en")
        db.session.add(person)
        db.session.flush()
        seat = Seat(
            campaign_id=campaign.id,
            person_id=person.id,
            name=name.title(),
            is_gm=name == "gm",
            is_player=name != "gm" or gm_plays,
            state=SeatState.JOINED,
            style=number,
        )
        db.session.add(seat)
        db.session.flush()
        world.people[name], world.seats[name] = person.id, seat.id
    land = Map(campaign_id=campaign.id, shipped="coast")
    db.session.add(land)
    db.session.flush()
    for name in ("Rabenfels", "Ulvedal"):
        place = Place(campaign_id=campaign.id, map_id=land.id, name=name, x=0.5, y=0.5, banner=True)
        db.session.add(place)
        db.session.flush()
        world.places[name.lower()] = place.id
    db.session.commit()
    return world


def warband(world: World, player: str, band: str, *, mercenary: str | None = None) -> Warband:
    """A warband of the player with the models of ``BANDS``; the first one leads."""
    faction, cards = BANDS[band]
    company = db.session.scalars(select(Company).where(Company.seat_id == world.seats[player])).first()
    if company is None:
        company = Company(campaign_id=world.campaign_id, seat_id=world.seats[player], faction=faction)
        db.session.add(company)
        db.session.flush()
    made = Warband(campaign_id=world.campaign_id, seat_id=world.seats[player], name=band.title())
    db.session.add(made)
    db.session.flush()
    for position, card in enumerate(cards):
        model = CompanyModel(
            company_id=company.id,
            card=f"{faction}.{card}",
            name=f"{band.title()} {card} {position}",
            position=position,
        )
        db.session.add(model)
        db.session.flush()
        db.session.add(WarbandModel(model_id=model.id, warband_id=made.id, position=position))
        made.leader_id = made.leader_id or model.id
    if mercenary:
        db.session.add(WarbandMercenary(warband_id=made.id, mercenary=mercenary))
    db.session.commit()
    return made


def give_item(model_id: str, item: str) -> None:
    model = db.session.get_one(CompanyModel, model_id)
    db.session.add(CompanyItem(company_id=model.company_id, item=item, model_id=model_id))
    db.session.commit()


def event(world: World, title: str, place: str = "rabenfels", **more: object) -> Event:
    made = Event(
        campaign_id=world.campaign_id, place_id=world.places[place], title=title, first_round=1, **more
    )
    db.session.add(made)
    db.session.commit()
    return made


def order(world: World, sent: Warband, place: str = "rabenfels", to: Event | None = None) -> Order:
    made = Order(
        campaign_id=world.campaign_id,
        round=1,
        seat_id=sent.seat_id,
        warband_id=sent.id,
        place_id=world.places[place],
        event_id=to.id if to else None,
        points=0,
    )
    db.session.add(made)
    db.session.commit()
    return made


def own(world: World, player: str, place: str = "rabenfels") -> None:
    db.session.get_one(Place, world.places[place]).owner_id = world.seats[player]
    db.session.commit()


def announced(world: World) -> list[Battle]:
    """Announce the battles as the switch of phase does."""
    from app.campaign.battles.operations import announce
    from app.journal.writes import writing

    with writing():
        campaign = world.campaign
        battles = [battle.id for battle in announce(campaign, world.actor("gm"))]
        campaign.phase = Phase.BATTLES
    return [db.session.get_one(Battle, key) for key in battles]


def fight(app: Flask, *players: str, **settings: object) -> tuple[World, str]:
    """Ellen's wolves (85) against Mads' stags (60) at Rabenfels, announced: the world and the battle's id."""
    with app.app_context():
        world = found(app, *players, **settings)
        order(world, warband(world, "ellen", "wolves"))
        order(world, warband(world, "mads", "stags"))
        return world, announced(world)[0].id


def side(battle: Battle, world: World, player: str) -> BattleSide:
    return next(one for one in battle.sides if one.seat_id == world.seats[player])


def rows(world: World, kind: str) -> list[AuditRow]:
    return list(
        db.session.scalars(
            select(AuditRow)
            .where(AuditRow.campaign_id == world.campaign_id, AuditRow.kind == kind)
            .order_by(AuditRow.seq)
        )
    )


def post(client: FlaskClient, url: str, *, request_id: str | None = None, **fields: object) -> TestResponse:
    """Send a form once; fields whose names hold a dash come as a mapping under ``more``."""
    more = fields.pop("more", {})
    return client.post(url, data={"request_id": request_id or new_id(), **fields, **more})  # type: ignore[dict-item]
