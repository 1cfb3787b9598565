"""V11.1: a seat is closed, with all that follows in every room, and opened again until the next phase.

Each room says itself what becomes of what it holds; here stands the order. Nothing here may tell of what is
secret: alliances end by sealed rows (V8.17), orders by rows of their seat (V4.7).
"""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import select

from app.actor import Actor
from app.campaign.battles import operations as battles
from app.campaign.company.names import clean_reason
from app.campaign.dawn import operations as dawn
from app.campaign.dropouts.latest import CLOSABLE, DROPPED_OUT, row_to_take_back
from app.campaign.founding.models import Campaign, Seat
from app.campaign.guilds import operations as guilds
from app.campaign.map.models import Place
from app.campaign.map.operations import give_place
from app.campaign.movement import operations as movement
from app.campaign.orders import operations as orders
from app.campaign.pacts import operations as pacts
from app.campaign.settlement import operations as settlement
from app.campaign.settlement.operations import captives
from app.campaign.states import Phase, SeatState
from app.extensions import db
from app.journal.models import AuditRow, seat_audience
from app.journal.operations import record_public, tell
from app.refusal import Refusal, Stale


def drop_out(seat: Seat, reason: str, *, campaign: Campaign, actor: Actor) -> None:
    """The GM marks a player as dropped out, with a reason that all read (V11.1).

    Orders are taken back, open battles are the GM's to decide, settlements are closed, captives of and with
    the company are free, guild and alliances are left (V8.6, V8.12), places are ownerless, warbands leave.
    Raises Refusal before hideouts are chosen, after the end, and for the GM; Stale a second time.
    """
    reason = clean_reason(reason)
    if seat.state == SeatState.DROPPED:
        raise Stale(_l("%(player)s has dropped out already.", player=seat.name), "V11.1")
    if campaign.state not in CLOSABLE:
        raise Refusal(
            _l("Players drop out from the choice of hideouts on, until the campaign is finished."), "V11.1"
        )
    if not seat.plays:
        raise Refusal(_l("%(player)s does not play in this campaign.", player=seat.name), "V11.1")
    if seat.is_gm:
        raise Refusal(_l("The game master cannot drop out. Hand the campaign over first."), "V11.3")
    orders.lift_of(seat, reason, campaign=campaign, actor=actor)
    seat.state = SeatState.DROPPED
    seat.is_deputy = False
    seat.done_round = None
    record_public(
        DROPPED_OUT, campaign=campaign, actor=actor, seat=seat, reason=reason, params={"player": seat.name}
    )
    guilds.seat_gone(seat, campaign=campaign, actor=actor)
    pacts.seat_gone(seat, campaign=campaign, actor=actor)
    battles.leave_to_gm(seat, campaign=campaign, actor=actor)
    captives.free_of(seat, campaign=campaign, actor=actor)
    settlement.close_of(seat, campaign=campaign, actor=actor)
    movement.leave_field(seat)
    for place in _places_of(seat):
        give_place(place, to=None, campaign=campaign, actor=actor, how="dropped")
    dawn.seat_gone(seat, campaign=campaign, actor=actor)
    orders.lift_illegal(campaign, actor)
    tell(campaign, seat_audience(seat.id))


def take_back(seat: Seat, reason: str, *, campaign: Campaign, actor: Actor) -> None:
    """Take it back, until the next switch of phase (V11.1): the seat plays again with its company, gold and
    warbands, its settlements go on, and places that nobody has taken since are its own again.

    Orders, captivities, guild and alliances are over; who has an account plays on, else the GM holds the
    seat. Raises Refusal when the phase has been switched, Stale for a seat that has not dropped out.
    """
    reason = clean_reason(reason)
    if seat.state != SeatState.DROPPED:
        raise Stale(_l("%(player)s has not dropped out.", player=seat.name), "V11.1")
    row = row_to_take_back(seat, campaign)
    if row is None:
        raise Refusal(
            _l("This could be taken back until the next phase began. Now the seat stays closed."), "V11.1"
        )
    seat.state = SeatState.JOINED
    record_public(
        "dropout.taken_back",
        campaign=campaign,
        actor=actor,
        seat=seat,
        reason=reason,
        params={"player": seat.name},
    )
    for place in _places_left(seat, row):
        give_place(place, to=seat, campaign=campaign, actor=actor, how="back")
    settlement.open_again(seat, campaign=campaign, actor=actor)
    if campaign.phase == Phase.SETTLEMENT:
        # A result that came to stand meanwhile opened none for the closed seat (V2.8).
        settlement.open_confirmed(campaign, actor)
    orders.lift_illegal(campaign, actor)
    tell(campaign, seat_audience(seat.id))


def _places_of(seat: Seat) -> list[Place]:
    return list(
        db.session.scalars(
            select(Place).where(Place.owner_id == seat.id).order_by(Place.created_at, Place.id)
        )
    )


def _places_left(seat: Seat, row: AuditRow) -> list[Place]:
    """The places that became ownerless when the seat was closed and still are."""
    left = select(AuditRow.place_id).where(
        AuditRow.campaign_id == seat.campaign_id,
        AuditRow.kind == "map.left",
        AuditRow.seat_id == seat.id,
        AuditRow.seq > row.seq,
    )
    return list(
        db.session.scalars(
            select(Place)
            .where(Place.id.in_(left), Place.owner_id.is_(None))
            .order_by(Place.created_at, Place.id)
        )
    )
