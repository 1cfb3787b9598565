"""What the orders page shows to its player and the GM, and to nobody else (V4.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.board import Board
from app.campaign.access import Here
from app.campaign.events.models import Event
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.queries import shown_balance
from app.campaign.map.models import Map, Place
from app.campaign.map.queries import Crumb, crumbs
from app.campaign.map.queries import board as map_board
from app.campaign.movement.queries import warbands_in_field
from app.campaign.orders.legality import Field, Reach, field_of
from app.campaign.orders.models import Order
from app.campaign.orders.muster import Fault, Muster, faults_of_company, limit_at, muster
from app.campaign.orders.wording import defence_sentence, order_sentence
from app.campaign.warbands.models import Warband
from app.campaign.warbands.queries.reading import Loaded, load
from app.extensions import db
from rules.vanguard.standing import Stance


@dataclass(frozen=True)
class Asked:
    """What the address of the page asks for: a warband, a place, and there an event or the place itself;
    ``inside`` is the place whose map is entered (V1.7)."""

    warband: str | None = None
    place: str | None = None
    event: str | None = None
    inside: str | None = None


ITSELF = "itself"
"""Stands for the place itself where an event could stand in the address."""


@dataclass(frozen=True)
class Band:
    """One of the player's warbands: sent, ready to be sent, or with what is wrong with it.

    ``stands`` names the place at which it stands with the module Movement.
    """

    id: str
    name: str
    emblem: str
    points: int
    order: Order | None
    sentence: str
    faults: tuple[Fault, ...]
    stands: str | None = None

    @property
    def posted(self) -> bool:
        """Whether it defended where it stands, without an order (V9.5)."""
        return self.order is not None and self.order.stance == Stance.STANDING

    @property
    def ready(self) -> bool:
        return self.order is None and not self.faults


@dataclass(frozen=True)
class Target:
    """Somewhere the chosen warband could go: an event, or the place itself when ``event`` is None.

    ``fault`` says why it may not; then the target is only shown. ``line_up`` is the
    warband under the limit that holds there; ``lies_in`` the place on whose map it lies.
    """

    place: Place
    lies_in: Place | None
    event: Event | None
    line_up: Muster
    fault: Fault | None
    url: str
    sentence: str

    @property
    def legal(self) -> bool:
        return self.fault is None

    @property
    def key(self) -> str:
        """What stands for it in the address of the page."""
        return self.event.id if self.event is not None else ITSELF


@dataclass(frozen=True)
class OrdersPage:
    """The orders of one seat in the present round, and the step at which its player is.

    ``chosen`` is the warband being sent, ``choosing`` that its player asked where it can
    go; ``place`` the one tapped; ``target`` what is asked to be confirmed, and then
    ``gold`` is the seat's balance.
    """

    seat: Seat
    own: bool
    open: bool
    board: Board | None
    trail: tuple[Crumb, ...]
    enter_url: str | None
    bands: tuple[Band, ...]
    chosen: Band | None
    choosing: bool
    place: Place | None
    targets: tuple[Target, ...]
    target: Target | None
    gold: int | None
    done: bool

    @property
    def sent(self) -> int:
        return sum(band.order is not None and not band.posted for band in self.bands)

    @property
    def ready(self) -> tuple[Band, ...]:
        return tuple(band for band in self.bands if band.ready)

    @property
    def legal(self) -> tuple[Target, ...]:
        return tuple(target for target in self.targets if target.legal)

    @property
    def barred(self) -> tuple[Target, ...]:
        return tuple(target for target in self.targets if not target.legal)

    @property
    def affordable(self) -> bool:
        """V4.5: whether the gold is enough for the mercenaries."""
        return self.target is None or self.gold is None or self.target.line_up.fee <= self.gold


def orders_page(here: Here, asked: Asked) -> OrdersPage:
    """The page of the seat looked at, for what its address asks."""
    campaign, seat = here.campaign, here.seat
    field = field_of(campaign)
    mine = {order.warband_id: order for order in field.orders if order.seat_id == seat.id}
    # With Movement everybody's are read at once: the map shows where they stand.
    in_field = warbands_in_field(campaign) if campaign.module_movement else warbands_of(seat)
    own = [warband for warband in in_field if warband.seat_id == seat.id]
    warbands = {loaded.warband.id: loaded for loaded in load(own)}
    barred = faults_of_company(campaign, seat, warbands.values())
    bands = tuple(_band(loaded, mine.get(key), field, barred) for key, loaded in warbands.items())
    chosen = _chosen(bands, asked) if campaign.orders_open else None
    place = field.places.get(asked.place or "") if campaign.orders_open else None
    targets = tuple(_targets(here, field, warbands[chosen.id])) if chosen else ()
    target = _asked_target(targets, place, asked)
    shown = field.atlas.shown(place.id if place is not None else "", asked.inside or "")
    entered = field.atlas.trail(shown) if shown is not None else ()
    return OrdersPage(
        seat=seat,
        own=here.own,
        open=campaign.orders_open,
        board=_board(here, field, shown, in_field, tuple(mine.values()), targets, chosen, place)
        if shown
        else None,
        trail=_trail(here, field, entered, chosen),
        enter_url=_enter_url(here, field, place, chosen),
        bands=bands,
        chosen=chosen,
        choosing=chosen is not None and (asked.warband is not None or place is not None),
        place=place,
        targets=tuple(one for one in targets if place is None or one.place is place),
        target=target,
        gold=shown_balance(seat) if target is not None else None,
        done=campaign.running and seat.done_round == campaign.round,
    )


def warbands_of(seat: Seat) -> Sequence[Warband]:
    """A seat's warbands, the oldest first."""
    return (
        db.session.scalars(
            select(Warband)
            .where(Warband.seat_id == seat.id, Warband.dissolved_at.is_(None))
            .options(joinedload(Warband.mercenaries))
            .order_by(Warband.created_at, Warband.id)
        )
        .unique()
        .all()
    )


