"""V10.3: a company on paper, with what befell its models (V3.8)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from flask_babel import gettext as _
from sqlalchemy import select

from app.campaign.access import Here
from app.campaign.company.befell import (
    befell,
    in_my_language,
    rank_name,
    role_name,
    special_rule_effect,
    special_rule_name,
)
from app.campaign.company.holdings import (
    GROUPS,
    Holdings,
    company_of,
    effect_of,
    group_of,
    holdings_of,
    in_card_order,
    profile_in,
)
from app.campaign.company.models import CompanyModel
from app.campaign.company.pages import address
from app.campaign.company.queries.cards import option_names, shown, spell_names
from app.campaign.company.queries.company_page import warbands_of_models
from app.campaign.company.queries.head import head_of
from app.campaign.documents.cards import FIGURES, Figure, Printed, type_names
from app.campaign.documents.wording import where_from
from app.campaign.founding.queries import catalogue_of, tables_of
from app.campaign.states import ModelStatus
from app.campaign.warbands.frozen import FrozenItem
from app.extensions import db
from rules.vanguard.catalogue import Catalogue
from rules.vanguard.settlement.effects import (
    HardenedOnce,
    MissesNextBattle,
    PowerDieGained,
    StatChanged,
)
from rules.vanguard.settlement.profile import Profile
from rules.vanguard.tables import Tables
from rules.vanguard.warband import member_points

LASTING = (StatChanged, HardenedOnce, PowerDieGained, MissesNextBattle)
"""Effects that the sheet tells in words; rules gained and ranks stand there by name (C6.2, C8)."""


@dataclass(frozen=True)
class CompanyModelOnPaper:
    """``befell`` are injuries and advances that still count; ``state`` why the model cannot fight now."""

    printed: Printed
    warband: str | None
    state: str | None
    ranks: tuple[str, ...]
    befell: tuple[str, ...]


@dataclass(frozen=True)
class GroupOnPaper:
    type: str
    models: tuple[CompanyModelOnPaper, ...]


@dataclass(frozen=True)
class StoreLine:
    name: str
    count: int
    effect: str


@dataclass(frozen=True)
class CompanySheet:
    """``retinue`` are its roles with who has them; ``fallen`` the dead by name."""

    name: str
    subtitle: str
    source: str
    page_url: str
    style: int
    emblem: str
    figures: tuple[tuple[str, str], ...]
    groups: tuple[GroupOnPaper, ...]
    retinue: tuple[tuple[str, str | None], ...]
    store: tuple[StoreLine, ...]
    fallen: tuple[str, ...]
    columns: tuple[str, ...] = FIGURES

    @property
    def changed(self) -> bool:
        """Whether a model's figures differ from its card's."""
        return any(model.printed.changed for group in self.groups for model in group.models)


def company_sheet(here: Here, *, gold: bool) -> CompanySheet | None:
    """The seat's company, or None before a faction is chosen. ``gold``: with its balance (V3.9)."""
    company = company_of(here.seat)
    if company is None:
        return None
    campaign = here.campaign
    catalogue, tables = catalogue_of(campaign), tables_of(campaign)
    held = holdings_of(company)
    head = head_of(held, campaign, here.seat)
    figures = [
        (_("Models"), str(head.models)),
        (_("Points"), str(head.value_points)),
        (_("Company value in gold"), str(head.value_gold)),
    ]
    if gold:
        figures.append((_("Gold"), str(head.gold)))
    name = head.name or head.faction
    holders = {model.role: model.name for model in held.living if model.role}
    return CompanySheet(
        name=name,
        subtitle=" · ".join(dict.fromkeys((head.faction, str(here.seat.name)))),
        source=where_from(name, campaign),
        page_url=address(here, "company.company"),
        style=here.seat.style,
        emblem=here.seat.emblem,
        figures=tuple(figures),
        groups=_groups(held, catalogue, tables),
        retinue=tuple(
            (in_my_language(role.names, role.key), holders.get(role.key)) for role in tables.retinue.roles
        ),
        store=_store(held, catalogue),
        fallen=_fallen(held),
    )


