"""Warbands gather, arrive, and go when the round ends (V9.4-V9.7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from flask_babel import lazy_gettext as _l
from sqlalchemy import delete, select

from app.actor import Actor
from app.campaign.company.names import clean_reason
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Place
from app.campaign.movement.models import Retreat
from app.campaign.movement.queries import Going, goings, warbands_in_field
from app.campaign.orders.models import Order
from app.campaign.states import Phase
from app.campaign.warbands.locks import check_changeable
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.journal.models import PUBLIC
from app.journal.operations import record_private, record_public, tell
from app.refusal import Refusal, Stale
from rules.vanguard.standing import Move, Stance


def gather(warband: Warband, place: Place, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """A warband that stands nowhere gathers in a hideout of its player (V9.4, V9.6).

    Raises Refusal without the module (V9.2), for one that stands somewhere or is sent, and for a place
    that is not an own one.
    """
    _check_on(campaign)
    check_changeable(warband, campaign=campaign, seat=seat, line_up=False)
    if warband.standing_place_id is not None:
        raise Refusal(_l("%(warband)s stands somewhere already.", warband=warband.name), "V9.4")
    _check_own(place, seat)
    warband.standing_place_id = place.id
    record_private(
        "movement.gathered",
        campaign=campaign,
        actor=actor,
        seat=seat,
        params={"warband": warband.name, "place": place.name},
    )
    tell(campaign, PUBLIC)


def put(warband: Warband, place: Place, reason: str, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """The GM puts a warband where it should stand, with a reason that all read (V11.1, V9.4).

    Raises Refusal without the module (V9.2), outside preparation and orders, for a sent one, whose order is
    taken back first (V4.8), and for one of a player who is gone.
    """
    _check_on(campaign)
    reason = clean_reason(reason)
    if not seat.plays or warband.seat_id != seat.id or warband.dissolved_at is not None:
        raise Refusal(_l("This warband does not exist any more."), "V4.1")
    check_changeable(warband, campaign=campaign, seat=seat, line_up=False)
    if not campaign.running:
        raise Refusal(_l("Warbands stand at places while the campaign runs."), "V9.4")
    if warband.standing_place_id == place.id:
        raise Stale(_l("%(warband)s stands there already.", warband=warband.name), "V9.4")
    warband.standing_place_id = place.id
    _tell("movement.put", warband, seat, place, campaign, actor, reason=reason)


def gather_idle(campaign: Campaign, actor: Actor) -> None:
    """Each warband that stands nowhere and whose player holds exactly one place gathers there (V9.4).

    Whoever holds several chooses (``gather``), or it gathers on its way (V9.6).
    """
    if not campaign.module_movement:
        return
    held: dict[str | None, list[Place]] = defaultdict(list)
    for place in db.session.scalars(select(Place).where(Place.campaign_id == campaign.id)):
        held[place.owner_id].append(place)
    seats = {seat.id: seat for seat in campaign.seats}
    for warband in warbands_in_field(campaign):
        if warband.standing_place_id is None and len(held[warband.seat_id]) == 1:
            (place,) = held[warband.seat_id]
            warband.standing_place_id = place.id
            _tell("movement.gathers", warband, seats[warband.seat_id], place, campaign, actor)
    db.session.flush()


def arrive(orders: Iterable[Order], campaign: Campaign) -> None:
    """The ordered warbands stand where they were sent, once battles are announced (V9.4); what kind of
    order it was is noted while the owners are still those of then (V9.6)."""
    if not campaign.module_movement:
        return
    for order in orders:
        order.stance = Stance.HOME if order.place.owner_id == order.seat_id else Stance.ATTACK
        order.warband.standing_place_id = order.place_id


def idle_warbands(campaign: Campaign, orders: Iterable[Order]) -> list[Warband]:
    """The warbands without an order that stand somewhere; their mercenaries, unpaid, leave (V9.5)."""
    if not campaign.module_movement:
        return []
    sent = {order.warband_id for order in orders}
    idle = [one for one in warbands_in_field(campaign) if one.standing_place_id and one.id not in sent]
    for warband in idle:
        warband.mercenaries.clear()
    db.session.flush()
    return idle


def choose_retreat(warband: Warband, place_id: str, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """In dawn a player says to which of several equally near hideouts a warband withdraws (V9.6).

    Raises Refusal without the module, outside dawn, and for a place that is not one of them.
    """
    _check_on(campaign)
    if not campaign.running or campaign.phase != Phase.DAWN:
        raise Refusal(_l("Where a warband withdraws to is chosen in the phase Dawn."), "V9.6")
    going = next((one for one in goings(campaign, seat) if one.warband.id == warband.id), None)
    if going is None or going.move != Move.WITHDRAWS or place_id not in going.places:
        raise Refusal(_l("Choose one of the nearest hideouts of this warband."), "V9.6")
    chosen = db.session.get(Retreat, (warband.id, campaign.round))
    if chosen is None:
        chosen = Retreat(warband_id=warband.id, round=campaign.round)
        db.session.add(chosen)
    chosen.place_id = place_id
    place = db.session.get_one(Place, place_id)
    record_private(
        "movement.chosen",
        campaign=campaign,
        actor=actor,
        seat=seat,
        params={"warband": warband.name, "place": place.name},
    )


def leave_field(seat: Seat) -> None:
    """A player has dropped out: their warbands stand nowhere, and their mercenaries leave (V11.1)."""
    for warband in db.session.scalars(
        select(Warband).where(Warband.seat_id == seat.id, Warband.dissolved_at.is_(None))
    ):
        warband.standing_place_id = None
        warband.mercenaries.clear()
    db.session.flush()


def end_round(campaign: Campaign, actor: Actor) -> None:
    """End round: who lost an attack returns, who was beaten or no longer keeps the limits withdraws, the
    rest stays; who stands nowhere gathers if its player holds one place (V9.4, V9.7)."""
    if not campaign.module_movement:
        return
    seats = {seat.id: seat for seat in campaign.seats}
    for going in goings(campaign):
        _carry_out(going, seats[going.warband.seat_id], campaign, actor)
    db.session.execute(
        delete(Retreat).where(
            Retreat.warband_id.in_(select(Warband.id).where(Warband.campaign_id == campaign.id))
        )
    )
    db.session.flush()
    gather_idle(campaign, actor)


def _carry_out(going: Going, seat: Seat, campaign: Campaign, actor: Actor) -> None:
    warband, to = going.warband, going.to
    if to == going.at == warband.standing_place_id:
        return
    warband.standing_place_id = to
    if to is None:
        _tell("movement.nowhere", warband, seat, db.session.get_one(Place, going.at), campaign, actor)
    else:
        kind = "movement.returns" if going.move == Move.RETURNS else "movement.withdraws"
        _tell(kind, warband, seat, db.session.get_one(Place, to), campaign, actor)


def _check_on(campaign: Campaign) -> None:
    if not campaign.module_movement:
        raise Refusal(_l("This campaign is played without warband movement."), "V9.2")


def _check_own(place: Place, seat: Seat) -> None:
    if place.owner_id != seat.id:
        raise Refusal(_l("A warband gathers in a hideout of its player."), "V9.4")


def _tell(
    kind: str,
    warband: Warband,
    seat: Seat,
    place: Place,
    campaign: Campaign,
    actor: Actor,
    *,
    reason: str | None = None,
) -> None:
    record_public(
        kind,
        campaign=campaign,
        actor=actor,
        seat=seat,
        reason=reason,
        place_id=place.id,
        params={"warband": warband.name, "player": seat.name, "place": place.name},
    )
