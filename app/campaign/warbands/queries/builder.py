"""The builder of one warband: who stands in it, its limits, what is wrong and how to mend it (V4.1-V4.5)."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.campaign.company.drawings import drawing_of
from app.campaign.company.holdings import Holdings, company_of, holdings_of, in_card_order
from app.campaign.company.models import CompanyModel
from app.campaign.company.prices import cost_of_card
from app.campaign.company.queries.cards import option_names
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.gold.queries import shown_balance
from app.campaign.states import ModelStatus
from app.campaign.warbands.locks import away_lock, phase_lock, sent_sentence, sent_warbands
from app.campaign.warbands.models import Warband, WarbandModel
from app.campaign.warbands.queries.reading import Loaded, breaches_of, dice_of, load
from app.campaign.warbands.queries.repairs import Means, Repair, members_of, repairs
from app.campaign.warbands.wording import REFUSALS, title
from app.extensions import db
from app.refusal import Sentence
from rules.vanguard import warband as rules
from rules.vanguard.catalogue import Catalogue, PowerDice
from rules.vanguard.names import Breach
from rules.vanguard.tables import Tables


@dataclass(frozen=True)
class MemberRow:
    """A model in the warband. ``faults`` are the titles of the breaches it is part of."""

    id: str
    name: str
    card: str
    types: str
    extras: tuple[str, ...]
    icon: str
    points: int
    leader: bool
    can_lead: bool
    faults: tuple[str, ...]


@dataclass(frozen=True)
class FreeRow:
    """A living model that can be put in; with ``stands_in`` it stands in another warband."""

    id: str
    name: str
    card: str
    types: str
    icon: str
    points: int
    stands_in: str | None
    recovers: bool


@dataclass(frozen=True)
class MercenaryRow:
    """A mercenary; ``fee`` in gold is taken when the warband is sent (V4.5)."""

    key: str
    name: str
    types: str
    icon: str
    points: int
    fee: int


@dataclass(frozen=True)
class Fault:
    """A broken limit: what, why, its rule, and at most two ways out."""

    code: str
    title: str
    why: str
    rule: str
    repairs: tuple[Repair, ...]


@dataclass(frozen=True)
class BuilderPage:
    """``counts`` are the limited types with their limits, ``base`` the Grunts and Warriors (C2.1-C2.3)."""

    id: str
    name: str
    emblem: str
    points: int
    limit: int
    base: int
    counts: tuple[rules.TypeCount, ...]
    power_dice: PowerDice
    faults: tuple[Fault, ...]
    members: tuple[MemberRow, ...]
    hired: tuple[MercenaryRow, ...]
    free: tuple[FreeRow, ...]
    elsewhere: tuple[FreeRow, ...]
    for_hire: tuple[MercenaryRow, ...]
    fee: int
    gold: int
    sent: bool
    locked: Sentence | None
    lock_rule: str

    @property
    def ready(self) -> bool:
        """Whether nothing keeps it from being sent but its order (V4.4)."""
        return not self.faults


def warband_of(seat: Seat, warband_id: str) -> Warband | None:
    """A warband of the seat that is not dissolved."""
    return (
        db.session.execute(
            select(Warband)
            .where(Warband.id == warband_id, Warband.seat_id == seat.id, Warband.dissolved_at.is_(None))
            .options(joinedload(Warband.mercenaries))
        )
        .unique()
        .scalar_one_or_none()
    )


def builder_page(warband: Warband, campaign: Campaign, seat: Seat) -> BuilderPage:
    """The warband as its builder shows it, checked against the campaign's size (V4.3)."""
    catalogue, tables = catalogue_of(campaign), tables_of(campaign)
    company = company_of(seat)
    held = holdings_of(company) if company else None
    standing = _standing(seat)
    loaded = load([warband], held, [place for place, where in standing if where is warband])[0]
    as_rules = loaded.as_rules(catalogue)
    limit = campaign.warband_size
    sent = warband.id in sent_warbands(campaign, seat)
    locked, lock_rule = _lock(warband, campaign, seat, sent=sent)
    stands = {place.model_id: where for place, where in standing}
    free, elsewhere = _others(held, loaded, stands, catalogue)
    means = Means(loaded, [model for model, _where in free], catalogue, tables)
    found = breaches_of(loaded, limit, catalogue, tables)
    hired = tuple(_mercenary(key, catalogue, campaign) for key in loaded.mercenaries)
    return BuilderPage(
        id=warband.id,
        name=warband.name,
        emblem=warband.emblem,
        points=rules.points(as_rules, catalogue, tables.warband),
        limit=limit,
        base=rules.base_count(as_rules, catalogue),
        counts=rules.type_counts(as_rules, limit, catalogue, tables.warband),
        power_dice=dice_of(loaded, catalogue, tables),
        faults=tuple(_fault(breach, means) for breach in found),
        members=tuple(_member(model, loaded, found, means) for model in loaded.models),
        hired=hired,
        free=tuple(_free(model, None, held, catalogue, tables) for model, _where in free),
        elsewhere=tuple(_free(model, where, held, catalogue, tables) for model, where in elsewhere),
        for_hire=tuple(
            _mercenary(key, catalogue, campaign)
            for key, card in sorted(catalogue.mercenaries.items())
            if not card.hidden and key not in loaded.mercenaries
        ),
        fee=sum(row.fee for row in hired),
        gold=shown_balance(seat),
        sent=sent,
        locked=locked,
        lock_rule=lock_rule,
    )


