"""Who owned the places at the end of a round that is over, told back from the public chronicle (V7.11)."""

from __future__ import annotations

from sqlalchemy import select

from app.campaign.founding.models import Campaign
from app.campaign.map.models import Place
from app.extensions import db
from app.journal.models import AuditRow

_CHANGES = ("map.taken", "map.left")


def owners_after(campaign: Campaign, round_: int) -> dict[str, str | None]:
    """Place → its owner's seat when ``round_`` ended; a place of which nothing is told is as it is now."""
    places = select(Place.id, Place.owner_id).where(Place.campaign_id == campaign.id)
    now = {row.id: row.owner_id for row in db.session.execute(places)}
    rows = db.session.execute(
        select(AuditRow.kind, AuditRow.round, AuditRow.seat_id, AuditRow.place_id, AuditRow.params)
        .where(AuditRow.campaign_id == campaign.id, AuditRow.chronicle, AuditRow.kind.in_(_CHANGES))
        .order_by(AuditRow.seq)
    )
    seats = {str(seat.name): seat.id for seat in campaign.seats}
    then: dict[str, str | None] = {}
    for row in rows:
        if row.place_id is None:
            continue
        if row.round <= round_:
            then[row.place_id] = row.seat_id if row.kind == "map.taken" else None
        else:
            # The first change afterwards says who had it till then.
            then.setdefault(row.place_id, seats.get(str(row.params.get("former") or "")))
    return {place: then.get(place, owner) for place, owner in now.items()}
