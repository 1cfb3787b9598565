"""What somebody sees of a campaign before they have said yes (V1.10)."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import joinedload, selectinload

from app.campaign.founding.links import link_is_good, read_token
from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import State
from app.extensions import db


@dataclass(frozen=True)
class InvitationPage:
    """The campaign as its invitation tells of it. ``open`` is False once the circle is closed or full."""

    campaign: Campaign
    gm: str
    text: str
    players: tuple[str, ...]
    open: bool
    full: bool


def invitation_page(campaign: Campaign, seat: Seat | None = None) -> InvitationPage:
    players = campaign.players
    full = len(players) >= campaign.max_players
    gathering = campaign.state == State.GATHERING
    return InvitationPage(
        campaign=campaign,
        gm=next((str(one.name) for one in campaign.seats if one.is_gm), ""),
        text=seat.invitation if seat is not None else "",
        players=tuple(str(one.name) for one in players),
        open=gathering and not full,
        full=gathering and full,
    )


def campaign_of_link(token: str) -> Campaign | None:
    """The campaign a good link leads to; None for one that is forged, revoked or has run out."""
    key = read_token(token)
    if key is None:
        return None
    campaign = db.session.execute(
        select(Campaign)
        .where(Campaign.id == key.campaign_id)
        .options(selectinload(Campaign.seats).joinedload(Seat.person, innerjoin=False))
    ).scalar_one_or_none()
    return campaign if campaign is not None and link_is_good(campaign, key.nonce) else None


def own_seat(campaign_id: str, person_id: str) -> Seat | None:
    """The person's seat in a campaign, in whatever state, with the campaign."""
    return db.session.execute(
        select(Seat)
        .where(Seat.campaign_id == campaign_id, Seat.person_id == person_id)
        .options(joinedload(Seat.campaign).selectinload(Campaign.seats).joinedload(Seat.person))
    ).scalar_one_or_none()
