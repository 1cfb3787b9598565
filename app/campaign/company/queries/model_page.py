"""One model: its figures, what it carries, its role, its history (V3.8)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from sqlalchemy import select

from app.campaign.battles.models import Battle, BattleSide, LineUpModel
from app.campaign.company.befell import (
    befell,
    in_my_language,
    rank_name,
    role_name,
    special_rule_effect,
    special_rule_name,
)
from app.campaign.company.door import Door, door
from app.campaign.company.holdings import Holdings, effect_of, holdings_of, profile_in
from app.campaign.company.models import CompanyModel
from app.campaign.company.prices import cost_of_card, has_quartermaster, sale_of_item, sale_of_model
from app.campaign.company.queries.cards import Shown, option_names, shown, spell_names
from app.campaign.company.queries.head import Head, head_of
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.map.models import Place
from app.campaign.settlement.models import Settlement
from app.campaign.states import ModelStatus, SideOutcome
from app.campaign.warbands.locks import sent_warbands, standing_in
from app.extensions import db
from rules.vanguard.carrying import carry_breaches
from rules.vanguard.catalogue import Catalogue
from rules.vanguard.settlement.retinue import role_cost
from rules.vanguard.tables import RetinueEffect, Tables
from rules.vanguard.warband import member_points


@dataclass(frozen=True)
class CarriedRow:
    """An item the model carries; ``sale`` is what selling it brings now."""

    id: str
    name: str
    rarity: str
    slots: str
    effect: str
    sale: int


@dataclass(frozen=True)
class RoleChoice:
    """A role of the retinue: what it does, what it costs now, who has it, why this model cannot take it."""

    key: str
    name: str
    text: str
    cost: int
    holder: str | None
    needs_command: bool


@dataclass(frozen=True)
class Happening:
    """One line of a model's history, newest first; ``url`` leads to what else the battle did."""

    at: datetime
    round: int
    text: str
    taken_back: bool = False
    url: str | None = None


@dataclass(frozen=True)
class ModelPage:
    """``here``: living and in the company. ``from_store`` are the items it may be given (id, name)."""

    head: Head
    door: Door
    id: str
    name: str
    note: str
    picture_id: str | None
    card: Shown
    card_points: int
    points: int
    options: tuple[str, ...]
    spells: tuple[str, ...]
    gained: tuple[tuple[str, str], ...]
    experience: int
    ranks: tuple[str, ...]
    gained_dice: int
    carried: tuple[CarriedRow, ...]
    from_store: tuple[tuple[str, str], ...]
    role: str | None
    roles: tuple[RoleChoice, ...]
    warband: str | None
    warband_id: str | None
    sent: bool
    status: str
    here: bool
    recovers: bool
    awarded: bool
    price: int
    sale: int
    history: tuple[Happening, ...]


def model_page(model: CompanyModel, campaign: Campaign, seat: Seat) -> ModelPage:
    """The model with everything its page shows; also of one that is dead or sold."""
    catalogue, tables = catalogue_of(campaign), tables_of(campaign)
    company = model.company
    held = holdings_of(company)
    card = catalogue.card(model.card)
    now = profile_in(model, catalogue)
    warband = standing_in(model.id)
    quartermaster = has_quartermaster(held.models, tables)
    return ModelPage(
        head=head_of(held, campaign, seat),
        door=door(campaign, held.models, catalogue),
        id=model.id,
        name=model.name,
        note=model.note,
        picture_id=model.picture_id,
        card=shown(card, catalogue, now),
        card_points=card.points,
        points=member_points(held.member(model, catalogue), catalogue, tables.warband),
        options=option_names(card, model.options),
        spells=spell_names(card, model.spells, catalogue),
        gained=tuple(
            (special_rule_name(key, tables), special_rule_effect(key, tables)) for key in now.special_rules
        ),
        experience=now.experience,
        ranks=tuple(rank_name(key, tables) for key in now.ranks),
        gained_dice=now.gained_dice.red,
        carried=tuple(
            CarriedRow(
                id=item.id,
                name=catalogue.items[item.item].name,
                rarity=catalogue.items[item.item].rarity,
                slots=", ".join(catalogue.items[item.item].slots),
                effect=catalogue.items[item.item].effect or "",
                sale=sale_of_item(
                    item, company=company, campaign=campaign, catalogue=catalogue, quartermaster=quartermaster
                ),
            )
            for item in held.carried(model)
        ),
        from_store=_from_store(model, held, catalogue, tables),
        role=role_name(model.role, tables) if model.role else None,
        roles=_roles(model, held, catalogue, tables, campaign),
        warband=warband.name if warband else None,
        warband_id=warband.id if warband else None,
        sent=warband is not None and warband.id in sent_warbands(campaign, seat),
        status=model.status,
        here=model.status == ModelStatus.LIVING,
        recovers=model.misses_battle,
        awarded=model.awarded,
        price=cost_of_card(card, model.options, model.spells, campaign=campaign),
        sale=sale_of_model(
            model, company=company, campaign=campaign, catalogue=catalogue, quartermaster=quartermaster
        ),
        history=_history(model, campaign, tables),
    )


