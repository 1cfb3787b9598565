"""The verbs in which the demo tells its story; each is what somebody at the table does.

People, places, models, warbands and battles go by their names. Everything happens through the operations
of the rooms, as it does when somebody presses a button.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select

from app.accounts.models import Person
from app.campaign.battles import operations as battles
from app.campaign.battles.models import Battle
from app.campaign.battles.report import Report
from app.campaign.company import operations as company
from app.campaign.company.models import CompanyItem
from app.campaign.company.wishes import ItemOrder, ModelOrder
from app.campaign.events import operations as events
from app.campaign.events.models import Event
from app.campaign.founding import operations as founding
from app.campaign.orders import operations as orders
from app.campaign.orders.muster import muster
from app.campaign.rounds import operations as rounds
from app.campaign.states import Phase
from app.campaign.warbands import operations as warbands
from app.campaign.warbands.queries.reading import load
from app.demo.named import company_at, missing
from app.demo.settling import Settling
from app.extensions import db


@dataclass(frozen=True)
class Told:
    """How a battle went: its winner (None: a draw), who fell, who took out how many, by model names."""

    winner: str | None
    fallen: frozenset[str] = frozenset()
    enemies: Mapping[str, int] = field(default_factory=dict)
    objectives: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    story: str = ""


@dataclass
class Table(Settling):
    """One campaign and the people at it, who act one after the other."""

    # Gathering

    def invite(self, people: Iterable[Person], text: str) -> None:
        names = [person.nickname for person in people]
        actor = self.gm()
        founding.invite(self.campaign, names, text=text, actor=actor)

    def accept(self, name: str) -> None:
        campaign, seat, actor = self.player(name)
        founding.accept(seat, campaign=campaign, actor=actor)

    def choose_hideout(self, name: str, place: str) -> None:
        campaign, seat, actor = self.player(name)
        founding.choose_hideout(self.place(place).id, seat=seat, campaign=campaign, actor=actor)

    # Company

    def found_company(self, name: str, faction: str, called: str) -> None:
        campaign, seat, actor = self.player(name)
        company.choose_faction(faction, called, campaign=campaign, seat=seat, actor=actor)

    def buy(self, name: str, models: Mapping[str, int], items: Mapping[str, int] | None = None) -> None:
        """Buy models and items by the keys of their cards."""
        campaign, seat, actor = self.player(name)
        wanted = [ModelOrder(card, count) for card, count in models.items()]
        company.buy_models(company_at(seat), wanted, campaign=campaign, seat=seat, actor=actor)
        if items:
            campaign, seat, actor = self.player(name)
            things = [ItemOrder(item, count) for item, count in items.items()]
            company.buy_items(company_at(seat), things, campaign=campaign, seat=seat, actor=actor)

    def name_models(self, name: str, names: Mapping[str, tuple[str, str]]) -> None:
        """Give models names and notes: what they are called now → new name, note."""
        for now, (called, note) in names.items():
            campaign, seat, actor = self.player(name)
            model = self.model(name, now)
            company.describe_model(model, name=called, note=note, campaign=campaign, seat=seat, actor=actor)

    def give_item(self, name: str, item: str, to: str) -> None:
        campaign, seat, actor = self.player(name)
        held = db.session.scalars(
            select(CompanyItem).where(
                CompanyItem.company_id == company_at(seat).id,
                CompanyItem.item == item,
                CompanyItem.model_id.is_(None),
            )
        ).first()
        company.assign_item(
            held or missing(item), self.model(name, to), campaign=campaign, seat=seat, actor=actor
        )

    def confirm_company(self, name: str, leader: str) -> None:
        campaign, seat, actor = self.player(name)
        leader_id = self.model(name, leader).id
        company.confirm(company_at(seat), campaign=campaign, seat=seat, actor=actor, leader_id=leader_id)

    def give_role(self, name: str, model: str, role: str) -> None:
        campaign, seat, actor = self.player(name)
        company.give_role(self.model(name, model), role, campaign=campaign, seat=seat, actor=actor)

    def award_item(self, name: str, item: str, reason: str) -> None:
        actor = self.gm()
        company.award_item(item, reason, campaign=self.campaign, seat=self.seat(name), actor=actor)

    def grant_gold(self, name: str, gold: int, reason: str) -> None:
        actor = self.gm()
        company.grant_gold(self.seat(name), gold, reason, campaign=self.campaign, actor=actor)

    # Warbands and orders

    def form_warband(self, name: str, warband: str, emblem: str, models: Sequence[str]) -> None:
        """Form a warband; its leader is the first model."""
        campaign, seat, actor = self.player(name)
        formed = warbands.form_warband(warband, campaign=campaign, seat=seat, actor=actor)
        warbands.rename_warband(formed, warband, emblem, campaign=campaign, seat=seat, actor=actor)
        self.put_in(name, warband, models)
        campaign, seat, actor = self.player(name)
        leader = self.model(name, models[0])
        warbands.name_leader(self.warband(warband), leader, campaign=campaign, seat=seat, actor=actor)

    def put_in(self, name: str, warband: str, models: Sequence[str]) -> None:
        campaign, seat, actor = self.player(name)
        put = [self.model(name, one) for one in models]
        warbands.put_in(self.warband(warband), put, campaign=campaign, seat=seat, actor=actor)

    def take_out(self, name: str, warband: str, model: str) -> None:
        campaign, seat, actor = self.player(name)
        one = self.model(name, model)
        warbands.take_out(self.warband(warband), one, campaign=campaign, seat=seat, actor=actor)

    def hire(self, name: str, warband: str, mercenary: str) -> None:
        campaign, seat, actor = self.player(name)
        warbands.hire(self.warband(warband), mercenary, campaign=campaign, seat=seat, actor=actor)

    def send(self, name: str, warband: str, to: str) -> None:
        """Send a warband to the event or the place of that name."""
        campaign, seat, actor = self.player(name)
        event = db.session.scalars(
            select(Event).where(Event.campaign_id == campaign.id, Event.title == to)
        ).one_or_none()
        place_id = event.place_id if event is not None else self.place(to).id
        sent = self.warband(warband)
        stamp = muster(load([sent])[0], campaign, event).stamp
        orders.send(
            sent,
            place_id=place_id,
            event_id=event.id if event is not None else None,
            stamp=stamp,
            campaign=campaign,
            seat=seat,
            actor=actor,
        )

    def done(self, name: str) -> None:
        campaign, seat, actor = self.player(name)
        orders.set_done(True, campaign=campaign, seat=seat, actor=actor)

    # The GM's round

    def add_event(self, place: str, words: events.EventWords, **terms: object) -> None:
        actor = self.gm()
        at = events.EventTerms(self.place(place).id, **terms)  # type: ignore[arg-type]  # handed on as they are
        events.add_event(words, at, campaign=self.campaign, actor=actor)

    def switch(self, to: Phase) -> None:
        actor = self.gm()
        rounds.switch(to, campaign=self.campaign, actor=actor)

    def end_round(self) -> None:
        actor = self.gm()
        rounds.end_round(self.campaign, actor=actor)

    # Battles

    def enter_result(self, name: str, place: str, told: Told) -> None:
        campaign, seat, actor = self.player(name)
        battle = self.battle(place)
        report = self._report(battle, told)
        version = battle.result_version
        battles.enter_result(battle, report, version=version, campaign=campaign, seat=seat, actor=actor)

    def confirm_result(self, name: str, place: str) -> None:
        campaign, seat, actor = self.player(name)
        battle = self.battle(place)
        battles.confirm(battle, version=battle.result_version, campaign=campaign, seat=seat, actor=actor)

    def dispute_result(self, name: str, place: str, text: str) -> None:
        campaign, seat, actor = self.player(name)
        battle = self.battle(place)
        version = battle.result_version
        battles.dispute(battle, text, version=version, campaign=campaign, seat=seat, actor=actor)

    def decide_result(self, place: str, told: Told) -> None:
        actor = self.gm()
        battle = self.battle(place)
        report = self._report(battle, told)
        battles.decide(battle, report, version=battle.result_version, campaign=self.campaign, actor=actor)

    def _report(self, battle: Battle, told: Told) -> Report:
        lines = {line.name: line.id for side in battle.sides for line in side.line_up}
        sides = {side.seat.name: side.id for side in battle.sides}
        return Report(
            winners=frozenset() if told.winner is None else frozenset({sides[told.winner]}),
            taken_out=frozenset(lines[name] for name in told.fallen),
            enemies={lines[name]: count for name, count in told.enemies.items()},
            objectives={sides[name]: count for name, count in told.objectives.items()},
            points={sides[name]: count for name, count in told.points.items()},
            story=told.story,
        )
