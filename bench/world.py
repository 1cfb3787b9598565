"""A big campaign, written row by row: what the figures are measured on."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert

from app.accounts.logins import token_hash
from app.accounts.models import Login, Person
from app.campaign.chronicle.models import Standing
from app.campaign.company.models import Company, CompanyModel
from app.campaign.events.models import Event
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.operations import copy_catalogue
from app.campaign.gold.models import LedgerRow
from app.campaign.map.models import Map, Place
from app.campaign.states import Phase, SeatState, State
from app.campaign.warbands.models import Warband, WarbandModel
from app.columns import new_id, now
from app.extensions import db
from app.journal.models import PUBLIC, AuditRow
from app.journal.writes import writing
from rules.vanguard.catalogue_store import shipped_catalogue

FACTION = "dwarfs"


@dataclass(frozen=True)
class World:
    """Keys of what was built: the seats' people in order, the first is the game master."""

    campaign_id: str
    people: tuple[str, ...]
    seats: tuple[str, ...]
    warbands: tuple[str, ...]
    place_id: str


def build(
    app: Flask, *, players: int = 12, places: int = 80, rounds: int = 30, chronicle: int = 3000
) -> World:
    """A running campaign in its last round's orders, with that much history."""
    mark = secrets.token_hex(3)
    cards = [card for card in shipped_catalogue().models.values() if card.faction == FACTION]
    with app.app_context(), writing():
        campaign = Campaign(
            name=f"Bench {mark}",
            state=State.RUNNING,
            phase=Phase.ORDERS,
            round=rounds,
            lots_seed="00" * 32,
            warband_size=200,
            max_players=players,
            started_at=now() - timedelta(days=rounds * 7),
        )
        db.session.add(campaign)
        db.session.flush()
        copy_catalogue(campaign)
        people, seats = [], []
        for number in range(players + 1):
            person = Person(
                nickname=f"Bench {mark} {number}", nickname_key=f"bench {mark} {number}", language="da"
            )
            db.session.add(person)
            db.session.flush()
            seat = Seat(
                campaign_id=campaign.id,
                person_id=person.id,
                name=person.nickname,
                is_gm=number == 0,
                is_player=number > 0,
                state=SeatState.JOINED,
                style=max(number, 1),
                joined_at=now(),
            )
            db.session.add(seat)
            people.append(person.id)
            seats.append(seat)
        land = Map(campaign_id=campaign.id, shipped="coast")
        db.session.add(land)
        db.session.flush()
        spots = [
            Place(
                campaign_id=campaign.id,
                map_id=land.id,
                name=f"Sted {number}",
                income=number % 7,
                banner=number < players,
                x=0.05 + 0.9 * (number % 10) / 10,
                y=0.05 + 0.9 * (number // 10) / max(places // 10, 1),
                owner_id=seats[1 + number % players].id if number % 3 == 0 or number < players else None,
            )
            for number in range(places)
        ]
        db.session.add_all(spots)
        db.session.flush()
        for number in range(rounds):
            db.session.add(
                Event(
                    campaign_id=campaign.id,
                    place_id=spots[number % places].id,
                    title=f"Noget sker {number}",
                    first_round=number + 1,
                    duration=1,
                )
            )
        warbands = [_company(campaign.id, seat, cards) for seat in seats[1:]]
        _history(campaign, seats, spots, rounds, chronicle)
        world = World(
            campaign.id, tuple(people), tuple(seat.id for seat in seats), tuple(warbands), spots[0].id
        )
    return world


def _company(campaign_id: str, seat: Seat, cards: list) -> str:
    company = Company(
        campaign_id=campaign_id, seat_id=seat.id, faction=FACTION, name="Bænken", confirmed_at=now()
    )
    db.session.add(company)
    db.session.flush()
    models = [
        CompanyModel(
            company_id=company.id,
            card=cards[number % len(cards)].key,
            name=f"Model {number}",
            position=number,
        )
        for number in range(25)
    ]
    warband = Warband(campaign_id=campaign_id, seat_id=seat.id, name="Bandet")
    db.session.add_all([*models, warband])
    db.session.flush()
    for number, model in enumerate(models[:12]):
        db.session.add(WarbandModel(warband_id=warband.id, model_id=model.id, position=number))
    return warband.id


def _history(campaign: Campaign, seats: list[Seat], spots: list[Place], rounds: int, chronicle: int) -> None:
    start = now() - timedelta(days=rounds * 7)
    rows = [
        {
            "key": new_id(),
            "campaign_id": campaign.id,
            "kind": "map.taken",
            "audience": PUBLIC,
            "chronicle": True,
            "public_from": start + timedelta(minutes=number),
            "seat_id": seats[1 + number % (len(seats) - 1)].id,
            "by_gm": False,
            "round": 1 + number * rounds // chronicle,
            "phase": Phase.DAWN,
            "place_id": spots[number % len(spots)].id,
            "params": {
                "place": spots[number % len(spots)].name,
                "player": "Bænk",
                "former": None,
                "how": "conquest",
            },
            "draws": [],
            "at": start + timedelta(minutes=number),
        }
        for number in range(chronicle)
    ]
    for at in range(0, len(rows), 1000):
        db.session.execute(insert(AuditRow), rows[at : at + 1000])
    for seat in seats[1:]:
        db.session.add(
            LedgerRow(
                campaign_id=campaign.id, seat_id=seat.id, amount=500, kind="round.income", round=1, params={}
            )
        )
        for number in range(1, rounds):
            db.session.add(
                LedgerRow(
                    campaign_id=campaign.id,
                    seat_id=seat.id,
                    amount=30,
                    kind="round.income",
                    round=number,
                    params={},
                )
            )
            db.session.add(
                Standing(
                    campaign_id=campaign.id,
                    round=number,
                    seat_id=seat.id,
                    places=number % 5,
                    income=number,
                    company_value=300 + number,
                    won=number // 2,
                    drawn=0,
                    lost=number // 2,
                )
            )


def log_in(app: Flask, person_id: str) -> str:
    """A new login of that person; its token."""
    token = secrets.token_urlsafe(32)
    with app.app_context(), writing():
        db.session.add(Login(person_id=person_id, token_hash=token_hash(token), device="bench"))
    return token


def cookie(app: Flask, token: str) -> str:
    """The session cookie of that login, as the server signs it."""
    serializer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    session = {"_user_id": token, "_fresh": True, "csrf_token": secrets.token_hex(20)}
    return f"feldtog={serializer.dumps(session)}"


def browser(app: Flask, person_id: str) -> FlaskClient:
    """A test client that is logged in."""
    client = app.test_client()
    token = log_in(app, person_id)
    with client.session_transaction() as session:
        session["_user_id"] = token
        session["_fresh"] = True
    return client
