"""Who acts, and the one function that answers all questions of right."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import SeatState, State


class Deed(Enum):
    """What somebody may be allowed to do in a campaign."""

    SEE = auto()  # the public pages of the campaign
    ANSWER_INVITATION = auto()  # accept or decline one's own
    PLAY = auto()  # act for the given seat
    SEE_SECRETS = auto()  # read what only the given seat's player may read
    RUN = auto()  # what the GM does
    SEE_ALL = auto()  # read every seat's secrets, as the GM
    FOUND = auto()  # edit the draft in the wizard


@dataclass(frozen=True)
class Actor:
    """The person behind a change and the seat they hold in the campaign at hand.

    ``person_id`` None is the system itself (command line). ``seat`` None: no seat here.
    """

    person_id: str | None
    seat: Seat | None = None

    def acts_for(self, seat: Seat) -> bool:
        """Whether this is somebody else acting in that seat's stead (V11.5)."""
        return self.seat is None or self.seat.id != seat.id


def may(actor: Actor, deed: Deed, campaign: Campaign, seat: Seat | None = None) -> bool:
    """Whether ``actor`` may do ``deed`` in ``campaign``, for ``seat`` where one is meant.

    One answer for player, GM, deputy and guest alike (V0.2, V3.11, V4.7, V11.3, V11.5).
    In a finished campaign everything may be read and nothing changed (V0.1).
    """
    mine = actor.seat
    if mine is None or mine.campaign_id != campaign.id:
        return False
    if seat is not None and seat.campaign_id != campaign.id:
        return False
    if deed is Deed.ANSWER_INVITATION:
        # Who has answered before, or comes too late, is told so by the answer itself.
        return seat is not None and seat.id == mine.id and mine.state != SeatState.REMOVED
    if deed is Deed.SEE:
        return mine.state in (SeatState.JOINED, SeatState.DROPPED)
    if mine.state != SeatState.JOINED:
        return False
    finished = campaign.state == State.FINISHED
    if deed is Deed.SEE_SECRETS:
        return mine.runs or finished or (seat is not None and seat.id == mine.id)
    if deed is Deed.SEE_ALL:
        return mine.runs or finished
    if finished:
        return False
    if deed is Deed.PLAY:
        return seat is not None and seat.plays and (seat.id == mine.id or mine.runs)
    if deed is Deed.RUN:
        return mine.runs
    return deed is Deed.FOUND and mine.is_gm and campaign.state == State.DRAFT
