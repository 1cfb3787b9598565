"""Tables of a campaign for spreadsheets (V11.4)."""

from __future__ import annotations

from flask_babel import gettext as _
from sqlalchemy import select

from app.campaign.chronicle.models import Standing
from app.campaign.founding.models import Campaign
from app.extensions import db
from rules.vanguard.exchange.tabular import write_rows


def standings_csv(campaign: Campaign) -> bytes:
    """The public figures of every player as of each End round (V10.4)."""
    names = {seat.id: str(seat.name) for seat in campaign.seats}
    rows = db.session.scalars(
        select(Standing).where(Standing.campaign_id == campaign.id).order_by(Standing.round, Standing.seat_id)
    )
    heading = [
        _("Round"),
        _("Player"),
        _("Places"),
        _("Income"),
        _("Company value"),
        _("Won"),
        _("Drawn"),
        _("Lost"),
    ]
    return write_rows(
        heading,
        (
            [
                one.round,
                names.get(one.seat_id, ""),
                one.places,
                one.income,
                one.company_value,
                one.won,
                one.drawn,
                one.lost,
            ]
            for one in rows
        ),
    )
