"""Bringing a campaign back from its file (V11.4)."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import func, select

from app.accounts.models import Person
from app.accounts.operations.guests import keep_to_one_table
from app.actor import Actor
from app.campaign.clock.zones import ZONES
from app.campaign.export.chest import unpack
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.operations import enter
from app.campaign.guild_words import WORDS
from app.campaign.states import Phase, SeatState, State
from app.extensions import db
from app.journal.operations import record_gm
from app.refusal import Refusal
from rules.content import ContentError


def bring_back(data: bytes, person: Person) -> Campaign:
    """A campaign made of a file, run by ``person``. Raises Refusal for a file that does not hold together,
    and for a guest of another table."""
    keep_to_one_table(person, None)
    campaign = db.session.get_one(Campaign, unpack(data, person))
    db.session.refresh(campaign)
    gm = next((seat for seat in campaign.seats if seat.is_gm), None)
    if gm is None or not _stands(campaign):
        raise Refusal(_l("The file is damaged. Nothing was taken from it."), "V11.4")
    try:
        catalogue_of(campaign)
        tables_of(campaign)
    except ContentError as error:
        raise Refusal(_l("The file is damaged. Nothing was taken from it."), "V11.4") from error
    actor = Actor(person.id, gm)
    _settle_gold(campaign, actor)
    record_gm("export.brought_back", campaign=campaign, actor=actor, params={"campaign": campaign.name})
    return campaign


def _stands(campaign: Campaign) -> bool:
    """Whether campaign and seats are in states that there are; every page asks for them."""
    return (
        campaign.state in set(State)
        and (campaign.phase in set(Phase) or (campaign.phase is None and not campaign.running))
        and campaign.guild_word in WORDS
        and (campaign.deadline_zone is None or campaign.deadline_zone in ZONES)
        and campaign.name.isprintable()
        and all(seat.state in set(SeatState) and str(seat.name).isprintable() for seat in campaign.seats)
    )


def _settle_gold(campaign: Campaign, actor: Actor) -> None:
    """Private transfers stay behind (V8.22): who spent what they were sent is brought back to 0 (V3.2)."""
    sums: dict[str, int] = {
        row.seat_id: row.gold
        for row in db.session.execute(
            select(LedgerRow.seat_id, func.sum(LedgerRow.amount).label("gold"))
            .where(LedgerRow.campaign_id == campaign.id)
            .group_by(LedgerRow.seat_id)
        )
    }
    for seat in db.session.scalars(select(Seat).where(Seat.campaign_id == campaign.id)):
        missing = -(sums.get(seat.id) or 0)
        if missing > 0:
            enter(seat, missing, "export.settled", campaign=campaign, actor=actor, params={})
