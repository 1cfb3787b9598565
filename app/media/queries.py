"""Who may see a picture."""

from __future__ import annotations

from sqlalchemy import select

from app.accounts.models import Person
from app.campaign.founding.models import Seat
from app.campaign.states import SeatState
from app.extensions import db
from app.journal.models import GM, PUBLIC, seat_audience
from app.media.models import Picture


def picture_for(person: Person, picture_id: str) -> Picture | None:
    """The picture, if the person may see it: the table's own for everybody at it, a seat's for its player and
    the GM, one without a campaign for whoever sent it."""
    picture = db.session.get(Picture, picture_id)
    if picture is None:
        return None
    if picture.campaign_id is None:
        return picture if picture.person_id == person.id else None
    seat = db.session.execute(
        select(Seat).where(Seat.campaign_id == picture.campaign_id, Seat.person_id == person.id)
    ).scalar_one_or_none()
    if seat is None or seat.state not in (SeatState.JOINED, SeatState.DROPPED, SeatState.INVITED):
        return None
    if picture.audience == PUBLIC:
        return picture
    if seat.runs:
        return picture
    return picture if picture.audience == seat_audience(seat.id) and picture.audience != GM else None
