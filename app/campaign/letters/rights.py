"""Who takes part in letters: those who sit at the table (V8.23)."""

from __future__ import annotations

from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import SeatState, State


def sits(seat: Seat) -> bool:
    """Whether somebody holds the seat who could be found by a courier: a player, or the game master."""
    return seat.state == SeatState.JOINED and seat.person_id is not None


def may_write(campaign: Campaign, seat: Seat) -> bool:
    """Whether letters can still be sent from the seat; in a finished campaign they are only read (V0.1)."""
    return sits(seat) and campaign.state != State.FINISHED


def correspondents(campaign: Campaign, seat: Seat) -> list[Seat]:
    """To whom one can write: everybody else who sits at the table."""
    return [one for one in campaign.seats if one.id != seat.id and sits(one)]
