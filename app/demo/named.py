"""Whom and what the demo's story speaks of, found by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from sqlalchemy import select

from app.actor import Actor
from app.campaign.battles.models import Battle
from app.campaign.company.holdings import company_of
from app.campaign.company.models import Company, CompanyModel
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Place
from app.campaign.settlement.models import Captive
from app.campaign.warbands.models import Warband
from app.extensions import db


@dataclass
class Named:
    """One campaign: who acts in it, and its things by their names."""

    campaign_id: str

    @property
    def campaign(self) -> Campaign:
        return db.session.get_one(Campaign, self.campaign_id)

    def seat(self, name: str) -> Seat:
        return next(seat for seat in self.campaign.seats if seat.name == name)

    def gm(self) -> Actor:
        """The GM acts; what was changed before is read anew, as it is by every request."""
        db.session.flush()
        db.session.expire_all()
        seat = next(seat for seat in self.campaign.seats if seat.is_gm)
        return Actor(seat.person_id, seat)

    def player(self, name: str) -> tuple[Campaign, Seat, Actor]:
        """A player acts for their own seat."""
        db.session.flush()
        db.session.expire_all()
        seat = self.seat(name)
        return self.campaign, seat, Actor(seat.person_id, seat)

    def place(self, name: str) -> Place:
        return db.session.scalars(
            select(Place).where(Place.campaign_id == self.campaign_id, Place.name == name)
        ).one()

    def model(self, player: str, name: str) -> CompanyModel:
        """The newest model of that name: a Grunt that fell is called like the one in its place."""
        company_id = company_at(self.seat(player)).id
        return db.session.scalars(
            select(CompanyModel)
            .where(CompanyModel.company_id == company_id, CompanyModel.name == name)
            .order_by(CompanyModel.created_at.desc())
        ).first() or missing(name)

    def warband(self, name: str) -> Warband:
        return db.session.scalars(
            select(Warband).where(Warband.campaign_id == self.campaign_id, Warband.name == name)
        ).one()

    def battle(self, at: str) -> Battle:
        """This round's battle at the event of that title, or at the place of that name."""
        battles = db.session.scalars(
            select(Battle).where(Battle.campaign_id == self.campaign_id, Battle.round == self.campaign.round)
        ).all()
        by_event = [battle for battle in battles if battle.event and battle.event.title == at]
        by_place = [battle for battle in battles if battle.place.name == at]
        return (by_event or by_place or [missing(at)])[0]

    def captive(self, model: str) -> Captive:
        return db.session.scalars(
            select(Captive)
            .join(CompanyModel, CompanyModel.id == Captive.model_id)
            .where(Captive.campaign_id == self.campaign_id, CompanyModel.name == model)
            .order_by(Captive.created_at.desc())
        ).first() or missing(model)


def company_at(seat: Seat) -> Company:
    found = company_of(seat)
    return found if found is not None else missing(seat.name)


def missing(name: str) -> NoReturn:
    raise LookupError(f"the story knows nothing of {name}")
