"""C6: how far each model that was taken out is settled; pages and operations ask the same."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.company.models import CompanyModel
from app.campaign.settlement.bench import Bench, Fighter
from app.campaign.settlement.models import SettlementEntry
from app.campaign.states import ModelStatus


@dataclass(frozen=True)
class FallenOne:
    """A model that was taken out and what has been settled of it.

    ``entry`` is the result that stands, ``no_fit`` the rolls of the table that did not fit the model
    (C6.2), ``lost`` the item the robbers got. ``wants`` says what is missing: "roll", "item" or "".
    """

    fighter: Fighter
    model: CompanyModel
    entry: SettlementEntry | None
    no_fit: tuple[SettlementEntry, ...]
    lost: SettlementEntry | None
    wants: str


def fallen_ones(bench: Bench) -> list[FallenOne]:
    """The models taken out, in the order of the line-up. One that has since left wants nothing."""
    found = []
    for fighter, model in bench.fallen:
        mine = [entry for entry in bench.entries(step=2) if entry.model_id == model.id]
        entry = next((one for one in mine if one.kind in ("grunt", "injury")), None)
        lost = next((one for one in mine if one.kind == "robbed"), None)
        wants = ""
        if entry is None and model.status == ModelStatus.LIVING:
            wants = "roll"
        elif entry is not None and entry.params.get("choose_item") and lost is None:
            wants = "item"
        no_fit = tuple(one for one in mine if one.kind == "no_fit")
        found.append(FallenOne(fighter, model, entry, no_fit, lost, wants))
    return found


def healer_used(bench: Bench) -> bool:
    """Whether the Healer has had a roll of this battle repeated (C6.3)."""
    return any(entry.params.get("healer") for entry in bench.entries(step=2))
