"""C7.1: whose items a settlement's equipment step deals with; pages and operations ask the same."""

from __future__ import annotations

from app.campaign.company.models import CompanyItem, CompanyModel
from app.campaign.settlement.bench import Bench
from app.campaign.states import ItemStatus, ModelStatus


def carriers(bench: Bench) -> list[CompanyModel]:
    """The living models of the side, and the Grunts that replaced its dead (C6.1)."""
    fought = [model for _fighter, model in bench.own]
    new = [entry.params.get("new_model") for entry in bench.entries("grunt", step=2)]
    replacements = [bench.models[key] for key in new if key in bench.models]
    return [model for model in (*fought, *replacements) if model.status == ModelStatus.LIVING]


def movable(bench: Bench) -> list[CompanyItem]:
    """What those models carry, and what lies in the store. A captive's items are with it."""
    ids = {model.id for model in carriers(bench)}
    return [
        item
        for item in bench.items
        if item.status == ItemStatus.HELD and (item.model_id is None or item.model_id in ids)
    ]


def usable(bench: Bench) -> list[tuple[CompanyItem, CompanyModel]]:
    """Single-use items that models of the side carry, captives too: what the battle may have used up."""
    present = {
        model.id: model
        for _fighter, model in bench.own
        if model.status in (ModelStatus.LIVING, ModelStatus.CAPTURED)
    }
    return [
        (item, present[item.model_id])
        for item in bench.items
        if item.status == ItemStatus.HELD
        and item.model_id in present
        and bench.catalogue.items[item.item].uses == "single_use"
    ]
