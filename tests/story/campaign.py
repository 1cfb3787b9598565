"""The verbs of a campaign's story, carried out by the rooms' own operations.

Every verb is one change of its own, by the GM unless it says otherwise, and takes and returns ids, so that
nothing of one database session leaks into the next:

    gm, ellen = account(app, "Mads"), account(app, "Ellen")
    campaign = found_campaign(app, gm)
    seat = join(app, campaign, ellen)
    open_hideouts(app, campaign)
    choose_hideout(app, campaign, seat, "Ulvedal")
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import select

from app.accounts.models import Person
from app.actor import Actor
from app.campaign.company.models import Company
from app.campaign.founding import operations as founding
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Map, Place
from app.campaign.map.operations import PlaceWords, add_place, set_campaign_map
from app.campaign.states import State
from app.columns import now
from app.extensions import db
from app.journal.writes import writing

if TYPE_CHECKING:
    from flask import Flask

BANNERS = ("Ulvedal", "Rabenfels", "Mühlgrund", "Ærøskov")
OTHERS = ("Salzfurt", "Gråkloster")
INCOMES = {"Ulvedal": 5, "Rabenfels": 12, "Mühlgrund": 7, "Ærøskov": 4, "Salzfurt": 9, "Gråkloster": 3}
"""The places of a founded campaign and their income; the first four bear a banner."""


@contextmanager
def change(
    app: Flask, campaign_id: str, seat_id: str | None = None
) -> Iterator[tuple[Campaign, Seat, Actor]]:
    """One change: the locked campaign, the seat that acts (the GM's without one), and its actor."""
    with app.app_context(), writing():
        campaign = db.session.execute(
            select(Campaign)
            .where(Campaign.id == campaign_id)
            .with_for_update()
            .execution_options(populate_existing=True)
        ).scalar_one()
        seat = next(one for one in campaign.seats if (one.id == seat_id if seat_id else one.is_gm))
        yield campaign, seat, Actor(seat.person_id, seat)


def draft_campaign(app: Flask, gm_id: str, name: str = "Arven efter Salzfurt") -> str:
    """A draft with a name alone."""
    with app.app_context(), writing():
        gm = db.session.get(Person, gm_id)
        assert gm is not None
        return founding.start_draft(gm, name=name, story="").id


def found_campaign(
    app: Flask,
    gm_id: str,
    *,
    name: str = "Arven efter Salzfurt",
    max_players: int = 4,
    gm_plays: bool = False,
    starting_gold: int = 300,
    fixed_income: int = 30,
    gold_factor: int = 100,
    resale_loss: int = 50,
    warband_size: int = 100,
    banners: Sequence[str] = BANNERS,
    modules: Sequence[str] = (),
) -> str:
    """A campaign whose players gather, on a shipped map with six places, four of them with a banner."""
    campaign_id = draft_campaign(app, gm_id, name)
    with change(app, campaign_id) as (campaign, _gm, actor):
        founding.save_players(campaign, max_players=max_players, gm_plays=gm_plays, actor=actor)
        founding.save_gold(
            campaign,
            starting_gold=starting_gold,
            fixed_income=fixed_income,
            gold_factor=gold_factor,
            resale_loss=resale_loss,
            actor=actor,
        )
        founding.save_warband_size(campaign, warband_size=warband_size, actor=actor)
        if modules:
            founding.save_modules(campaign, dict.fromkeys(modules, True), amounts={}, actor=actor)
        chosen = set_campaign_map(campaign, shipped="coast", actor=actor)
        _put_places(campaign, chosen, banners, actor)
        founding.found(campaign, actor=actor)
    return campaign_id


def _put_places(campaign: Campaign, on: Map, banners: Sequence[str], actor: Actor) -> None:
    for number, name in enumerate((*BANNERS, *OTHERS)):
        words = PlaceWords(name, income=INCOMES[name], banner=name in banners)
        add_place(on, words, x=0.1 + 0.12 * number, y=0.5, campaign=campaign, actor=actor)


def invite(app: Flask, campaign_id: str, nickname: str, text: str = "") -> None:
    with change(app, campaign_id) as (campaign, _gm, actor):
        founding.invite(campaign, [nickname], text=text, actor=actor)


def join(app: Flask, campaign_id: str, person_id: str) -> str:
    """The person is invited and accepts; returns the seat's id."""
    with change(app, campaign_id) as (campaign, _gm, actor):
        person = db.session.get(Person, person_id)
        assert person is not None
        founding.invite(campaign, [person.nickname], text="", actor=actor)
        seat_id = db.session.execute(
            select(Seat.id).where(Seat.campaign_id == campaign_id, Seat.person_id == person_id)
        ).scalar_one()
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        founding.accept(seat, campaign=campaign, actor=actor)
    return seat_id


def open_hideouts(app: Flask, campaign_id: str) -> None:
    with change(app, campaign_id) as (campaign, _gm, actor):
        founding.open_hideouts(campaign, actor=actor)


def choose_hideout(app: Flask, campaign_id: str, seat_id: str, place: str) -> None:
    """The player takes the place of that name."""
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        place_id = db.session.execute(
            select(Place.id).where(Place.campaign_id == campaign_id, Place.name == place)
        ).scalar_one()
        founding.choose_hideout(place_id, seat=seat, campaign=campaign, actor=actor)


def have_confirmed_company(app: Flask, campaign_id: str, seat_id: str, faction: str = "dwarfs") -> str:
    """The seat has a confirmed company without models, for stories that are not about companies."""
    with change(app, campaign_id, seat_id):
        company = Company(campaign_id=campaign_id, seat_id=seat_id, faction=faction, confirmed_at=now())
        db.session.add(company)
        db.session.flush()
        return company.id


def start_rounds(app: Flask, campaign_id: str) -> None:
    with change(app, campaign_id) as (campaign, _gm, actor):
        founding.start_rounds(campaign, actor=actor)


def run_campaign(app: Flask, gm_id: str, *player_ids: str, **settings: object) -> tuple[str, list[str]]:
    """A campaign in the preparation of round 1, its players at the banner places in order; seats in order."""
    campaign_id = found_campaign(app, gm_id, **settings)  # type: ignore[arg-type]  # handed on as they are
    seats = [join(app, campaign_id, player) for player in player_ids]
    open_hideouts(app, campaign_id)
    for seat, place in zip(seats, BANNERS, strict=False):
        choose_hideout(app, campaign_id, seat, place)
        have_confirmed_company(app, campaign_id, seat)
    start_rounds(app, campaign_id)
    return campaign_id, seats


def state_of(app: Flask, campaign_id: str) -> State:
    with app.app_context():
        return State(
            db.session.execute(select(Campaign.state).where(Campaign.id == campaign_id)).scalar_one()
        )


def place_owner(app: Flask, campaign_id: str, place: str) -> str | None:
    """The seat that owns the place of that name."""
    with app.app_context():
        return db.session.execute(
            select(Place.owner_id).where(Place.campaign_id == campaign_id, Place.name == place)
        ).scalar_one()


def place_id(app: Flask, campaign_id: str, place: str) -> str:
    with app.app_context():
        return db.session.execute(
            select(Place.id).where(Place.campaign_id == campaign_id, Place.name == place)
        ).scalar_one()