def warband_of(seat: Seat, warband_id: str) -> Warband | None:
    """One warband of a seat."""
    return next((warband for warband in warbands_of(seat) if warband.id == warband_id), None)


def order_of(campaign: Campaign, seat: Seat, order_id: str) -> Order | None:
    """One order of a seat, also one that was taken back, with its names."""
    return db.session.scalars(
        select(Order)
        .where(Order.id == order_id, Order.campaign_id == campaign.id, Order.seat_id == seat.id)
        .options(joinedload(Order.warband), joinedload(Order.place), joinedload(Order.event))
    ).one_or_none()


def sentence(order: Order) -> str:
    """An order as a plain sentence: who goes where (B2); or who defends without one (V9.5)."""
    if order.stance == Stance.STANDING:
        return defence_sentence(order.warband.name, order.place.name)
    event = order.event.title if order.event is not None else None
    stays = event is None and order.place.owner_id == order.seat_id
    return order_sentence(order.warband.name, order.place.name, event, stays=stays)


def fee_of(order: Order) -> int:
    """The gold that was taken for the order's mercenaries (V4.5)."""
    row = db.session.get(LedgerRow, order.fee_row_id) if order.fee_row_id else None
    return -row.amount if row else 0


def _band(loaded: Loaded, order: Order | None, field: Field, barred: tuple[Fault, ...]) -> Band:
    """A sent warband has no faults to show: it stands as it was sent (V4.8)."""
    warband = loaded.warband
    line_up = muster(loaded, field.campaign) if order is None else None
    stands = field.stands(warband)
    return Band(
        id=warband.id,
        name=warband.name,
        emblem=warband.emblem,
        points=order.points if order else line_up.points if line_up else 0,
        order=order,
        sentence=sentence(order) if order else "",
        faults=(*barred, *line_up.faults) if line_up else (),
        stands=stands.name if stands is not None else None,
    )


