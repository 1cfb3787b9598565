"""A player's own export: what is theirs, and what everyone at the table may read (V11.4)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, false, or_, select

from app.campaign.chronicle.wording import sentence
from app.campaign.founding.models import Campaign, Seat
from app.campaign.letters.models import Letter
from app.columns import now
from app.extensions import Base, db
from app.journal.models import PUBLIC, AuditRow, seat_audience

FORMAT = "feldtog-own-1"
# Whose rows a table holds: the column that names the seat, or the table it hangs on.
_BY_SEAT = ("company", "ledger_row", "warband", "warband_order", "battle_side", "standing")
_BELOW = {
    "company_model": ("company_id", "company"),
    "company_item": ("company_id", "company"),
    "model_change": ("model_id", "company_model"),
    "warband_model": ("warband_id", "warband"),
    "warband_mercenary": ("warband_id", "warband"),
    "line_up_model": ("side_id", "battle_side"),
    "settlement": ("side_id", "battle_side"),
    "settlement_entry": ("settlement_id", "settlement"),
}


def own_export(campaign: Campaign, seat: Seat, person_id: str) -> dict[str, Any]:
    """The seat's things as they stand, its own news and the chronicle in words, and the person's letters."""
    return {
        "format": FORMAT,
        "campaign": campaign.name,
        "player": str(seat.name),
        "things": {name: _rows(name, seat.id, person_id) for name in (*_BY_SEAT, *_BELOW)},
        "letters": _letters(campaign, person_id),
        "news": _news(campaign, seat),
    }


def _rows(name: str, seat_id: str, person_id: str) -> list[dict[str, Any]]:
    table = Base.metadata.tables[name]
    found = db.session.execute(select(table).where(_mine(table, seat_id))).mappings()
    rows = []
    for one in found:
        row = {key: _plain(value) for key, value in one.items() if key not in ("actor_id", "person_id")}
        # V8.17, V8.22: who took over a seat has its gold, and is not told with whom it was moved before.
        private = one.get("private") and row["params"].get("holder") != person_id
        if private or (one.get("secret_until_battles") and one["actor_id"] != person_id):
            row["params"] = {}
        rows.append(row)
    return rows


def _mine(table: Table, seat_id: str) -> ColumnElement[bool]:
    if table.name in _BY_SEAT:
        return table.c.seat_id == seat_id
    if table.name not in _BELOW:
        return false()
    column, parent = _BELOW[table.name]
    above = Base.metadata.tables[parent]
    return table.c[column].in_(select(above.c.id).where(_mine(above, seat_id)))


def _letters(campaign: Campaign, person_id: str) -> list[dict[str, Any]]:
    letters = db.session.scalars(
        select(Letter)
        .where(
            Letter.campaign_id == campaign.id,
            or_(Letter.sender_person_id == person_id, Letter.receiver_person_id == person_id),
        )
        .order_by(Letter.sent_at)
    )
    return [
        {
            "from": str(one.params.get("sender", "")),
            "to": str(one.params.get("receiver", "")),
            "at": one.sent_at.isoformat(),
            "text": one.text,
        }
        for one in letters
    ]


def _news(campaign: Campaign, seat: Seat) -> list[dict[str, Any]]:
    public = and_(AuditRow.chronicle, AuditRow.audience == PUBLIC, AuditRow.public_from <= now())
    rows = db.session.scalars(
        select(AuditRow)
        .where(AuditRow.campaign_id == campaign.id, or_(public, AuditRow.audience == seat_audience(seat.id)))
        .order_by(AuditRow.seq)
    )
    return [
        {"round": row.round, "at": row.at.isoformat(), "says": sentence(row), "reason": row.reason}
        for row in rows
    ]


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
