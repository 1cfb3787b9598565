"""What the banner of every page says of time and pause; no question to the database (V11.6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import url_for
from flask_babel import format_timedelta

from app.actor import Deed
from app.campaign.access import Here
from app.campaign.clock.zones import in_words
from app.campaign.founding.models import Campaign
from app.campaign.states import State
from app.campaign.words import phase_or_state
from app.columns import now


@dataclass(frozen=True)
class Clock:
    """``until`` is the phase's time in words and ``at`` the moment; ``over`` that it has passed.

    ``left`` is how much time there is, or was when the campaign was paused. ``url`` leads
    who runs the campaign to the page on which both are set.
    """

    phase: str
    until: str
    at: datetime | None
    left: str
    over: bool
    paused: bool
    reason: str
    url: str | None

    @property
    def shown(self) -> bool:
        return self.paused or self.at is not None


def clock_of(here: Here) -> Clock:
    """The campaign's time as it stands now. A time belongs to the phase it was set for."""
    campaign = here.campaign
    deadline = deadline_of(campaign)
    present = campaign.paused_at or now()
    over = deadline is not None and deadline <= present
    return Clock(
        phase=phase_or_state(campaign),
        until=in_words(deadline, campaign.deadline_zone or "UTC") if deadline else "",
        at=deadline,
        left=str(format_timedelta(deadline - present)) if deadline and not over else "",
        over=over,
        paused=campaign.paused_at is not None and campaign.state != State.FINISHED,
        reason=campaign.pause_reason,
        url=url_for("clock.clock", campaign_id=campaign.id) if here.may(Deed.RUN) else None,
    )


def deadline_of(campaign: Campaign) -> datetime | None:
    """When the present phase is to end, or None if nobody has set a time for it."""
    if campaign.state in (State.DRAFT, State.FINISHED) or campaign.deadline_stamp != campaign.stamp:
        return None
    return campaign.deadline
