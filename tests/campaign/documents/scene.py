"""A table with something to print: Ellen's wolves (named as people name models) against Mads' stags."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from app.campaign.company.models import Company, CompanyItem, CompanyModel, ModelChange
from app.campaign.events.models import Event
from app.campaign.founding.queries import catalogue_of
from app.campaign.states import ModelStatus
from app.campaign.warbands.models import Warband, WarbandModel
from app.extensions import db
from tests.campaign.battles.world import World, announced, event, found, give_item, order, own, warband

if TYPE_CHECKING:
    from flask import Flask

NAMES = ("Sigrun Ulvetand", "Bjarke", "Åse Skjoldmø", "Šárka Łukasz", 'Ægir "Ulv" Größe & Søn 🐺')


@dataclass
class Scene:
    """``warband`` is Ellen's; ``battle`` the one announced, if any."""

    world: World
    warband: str
    battle: str = ""

    @property
    def roster(self) -> str:
        return self.of("ellen", f"/warbands/{self.warband}/roster.pdf")

    @property
    def sheet(self) -> str:
        return self.world.url(f"/battles/{self.battle}/sheet.pdf")

    def of(self, player: str, rest: str) -> str:
        return self.world.url(f"/seats/{self.world.seats[player]}{rest}")


def wolves(app: Flask, *, sent: bool = True) -> Scene:
    """Ellen's warband in the orders of round 1: her names, a charm, a buckler, a hired Blaine."""
    with app.app_context():
        world = found(app, "ellen", "mads", "rosa")
        world.seat("ellen").emblem = "wolf"
        pack = warband(world, "ellen", "wolves", mercenary="mercenary.blaine")
        pack.name = "Ulveflokken"
        models = models_of(world, "ellen")
        for model, name in zip(models, NAMES, strict=True):
            model.name = name
        company = company_of(world, "ellen")
        company.name = "Kompanie Nordwacht"
        db.session.commit()
        give_item(models[0].id, "lucky-charm")
        give_item(models[1].id, "buckler")
        if sent:
            order(world, pack)
        return Scene(world, pack.id)


def beacon(app: Flask) -> Scene:
    """The same warband at Mads' place, at an event with Light the Beacon; announced."""
    scene = wolves(app, sent=False)
    with app.app_context():
        world = scene.world
        own(world, "mads")
        fire: Event = event(
            world,
            "Das Leuchtfeuer entzünden",
            scenario="light-the-beacon",
            text="Der Turm ist dunkel.",
            reward="Ein Horn",
        )
        order(world, db.session.get_one(Warband, scene.warband), to=fire)
        order(world, warband(world, "mads", "stags"), to=fire)
        scene.battle = announced(world)[0].id
    return scene


def battle_of_three(app: Flask) -> Scene:
    """Ellen, Mads and Rosa at one event, in one battle."""
    with app.app_context():
        world = found(app, "ellen", "mads", "rosa", module_multi=True, warband_limit=None)
        fair = event(world, "Der Jahrmarkt", sides_note="Jeder gegen jeden.")
        for player, band in (("ellen", "wolves"), ("mads", "stags"), ("rosa", "foxes")):
            order(world, warband(world, player, band), to=fair)
        return Scene(world, "", announced(world)[0].id)


def company_of(world: World, player: str) -> Company:
    return db.session.scalars(select(Company).where(Company.seat_id == world.seats[player])).one()


def models_of(world: World, player: str) -> list[CompanyModel]:
    company = company_of(world, player)
    return list(
        db.session.scalars(
            select(CompanyModel).where(CompanyModel.company_id == company.id).order_by(CompanyModel.position)
        )
    )


def befalls(model: CompanyModel, **effect: object) -> ModelChange:
    """Something befell the model, as settlement stores it."""
    change = ModelChange(model_id=model.id, effect={"model": model.id, **effect}, round=1)
    db.session.add(change)
    db.session.commit()
    return change


def crowd(app: Flask, scene: Scene, count: int = 25) -> list[str]:
    """As many models in Ellen's warband, with the most keywords and two of the longest effects each."""
    with app.app_context():
        world = scene.world
        company = company_of(world, "ellen")
        catalogue = catalogue_of(world.campaign)
        cards = sorted(catalogue.models.values(), key=lambda card: (-len(card.keywords), card.key))
        items = sorted(catalogue.items.values(), key=lambda item: (-len(item.effect or ""), item.key))
        names = [model.name for model in models_of(world, "ellen")]
        for number in range(len(names), count):
            card = cards[number]
            model = CompanyModel(
                company_id=company.id, card=card.key, name=f"Kämpe nr. {number:03d}", position=number
            )
            db.session.add(model)
            db.session.flush()
            names.append(model.name)
            db.session.add(WarbandModel(model_id=model.id, warband_id=scene.warband, position=number))
            for item in items[number % 9 : number % 9 + 2]:
                db.session.add(CompanyItem(company_id=company.id, item=item.key, model_id=model.id))
        db.session.commit()
        return names


def dies(model: CompanyModel) -> None:
    model.status = ModelStatus.DEAD
    db.session.commit()