def _from_store(
    model: CompanyModel, held: Holdings, catalogue: Catalogue, tables: Tables
) -> tuple[tuple[str, str], ...]:
    card = catalogue.card(model.card)
    carried = [catalogue.items[one.item] for one in held.carried(model)]
    return tuple(
        (item.id, catalogue.items[item.item].name)
        for item in held.store
        if not carry_breaches(
            model.id, card, model.options, (*carried, catalogue.items[item.item]), tables.warband
        )
    )


def _roles(
    model: CompanyModel, held: Holdings, catalogue: Catalogue, tables: Tables, campaign: Campaign
) -> tuple[RoleChoice, ...]:
    holders = {one.role: one for one in held.living if one.role}
    ids = {role: one.id for role, one in holders.items()}
    command = catalogue.card(model.card).command
    return tuple(
        RoleChoice(
            key=role.key,
            name=in_my_language(role.names, role.key),
            text=_role_text(role.effect),
            cost=role_cost(role.key, ids, tables.retinue, campaign.gold_factor),
            holder=holders[role.key].name if role.key in holders else None,
            needs_command=role.command_only and not command,
        )
        for role in tables.retinue.roles
    )


def _role_text(effect: RetinueEffect) -> str:
    """What a role does (C9.1)."""
    texts = {
        "red_die": _("One red power die more for the warband it stands in."),
        "reroll_injury": _("Once per battle, one injury may be rolled again."),
        "half_resale_loss": _("The loss on sales is halved."),
        "reroll_roles": _("Once per round, the roll for attacker and defender may be made again."),
        "reroll_nerve": _("A Nerve roll may be made again; the sheet says so."),
        "experience": _("One point of experience more for one model per battle."),
    }
    return texts.get(effect, "")


def _history(model: CompanyModel, campaign: Campaign, tables: Tables) -> tuple[Happening, ...]:
    players = {seat.id: str(seat.name) for seat in campaign.seats}
    bought = _("Awarded by the game master.") if model.awarded else _("Joined the company.")
    lines = [Happening(model.created_at, model.bought_round, bought)]
    for change in model.changes:
        text = befell(effect_of(change.effect), tables, players)
        if change.reason:
            text = _("%(what)s Reason: %(reason)s", what=text, reason=change.reason)
        lines.append(Happening(change.at, change.round, text, change.reversed_at is not None))
    fought = db.session.execute(
        select(LineUpModel, BattleSide, Battle, Place, Settlement.id)
        .join(BattleSide, BattleSide.id == LineUpModel.side_id)
        .join(Battle, Battle.id == BattleSide.battle_id)
        .join(Place, Place.id == Battle.place_id)
        .join(Settlement, Settlement.side_id == BattleSide.id, isouter=True)
        .where(LineUpModel.model_id == model.id)
    )
    for in_line, side, battle, place, settlement_id in fought:
        text = _fought(side, place)
        if in_line.taken_out and side.outcome is not None:
            text = _("%(battle)s It was taken out.", battle=text)
        at = battle.confirmed_at or battle.announced_at
        lines.append(Happening(at, battle.round, text, url=_look_up(battle, side, settlement_id)))
    return tuple(sorted(lines, key=lambda line: line.at, reverse=True))


def _look_up(battle: Battle, side: BattleSide, settlement_id: str | None) -> str:
    """The settlement of the battle, or the battle as long as it has none."""
    here: dict[str, Any] = {"campaign_id": battle.campaign_id}
    if settlement_id is None:
        return url_for("battles.battle", **here, battle_id=battle.id)
    return url_for("settlement.settlement", **here, seat_id=side.seat_id, settlement_id=settlement_id)


def _fought(side: BattleSide, place: Place) -> str:
    match side.outcome:
        case SideOutcome.WON:
            return _("Fought and won at %(place)s.", place=place.name)
        case SideOutcome.LOST:
            return _("Fought and lost at %(place)s.", place=place.name)
        case SideOutcome.DRAWN:
            return _("Fought without a winner at %(place)s.", place=place.name)
    return _("Stands in the battle at %(place)s.", place=place.name)
