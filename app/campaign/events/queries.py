"""Reading events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.campaign.access import Here
from app.campaign.events.models import Event
from app.campaign.events.scenarios import ScenarioView, scenario_view
from app.campaign.founding.models import Campaign
from app.campaign.guild_words import mission_text, word_of
from app.campaign.map.models import Place
from app.campaign.states import Phase
from app.extensions import db


@dataclass(frozen=True)
class EventView:
    """An event as its readers see it; the same for players and GM.

    ``lasts`` says in words how long it still runs or when it ran, ``limit`` what a warband may have at most
    (V5.5), None for the campaign's size.
    """

    event: Event
    place: Place
    url: str
    place_url: str
    scenario: ScenarioView
    runs: bool
    lasts: str
    limit: int | None

    @property
    def icon(self) -> str:
        if not self.runs:
            return "hourglass"
        if self.event.locked:
            return "l-lock"
        return "beacon" if self.scenario.beacon else "scroll"


@dataclass(frozen=True)
class EventsPage:
    """All events of a campaign; ``new_url`` and ``add_why`` are for who may add one."""

    running: tuple[EventView, ...]
    ended: tuple[EventView, ...]
    new_url: str | None
    add_why: str | None


@dataclass(frozen=True)
class EventPage:
    """One event; the addresses are None where the reader may not do that, or not now."""

    view: EventView
    edit_url: str | None
    end_url: str | None
    terms_free: bool
    pacts_name: str


def running_events(campaign: Campaign, round: int | None = None) -> list[Event]:
    """The events that are on in a round, by default the present one; oldest first (V5.1)."""
    at = campaign.round if round is None else round
    found = db.session.execute(
        select(Event)
        .where(
            Event.campaign_id == campaign.id,
            Event.first_round <= at,
            Event.first_round + Event.duration > at,
        )
        .options(joinedload(Event.place, innerjoin=True))
        .order_by(Event.created_at, Event.id)
    ).scalars()
    return [event for event in found if event.runs_in(at)]


def events_at(campaign: Campaign, place_id: str) -> list[Event]:
    """All events of a place, oldest first: those running and its history (V5.6)."""
    return list(
        db.session.execute(
            select(Event)
            .where(Event.campaign_id == campaign.id, Event.place_id == place_id)
            .options(joinedload(Event.place, innerjoin=True))
            .order_by(Event.created_at, Event.id)
        ).scalars()
    )


def event_of(campaign: Campaign, event_id: str) -> Event | None:
    """The event of that id in this campaign."""
    return db.session.execute(
        select(Event)
        .where(Event.id == event_id, Event.campaign_id == campaign.id)
        .options(joinedload(Event.place, innerjoin=True))
    ).scalar_one_or_none()


def view_of(event: Event, campaign: Campaign) -> EventView:
    """An event with its place loaded, in the reader's words."""
    where: dict[str, Any] = {"campaign_id": campaign.id}
    runs = campaign.running and event.runs_in(campaign.round)
    return EventView(
        event=event,
        place=event.place,
        url=url_for("events.event", event_id=event.id, **where),
        place_url=url_for("maps.campaign_map", place=event.place_id, **where),
        scenario=scenario_view(campaign, event.scenario),
        runs=runs,
        lasts=_lasts(event, campaign, runs),
        limit=event.points_limit,
    )


def views_of(events: Sequence[Event], campaign: Campaign) -> tuple[EventView, ...]:
    return tuple(view_of(event, campaign) for event in events)


def events_page(here: Here) -> EventsPage:
    """Running events and ended ones, newest first."""
    found = db.session.execute(
        select(Event)
        .where(Event.campaign_id == here.campaign.id)
        .options(joinedload(Event.place, innerjoin=True))
        .order_by(Event.created_at.desc(), Event.id)
    ).scalars()
    views = views_of(list(found), here.campaign)
    may_add, why = adding(here)
    return EventsPage(
        running=tuple(one for one in views if one.runs),
        ended=tuple(one for one in views if not one.runs),
        new_url=url_for("events.new", campaign_id=here.campaign.id) if may_add else None,
        add_why=why,
    )


def adding(here: Here) -> tuple[bool, str | None]:
    """Whether this reader may add an event now; if only the time is wrong, why not (V5.6)."""
    if not here.runs or not here.campaign.running:
        return False, None
    if here.campaign.phase != Phase.PREPARATION:
        return False, _("Events are added in preparation.")
    return True, None


def event_page(here: Here, event: Event) -> EventPage:
    """One event with what the reader may do to it."""
    campaign = here.campaign
    view = view_of(event, campaign)
    where: dict[str, Any] = {"campaign_id": campaign.id, "event_id": event.id}
    changes = here.runs and campaign.running
    ends = changes and view.runs and campaign.phase in (Phase.PREPARATION, Phase.DAWN)
    return EventPage(
        view=view,
        edit_url=url_for("events.edit", **where) if changes else None,
        end_url=url_for("events.ask_end", **where) if ends else None,
        terms_free=view.runs and campaign.phase == Phase.PREPARATION,
        pacts_name=mission_text(word_of(campaign), "Mission alliances"),
    )


def _lasts(event: Event, campaign: Campaign, runs: bool) -> str:
    if not runs:
        last = event.first_round + event.duration - 1
        if event.ended_round is not None:
            return _("ended early in round %(round)d", round=event.ended_round)
        return _("ended with round %(round)d", round=min(last, campaign.round))
    left = event.first_round + event.duration - campaign.round
    if left == 1:
        return _("this round only") if event.duration == 1 else _("for the last round")
    return ngettext("%(num)d more round", "%(num)d more rounds", left)
