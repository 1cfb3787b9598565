"""How many sealed letters wait, for the tab of a campaign and for the tables at home."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ScalarSelect, func, select

from app.campaign.founding.models import Campaign, Seat
from app.campaign.letters.models import Letter
from app.extensions import db


def sealed_for(person_id: str) -> ScalarSelect[int]:
    """The number of sealed letters for that person, as part of a query for campaigns."""
    return (
        select(func.count(Letter.id))
        .where(
            Letter.campaign_id == Campaign.id,
            Letter.receiver_person_id == person_id,
            Letter.opened_at.is_(None),
        )
        .correlate(Campaign)
        .scalar_subquery()
    )


def unread(seats: Collection[Seat]) -> dict[str, int]:
    """The number of sealed letters for the person of each seat, by the seat's id; one query.

    Seats without sealed letters are left out; campaigns without the module are not asked.
    """
    asked: dict[tuple[str, str | None], str] = {
        (seat.campaign_id, seat.person_id): seat.id
        for seat in seats
        if seat.person_id and seat.campaign.module_messages
    }
    if not asked:
        return {}
    rows = db.session.execute(
        select(Letter.campaign_id, Letter.receiver_person_id, func.count(Letter.id))
        .where(
            Letter.campaign_id.in_({campaign_id for campaign_id, _ in asked}),
            Letter.receiver_person_id.in_({person_id for _, person_id in asked}),
            Letter.opened_at.is_(None),
        )
        .group_by(Letter.campaign_id, Letter.receiver_person_id)
    )
    counts: dict[tuple[str, str | None], int] = {(row[0], row[1]): row[2] for row in rows}
    return {seat_id: counts[key] for key, seat_id in asked.items() if key in counts}
