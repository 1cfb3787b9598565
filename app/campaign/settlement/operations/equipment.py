"""Step 3: equipment (C7.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.company.carry_wording import carry_refusal
from app.campaign.company.models import CompanyItem, CompanyModel
from app.campaign.settlement.bench import Bench
from app.campaign.settlement.entries import carry_out
from app.campaign.settlement.operations.steps import check_open, go_on, tell
from app.campaign.settlement.packs import carriers, movable, usable
from app.campaign.settlement.wording import as_refusals
from app.refusal import Refusal
from rules.vanguard.carrying import carry_breaches
from rules.vanguard.names import Breach
from rules.vanguard.settlement.equipment import used_up


def settle_equipment(
    bench: Bench,
    used: Collection[str],
    given: Mapping[str, str | None],
    *,
    version: int,
    actor: Actor,
) -> None:
    """Tick off what was used up and give items to models of the side or to the store, all at once.

    ``used`` are ids of single-use items, ``given`` maps an item's id to its new carrier's (None: the store).
    Finishes step 3. Raises Refusal: an item or carrier is not of this side, an item is not single-use, or
    afterwards a model would carry more than it may (C2.6), each limit named.
    """
    check_open(bench, 3, version)
    _use_up(bench, used, actor)
    _move(bench, {key: to for key, to in given.items() if key not in used}, actor)
    tell(bench, "settlement.equipment", actor)
    go_on(bench, actor)


def _use_up(bench: Bench, used: Collection[str], actor: Actor) -> None:
    found = {item.id: (item, model) for item, model in usable(bench)}
    for item_id in used:
        if item_id not in found:
            raise Refusal(_l("Only single-use items of this warband can be used up."), "C7.1")
        item, model = found[item_id]
        kind = bench.catalogue.items[item.item]
        with as_refusals():
            effect = used_up(model.id, item.id, kind)
        carry_out(
            bench.settlement,
            "used_up",
            (effect,),
            step=3,
            campaign=bench.campaign,
            actor=actor,
            model_id=model.id,
            params={"item": kind.name},
        )
        tell(bench, "settlement.used_up", actor, item=kind.name, model=model.name)


def _move(bench: Bench, given: Mapping[str, str | None], actor: Actor) -> None:
    items = {item.id: item for item in movable(bench)}
    models = {model.id: model for model in carriers(bench)}
    moves: dict[CompanyItem, CompanyModel | None] = {}
    for item_id, model_id in given.items():
        if item_id not in items or (model_id is not None and model_id not in models):
            raise Refusal(_l("Items go between models of this warband and the store."), "C7.1")
        if items[item_id].model_id != model_id:
            moves[items[item_id]] = models[model_id] if model_id is not None else None
    if not moves:
        return
    _check_loads(bench, moves, models)
    carry_out(
        bench.settlement,
        "moved",
        step=3,
        campaign=bench.campaign,
        actor=actor,
        params={
            "moves": [
                [bench.catalogue.items[item.item].name, model.name if model else ""]
                for item, model in moves.items()
            ]
        },
        moved={item: model.id if model else None for item, model in moves.items()},
    )
    for item, model in moves.items():
        name = bench.catalogue.items[item.item].name
        tell(bench, "settlement.moved", actor, item=name, model=model.name if model else "")


def _check_loads(
    bench: Bench, moves: Mapping[CompanyItem, CompanyModel | None], models: Mapping[str, CompanyModel]
) -> None:
    """C2.6, counted when everything lies where it is meant to, so that two models can swap."""
    goes_to = {item.id: (model.id if model else None) for item, model in moves.items()}
    found: list[Breach] = []
    for model_id in dict.fromkeys(to for to in goes_to.values() if to is not None):
        model = models[model_id]
        load = [
            bench.catalogue.items[item.item]
            for item in movable(bench)
            if goes_to.get(item.id, item.model_id) == model_id
        ]
        found.extend(
            carry_breaches(model_id, bench.card_of(model), model.options, load, bench.tables.warband)
        )
    refusal = carry_refusal(found)
    if refusal is not None:
        raise refusal
