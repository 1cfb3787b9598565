"""A warband as the rules read it, and as a battle keeps it (V4.3, V4.4, V4.5, V4.11)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from sqlalchemy import Select, select
from sqlalchemy.orm import joinedload

from app.campaign.company.holdings import Holdings, as_member, profile_in
from app.campaign.company.models import CompanyItem, CompanyModel
from app.campaign.company.prices import cost_of_card
from app.campaign.company.queries.cards import option_names, shown, spell_names
from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.states import ItemStatus
from app.campaign.warbands.frozen import FrozenCard, FrozenItem, FrozenRule
from app.campaign.warbands.models import Warband, WarbandModel
from app.extensions import db
from rules.vanguard import warband as rules
from rules.vanguard.catalogue import Catalogue, PowerDice
from rules.vanguard.names import Breach
from rules.vanguard.settlement.retinue import holder_of
from rules.vanguard.tables import Tables


@dataclass(frozen=True)
class Loaded:
    """A warband with its models in order, what they carry, and its mercenaries; read in few queries."""

    warband: Warband
    models: list[CompanyModel]
    items: dict[str, list[CompanyItem]]
    mercenaries: list[str]

    def member(self, model: CompanyModel, catalogue: Catalogue) -> rules.Member:
        return as_member(model, [item.item for item in self.items.get(model.id, [])], catalogue)

    def as_rules(self, catalogue: Catalogue) -> rules.Warband:
        """The line-up with its leader; a mercenary's id is its key."""
        members = [self.member(model, catalogue) for model in self.models]
        members += [rules.Member(id=key, card=key) for key in self.mercenaries]
        return rules.Warband(tuple(members), self.warband.leader_id)


def load(
    warbands: Sequence[Warband], held: Holdings | None = None, places: Iterable[WarbandModel] | None = None
) -> list[Loaded]:
    """The warbands with all that stands in them, in few queries however many they are.

    With ``held``, their company as it was read already, one query is enough; with ``places``, who stands in
    them in their order, none.
    """
    ids = [warband.id for warband in warbands]
    models: dict[str, list[CompanyModel]] = defaultdict(list)
    if held is None:
        places = db.session.execute(
            _places(ids).options(
                joinedload(WarbandModel.model, innerjoin=True).selectinload(CompanyModel.changes)
            )
        ).scalars()
        for place in places:
            models[place.warband_id].append(place.model)
        items = _carried([model.id for inside in models.values() for model in inside])
    else:
        known = {model.id: model for model in held.models}
        for place in db.session.execute(_places(ids)).scalars() if places is None else places:
            models[place.warband_id].append(known[place.model_id])
        items = held.items
    carried: dict[str, list[CompanyItem]] = defaultdict(list)
    for item in items:
        if item.model_id is not None:
            carried[item.model_id].append(item)
    return [
        Loaded(warband, models[warband.id], carried, sorted(hired.mercenary for hired in warband.mercenaries))
        for warband in warbands
    ]


def _load_one(warband: Warband, *, fit: bool) -> Loaded:
    loaded = load([warband])[0]
    if not fit:
        return loaded
    return replace(loaded, models=[model for model in loaded.models if not model.misses_battle])


def _places(warband_ids: list[str]) -> Select[WarbandModel]:
    return (
        select(WarbandModel)
        .where(WarbandModel.warband_id.in_(warband_ids))
        .order_by(WarbandModel.position, WarbandModel.model_id)
    )


def _carried(model_ids: list[str]) -> list[CompanyItem]:
    found = db.session.execute(
        select(CompanyItem)
        .where(CompanyItem.model_id.in_(model_ids), CompanyItem.status == ItemStatus.HELD)
        .order_by(CompanyItem.created_at, CompanyItem.id)
    ).scalars()
    return list(found)


def breaches(warband: Warband, points_limit: int) -> tuple[Breach, ...]:
    """Every rule the warband breaks under that many points (V4.3, V4.4); empty when it may be sent."""
    campaign = _campaign(warband)
    return breaches_of(load([warband])[0], points_limit, catalogue_of(campaign), tables_of(campaign))


def breaches_of(
    loaded: Loaded, points_limit: int, catalogue: Catalogue, tables: Tables
) -> tuple[Breach, ...]:
    """The same of a warband already loaded; a model with a deep wound stays at home (C6.2)."""
    found = rules.breaches(loaded.as_rules(catalogue), points_limit, catalogue, tables.warband)
    recovering = tuple(
        Breach("C6.2", "model_recovers", {"model": model.name}, model.id)
        for model in loaded.models
        if model.misses_battle
    )
    return (*found, *recovering)


