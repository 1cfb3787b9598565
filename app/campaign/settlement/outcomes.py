"""What each effect does to the company that it falls on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from app.actor import Actor
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.company.operations import add_item, add_model
from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.settlement.models import Captive, SettlementEntry
from app.campaign.states import CaptiveState, ItemStatus, ModelStatus
from app.campaign.warbands.models import WarbandModel
from app.campaign.warbands.operations import after_losses
from app.columns import now
from app.extensions import db
from app.journal.operations import record_public
from rules.vanguard.settlement.effects import (
    Captured,
    Died,
    Effect,
    Executed,
    ItemLost,
    MissesNextBattle,
    PowerDieGained,
    Replaced,
    Returned,
    RoleGiven,
    RoleVacated,
)


class Outcomes:
    """The outcomes of one entry. ``made`` are the ids of what was made, kept with the entry."""

    def __init__(self, campaign: Campaign, actor: Actor, entry: SettlementEntry) -> None:
        self._campaign = campaign
        self._actor = actor
        self._entry = entry
        self._gone: list[CompanyModel] = []
        self._replaced: dict[str, CompanyModel] = {}
        self.made: dict[str, Any] = {}

    def carry_out(self, effect: Effect) -> None:
        """Do what the effect says; one that only changes figures is done by its row in the history."""
        model = db.session.get_one(CompanyModel, str(effect.model))
        match effect:
            case Died(items=items):
                self._die(model, lost=items == "lost")
            case Executed():
                self._die(model, lost=True)
            case Replaced(options=options, spells=spells):
                card = catalogue_of(self._campaign).card(effect.card)
                # The one that follows an award is free as well, so it sells for nothing too (V3.10).
                made = add_model(
                    model.company, card, options, spells, campaign=self._campaign, awarded=model.awarded
                )
                self._replaced[model.id] = made
                self.made["new_model"] = made.id
            case Captured(captor=captor):
                self._capture(model, str(captor))
            case Returned():
                model.status = ModelStatus.LIVING
            case MissesNextBattle():
                model.misses_battle = True
            case ItemLost(item=item, cause=cause, to=to):
                self._lose(str(item), used=cause == "used_up", to=str(to) if to is not None else None)
            case PowerDieGained():
                model.power_upgrade = True
            case RoleGiven(role=role):
                model.role = role
            case RoleVacated():
                model.role = None

    def leave_warbands(self) -> None:
        """V4.11: the dead and the captured leave their warband at once; a replaced Grunt takes its place."""
        if self._gone:
            seats = {seat.id: seat for seat in self._campaign.seats}
            after_losses(
                self._gone,
                replaced=self._replaced,
                campaign=self._campaign,
                seat=seats[self._gone[0].company.seat_id],
                actor=self._actor,
            )

    def take_back(self, effect: Effect) -> None:
        """What a counter undoes beside figures, items and places, which ``before`` puts back (V11.1)."""
        match effect:
            case Replaced():
                self._dismiss(str(self._entry.params["new_model"]))
            case Captured():
                self._end_capture()
            case ItemLost(to=to) if to is not None:
                self._give_up(str(self._entry.params["new_item"]))

    def _die(self, model: CompanyModel, *, lost: bool) -> None:
        model.status = ModelStatus.DEAD
        self._gone.append(model)
        for item in self._carried(model):
            item.model_id = None
            if lost:
                item.status = ItemStatus.LOST

    def _capture(self, model: CompanyModel, captor: str) -> None:
        model.status = ModelStatus.CAPTURED
        self._gone.append(model)
        captive = Captive(
            campaign_id=self._campaign.id,
            round=self._campaign.round,
            model_id=model.id,
            owner_id=model.company.seat_id,
            captor_id=captor,
            entry_id=self._entry.id,
        )
        db.session.add(captive)
        self._tell("captive.taken", captive, model)

    def _lose(self, item_id: str, *, used: bool, to: str | None) -> None:
        item = db.session.get_one(CompanyItem, item_id)
        item.status = ItemStatus.USED if used else ItemStatus.LOST
        item.model_id = None
        if to is None:
            return
        company = db.session.scalars(select(Company).where(Company.seat_id == to)).one()
        kind = catalogue_of(self._campaign).items[item.item]
        got = add_item(company, kind, campaign=self._campaign, awarded=item.awarded)
        self.made["new_item"] = got.id

    def _dismiss(self, model_id: str) -> None:
        """The replacement goes again, with its place; what it carries by now lies in the store."""
        model = db.session.get_one(CompanyModel, model_id)
        model.status = ModelStatus.REMOVED
        for item in self._carried(model):
            item.model_id = None
        place = db.session.get(WarbandModel, model_id)
        if place is not None:
            db.session.delete(place)
        db.session.flush()

    def _give_up(self, item_id: str) -> None:
        item = db.session.get_one(CompanyItem, item_id)
        item.status, item.model_id = ItemStatus.REMOVED, None

    def _end_capture(self) -> None:
        captive = db.session.scalars(select(Captive).where(Captive.entry_id == self._entry.id)).one()
        captive.state, captive.ended_at = CaptiveState.UNDONE, now()
        captive.version += 1
        self._tell("captive.undone", captive, captive.model)

    def _carried(self, model: CompanyModel) -> list[CompanyItem]:
        return list(
            db.session.scalars(
                select(CompanyItem).where(
                    CompanyItem.model_id == model.id, CompanyItem.status == ItemStatus.HELD
                )
            )
        )

    def _tell(self, kind: str, captive: Captive, model: CompanyModel) -> None:
        seats = {seat.id: seat for seat in self._campaign.seats}
        owner = seats[captive.owner_id]
        params: Mapping[str, Any] = {
            "model": model.name,
            "owner": owner.name,
            "captor": seats[captive.captor_id].name,
        }
        record_public(kind, campaign=self._campaign, actor=self._actor, seat=owner, params=dict(params))
