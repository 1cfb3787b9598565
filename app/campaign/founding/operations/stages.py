"""V0.1, V1.9-V1.11: the campaign's states after gathering, and the choice of hideouts."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import select, update

from app.actor import Actor
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.readiness import gaps_before_hideouts, unready, unready_sentence
from app.campaign.map.models import Place
from app.campaign.map.operations import give_place
from app.campaign.movement.operations import gather_idle
from app.campaign.states import Phase, SeatState, State
from app.columns import now
from app.extensions import db
from app.journal.models import seat_audience
from app.journal.operations import record_public, tell
from app.refusal import Refusal


def open_hideouts(campaign: Campaign, *, actor: Actor) -> None:
    """Gathering → hideouts: the circle closes, pending invitations and the link lapse (V1.10).

    Raises Refusal with the first thing that is missing (V1.9).
    """
    if campaign.state != State.GATHERING:
        raise Refusal(_l("Hideouts are opened once, while players gather."), "V0.1")
    for gap in gaps_before_hideouts(campaign):
        raise Refusal(gap.sentence, gap.rule)
    for seat in campaign.seats:
        if seat.state == SeatState.INVITED:
            seat.state = SeatState.LAPSED
            tell(campaign, seat_audience(seat.id))
    campaign.invite_nonce = campaign.invite_until = None
    campaign.state = State.HIDEOUTS
    record_public("founding.hideouts_opened", campaign=campaign, actor=actor)


def choose_hideout(place_id: str, *, seat: Seat, campaign: Campaign, actor: Actor) -> Place:
    """The seat takes a free banner place as hideout and owns it (V1.11, V7.11).

    First come, first served. Raises Refusal when the place is taken, bears no banner (V1.5), is not of this
    campaign, or the player has a hideout.
    """
    if campaign.state != State.HIDEOUTS:
        raise Refusal(_l("Hideouts cannot be chosen now."), "V1.11")
    place = db.session.execute(
        select(Place)
        .where(Place.id == place_id, Place.campaign_id == campaign.id)
        .execution_options(populate_existing=True)
    ).scalar_one_or_none()
    if place is None or not place.banner:
        raise Refusal(_l("A starting hideout lies at a banner place. Choose one of those."), "V1.5")
    own = db.session.execute(
        select(Place.name).where(Place.campaign_id == campaign.id, Place.owner_id == seat.id)
    ).scalar()
    if own is not None:
        raise Refusal(
            _l("%(player)s has a hideout already: %(place)s.", player=seat.name, place=own), "V1.11"
        )
    # The version is raised only while nobody owns the place, so that of two at once one is refused
    # even if they did not queue up at the campaign's row.
    free = db.session.execute(
        update(Place)
        .where(Place.id == place.id, Place.owner_id.is_(None))
        .values(version=Place.version + 1)
        .returning(Place.id)
        .execution_options(synchronize_session=False)
    ).scalar_one_or_none()
    if free is None:
        raise Refusal(
            _l("%(place)s has just been taken by another player. Choose another place.", place=place.name),
            "V1.11",
        )
    db.session.refresh(place)
    give_place(place, to=seat, campaign=campaign, actor=actor, how="start")
    return place


def start_rounds(campaign: Campaign, *, actor: Actor) -> None:
    """Hideouts → running: round 1 begins with its preparation (V1.11, V2.1).

    Raises Refusal naming whoever has no hideout or no confirmed company.
    """
    if campaign.state != State.HIDEOUTS:
        raise Refusal(_l("The first round starts once, after hideouts have been chosen."), "V0.1")
    waiting = unready(campaign)
    if waiting:
        raise Refusal(" ".join(unready_sentence(one) for one in waiting), "V1.11")
    campaign.state = State.RUNNING
    campaign.round = 1
    campaign.phase = Phase.PREPARATION
    campaign.started_at = now()
    record_public("founding.started", campaign=campaign, actor=actor)
    gather_idle(campaign, actor)


def finish(campaign: Campaign, *, actor: Actor) -> None:
    """Running → finished, after any round: everything is read-only and open from now on (V0.1)."""
    if not campaign.running:
        raise Refusal(_l("Only a running campaign can be finished."), "V0.1")
    if campaign.phase != Phase.PREPARATION or campaign.round < 2:
        raise Refusal(
            _l("A campaign is finished after a round: end this round first, then finish it in preparation."),
            "V0.1",
        )
    rounds = campaign.round - 1
    record_public("founding.finished", campaign=campaign, actor=actor, params={"rounds": rounds})
    campaign.state = State.FINISHED
    campaign.phase = None
    campaign.finished_at = now()
    campaign.invite_nonce = campaign.invite_until = None
    tell(campaign, *(seat_audience(seat.id) for seat in campaign.seats))


def set_house_rules(campaign: Campaign, text: str, *, actor: Actor) -> None:
    """The GM's house rules, which everyone reads beside the rules; each change is dated in the chronicle."""
    if campaign.house_rules == text:
        return
    campaign.house_rules = text
    record_public("founding.house_rules_changed", campaign=campaign, actor=actor)
