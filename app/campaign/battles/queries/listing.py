"""V10.1, D9: the battles of a round, one's own first, and who met nobody."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _
from sqlalchemy import func, select
from sqlalchemy.orm import joinedload

from app.campaign.access import Here
from app.campaign.battles.models import Battle
from app.campaign.battles.queries.loading import battles_in
from app.campaign.battles.wording import title_of
from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.orders.models import Order
from app.campaign.states import Answer, BattleState, Fate, SideOutcome
from app.extensions import db


@dataclass(frozen=True)
class ListedSide:
    name: str
    player: str
    style: str
    emblem: str
    won: bool


@dataclass(frozen=True)
class ListedBattle:
    """A battle in the list; ``word``, ``kind`` and ``icon`` are its state as a chip."""

    id: str
    title: str
    event: str | None
    scenario: str | None
    sides: tuple[ListedSide, ...]
    mine: bool
    waits_for_me: bool
    word: str
    kind: str
    icon: str


@dataclass(frozen=True)
class Unfought:
    """A warband that did not fight: it met nobody, or the lot left it over (V6.2, V7.7)."""

    name: str
    player: str
    style: str
    emblem: str
    place: str
    left_over: bool


@dataclass(frozen=True)
class BattlesPage:
    round: int
    rounds: tuple[int, ...]
    mine: tuple[ListedBattle, ...]
    others: tuple[ListedBattle, ...]
    unfought: tuple[Unfought, ...]


def battles_page(here: Here, round_: int | None) -> BattlesPage:
    """The battles of a round: the wanted one, else the newest that has any."""
    rounds = _rounds(here.campaign)
    newest = rounds[-1] if rounds else here.campaign.round
    chosen = round_ if round_ in rounds else newest
    listed = [_listed(battle, here) for battle in battles_in(here.campaign, chosen)]
    return BattlesPage(
        round=chosen,
        rounds=rounds,
        mine=tuple(one for one in listed if one.mine),
        others=tuple(one for one in listed if not one.mine),
        unfought=_unfought(here.campaign, chosen),
    )


def _rounds(campaign: Campaign) -> tuple[int, ...]:
    """The rounds whose battles have been announced, the oldest first."""
    return tuple(
        db.session.scalars(
            select(Order.round)
            .where(Order.campaign_id == campaign.id, Order.fate.is_not(None))
            .group_by(Order.round)
            .order_by(func.min(Order.round))
        )
    )


def _listed(battle: Battle, here: Here) -> ListedBattle:
    own = next((side for side in battle.sides if side.seat_id == here.me.id), None)
    waits = (
        own is not None
        and own.answer is None
        and battle.state
        in (
            BattleState.ANNOUNCED,
            BattleState.REPORTED,
        )
    )
    scenario = catalogue_of(here.campaign).scenarios.get(battle.scenario or "")
    word, kind, icon = _state(battle, own.answer if own else None, own is not None)
    stands = battle.state == BattleState.CONFIRMED
    return ListedBattle(
        id=battle.id,
        title=title_of(battle),
        event=battle.event.title if battle.event else None,
        scenario=scenario.name if scenario else None,
        sides=tuple(
            ListedSide(
                side.warband_name,
                side.seat.name,
                f"p{side.seat.style}",
                side.seat.emblem,
                stands and side.outcome == SideOutcome.WON,
            )
            for side in battle.sides
        ),
        mine=own is not None,
        waits_for_me=waits,
        word=word,
        kind=kind,
        icon=icon,
    )


def _state(battle: Battle, answer: str | None, own: bool) -> tuple[str, str, str]:
    """A battle's state as word, colour and shape."""
    if battle.state == BattleState.CONFIRMED:
        drawn = all(side.outcome == SideOutcome.DRAWN for side in battle.sides)
        return (_("draw"), "moss", "l-check") if drawn else (_("result stands"), "moss", "l-check")
    if battle.state == BattleState.DISPUTED:
        return _("disputed"), "seal", "l-triangle-alert"
    if battle.state == BattleState.REPORTED:
        if own and answer is None:
            return _("waits for you"), "woad", "l-clock"
        own_words = _("waits for the others") if answer == Answer.ENTERED else _("to be confirmed")
        return own_words, "woad", "l-clock"
    return _("to be fought"), "brass", "l-swords"


def _unfought(campaign: Campaign, round_: int) -> tuple[Unfought, ...]:
    """Names alone: line-ups are those of battles (V3.11)."""
    orders = db.session.scalars(
        select(Order)
        .where(
            Order.campaign_id == campaign.id,
            Order.round == round_,
            Order.fate.in_((Fate.UNOPPOSED, Fate.LEFT_OVER)),
        )
        .options(joinedload(Order.warband), joinedload(Order.place))
        .order_by(Order.id)
    )
    seats = {seat.id: seat for seat in campaign.seats}
    return tuple(
        Unfought(
            order.warband.name,
            seats[order.seat_id].name,
            f"p{seats[order.seat_id].style}",
            seats[order.seat_id].emblem,
            order.place.name,
            order.fate == Fate.LEFT_OVER,
        )
        for order in orders
    )
