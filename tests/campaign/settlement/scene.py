"""A battle that Ellen's six models have won against Jonas, ready to be settled.

Prices are points (factor 1). Ellen's warband «Ulveflokken»: Thora (Ranger Captain, leader, and Leader of the
retinue), Ulf (Ironclad, Standard Bearer), Bjarke (Shieldbreaker), Runa (Dwarf Ranger, Healer), Gunn (Dwarf
Levy, a Grunt), Storm (Ironguard). Outside it stands Dag (Dwarf Sergeant, a Command). Jonas has Mads (Dwarf
Sergeant, leader) and four Ironclads.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from app.campaign.battles.models import Battle, BattleSide, LineUpModel
from app.campaign.company.holdings import company_of, profile_in
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.company.operations import add_item, add_model
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.queries import balance
from app.campaign.map.models import Place
from app.campaign.settlement import operations as settling
from app.campaign.settlement.models import Captive, Settlement, SettlementEntry
from app.campaign.states import BattleState, CaptiveState, ItemStatus, ModelStatus, Phase, SideOutcome
from app.campaign.warbands.models import Warband, WarbandModel
from app.campaign.warbands.queries import line_up
from app.extensions import db
from tests.story import campaign as story
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

ELLENS = {
    "Thora": ("ranger-captain", "leader"),
    "Ulf": ("ironclad", "standard_bearer"),
    "Bjarke": ("shieldbreaker", None),
    "Runa": ("dwarf-ranger", "healer"),
    "Gunn": ("dwarf-levy", None),
    "Storm": ("ironguard", None),
}
JONAS = {"Mads": ("dwarf-sergeant", "leader"), **{f"Jern {n}": ("ironclad", None) for n in range(1, 5)}}
ITEMS = {"bandages": "Runa", "heavy-weapon": "Storm", "large-shield": "Ulf", "spear": None}
"""What Ellen's models carry; the spear lies in the store. Bandages are single-use."""


@dataclass
class Scene:
    """The campaign in the settlement of round 1. Persons and seats by id."""

    app: Flask
    id: str
    gm: str
    ellen: str
    jonas: str
    ellens: str
    jonass: str
    battle: str

    @property
    def settlement(self) -> str:
        return self.settlement_of(self.ellens)

    def settlement_of(self, seat: str) -> str:
        with self.app.app_context():
            return db.session.scalars(
                select(Settlement.id)
                .join(BattleSide, BattleSide.id == Settlement.side_id)
                .where(BattleSide.seat_id == seat)
            ).one()

    @property
    def url(self) -> str:
        return f"/campaigns/{self.id}/seats/{self.ellens}/settlements/{self.settlement}"

    def model(self, name: str) -> str:
        """The id of the newest model of that name that is still of the company, dead or alive."""
        with self.app.app_context():
            return db.session.scalars(
                select(CompanyModel.id)
                .where(CompanyModel.name == name, CompanyModel.status != ModelStatus.REMOVED)
                .order_by(CompanyModel.created_at.desc())
            ).first()  # type: ignore[return-value]  # a story asks for models that are there

    def item(self, key: str) -> str:
        with self.app.app_context():
            return db.session.scalars(select(CompanyItem.id).where(CompanyItem.item == key)).first()  # type: ignore[return-value]

    def line(self, name: str) -> str:
        with self.app.app_context():
            return db.session.scalars(select(LineUpModel.id).where(LineUpModel.name == name)).one()

    def version(self, seat: str | None = None) -> int:
        with self.app.app_context():
            found = db.session.get(Settlement, self.settlement_of(seat or self.ellens))
            assert found is not None
            return found.version

    def step(self) -> int:
        with self.app.app_context():
            found = db.session.get(Settlement, self.settlement)
            assert found is not None
            return found.step

    def do(self, client: FlaskClient, what: str, **fields: Any) -> TestResponse:
        """Post one form of Ellen's settlement, as the page that is newest would."""
        fields.setdefault("version", self.version())
        return send(client, f"{self.url}/{what}", **fields)

    def captive(self) -> tuple[str, str, int]:
        """The only captive: id, state, version."""
        with self.app.app_context():
            one = db.session.scalars(select(Captive).where(Captive.state != CaptiveState.UNDONE)).one()
            return one.id, str(one.state), one.version

    def gold(self, seat: str) -> int:
        with self.app.app_context():
            return balance(db.session.get_one(Seat, seat))

    def ledger(self, seat: str) -> list[tuple[str, int]]:
        with self.app.app_context():
            rows = db.session.scalars(
                select(LedgerRow).where(LedgerRow.seat_id == seat).order_by(LedgerRow.at, LedgerRow.id)
            )
            return [(row.kind, row.amount) for row in rows]

    def entries(self) -> list[SettlementEntry]:
        with self.app.app_context():
            return list(
                db.session.scalars(
                    select(SettlementEntry)
                    .where(SettlementEntry.settlement_id == self.settlement)
                    .order_by(SettlementEntry.seq)
                )
            )

    def at_phase(self, phase: Phase) -> None:
        with story.change(self.app, self.id) as (campaign, _gm, _actor):
            campaign.phase = phase

    def dump(self) -> dict[str, Any]:
        """Everything of both companies that a correction must give back, by names."""
        with self.app.app_context():
            campaign = db.session.get_one(Campaign, self.id)
            catalogue = catalogue_of(campaign)
            models = db.session.scalars(
                select(CompanyModel).where(CompanyModel.status != ModelStatus.REMOVED)
            ).all()
            names = {model.id: model.name for model in models}
            items = db.session.scalars(
                select(CompanyItem).where(CompanyItem.status != ItemStatus.REMOVED)
            ).all()
            warbands = db.session.scalars(select(Warband)).all()
            captives = db.session.scalars(select(Captive).where(Captive.state != CaptiveState.UNDONE)).all()
            return {
                "models": sorted(
                    (
                        model.name,
                        model.card,
                        str(model.status),
                        model.role or "",
                        model.misses_battle,
                        model.power_upgrade,
                        model.experience,
                        repr(profile_in(model, catalogue)),
                    )
                    for model in models
                ),
                "items": sorted(
                    (item.item, str(item.status), names.get(item.model_id or "", "")) for item in items
                ),
                "warbands": sorted(
                    (
                        warband.name,
                        names.get(warband.leader_id or "", ""),
                        warband.dissolved_at is not None,
                        [names[place.model_id] for place in warband.places],
                    )
                    for warband in warbands
                ),
                "gold": [self.gold(self.ellens), self.gold(self.jonass)],
                "captives": [(names[one.model_id], str(one.state), one.ransom) for one in captives],
            }


