"""V7.1, V3.8: the settlements of a seat, to be looked up long after: what happened in each of its battles."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _
from sqlalchemy import select

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Place
from app.campaign.settlement.models import Settlement
from app.campaign.settlement.queries.bodies import won_drawn_or_lost
from app.extensions import db


@dataclass(frozen=True)
class Settled:
    """One battle of the seat and its settlement; ``words`` say how the battle ended and how far it is
    settled."""

    title: str
    warband: str
    round: int
    words: str
    url: str


def settlements_of(campaign: Campaign, seat: Seat) -> list[Settled]:
    """The seat's settlements, the newest first; for whoever may read the seat's secrets (V3.11)."""
    rows = db.session.execute(
        select(Settlement, BattleSide, Battle.round, Place.name)
        .join(BattleSide, BattleSide.id == Settlement.side_id)
        .join(Battle, Battle.id == BattleSide.battle_id)
        .join(Place, Place.id == Battle.place_id)
        .where(Battle.campaign_id == campaign.id, BattleSide.seat_id == seat.id)
        .order_by(Battle.round.desc(), Battle.number.desc())
    )
    return [
        Settled(
            title=_("Battle for %(place)s", place=place),
            warband=side.warband_name,
            round=round_,
            words=_words(settlement, side),
            url=url_for(
                "settlement.settlement",
                campaign_id=campaign.id,
                seat_id=seat.id,
                settlement_id=settlement.id,
            ),
        )
        for settlement, side, round_, place in rows
    ]


def _words(settlement: Settlement, side: BattleSide) -> str:
    if settlement.finished_at is None:
        return _("at step %(step)d of 6", step=settlement.step)
    outcome = won_drawn_or_lost(side.outcome)
    return _("%(outcome)s, settled", outcome=outcome) if outcome else _("settled")