def _chosen(bands: tuple[Band, ...], asked: Asked) -> Band | None:
    """The warband asked for, if it can be sent; unasked, the only one that can."""
    ready = [band for band in bands if band.ready]
    if asked.warband is not None:
        return next((band for band in ready if band.id == asked.warband), None)
    return ready[0] if len(ready) == 1 else None


def _targets(here: Here, field: Field, loaded: Loaded) -> Iterator[Target]:
    """Every event, and every place that takes orders itself, by the places' names (V4.6, V4.10)."""
    reached = field.reach(here.seat, loaded.warband)
    line_ups: dict[int, Muster] = {}
    for place, _name in field.atlas.by_full_name():
        events = field.events_at(place)
        places_itself = [None] if not events or place.owner_id == here.seat.id else []
        for event in (*events, *places_itself):
            limit = limit_at(here.campaign, event)
            if limit not in line_ups:
                line_ups[limit] = muster(loaded, here.campaign, event)
            yield _target(here, field, loaded.warband, place, event, reached, line_ups[limit])


def _target(
    here: Here,
    field: Field,
    warband: Warband,
    place: Place,
    event: Event | None,
    reached: Reach,
    line_up: Muster,
) -> Target:
    objection = field.objection(here.seat, place, event, reach=reached)
    fault = Fault(objection.rule, objection.sentence) if objection else next(iter(line_up.faults), None)
    return Target(
        place=place,
        lies_in=field.atlas.parent(place),
        event=event,
        line_up=line_up,
        fault=fault,
        url=page_url(here, warband=warband.id, place=place.id, event=event.id if event else ITSELF),
        sentence=order_sentence(
            warband.name,
            place.name,
            event.title if event else None,
            stays=event is None and place.owner_id == here.seat.id,
        ),
    )


def _asked_target(targets: tuple[Target, ...], place: Place | None, asked: Asked) -> Target | None:
    """What is to be confirmed: the target asked for, or the only one at the place that was tapped."""
    there = [target for target in targets if target.place is place]
    if asked.event is not None:
        return next((target for target in there if target.key == asked.event), None)
    return there[0] if len(there) == 1 and there[0].legal else None


def _board(
    here: Here,
    field: Field,
    shown: Map,
    in_field: Sequence[Warband],
    mine: tuple[Order, ...],
    targets: tuple[Target, ...],
    chosen: Band | None,
    place: Place | None,
) -> Board:
    """A map with what may be chosen lit, and the player's own arrows on it (A11)."""
    board = map_board(
        here,
        shown,
        atlas=field.atlas,
        paths=field.paths,
        bands=in_field if here.campaign.module_movement else (),
        selected=place.id if place is not None else None,
        legal=frozenset(target.place.id for target in targets if target.legal),
        orders=mine,
        events=tuple(field.events.values()),
    )
    if not here.campaign.orders_open:
        return board
    # A tap on a place chooses it as the target; that there are events there does not close it.
    page = page_url(here, warband=chosen.id if chosen else None)
    pick = f"{page}{'&' if chosen else '?'}place="
    return replace(board, places=tuple(replace(one, url=pick + one.id) for one in board.places))


def _trail(here: Here, field: Field, entered: Sequence[Place], chosen: Band | None) -> tuple[Crumb, ...]:
    asked = {"warband": chosen.id} if chosen is not None else {}
    return crumbs("orders.orders", field.atlas, entered, here.campaign, seat_id=here.seat.id, **asked)


def _enter_url(here: Here, field: Field, place: Place | None, chosen: Band | None) -> str | None:
    """Into the place that was tapped, to choose a target on its map (V1.7)."""
    if place is None or field.atlas.map_of(place) is None:
        return None
    return page_url(here, warband=chosen.id if chosen is not None else None, inside=place.id)


def page_url(here: Here, **asked: str | None) -> str:
    """The same page with another choice."""
    values: dict[str, Any] = {name: value for name, value in asked.items() if value}
    return url_for("orders.orders", campaign_id=here.campaign.id, seat_id=here.seat.id, **values)