def scene(
    app: Flask,
    taken_out: Iterable[str] = ("Ulf", "Gunn", "Storm"),
    *,
    lost: int = 4,
    outcome: SideOutcome = SideOutcome.WON,
    objectives: int = 3,
    gold_factor: int = 100,
) -> Scene:
    """The battle with its confirmed result: who of Ellen's was taken out, how many of Jonas's models."""
    gm, ellen, jonas = account(app, "Frida"), account(app, "Ellen"), account(app, "Jonas")
    campaign_id, (ellens, jonass) = story.run_campaign(app, gm, ellen, jonas, gold_factor=gold_factor)
    with story.change(app, campaign_id) as (campaign, _gm, actor):
        campaign.phase = Phase.SETTLEMENT
        seats = {seat.id: seat for seat in campaign.seats}
        bands = [
            _warband(campaign, seats[ellens], "Ulveflokken", ELLENS),
            _warband(campaign, seats[jonass], "Hjortene", JONAS),
        ]
        company = _company(seats[ellens])
        dag = add_model(
            company, catalogue_of(campaign).models["dwarfs.dwarf-sergeant"], (), (), campaign=campaign
        )
        dag.name = "Dag"
        _hand_out(campaign, company)
        place = db.session.scalars(
            select(Place).where(Place.campaign_id == campaign_id, Place.name == "Salzfurt")
        ).one()
        battle = Battle(
            campaign_id=campaign_id, round=1, number=1, place_id=place.id, state=BattleState.CONFIRMED
        )
        db.session.add(battle)
        fallen = [*taken_out, *list(JONAS)[1 : 1 + lost]]
        other = {SideOutcome.WON: SideOutcome.LOST, SideOutcome.LOST: SideOutcome.WON}.get(outcome, outcome)
        for position, (band, ended) in enumerate(zip(bands, (outcome, other), strict=True)):
            _side(battle, band, position, ended, fallen, objectives if position == 0 else 0)
        db.session.flush()
        settling.open_confirmed(campaign, actor)
        battle_id = battle.id
    return Scene(app, campaign_id, gm, ellen, jonas, ellens, jonass, battle_id)


def devices(one: Scene) -> tuple[FlaskClient, FlaskClient, FlaskClient]:
    """Browsers of Ellen, Jonas and the GM."""
    return browser(one.app, one.ellen), browser(one.app, one.jonas), browser(one.app, one.gm)


def _company(seat: Seat) -> Company:
    found = company_of(seat)
    assert found is not None
    return found


def _warband(campaign: Campaign, seat: Seat, name: str, people: dict[str, tuple[str, str | None]]) -> Warband:
    company, cards = _company(seat), catalogue_of(campaign).models
    warband = Warband(campaign_id=campaign.id, seat_id=seat.id, name=name)
    db.session.add(warband)
    db.session.flush()
    for position, (called, (card, role)) in enumerate(people.items()):
        model = add_model(company, cards[f"dwarfs.{card}"], (), (), campaign=campaign)
        model.name, model.role = called, role
        db.session.add(WarbandModel(model_id=model.id, warband_id=warband.id, position=position))
        if position == 0:
            warband.leader_id = model.id
    db.session.flush()
    return warband


def _hand_out(campaign: Campaign, company: Company) -> None:
    for key, carrier in ITEMS.items():
        item = add_item(company, catalogue_of(campaign).items[key], campaign=campaign)
        if carrier:
            item.model_id = db.session.scalars(
                select(CompanyModel.id).where(CompanyModel.name == carrier)
            ).one()


def _side(
    battle: Battle, band: Warband, position: int, outcome: SideOutcome, fallen: list[str], objectives: int
) -> None:
    side = BattleSide(
        battle=battle,
        seat_id=band.seat_id,
        warband_id=band.id,
        warband_name=band.name,
        position=position,
        points=100,
        power_dice={"red": 3, "white": 0, "blue": 0},
        outcome=outcome,
        objectives=objectives,
    )
    db.session.add(side)
    for place, card in enumerate(line_up(band)):
        side.line_up.append(
            LineUpModel(
                model_id=card["model_id"],
                position=place,
                name=card["name"],
                is_leader=bool(card.get("leader")),
                points=card["points"],
                card=card,
                taken_out=card["name"] in fallen,
            )
        )
