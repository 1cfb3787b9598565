"""V4.6, V4.10, V5.4, V9.3: where a warband may be ordered.

One judge for the page, for sending and for lifting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.campaign.events.models import Event
from app.campaign.events.queries import running_events
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Path, Place
from app.campaign.map.queries import Atlas, Roads, atlas_of, paths_of, roads_of
from app.campaign.orders.models import Order
from app.campaign.orders.wording import refusal_sentence
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.refusal import Refusal


@dataclass(frozen=True)
class Objection:
    """Why an order is not allowed: the rule, and a code of ``wording.REFUSALS`` with its params."""

    rule: str
    code: str
    params: Mapping[str, Any] = dataclass_field(default_factory=dict)

    @property
    def sentence(self) -> str:
        return refusal_sentence(self.code, self.params)

    def refusal(self) -> Refusal:
        return Refusal(self.sentence, self.rule)


@dataclass(frozen=True)
class Reach:
    """The ids of the places a warband can get to, and where it stands, if the module Movement counts that."""

    places: frozenset[str]
    stands: Place | None


@dataclass(frozen=True)
class Field:
    """What orders of a round are judged by: all places, the events that run, the standing orders."""

    campaign: Campaign
    atlas: Atlas
    paths: Sequence[Path]
    roads: Roads
    events: Mapping[str, Event]
    orders: tuple[Order, ...]

    @property
    def places(self) -> Mapping[str, Place]:
        """The places of all maps by id, oldest first."""
        return self.atlas.by_id

    def events_at(self, place: Place) -> list[Event]:
        return [event for event in self.events.values() if event.place_id == place.id]

    def reach(self, seat: Seat, warband: Warband) -> Reach:
        """Where the ways let the warband go (V9.3, V9.6)."""
        return Reach(self.roads.reachable(seat, warband), self.stands(warband))

    def stands(self, warband: Warband) -> Place | None:
        """Where it stands; nowhere without the module Movement (V9.4)."""
        return self.places.get(warband.standing_place_id or "") if self.campaign.module_movement else None

    def leaves_from(self, seat: Seat, warband: Warband, to: Place) -> str | None:
        """Where a warband comes from when it is ordered to a place: where it stands, or gathers (V9.6)."""
        if warband.standing_place_id is not None or not self.campaign.module_movement:
            return warband.standing_place_id
        return self.roads.gathers_at(seat, to)

    def objection(
        self, seat: Seat, place: Place, event: Event | None, *, reach: Reach, but: Order | None = None
    ) -> Objection | None:
        """The first rule that forbids ``seat`` to send a warband there; None if it may go.

        ``but`` is an order that is itself looked at and so does not stand in its own way.
        """
        mine = [order for order in self.orders if order.seat_id == seat.id and order is not but]
        if place.id not in reach.places:
            return _out_of_reach(place, reach)
        if event is None:
            return self._objection_to_place(seat, place, mine)
        if event.id not in self.events or event.place_id != place.id:
            return Objection("V5.1", "order_event_over", {"event": event.title})
        if event.locked:
            return Objection("V5.4", "order_event_locked", {"event": event.title})
        if any(order.event_id == event.id for order in mine):
            return Objection("V4.6", "order_event_taken", {"event": event.title})
        return None

    def _objection_to_place(self, seat: Seat, place: Place, mine: list[Order]) -> Objection | None:
        """V4.6: one per player at a place without events. V4.10: where events run only its owner's own."""
        if self.events_at(place) and place.owner_id != seat.id:
            return Objection("V4.10", "order_place_has_events", {"place": place.name})
        if any(order.event_id is None and order.place_id == place.id for order in mine):
            return Objection("V4.6", "order_place_taken", {"place": place.name})
        return None


def _out_of_reach(place: Place, reach: Reach) -> Objection:
    """V9.3 counts from own places, V9.6 from where the warband stands."""
    if reach.stands is None:
        return Objection("V9.3", "order_out_of_reach", {"place": place.name})
    names = {"place": place.name, "standing": reach.stands.name}
    return Objection("V9.6", "order_out_of_reach_from", names)


def field_of(campaign: Campaign) -> Field:
    """The present round of a campaign, in a fixed number of queries."""
    atlas, paths = atlas_of(campaign), paths_of(campaign)
    return Field(
        campaign=campaign,
        atlas=atlas,
        paths=paths,
        roads=roads_of(campaign, atlas, paths),
        events={event.id: event for event in running_events(campaign)},
        orders=tuple(standing_orders(campaign)),
    )


def standing_orders(campaign: Campaign) -> list[Order]:
    """The orders of the present round that were neither revoked nor lifted, the earliest first."""
    return list(
        db.session.scalars(
            select(Order)
            .where(Order.campaign_id == campaign.id, Order.round == campaign.round, Order.lifted_at.is_(None))
            .options(joinedload(Order.warband), joinedload(Order.place), joinedload(Order.event))
            .order_by(Order.given_at, Order.id)
        )
    )