def _groups(held: Holdings, catalogue: Catalogue, tables: Tables) -> tuple[GroupOnPaper, ...]:
    ordered = in_card_order(held.models, catalogue)
    stands = warbands_of_models(ordered)
    lines: dict[str, list[CompanyModelOnPaper]] = {group: [] for group in GROUPS}
    for model in ordered:
        warband = stands.get(model.id)
        line = _line(model, held, catalogue, tables, warband.name if warband else None)
        lines[group_of(catalogue.card(model.card))].append(line)
    return tuple(GroupOnPaper(type_names((group,)), tuple(found)) for group, found in lines.items() if found)


def _line(
    model: CompanyModel, held: Holdings, catalogue: Catalogue, tables: Tables, warband: str | None
) -> CompanyModelOnPaper:
    now = profile_in(model, catalogue)
    state = None
    if model.status == ModelStatus.CAPTURED:
        state = _("captive")
    elif model.misses_battle:
        state = _("out of the next battle")
    return CompanyModelOnPaper(
        printed=_printed(model, now, held, catalogue, tables),
        warband=warband,
        state=state,
        ranks=tuple(rank_name(key, tables) for key in now.ranks),
        befell=_befell(model, tables),
    )


def _printed(
    model: CompanyModel, now: Profile, held: Holdings, catalogue: Catalogue, tables: Tables
) -> Printed:
    card = catalogue.card(model.card)
    seen = shown(card, catalogue, now)
    items = [(held_item, catalogue.items[held_item.item]) for held_item in held.carried(model)]
    return Printed(
        name=model.name,
        card_name=card.name,
        types=type_names(card.types),
        points=member_points(held.member(model, catalogue), catalogue, tables.warband),
        icon=seen.icon,
        leader=False,
        mercenary=False,
        role=role_name(model.role, tables) if model.role else None,
        figures=tuple(
            Figure(name, value, seen.stats.marks.get(name, ""))
            for name, value in zip(FIGURES, seen.stats.values, strict=True)
        ),
        wounds=now.stats.wn,
        ranged=seen.ranged,
        melee=seen.melee,
        gear=(*option_names(card, model.options), *seen.equipment),
        items=tuple(
            FrozenItem(held_item.id, item.key, item.name, item.rarity, item.uses, item.effect)
            for held_item, item in items
        ),
        keywords=seen.keywords,
        spells=spell_names(card, model.spells, catalogue),
        rules=tuple(
            (special_rule_name(key, tables), special_rule_effect(key, tables)) for key in now.special_rules
        ),
        experience=None if card.grunt else now.experience,
        rank=rank_name(now.ranks[-1], tables) if now.ranks else None,
    )


def _befell(model: CompanyModel, tables: Tables) -> tuple[str, ...]:
    """Injuries and advances in words, oldest first, without those taken back and their counters (V11.1)."""
    told = []
    for change in model.changes:
        effect = effect_of(change.effect)
        if change.reversed_at is not None or effect.undone:
            continue
        if isinstance(effect, MissesNextBattle) and not model.misses_battle:
            continue
        if isinstance(effect, LASTING):
            told.append(befell(effect, tables, {}))
    return tuple(told)


def _store(held: Holdings, catalogue: Catalogue) -> tuple[StoreLine, ...]:
    counted = Counter(item.item for item in held.store)
    return tuple(
        StoreLine(catalogue.items[key].name, count, catalogue.items[key].effect or "")
        for key, count in counted.items()
    )


def _fallen(held: Holdings) -> tuple[str, ...]:
    dead = select(CompanyModel.name).where(
        CompanyModel.company_id == held.company.id, CompanyModel.status == ModelStatus.DEAD
    )
    return tuple(db.session.scalars(dead.order_by(CompanyModel.created_at, CompanyModel.id)))
