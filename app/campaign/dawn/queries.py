"""What dawn decided and what the GM still has to choose."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for
from sqlalchemy import func, select
from sqlalchemy.orm import joinedload, selectinload

from app.campaign.access import Here
from app.campaign.battles.models import Battle
from app.campaign.dawn.models import DawnFate
from app.campaign.dawn.wording import why
from app.campaign.founding.models import Campaign, Seat
from app.campaign.orders.models import Order
from app.campaign.states import BattleState, Fate, Outcome, Phase, SideOutcome
from app.extensions import db
from app.i18n import sorted_by_name


@dataclass(frozen=True)
class Arms:
    """A player as a page shows one: name and coat of arms."""

    id: str
    name: str
    style: str
    emblem: str


@dataclass(frozen=True)
class Fought:
    """A battle at the place: where it stands, who fought, who won (nobody: a draw)."""

    number: int
    url: str | None
    sides: tuple[str, ...]
    winners: tuple[str, ...]


@dataclass(frozen=True)
class PlaceRow:
    """A place and what dawn did with it; ``unopposed`` are the players who met nobody there."""

    id: str
    name: str
    icon: str
    income: int
    url: str | None
    outcome: str
    open: bool
    chosen: bool
    words: str
    rule: str
    rule_url: str
    former: Arms | None
    owner: Arms | None
    candidates: tuple[Arms, ...]
    fought: tuple[Fought, ...]
    unopposed: tuple[str, ...]


@dataclass(frozen=True)
class DawnPage:
    """``round`` is the round the rows are of; None while no dawn has come yet."""

    round: int | None
    rows: tuple[PlaceRow, ...]
    open: int
    now: bool


def open_choices(campaign: Campaign) -> list[DawnFate]:
    """The places of this round that the GM still has to give (V7.6); End round waits for them."""
    return list(
        db.session.scalars(
            select(DawnFate)
            .where(
                DawnFate.campaign_id == campaign.id,
                DawnFate.round == campaign.round,
                DawnFate.outcome == Outcome.CHOICE,
                DawnFate.chosen.is_(False),
            )
            .options(joinedload(DawnFate.place))
            .order_by(DawnFate.place_id)
        )
    )


def battles_of(campaign: Campaign, round_: int) -> list[Battle]:
    """The confirmed battles of a round with their sides."""
    return list(
        db.session.scalars(
            select(Battle)
            .where(
                Battle.campaign_id == campaign.id,
                Battle.round == round_,
                Battle.state == BattleState.CONFIRMED,
            )
            .options(selectinload(Battle.sides))
            .order_by(Battle.number)
        )
    )


def unopposed_of(campaign: Campaign, round_: int) -> list[Order]:
    """The orders of a round whose warband met nobody; one left over by lot is none (V7.7, V7.10)."""
    return list(
        db.session.scalars(
            select(Order)
            .where(
                Order.campaign_id == campaign.id,
                Order.round == round_,
                Order.fate == Fate.UNOPPOSED,
            )
            .order_by(Order.given_at, Order.id)
        )
    )


def dawn_page(here: Here) -> DawnPage:
    """The newest dawn there has been, place by place."""
    campaign = here.campaign
    in_dawn = campaign.running and campaign.phase == Phase.DAWN
    latest = db.session.execute(
        select(func.max(DawnFate.round)).where(DawnFate.campaign_id == campaign.id)
    ).scalar_one()
    round_ = campaign.round if in_dawn else latest
    if round_ is None:
        return DawnPage(None, (), 0, in_dawn)
    fates = db.session.scalars(
        select(DawnFate)
        .where(DawnFate.campaign_id == campaign.id, DawnFate.round == round_)
        .options(joinedload(DawnFate.place))
    ).all()
    battles, lone = battles_of(campaign, round_), unopposed_of(campaign, round_)
    seats = {seat.id: seat for seat in campaign.seats}
    rows = [_row(fate, seats, battles, lone) for fate in fates]
    ordered = sorted(sorted_by_name(rows), key=lambda row: not row.open)
    return DawnPage(round_, tuple(ordered), sum(row.open for row in rows), in_dawn)


def _row(fate: DawnFate, seats: dict[str, Seat], battles: list[Battle], lone: list[Order]) -> PlaceRow:
    place = fate.place
    return PlaceRow(
        id=place.id,
        name=place.name,
        icon=place.icon,
        income=place.income,
        url=url_for("maps.place", campaign_id=fate.campaign_id, place_id=place.id),
        outcome=fate.outcome,
        open=fate.outcome == Outcome.CHOICE and not fate.chosen,
        chosen=fate.chosen,
        words=why(
            fate.rule,
            fate.outcome,
            owner=_name(seats, fate.owner_id),
            former=_name(seats, fate.former_owner_id),
            chosen=fate.chosen,
        ),
        rule=fate.rule,
        rule_url=url_for("rulebook.rule", rule_id=fate.rule),
        former=_arms(seats.get(fate.former_owner_id or "")),
        owner=_arms(seats.get(fate.owner_id or "")),
        candidates=tuple(arms for key in fate.candidates if (arms := _arms(seats.get(key))) is not None),
        fought=tuple(_fought(battle, seats) for battle in battles if battle.place_id == place.id),
        unopposed=tuple(
            dict.fromkeys(_name(seats, order.seat_id) for order in lone if order.place_id == place.id)
        ),
    )


def _fought(battle: Battle, seats: dict[str, Seat]) -> Fought:
    return Fought(
        number=battle.number,
        url=url_for("battles.battle", campaign_id=battle.campaign_id, battle_id=battle.id),
        sides=tuple(_name(seats, side.seat_id) for side in battle.sides),
        winners=tuple(_name(seats, side.seat_id) for side in battle.sides if side.outcome == SideOutcome.WON),
    )


def _name(seats: dict[str, Seat], seat_id: str | None) -> str:
    seat = seats.get(seat_id or "")
    return str(seat.name) if seat is not None else ""


def _arms(seat: Seat | None) -> Arms | None:
    return Arms(seat.id, str(seat.name), f"p{seat.style}", seat.emblem) if seat is not None else None
