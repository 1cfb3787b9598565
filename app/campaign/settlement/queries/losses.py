"""What the steps on the battle and its losses show: course, injuries, equipment (C5, C6, C7.1)."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _

from app.campaign.settlement.bench import Bench
from app.campaign.settlement.fallen import FallenOne, fallen_ones, healer_used
from app.campaign.settlement.packs import carriers, movable, usable
from app.campaign.settlement.queries.said import Said, said_of_injury
from app.campaign.settlement.queries.who import Who, who


@dataclass(frozen=True)
class CourseRow:
    who: Who
    taken_out: bool
    leader: bool
    mercenary: bool
    enemies: int


@dataclass(frozen=True)
class CourseBody:
    """``enemies_lost`` is how many enemies the result says were taken out in all."""

    rows: tuple[CourseRow, ...]
    objectives: int
    enemies_lost: int


@dataclass(frozen=True)
class InjuryCard:
    """``rolls`` are the dice that count, ``no_fit`` those that did not fit the model."""

    who: Who
    rolls: tuple[int, ...]
    by_table: bool
    no_fit: tuple[tuple[int, ...], ...]
    said: Said | None
    wants: str
    items: tuple[tuple[str, str], ...]
    healed_by: str | None
    may_repeat: bool
    captive: bool


@dataclass(frozen=True)
class InjuryBody:
    cards: tuple[InjuryCard, ...]
    rolling: int
    waiting: tuple[str, ...]
    healer: Who | None


@dataclass(frozen=True)
class ItemRow:
    id: str
    name: str
    text: str
    carrier: str | None
    carriers: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class EquipmentBody:
    """``lost`` are sentences on items that went with step 2."""

    lost: tuple[str, ...]
    usable: tuple[ItemRow, ...]
    items: tuple[ItemRow, ...]


def course(bench: Bench) -> CourseBody:
    rows = []
    for fighter, course in zip(bench.fighters, bench.course, strict=True):
        model = fighter.model
        person = (
            who(bench, model)
            if model is not None
            else Who(fighter.line.id, fighter.name, fighter.card.card_name, fighter.card.icon)
        )
        rows.append(
            CourseRow(
                Who(fighter.line.id, person.name, person.text, person.icon),
                course.taken_out,
                fighter.line.is_leader,
                course.mercenary,
                course.enemies,
            )
        )
    return CourseBody(tuple(rows), bench.objectives, bench.enemies_lost)


def injuries(bench: Bench) -> InjuryBody:
    holder = bench.holder("reroll_injury")
    may_heal = holder is not None and not healer_used(bench)
    found = fallen_ones(bench)
    return InjuryBody(
        cards=tuple(_injury_card(bench, one, may_heal) for one in found),
        rolling=sum(one.wants == "roll" for one in found),
        waiting=tuple(one.model.name for one in found if one.wants),
        healer=who(bench, holder) if holder is not None else None,
    )


def _injury_card(bench: Bench, one: FallenOne, may_heal: bool) -> InjuryCard:
    entry = one.entry
    lost = str(one.lost.params["item"]) if one.lost is not None else None
    no_fit = [tuple(roll.rolls) for roll in one.no_fit]
    if entry is not None:
        no_fit += [tuple(roll) for roll in entry.params.get("again", ())]
    return InjuryCard(
        who=who(bench, one.model),
        rolls=tuple(entry.rolls) if entry is not None else (),
        by_table=entry is not None and entry.by_table,
        no_fit=tuple(no_fit),
        said=said_of_injury(bench, one.model, entry, lost) if entry is not None else None,
        wants=one.wants,
        items=tuple((item.id, bench.catalogue.items[item.item].name) for item in bench.carried(one.model))
        if one.wants == "item"
        else (),
        healed_by=entry.params.get("healer") if entry is not None else None,
        may_repeat=may_heal and entry is not None and entry.kind == "injury",
        captive=entry is not None and entry.params.get("key") == "captured",
    )


def equipment(bench: Bench) -> EquipmentBody:
    people = [(model.id, model.name) for model in carriers(bench)]
    names = dict(people)
    return EquipmentBody(
        lost=_lost(bench),
        usable=tuple(
            ItemRow(item.id, bench.catalogue.items[item.item].name, model.name, model.id, ())
            for item, model in usable(bench)
        ),
        items=tuple(
            ItemRow(
                item.id,
                bench.catalogue.items[item.item].name,
                names.get(item.model_id or "", _("Store")),
                item.model_id,
                tuple(people),
            )
            for item in movable(bench)
        ),
    )


def _lost(bench: Bench) -> tuple[str, ...]:
    """What step 2 did to items, by the items' state before and after."""
    said = []
    for entry in bench.entries("grunt", "injury", "robbed", step=2):
        was = {one["id"]: one for one in entry.params.get("before", {}).get("items", ())}
        for now in entry.params.get("left", ()):
            if (now["status"], now["carrier"]) == (was[now["id"]]["status"], was[now["id"]]["carrier"]):
                continue
            item = next((one for one in bench.items if one.id == now["id"]), None)
            model = bench.models.get(entry.model_id or "")
            if item is None or model is None:
                continue
            words = {"item": bench.catalogue.items[item.item].name, "model": model.name}
            if now["status"] == "held":
                said.append(_("%(item)s of %(model)s went into the store.", **words))
            else:
                said.append(_("%(item)s of %(model)s is lost.", **words))
    return tuple(said)
