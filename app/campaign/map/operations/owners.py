"""The one writer of who owns a place (V7.11)."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import exists, select

from app.actor import Actor
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Place
from app.campaign.map.operations.checks import check_place
from app.campaign.map.operations.telling import LATER
from app.campaign.orders.operations import lift_illegal
from app.campaign.states import State
from app.extensions import db
from app.journal.operations import record_public
from app.refusal import Refusal


def give_place(
    place: Place, *, to: Seat | None, campaign: Campaign, actor: Actor, how: str, reason: str | None = None
) -> None:
    """Make ``to`` the owner of a place and so found a hideout there; None leaves it ownerless (V7.11).

    The former owner's hideout there is gone: owner and hideout are one column. ``how`` is one of
    ``wording.WAYS``: start, conquest, unopposed, choice, founder, undone, gm, back; or dropped, which
    leaves it ownerless. Whoever holds the place already keeps it, and nothing is written. Raises Refusal
    for a place or seat of another campaign.
    """
    check_place(place, campaign)
    if to is not None and (to.campaign_id != campaign.id or not to.is_player):
        raise Refusal(_l("Only a player of this campaign can own a place."), "V7.11")
    if place.owner_id == (to.id if to is not None else None):
        return
    former = next((seat for seat in campaign.seats if seat.id == place.owner_id), None)
    place.owner_id = to.id if to is not None else None
    db.session.flush()
    record_public(
        "map.taken" if to is not None else "map.left",
        campaign=campaign,
        actor=actor,
        seat=to or former,
        reason=reason,
        place_id=place.id,
        params={
            "place": place.name,
            "player": to.name if to is not None else "",
            "former": former.name if former is not None else "",
            "how": how,
        },
    )


def hand_place(place: Place, *, to: Seat | None, reason: str, campaign: Campaign, actor: Actor) -> None:
    """The GM hands a place to another owner, with a reason that all can read (V11.1).

    While hideouts are chosen only as a player could choose: a banner place, one each (V1.11).
    """
    if campaign.state not in LATER:
        raise Refusal(_l("Places have owners once hideouts are chosen."), "V11.1")
    if not reason.strip():
        raise Refusal(_l("Say why; the players read it in the chronicle."), "V11.1")
    if to is not None and not to.plays:
        raise Refusal(_l("Only a player of this campaign can own a place."), "V7.11")
    if to is not None and campaign.state == State.HIDEOUTS and to.id != place.owner_id:
        has_one = db.session.execute(
            select(exists().where(Place.campaign_id == campaign.id, Place.owner_id == to.id))
        ).scalar_one()
        if not place.banner or has_one:
            raise Refusal(
                _l("While hideouts are chosen, each player has one, at a place with a banner."), "V1.11"
            )
    give_place(place, to=to, campaign=campaign, actor=actor, how="gm", reason=reason)
    lift_illegal(campaign, actor)
