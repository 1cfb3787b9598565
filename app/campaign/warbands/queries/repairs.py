"""What would mend a broken limit: at most two ways, of the models there are (V4.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from flask_babel import gettext as _

from app.campaign.company.models import CompanyModel
from app.campaign.warbands.queries.reading import Loaded
from rules.vanguard import warband as rules
from rules.vanguard.catalogue import Catalogue
from rules.vanguard.names import Breach
from rules.vanguard.tables import Tables

Action = Literal["take_out", "put_in", "lead", "store", "dismiss", "shop"]


@dataclass(frozen=True)
class Repair:
    """One way out: words for its button, what it does, and to which model, item, mercenary or type."""

    label: str
    action: Action
    target: str


@dataclass(frozen=True)
class Means:
    """What a repair can draw on: the warband, the company's free models, the rules' data."""

    loaded: Loaded
    free: Sequence[CompanyModel]
    catalogue: Catalogue
    tables: Tables


def repairs(breach: Breach, means: Means) -> tuple[Repair, ...]:
    """At most two repairs for a breach, the gentler first."""
    return tuple(islice(_offers(breach, means), 2))


def members_of(breach: Breach, means: Means) -> list[CompanyModel]:
    """The warband's models that a breach is about; empty when it is the whole."""
    params, models, catalogue = breach.params, means.loaded.models, means.catalogue
    if breach.member is not None:
        return [model for model in models if model.id == breach.member]
    match breach.code:
        case "too_many_type":
            kind = str(params["type"])
            return [
                model
                for model in models
                if kind in catalogue.card(model.card).types
                and (kind != "Spellcaster" or not catalogue.card(model.card).command)
            ]
        case "too_many_large":
            return [
                model
                for model in models
                if "Large" in catalogue.card(model.card).types
                and not catalogue.card(model.card).ignores_large_limit
            ]
        case "too_many_same" | "needs_model" | "character_twice":
            return [model for model in models if catalogue.card(model.card).name == params["card"]]
        case "item_twice":
            return [
                model
                for model in models
                if any(
                    catalogue.items[item.item].name == params["item"]
                    for item in means.loaded.items.get(model.id, [])
                )
            ]
    return []


def _offers(breach: Breach, means: Means) -> Iterator[Repair]:
    concerned = _not_leading(members_of(breach, means), means)
    match breach.code:
        case "too_many_points":
            over = int(breach.params["points"]) - int(breach.params["limit"])
            yield from _lighter(over, means)
        case "no_command":
            yield from _put_in_type(("Command",), means)
        case "no_warrior":
            yield from _put_in_type(("Grunt", "Warrior"), means)
        case "no_leader" | "leader_no_command":
            for model in means.loaded.models:
                if means.catalogue.card(model.card).command:
                    yield Repair(_("%(model)s leads", model=model.name), "lead", model.id)
            yield from _put_in_type(("Command",), means)
        case "too_many_type":
            yield from islice((_take_out(model) for model in concerned), 1)
            yield from islice(_put_in_type(("Grunt", "Warrior"), means), 1)
        case "needs_model":
            yield from _put_in_named(str(breach.params["needed"]), means)
            yield from (_take_out(model) for model in concerned)
        case "too_many_large" | "too_many_same" | "character_twice" | "model_recovers":
            yield from (_take_out(model) for model in concerned)
            yield from _dismissals(breach, means)
        case "mercenary_twice" | "mercenary_items":
            yield from _dismissals(breach, means)
        case "item_twice":
            yield from _store_items(concerned, means, str(breach.params["item"]))
        case _:
            item = breach.params.get("item")
            yield from _store_items(members_of(breach, means), means, str(item) if item else None)
            yield from (_take_out(model) for model in concerned)


def _not_leading(models: list[CompanyModel], means: Means) -> list[CompanyModel]:
    """The last first; the leader last of all."""
    leader = means.loaded.warband.leader_id
    last_first = models[::-1]
    return sorted(last_first, key=lambda model: model.id == leader)


def _take_out(model: CompanyModel) -> Repair:
    return Repair(_("Take %(model)s out", model=model.name), "take_out", model.id)


def _lighter(over: int, means: Means) -> Iterator[Repair]:
    """The models that weigh just enough, lightest first; then the heaviest."""
    table = means.tables.warband
    weighed = sorted(
        (
            (rules.member_points(means.loaded.member(model, means.catalogue), means.catalogue, table), model)
            for model in _not_leading(means.loaded.models, means)
            if model.id != means.loaded.warband.leader_id
        ),
        key=lambda pair: pair[0],
    )
    for key in means.loaded.mercenaries:
        if means.catalogue.mercenaries[key].points >= over:
            yield _dismiss(key, means)
    yield from (_take_out(model) for points, model in weighed if points >= over)
    yield from (_take_out(model) for points, model in reversed(weighed) if points < over)


def _put_in_type(types: tuple[str, ...], means: Means) -> Iterator[Repair]:
    for model in means.free:
        if set(types) & set(means.catalogue.card(model.card).types):
            yield Repair(_("Put %(model)s in", model=model.name), "put_in", model.id)
    yield Repair(_("Buy a %(type)s", type=types[-1]), "shop", types[-1])


def _put_in_named(card: str, means: Means) -> Iterator[Repair]:
    for model in means.free:
        if means.catalogue.card(model.card).name == card:
            yield Repair(_("Put %(model)s in", model=model.name), "put_in", model.id)
            return


def _store_items(models: Sequence[CompanyModel], means: Means, only: str | None) -> Iterator[Repair]:
    for model in models:
        for item in means.loaded.items.get(model.id, []):
            name = means.catalogue.items[item.item].name
            if only is None or name == only:
                yield Repair(_("Take %(item)s from %(model)s", item=name, model=model.name), "store", item.id)


def _dismissals(breach: Breach, means: Means) -> Iterator[Repair]:
    for key in means.loaded.mercenaries:
        card = means.catalogue.mercenaries[key]
        large = breach.code == "too_many_large" and "Large" in card.types
        if large or card.name == breach.params.get("card"):
            yield _dismiss(key, means)


def _dismiss(key: str, means: Means) -> Repair:
    name = means.catalogue.mercenaries[key].name
    return Repair(_("Do without %(mercenary)s", mercenary=name), "dismiss", key)
