"""Giving, revoking and lifting orders. What happens here is secret until the battles (V4.7).

Every row of this module is for one seat and the GM: nothing here may raise the public
version, nor stand in a row that another player can read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import lazy_gettext as _l
from sqlalchemy import delete, select

from app.actor import Actor
from app.campaign.events.models import Event
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold import operations as gold
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.queries import balance
from app.campaign.map.models import Place
from app.campaign.orders.legality import Field, Objection, field_of, standing_orders
from app.campaign.orders.models import Order
from app.campaign.orders.muster import Fault, Muster, faults_of_company, muster
from app.campaign.states import Phase
from app.campaign.warbands.models import Warband, WarbandMercenary
from app.campaign.warbands.queries.reading import load
from app.columns import now
from app.extensions import db
from app.journal.operations import record_private
from app.refusal import Refusal, Stale
from rules.vanguard.standing import Stance

_BEFORE_BATTLES = frozenset({Phase.PREPARATION, Phase.ORDERS})


def send(
    warband: Warband,
    *,
    place_id: str,
    event_id: str | None,
    stamp: str,
    campaign: Campaign,
    seat: Seat,
    actor: Actor,
) -> Order:
    """Send a warband to an event, or to a place when ``event_id`` is None (V4.6).

    The fee of its mercenaries is taken at once (V4.5). ``stamp`` is that of the line-up
    the player saw (``muster.Muster.stamp``).
    Raises Refusal with the first rule that forbids it, Stale if the line-up has changed.
    """
    _check_open(campaign)
    if warband.seat_id != seat.id or warband.dissolved_at is not None:
        raise Refusal(_l("This warband does not exist any more."), "V4.1")
    field = field_of(campaign)
    if any(order.warband_id == warband.id for order in field.orders):
        raise Objection("V4.8", "order_sent", {"warband": warband.name}).refusal()
    place, event = _target(field, place_id, event_id)
    objection = field.objection(seat, place, event, reach=field.reach(seat, warband))
    if objection is not None:
        raise objection.refusal()
    loaded = load([warband])
    line_up = muster(loaded[0], campaign, event)
    _check_fit((*faults_of_company(campaign, seat, loaded), *line_up.faults))
    if line_up.stamp != stamp:
        raise Stale(_l("The warband has changed since this page was made. Look at it again."), "V4.8")
    fee_row = _take_fee(warband, line_up, campaign, seat, actor)
    order = Order(
        campaign_id=campaign.id,
        round=campaign.round,
        seat_id=seat.id,
        warband_id=warband.id,
        place_id=place.id,
        event_id=event.id if event else None,
        from_place_id=field.leaves_from(seat, warband, place),
        points=line_up.points,
        fee_row_id=fee_row.id if fee_row else None,
    )
    db.session.add(order)
    db.session.flush()
    record_private(
        "order.given", campaign=campaign, actor=actor, seat=seat, params=_names(order, warband, place, event)
    )
    return order


def post_defender(warband: Warband, event: Event | None, *, points: int, campaign: Campaign) -> Order:
    """Note that a warband defends where it stands, without an order (V9.5), when battles are announced.

    So whatever asks of a round's warbands finds it among the others, told apart by its stance.
    """
    order = Order(
        campaign_id=campaign.id,
        round=campaign.round,
        seat_id=warband.seat_id,
        warband=warband,
        place_id=warband.standing_place_id,
        from_place_id=warband.standing_place_id,
        event=event,
        points=points,
        stance=Stance.STANDING,
    )
    db.session.add(order)
    db.session.flush()
    return order


def revoke(order: Order, *, reason: str, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """The GM takes an order back while the phase is orders; the fee is returned (V4.5, V4.8, V11.1).

    Raises Refusal in any other phase, Stale if the order does not stand any more.
    """
    _check_open(campaign)
    if order.lifted_at is not None or order.round != campaign.round:
        raise Stale(_l("This order was already taken back."), "V11.1")
    _take_back(order, reason, campaign, seat, actor)


def lift_of(seat: Seat, reason: str, *, campaign: Campaign, actor: Actor) -> None:
    """A player has dropped out before the battles: their orders of this round are taken back, and fees of
    mercenaries returned (V11.1)."""
    if not campaign.running or campaign.phase not in _BEFORE_BATTLES:
        return
    for order in standing_orders(campaign):
        if order.seat_id == seat.id:
            _take_back(order, reason, campaign, seat, actor)


def set_done(done: bool, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Say that one is done with the orders, or take it back while they are open (V4.9)."""
    _check_open(campaign)
    if (seat.done_round == campaign.round) == done:
        return
    seat.done_round = campaign.round if done else None
    record_private(
        "order.done" if done else "order.not_done",
        campaign=campaign,
        actor=actor,
        seat=seat,
        params={"player": seat.name},
    )


