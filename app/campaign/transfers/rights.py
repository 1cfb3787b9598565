"""Between whom gold can be sent (V8.21)."""

from __future__ import annotations

from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import State


def can_receive(seat: Seat) -> bool:
    """A player who is at the table; a seat in the game master's hands has nobody to keep the secret."""
    return seat.plays and seat.person_id is not None


def may_send(campaign: Campaign, seat: Seat) -> bool:
    """Whether the seat's holder can send gold now (V0.1: not in a draft, not once it is finished)."""
    return can_receive(seat) and campaign.state not in (State.DRAFT, State.FINISHED)


def receivers(campaign: Campaign, seat: Seat) -> list[Seat]:
    """Every other player who can be sent gold."""
    return [one for one in campaign.players if one.id != seat.id and can_receive(one)]
