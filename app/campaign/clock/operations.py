"""Setting, moving and clearing the time of a phase; pausing and going on (V11.6)."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.clock.wording import refusal_sentence
from app.campaign.clock.zones import ZONES
from app.campaign.founding.models import Campaign
from app.campaign.states import State
from app.columns import now
from app.journal.operations import record_public
from app.refusal import Refusal, Stale
from rules.engine.refusal import IllegalAction
from rules.vanguard.deadlines import a_day_later, after_pause, check_ahead, moment_at

_RULE = "V11.6"


def set_deadline(campaign: Campaign, day: date, hour: time, zone: str, *, actor: Actor) -> None:
    """The present phase is to end by that hour of that zone; the GM still switches it by hand.

    Raises Refusal for an unknown zone, an hour that the clocks leave out, and a time that
    is over or more than 400 days ahead.
    """
    _check_open(campaign)
    if zone not in ZONES:
        raise Refusal(_l("Choose one of the time zones."), _RULE)
    try:
        moment = moment_at(day, hour, ZoneInfo(zone))
        check_ahead(moment, now())
    except IllegalAction as refused:
        raise Refusal(refusal_sentence(refused.code, refused.params), refused.rule) from refused
    _put(campaign, moment, zone)
    record_public("clock.set", campaign=campaign, actor=actor, params=_params(campaign))


def extend(campaign: Campaign, *, actor: Actor) -> None:
    """One more day, at the same hour. Raises Stale if the phase has no time any more."""
    _check_open(campaign)
    if campaign.deadline is None or campaign.deadline_stamp != campaign.stamp:
        raise Stale(_l("This phase has no time any more. This is how it stands now."), _RULE)
    zone = campaign.deadline_zone or "UTC"
    _put(campaign, a_day_later(campaign.deadline, now(), ZoneInfo(zone)), zone)
    record_public("clock.extended", campaign=campaign, actor=actor, params=_params(campaign))


def clear(campaign: Campaign, *, actor: Actor) -> None:
    """The phase has no time any more; clearing twice changes nothing."""
    _check_open(campaign)
    if campaign.deadline is None:
        return
    campaign.deadline = campaign.deadline_stamp = None
    record_public("clock.cleared", campaign=campaign, actor=actor)


def pause(campaign: Campaign, reason: str, *, actor: Actor) -> None:
    """The clock stands still and everybody is told why; what a phase allows stays allowed.

    Raises Stale if it is paused already.
    """
    _check_open(campaign)
    if campaign.paused_at is not None:
        raise Stale(_l("The campaign is paused already."), _RULE)
    campaign.paused_at = now()
    campaign.pause_reason = reason
    record_public("clock.paused", campaign=campaign, actor=actor, reason=reason or None)


def resume(campaign: Campaign, *, actor: Actor) -> None:
    """The campaign goes on; the deadline moves by as long as the pause was.

    Raises Stale if it is not paused.
    """
    _check_open(campaign)
    if campaign.paused_at is None:
        raise Stale(_l("The campaign goes on already."), _RULE)
    if campaign.deadline is not None:
        campaign.deadline = after_pause(campaign.deadline, campaign.paused_at, now())
    campaign.paused_at = None
    campaign.pause_reason = ""
    record_public("clock.resumed", campaign=campaign, actor=actor)


def _check_open(campaign: Campaign) -> None:
    if campaign.state in (State.DRAFT, State.FINISHED):
        raise Refusal(_l("There is no phase now that could have a time."), _RULE)


def _put(campaign: Campaign, moment: datetime, zone: str) -> None:
    """A time set during a pause counts from now, so that going on does not move it twice."""
    if campaign.paused_at is not None:
        campaign.paused_at = now()
    campaign.deadline = moment
    campaign.deadline_zone = zone
    campaign.deadline_stamp = campaign.stamp


def _params(campaign: Campaign) -> dict[str, Any]:
    """Of language-neutral form: the moment in UTC and the zone it is spoken of in."""
    return {
        "phase": campaign.phase or campaign.state,
        "at": campaign.deadline.isoformat() if campaign.deadline else "",
        "zone": campaign.deadline_zone,
    }