def _lock(warband: Warband, campaign: Campaign, seat: Seat, *, sent: bool) -> tuple[Sentence | None, str]:
    """Why its line-up cannot be changed now, with the rule that says so (V4.8, V4.1, V9.5)."""
    if sent:
        return sent_sentence(), "V4.8"
    closed = phase_lock(campaign)
    if closed is not None:
        return closed, "V4.1"
    return away_lock(warband, campaign=campaign, seat=seat), "V9.5"


def fault_of(breach: Breach) -> tuple[str, str]:
    """A breach in words: its title and the reason."""
    return title(breach.code, breach.params), REFUSALS[breach.code](breach.params)


def _fault(breach: Breach, means: Means) -> Fault:
    head, why = fault_of(breach)
    return Fault(breach.code, head, why, breach.rule, repairs(breach, means))


Placed = list[tuple[CompanyModel, str | None]]


def _standing(seat: Seat) -> list[tuple[WarbandModel, Warband]]:
    """Who stands where in all warbands of the seat, in one query."""
    found = db.session.execute(
        select(WarbandModel, Warband)
        .join(Warband, Warband.id == WarbandModel.warband_id)
        .where(Warband.seat_id == seat.id)
        .order_by(WarbandModel.position, WarbandModel.model_id)
    )
    return [(row[0], row[1]) for row in found]


def _others(
    held: Holdings | None, loaded: Loaded, stands: dict[str, Warband], catalogue: Catalogue
) -> tuple[Placed, Placed]:
    """The company's living models outside this warband: free ones, and those in another warband."""
    if held is None:
        return [], []
    inside = {model.id for model in loaded.models}
    outside = [
        model
        for model in in_card_order(held.living, catalogue)
        if model.id not in inside and model.status == ModelStatus.LIVING
    ]
    free: Placed = [(model, None) for model in outside if model.id not in stands]
    elsewhere: Placed = [(model, stands[model.id].name) for model in outside if model.id in stands]
    return free, elsewhere


def _member(model: CompanyModel, loaded: Loaded, found: tuple[Breach, ...], means: Means) -> MemberRow:
    catalogue, table = means.catalogue, means.tables.warband
    card = catalogue.card(model.card)
    items = tuple(catalogue.items[item.item].name for item in loaded.items.get(model.id, []))
    return MemberRow(
        id=model.id,
        name=model.name,
        card=card.name,
        types=", ".join(card.types),
        extras=(*option_names(card, model.options), *items),
        icon=drawing_of(card),
        points=rules.member_points(loaded.member(model, catalogue), catalogue, table),
        leader=model.id == loaded.warband.leader_id,
        can_lead=card.command,
        faults=tuple(
            fault_of(breach)[0]
            for breach in found
            if any(one.id == model.id for one in members_of(breach, means))
        ),
    )


def _free(
    model: CompanyModel,
    where: str | None,
    held: Holdings | None,
    catalogue: Catalogue,
    tables: Tables,
) -> FreeRow:
    card = catalogue.card(model.card)
    points = (
        rules.member_points(held.member(model, catalogue), catalogue, tables.warband) if held else card.points
    )
    return FreeRow(
        id=model.id,
        name=model.name,
        card=card.name,
        types=", ".join(card.types),
        icon=drawing_of(card),
        points=points,
        stands_in=where,
        recovers=model.misses_battle,
    )


def _mercenary(key: str, catalogue: Catalogue, campaign: Campaign) -> MercenaryRow:
    card = catalogue.mercenaries[key]
    return MercenaryRow(
        key,
        card.name,
        ", ".join(card.types),
        drawing_of(card),
        card.points,
        cost_of_card(card, campaign=campaign),
    )