def warband_points(warband: Warband, *, fit: bool = False) -> int:
    """The warband's points with items, advances and mercenaries (C2.7, C2.8).

    ``fit`` leaves out whoever sits the next battle out (C6.2): a warband that defends where it stands may
    hold such models (V9.5).
    """
    campaign = _campaign(warband)
    catalogue = catalogue_of(campaign)
    loaded = _load_one(warband, fit=fit)
    return rules.points(loaded.as_rules(catalogue), catalogue, tables_of(campaign).warband)


def power_dice(warband: Warband, *, fit: bool = False) -> dict[str, int]:
    """The power dice the warband rolls each round, by colour (C2.9, C9.4); ``fit`` as in
    ``warband_points``."""
    campaign = _campaign(warband)
    total = dice_of(_load_one(warband, fit=fit), catalogue_of(campaign), tables_of(campaign))
    return {"red": total.red, "white": total.white, "blue": total.blue}


def dice_of(loaded: Loaded, catalogue: Catalogue, tables: Tables) -> PowerDice:
    """The same of a warband already loaded."""
    holders = {model.role: model.id for model in loaded.models if model.role}
    leader = holder_of("red_die", holders, tables.retinue)
    return rules.power_dice(loaded.as_rules(catalogue), catalogue, tables.warband, leader)


def mercenary_fees(warband: Warband) -> int:
    """The gold taken when the warband is sent: the fees of all its mercenaries (V4.5)."""
    campaign = _campaign(warband)
    catalogue = catalogue_of(campaign)
    return sum(
        cost_of_card(catalogue.mercenaries[hired.mercenary], campaign=campaign)
        for hired in warband.mercenaries
    )


def leader_of(warband: Warband) -> CompanyModel | None:
    """The Command named as the warband's leader (V4.1), or None."""
    return db.session.get(CompanyModel, warband.leader_id) if warband.leader_id else None


def line_up(warband: Warband, *, fit: bool = False) -> list[dict[str, Any]]:
    """The warband's models as they are now, for orders, battles and sheets to keep (V4.11).

    JSON objects of ``FrozenCard``: company models in their order, then mercenaries. ``fit`` as in
    ``warband_points``.
    """
    campaign = _campaign(warband)
    catalogue, tables = catalogue_of(campaign), tables_of(campaign)
    loaded = _load_one(warband, fit=fit)
    frozen = [_frozen(model, loaded, catalogue, tables) for model in loaded.models]
    frozen += [_frozen_mercenary(key, catalogue) for key in loaded.mercenaries]
    return [msgspec.to_builtins(card) for card in frozen]


def _frozen(model: CompanyModel, loaded: Loaded, catalogue: Catalogue, tables: Tables) -> FrozenCard:
    card = catalogue.card(model.card)
    now = profile_in(model, catalogue)
    member = loaded.member(model, catalogue)
    items = [(item, catalogue.items[item.item]) for item in loaded.items.get(model.id, [])]
    gained = {rule.key: rule for rule in tables.special_rules.rows}
    return FrozenCard(
        model_id=model.id,
        card=card.key,
        name=model.name,
        card_name=card.name,
        types=card.types,
        grunt=card.grunt,
        command=card.command,
        base=card.counts_as_base,
        leader=model.id == loaded.warband.leader_id,
        points=rules.member_points(member, catalogue, tables.warband),
        stats=now.stats,
        steps={str(stat): steps for stat, steps in now.steps.items() if steps},
        power_dice=card.power_dice.plus(now.gained_dice),
        options=option_names(card, model.options),
        spells=spell_names(card, model.spells, catalogue),
        items=tuple(
            FrozenItem(held.id, found.key, found.name, found.rarity, found.uses, found.effect)
            for held, found in items
        ),
        keywords=shown(card, catalogue).keywords,
        equipment=tuple(gear.name for gear in card.equipment),
        special_rules=tuple(
            FrozenRule(key, dict(gained[key].names), dict(gained[key].effects))
            for key in now.special_rules
            if key in gained
        ),
        experience=now.experience,
        ranks=now.ranks,
        role=model.role,
        icon=shown(card, catalogue).icon,
    )


def _frozen_mercenary(key: str, catalogue: Catalogue) -> FrozenCard:
    card = catalogue.mercenaries[key]
    seen = shown(card, catalogue)
    return FrozenCard(
        model_id=None,
        card=key,
        name=card.name,
        card_name=card.name,
        types=card.types,
        mercenary=True,
        points=card.points,
        stats=card.stats,
        power_dice=card.power_dice,
        spells=spell_names(card, (), catalogue),
        keywords=seen.keywords,
        equipment=seen.equipment,
        icon=seen.icon,
    )


def _campaign(warband: Warband) -> Campaign:
    campaign = db.session.get(Campaign, warband.campaign_id)
    if campaign is None:
        raise LookupError(f"warband {warband.id} has no campaign")
    return campaign
