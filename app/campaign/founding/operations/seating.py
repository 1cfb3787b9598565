"""Taking a seat: the last free one, arms of one's own, and the starting gold, once."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import select

from app.actor import Actor
from app.campaign.founding.arms import STYLES, free_emblems, free_styles
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.operations import enter
from app.campaign.states import SeatState, State
from app.columns import now
from app.extensions import db
from app.journal.operations import record_public
from app.refusal import Refusal

STARTING_GOLD = "founding.starting_gold"


def check_circle_open(campaign: Campaign) -> None:
    """Raise Refusal once the GM has opened the choice of hideouts (V1.10)."""
    if campaign.state != State.GATHERING:
        raise Refusal(
            _l(
                "The circle of players of this campaign is closed: hideouts are being chosen or it has begun."
            ),
            "V1.10",
        )


def check_seat_free(campaign: Campaign) -> None:
    """Raise Refusal when as many players have accepted as the campaign holds (V1.1)."""
    if len(campaign.players) >= campaign.max_players:
        raise Refusal(
            _l("All %(count)d seats of this campaign are taken.", count=campaign.max_players), "V1.1"
        )


def take_seat(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """Make an invited seat a player's: arms, starting gold, a line in the chronicle.

    Whoever already plays keeps what they have: a second acceptance changes nothing.
    Raises Refusal if the circle is closed (V1.10) or every seat is taken (V1.1).
    """
    if seat.state == SeatState.JOINED:
        return
    check_circle_open(campaign)
    check_seat_free(campaign)
    seat.state = SeatState.JOINED
    seat.is_player = True
    seat.joined_at = now()
    give_arms(seat, campaign=campaign)
    db.session.flush()
    give_starting_gold(seat, campaign=campaign, actor=actor)
    record_public("founding.joined", campaign=campaign, actor=actor, seat=seat, params={"player": seat.name})


def give_arms(seat: Seat, *, campaign: Campaign) -> None:
    """The seat's own arms if nobody bears them, else the first that are free."""
    styles, emblems = free_styles(seat, campaign.seats), free_emblems(seat, campaign.seats)
    if seat.style not in styles:
        seat.style = styles[0] if styles else STYLES[-1]
    if seat.emblem not in emblems:
        paired = list(free_emblems(None, []))[seat.style - 1]
        seat.emblem = paired if paired in emblems else emblems[0]


def give_starting_gold(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """Enter the starting gold (V1.2) in the ledger, once for each seat, however often it is taken."""
    had = db.session.execute(
        select(LedgerRow.id).where(LedgerRow.seat_id == seat.id, LedgerRow.kind == STARTING_GOLD).limit(1)
    ).first()
    if had is None:
        enter(seat, campaign.starting_gold, STARTING_GOLD, campaign=campaign, actor=actor)