def lift_illegal(campaign: Campaign, actor: Actor) -> list[Order]:
    """Lift every order of this round that its target or its limit no longer allows (V4.12).

    Called after events or owners have changed; the fees are returned and each player is
    told why. Once the battles are announced nothing is lifted: orders have become battles.
    Returns the orders lifted.
    """
    if not campaign.running or campaign.phase not in _BEFORE_BATTLES:
        return []
    seats = {seat.id: seat for seat in campaign.seats}
    field = field_of(campaign)
    lifted = []
    for order in field.orders:
        seat = seats[order.seat_id]
        objection = _objection_now(order, field, seat)
        if objection is None:
            continue
        _lift(order, campaign, seat, actor)
        record_private(
            "order.lifted",
            campaign=campaign,
            actor=actor,
            seat=seat,
            params={
                "warband": order.warband.name,
                "rule": objection.rule,
                "code": objection.code,
                "why": dict(objection.params),
            },
        )
        lifted.append(order)
    return lifted


def lift_all(campaign: Campaign) -> None:
    """End round: the orders of the round are over and the mercenaries leave (V4.5, V7.9).

    Their rows stay, with what they met: an order binds its warband in its own round
    alone, and that is over. Fees are not given back.
    """
    db.session.execute(
        delete(WarbandMercenary).where(
            WarbandMercenary.warband_id.in_(select(Warband.id).where(Warband.campaign_id == campaign.id))
        )
    )


def _check_open(campaign: Campaign) -> None:
    """V2.3: orders are given in their phase alone."""
    if not campaign.orders_open:
        raise Objection("V2.3", "orders_closed").refusal()


def _target(field: Field, place_id: str, event_id: str | None) -> tuple[Place, Event | None]:
    """The place and event that are meant. Raises Refusal if they are not of this campaign."""
    place = field.places.get(place_id)
    event = db.session.get(Event, event_id) if event_id else None
    foreign = event is not None and event.campaign_id != field.campaign.id
    if place is None or foreign or (event_id and event is None):
        raise Refusal(_l("Choose a place or an event of this campaign."), "V4.6")
    return place, event


def _check_fit(faults: Sequence[Fault]) -> None:
    """V4.4: every breach is named (V5.5 for an event's lower limit, C6.2 for who sits the battle out)."""
    if faults:
        raise Refusal(" ".join(fault.sentence for fault in faults), faults[0].rule)


def _take_fee(
    warband: Warband, line_up: Muster, campaign: Campaign, seat: Seat, actor: Actor
) -> LedgerRow | None:
    """V4.5: not enough gold, not sent."""
    if not line_up.fee:
        return None
    have = balance(seat)
    if have < line_up.fee:
        if actor.acts_for(seat):
            raise gold.too_little(seat, line_up.fee, have, actor)
        raise Objection("V4.5", "order_fee_too_high", {"fee": line_up.fee, "have": have}).refusal()
    return gold.enter(
        seat,
        -line_up.fee,
        "order.fee",
        campaign=campaign,
        actor=actor,
        params={"warband": warband.name, "mercenaries": list(line_up.mercenaries)},
    )


def _take_back(order: Order, reason: str, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Secret as the order itself; the correction is public with it (``chronicle.operations``)."""
    _lift(order, campaign, seat, actor)
    record_private(
        "order.revoked",
        campaign=campaign,
        actor=actor,
        seat=seat,
        params={"warband": order.warband.name},
        reason=reason,
    )


def _lift(order: Order, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    order.lifted_at = now()
    if order.fee_row_id is not None:
        fee = db.session.get_one(LedgerRow, order.fee_row_id)
        gold.reverse(fee, "order.fee_returned", campaign=campaign, seat=seat, actor=actor)
    db.session.flush()


def _objection_now(order: Order, field: Field, seat: Seat) -> Objection | None:
    """Why a standing order would not be given any more; its warband itself cannot have changed (V4.8)."""
    place = field.places[order.place_id]
    reached = field.reach(seat, order.warband)
    objection = field.objection(seat, place, order.event, reach=reached, but=order)
    if objection is not None:
        return objection
    line_up = muster(load([order.warband])[0], field.campaign, order.event)
    if line_up.points > line_up.limit:
        return Objection("V5.5", "order_over_limit", {"points": line_up.points, "limit": line_up.limit})
    if line_up.faults:
        return Objection(line_up.faults[0].rule, "order_unfit")
    return None


def _names(order: Order, warband: Warband, place: Place, event: Event | None) -> dict[str, Any]:
    return {
        "warband": warband.name,
        "place": place.name,
        "event": event.title if event else None,
        "stays": event is None and place.owner_id == order.seat_id,
        "points": order.points,
    }
