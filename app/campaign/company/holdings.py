"""What a company has: its models that are still its own and its items, loaded in a few queries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import contains_eager, selectinload

from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.states import ItemStatus, ModelStatus
from app.extensions import db
from rules.vanguard.catalogue import Card, Catalogue
from rules.vanguard.settlement.effects import Effect
from rules.vanguard.settlement.profile import Profile, profile
from rules.vanguard.warband import Member

OWNED = (ModelStatus.LIVING, ModelStatus.CAPTURED)


@dataclass(frozen=True)
class Holdings:
    """A company, its living and captured models in the order of their cards, and the items it holds."""

    company: Company
    models: list[CompanyModel]
    items: list[CompanyItem]

    @property
    def living(self) -> list[CompanyModel]:
        return [model for model in self.models if model.status == ModelStatus.LIVING]

    @property
    def store(self) -> list[CompanyItem]:
        """Items that nobody carries (V3.7)."""
        return [item for item in self.items if item.model_id is None]

    def carried(self, model: CompanyModel) -> list[CompanyItem]:
        return [item for item in self.items if item.model_id == model.id]

    def member(self, model: CompanyModel, catalogue: Catalogue) -> Member:
        """The model as the rules of warbands see it."""
        return as_member(model, [item.item for item in self.carried(model)], catalogue)


def company_of(seat: Seat) -> Company | None:
    """The seat's company, or None before a faction is chosen."""
    return db.session.execute(select(Company).where(Company.seat_id == seat.id)).scalar_one_or_none()


def holdings_of(company: Company) -> Holdings:
    """What the company has now."""
    models = db.session.execute(
        select(CompanyModel)
        .where(CompanyModel.company_id == company.id, CompanyModel.status.in_(OWNED))
        .options(selectinload(CompanyModel.changes))
        .order_by(CompanyModel.position, CompanyModel.created_at, CompanyModel.id)
    ).scalars()
    items = db.session.execute(
        select(CompanyItem)
        .where(CompanyItem.company_id == company.id, CompanyItem.status == ItemStatus.HELD)
        .order_by(CompanyItem.created_at, CompanyItem.id)
    ).scalars()
    return Holdings(company, list(models), list(items))


def model_of(seat: Seat, model_id: str) -> CompanyModel | None:
    """The model of that id in the seat's company; None for another's."""
    return db.session.execute(
        select(CompanyModel)
        .join(Company, Company.id == CompanyModel.company_id)
        .where(CompanyModel.id == model_id, Company.seat_id == seat.id)
        .options(contains_eager(CompanyModel.company))
    ).scalar_one_or_none()


def item_of(seat: Seat, item_id: str) -> CompanyItem | None:
    """The item of that id in the seat's company; None for another's."""
    return db.session.execute(
        select(CompanyItem)
        .join(Company, Company.id == CompanyItem.company_id)
        .where(CompanyItem.id == item_id, Company.seat_id == seat.id)
    ).scalar_one_or_none()


def effects_of(model: CompanyModel) -> list[Effect]:
    """Everything that befell the model, as the rules read it.

    Every row counts: a correction adds the counter of an effect (V11.1), and ``reversed_at`` on the row it
    answers is a mark for the history alone.
    """
    return [effect_of(change.effect) for change in model.changes]


def effect_of(stored: object) -> Effect:
    """One stored effect as the rules read it."""
    effect: Effect = msgspec.convert(stored, Effect)
    return effect


def profile_in(model: CompanyModel, catalogue: Catalogue) -> Profile:
    """The model's present figures (C6.2, C8.3)."""
    return profile(catalogue.card(model.card), effects_of(model))


def as_member(model: CompanyModel, items: Iterable[str], catalogue: Catalogue) -> Member:
    """The model with the item keys it carries, as the rules of warbands see it."""
    now = profile_in(model, catalogue)
    return Member(
        id=model.id,
        card=model.card,
        options=tuple(model.options),
        spells=tuple(model.spells),
        items=tuple(items),
        advances=now.advances,
        gained_dice=now.gained_dice,
    )


def campaign_of(company: Company) -> Campaign:
    """The campaign a company belongs to."""
    campaign = db.session.get(Campaign, company.campaign_id)
    if campaign is None:
        raise LookupError(f"company {company.id} has no campaign")
    return campaign


def catalogue_for(model: CompanyModel) -> Catalogue:
    """The catalogue of the model's campaign."""
    return catalogue_of(campaign_of(model.company))


def in_card_order(models: Sequence[CompanyModel], catalogue: Catalogue) -> list[CompanyModel]:
    """Models grouped by type, within a group in the order the player gave their cards."""
    return sorted(models, key=lambda model: GROUPS.index(group_of(catalogue.card(model.card))))


GROUPS = ("Command", "Spellcaster", "Support", "Warrior", "Grunt", "Large")


def group_of(card: Card) -> str:
    """The type a card is listed under: a Command first of all, then by what limits it (C2.2)."""
    return next(group for group in GROUPS if group in card.types)
