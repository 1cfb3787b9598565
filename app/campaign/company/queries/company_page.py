"""The company: its models by type, its store, its retinue (V3.1, V3.7, V3.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from app.campaign.company.befell import rank_name, role_name
from app.campaign.company.door import Door, door
from app.campaign.company.holdings import (
    GROUPS,
    Holdings,
    company_of,
    group_of,
    holdings_of,
    in_card_order,
    profile_in,
)
from app.campaign.company.models import CompanyItem, CompanyModel
from app.campaign.company.queries.cards import Shown, option_names, shown
from app.campaign.company.queries.head import Head, head_of
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.states import ModelStatus
from app.campaign.warbands.locks import sent_warbands
from app.campaign.warbands.models import Warband, WarbandModel
from app.extensions import db
from rules.vanguard.carrying import carry_breaches
from rules.vanguard.catalogue import Catalogue
from rules.vanguard.tables import Tables
from rules.vanguard.warband import member_points


@dataclass(frozen=True)
class ModelRow:
    """One model in the list; ``points`` as it stands now (C2.7)."""

    id: str
    name: str
    card: Shown
    points: int
    extras: tuple[str, ...]
    role: str | None
    rank: str | None
    picture_id: str | None
    captive: bool
    recovers: bool
    warband: str | None
    warband_id: str | None
    sent: bool
    first: bool
    last: bool


@dataclass(frozen=True)
class Group:
    """The models of one type, in the order of their cards."""

    type: str
    rows: tuple[ModelRow, ...]


@dataclass(frozen=True)
class StoreRow:
    """An item in the store and the models that may carry it (C2.6)."""

    id: str
    name: str
    rarity: str
    slots: str
    effect: str
    awarded: bool
    carriers: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class CompanyPage:
    """``commands`` are the models that can lead, by id and name, for confirming (V3.5)."""

    head: Head
    door: Door
    groups: tuple[Group, ...]
    store: tuple[StoreRow, ...]
    commands: tuple[tuple[str, str], ...]
    leader: str | None


def company_page(campaign: Campaign, seat: Seat) -> CompanyPage | None:
    """The seat's company, or None before a faction is chosen."""
    company = company_of(seat)
    if company is None:
        return None
    catalogue, tables = catalogue_of(campaign), tables_of(campaign)
    held = holdings_of(company)
    ordered = in_card_order(held.models, catalogue)
    stands = warbands_of_models(ordered)
    sent = sent_warbands(campaign, seat)
    groups = []
    for group in GROUPS:
        models = [model for model in ordered if group_of(catalogue.card(model.card)) == group]
        if models:
            rows = [
                _row(model, held, catalogue, tables, stands.get(model.id), sent, models) for model in models
            ]
            groups.append(Group(group, tuple(rows)))
    commands = [model for model in ordered if _can_lead(model, catalogue)]
    leading = {role.key for role in tables.retinue.roles if role.effect == "red_die"}
    return CompanyPage(
        head=head_of(held, campaign, seat),
        door=door(campaign, held.models, catalogue),
        groups=tuple(groups),
        store=tuple(_store_row(item, held, catalogue, tables) for item in held.store),
        commands=tuple((model.id, model.name) for model in commands),
        leader=next((model.name for model in held.living if model.role in leading), None),
    )


def warbands_of_models(models: Sequence[CompanyModel]) -> dict[str, Warband]:
    """The warband each model stands in, by the model's id; those in none are left out."""
    found = db.session.execute(
        select(WarbandModel.model_id, Warband)
        .join(Warband, Warband.id == WarbandModel.warband_id)
        .where(WarbandModel.model_id.in_([model.id for model in models]))
    )
    return {row[0]: row[1] for row in found}


def _row(
    model: CompanyModel,
    held: Holdings,
    catalogue: Catalogue,
    tables: Tables,
    warband: Warband | None,
    sent: set[str],
    group: list[CompanyModel],
) -> ModelRow:
    card = catalogue.card(model.card)
    now = profile_in(model, catalogue)
    items = tuple(catalogue.items[item.item].name for item in held.carried(model))
    return ModelRow(
        id=model.id,
        name=model.name,
        card=shown(card, catalogue, now),
        points=member_points(held.member(model, catalogue), catalogue, tables.warband),
        extras=(*option_names(card, model.options), *items),
        role=role_name(model.role, tables) if model.role else None,
        rank=rank_name(now.ranks[-1], tables) if now.ranks else None,
        picture_id=model.picture_id,
        captive=model.status == ModelStatus.CAPTURED,
        recovers=model.misses_battle,
        warband=warband.name if warband else None,
        warband_id=warband.id if warband else None,
        sent=warband is not None and warband.id in sent,
        first=model is group[0],
        last=model is group[-1],
    )


def _can_lead(model: CompanyModel, catalogue: Catalogue) -> bool:
    return model.status == ModelStatus.LIVING and catalogue.card(model.card).command


def _store_row(item: CompanyItem, held: Holdings, catalogue: Catalogue, tables: Tables) -> StoreRow:
    found = catalogue.items[item.item]
    carriers = []
    for model in held.living:
        carried = [catalogue.items[one.item] for one in held.carried(model)]
        card = catalogue.card(model.card)
        if not carry_breaches(model.id, card, model.options, (*carried, found), tables.warband):
            carriers.append((model.id, model.name))
    return StoreRow(
        id=item.id,
        name=found.name,
        rarity=found.rarity,
        slots=", ".join(found.slots),
        effect=found.effect or "",
        awarded=item.awarded,
        carriers=tuple(carriers),
    )
