"""What the dashboard is made of, read in a few questions whatever the phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import func, select
from sqlalchemy.orm import joinedload

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.dawn.models import DawnFate
from app.campaign.dawn.queries import open_choices
from app.campaign.events.models import Event
from app.campaign.events.queries import running_events
from app.campaign.founding.models import Campaign
from app.campaign.gold.models import LedgerRow
from app.campaign.map.queries import Atlas, atlas_of
from app.campaign.movement.queries import warbands_in_field
from app.campaign.orders.legality import standing_orders
from app.campaign.orders.models import Order
from app.campaign.settlement.models import Captive, Settlement
from app.campaign.states import CAPTIVE, Phase
from app.campaign.warbands.models import Warband
from app.extensions import db

_BEFORE_BATTLES = (Phase.PREPARATION, Phase.ORDERS)
_FOUGHT = (Phase.BATTLES, Phase.SETTLEMENT, Phase.DAWN)
_SETTLED = (Phase.SETTLEMENT, Phase.DAWN)


@dataclass(frozen=True)
class Fought:
    """A battle of the round with its sides in order, and the settlements that are open or done, by side."""

    battle: Battle
    sides: tuple[BattleSide, ...]
    settlements: dict[str, Settlement]


@dataclass(frozen=True)
class Night:
    """The present round as the game master may see it. What its phase has nothing of is empty;
    ``bands`` are read with the module Movement alone."""

    atlas: Atlas
    gold: dict[str, int]
    events: Sequence[Event] = ()
    orders: Sequence[Order] = ()
    bands: Sequence[Warband] = ()
    warbands: Counter[str] = field(default_factory=Counter)
    battles: Sequence[Fought] = ()
    captives: Sequence[Captive] = ()
    choices: Sequence[DawnFate] = ()


def read_night(campaign: Campaign) -> Night:
    """At most eight queries; every one reads this round alone, however long the campaign is."""
    atlas = atlas_of(campaign)
    gold = _gold(campaign)
    if not campaign.running:
        return Night(atlas, gold)
    phase = campaign.phase
    bands = warbands_in_field(campaign) if campaign.module_movement else ()
    return Night(
        atlas=atlas,
        gold=gold,
        events=running_events(campaign),
        orders=standing_orders(campaign) if phase != Phase.DAWN else (),
        bands=bands,
        warbands=_warbands(campaign, bands) if phase in _BEFORE_BATTLES else Counter(),
        battles=read_battles(campaign) if phase in _FOUGHT else (),
        captives=_captives(campaign) if phase in _SETTLED else (),
        choices=open_choices(campaign) if phase == Phase.DAWN else (),
    )


def _gold(campaign: Campaign) -> dict[str, int]:
    """Each player's gold as far as the game master may know it (V3.9, V8.22)."""
    rows = db.session.execute(
        select(LedgerRow.seat_id, func.sum(LedgerRow.amount))
        .where(
            LedgerRow.campaign_id == campaign.id,
            LedgerRow.private.is_(False),
            LedgerRow.secret_until_battles.is_(False),
        )
        .group_by(LedgerRow.seat_id)
    )
    return {seat_id: int(amount) for seat_id, amount in rows}


def _warbands(campaign: Campaign, bands: Sequence[Warband]) -> Counter[str]:
    """How many warbands each player has; ``bands`` are all of them where Movement has had them read."""
    if campaign.module_movement:
        return Counter(band.seat_id for band in bands)
    return Counter(
        db.session.scalars(
            select(Warband.seat_id).where(Warband.campaign_id == campaign.id, Warband.dissolved_at.is_(None))
        )
    )


def read_battles(campaign: Campaign) -> list[Fought]:
    rows = db.session.execute(
        select(Battle, BattleSide, Settlement)
        .join(BattleSide, BattleSide.battle_id == Battle.id)
        .outerjoin(Settlement, Settlement.side_id == BattleSide.id)
        .where(Battle.campaign_id == campaign.id, Battle.round == campaign.round)
        .options(joinedload(Battle.event), joinedload(Battle.place))
        .order_by(Battle.number, BattleSide.position)
    ).all()
    sides: dict[str, list[BattleSide]] = {}
    settlements: dict[str, dict[str, Settlement]] = {}
    for battle, side, settlement in rows:
        sides.setdefault(battle.id, []).append(side)
        found = settlements.setdefault(battle.id, {})
        if settlement is not None:
            found[side.id] = settlement
    battles = {battle.id: battle for battle, _side, _settlement in rows}
    return [Fought(battle, tuple(sides[key]), settlements[key]) for key, battle in battles.items()]


def _captives(campaign: Campaign) -> Sequence[Captive]:
    return db.session.scalars(
        select(Captive)
        .where(Captive.campaign_id == campaign.id, Captive.state.in_(CAPTIVE))
        .options(joinedload(Captive.model))
        .order_by(Captive.created_at, Captive.id)
    ).all()
