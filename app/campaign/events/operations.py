"""Adding, changing and ending events (V5)."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import lazy_gettext as _l
from sqlalchemy import select

from app.actor import Actor
from app.campaign.events.models import Event
from app.campaign.events.scenarios import OTHER, scenario_keys
from app.campaign.founding.models import Campaign
from app.campaign.map.models import Place
from app.campaign.orders.operations import lift_illegal
from app.campaign.states import Phase
from app.extensions import db
from app.journal.models import PUBLIC
from app.journal.operations import record, record_public
from app.refusal import Refusal, Stale

LONGEST_DURATION = 99
_ENDING = frozenset({Phase.PREPARATION, Phase.DAWN})


@dataclass(frozen=True)
class EventWords:
    """The texts of an event, which may change at any time (V5.6)."""

    title: str
    text: str = ""
    reward: str = ""
    sides_note: str = ""


@dataclass(frozen=True)
class EventTerms:
    """What an event asks, fixed outside preparation (V5.1, V5.6).

    ``duration`` is in rounds from the one it was added; ``scenario`` a key of the catalogue, "other" or
    None (drawn); ``points_limit`` None is the campaign's warband size.
    """

    place_id: str
    duration: int = 1
    scenario: str | None = None
    locked: bool = False
    points_limit: int | None = None


def add_event(words: EventWords, terms: EventTerms, *, campaign: Campaign, actor: Actor) -> Event:
    """Add an event that runs from this round on (V5.1).

    Raises Refusal outside preparation (V5.6) and for terms that do not hold.
    """
    if not campaign.running or campaign.phase != Phase.PREPARATION:
        raise Refusal(_l("Events are added in preparation."), "V5.6")
    place = _checked(words, terms, campaign)
    event = Event(
        campaign_id=campaign.id, first_round=campaign.round, place=place, **vars(words), **vars(terms)
    )
    db.session.add(event)
    db.session.flush()
    record_public(
        "event.added",
        campaign=campaign,
        actor=actor,
        place_id=place.id,
        params={"event": event.title, "place": place.name, "duration": event.duration},
    )
    lift_illegal(campaign, actor)
    return event


def change_event(
    event: Event,
    words: EventWords,
    terms: EventTerms,
    *,
    version: str | int,
    campaign: Campaign,
    actor: Actor,
) -> None:
    """Change an event: its texts at any time, its terms in preparation while it runs (V5.6).

    Raises Stale if the event is no longer at ``version``, Refusal if terms change at another time or do
    not hold.
    """
    _check_own(event, campaign)
    if str(version) != str(event.version):
        raise Stale(_l("%(event)s was changed meanwhile. Look at it and try again.", event=event.title))
    if terms != terms_of(event):
        if campaign.phase != Phase.PREPARATION:
            raise Refusal(_l("Outside preparation only texts and the reward can change."), "V5.6")
        if not event.runs_in(campaign.round):
            raise Refusal(_l("The event has ended; only its texts can change."), "V5.6")
        if event.first_round + terms.duration <= campaign.round:
            raise Refusal(
                _l("That duration is over already. To end the event now, choose “End the event”."), "V5.1"
            )
        _checked(words, terms, campaign)
    else:
        _check_words(words, terms, campaign)
    before = terms_of(event)
    for name, value in {**vars(words), **vars(terms)}.items():
        setattr(event, name, value)
    event.version += 1
    db.session.flush()
    record(
        "event.changed",
        campaign=campaign,
        actor=actor,
        audience=PUBLIC,
        place_id=event.place_id,
        params={"event": event.title},
    )
    if before != terms:
        lift_illegal(campaign, actor)


def end_event(event: Event, *, campaign: Campaign, actor: Actor) -> None:
    """End an event before its time, in preparation or dawn; it stays in its place's history (V5.6)."""
    _check_own(event, campaign)
    if not campaign.running or campaign.phase not in _ENDING:
        raise Refusal(_l("An event can be ended early in preparation and at dawn."), "V5.6")
    if not event.runs_in(campaign.round):
        raise Refusal(_l("The event has ended already."), "V5.6")
    event.ended_round = campaign.round
    event.version += 1
    db.session.flush()
    place = db.session.get_one(Place, event.place_id)
    record_public(
        "event.ended",
        campaign=campaign,
        actor=actor,
        place_id=place.id,
        params={"event": event.title, "place": place.name},
    )
    lift_illegal(campaign, actor)


def terms_of(event: Event) -> EventTerms:
    """The terms as they stand."""
    return EventTerms(event.place_id, event.duration, event.scenario, event.locked, event.points_limit)


def _check_own(event: Event, campaign: Campaign) -> None:
    if event.campaign_id != campaign.id:
        raise Refusal(_l("This event is not part of the campaign."), "V5.1")


def _check_words(words: EventWords, terms: EventTerms, campaign: Campaign) -> None:
    if words.sides_note.strip() and not campaign.module_multi:
        raise Refusal(_l("In this campaign two warbands meet in a battle, never more."), "V6.1")
    if not words.title.strip():
        raise Refusal(_l("An event needs a title."), "V5.1")
    if terms.scenario == OTHER and not words.text.strip():
        raise Refusal(_l("With “Other mission” the text must say what to do."), "V5.2")


def _checked(words: EventWords, terms: EventTerms, campaign: Campaign) -> Place:
    """The event's place. Raises Refusal for what does not hold."""
    _check_words(words, terms, campaign)
    place = db.session.execute(
        select(Place).where(Place.id == terms.place_id, Place.campaign_id == campaign.id)
    ).scalar_one_or_none()
    if place is None:
        raise Refusal(_l("Choose a place of this campaign for the event."), "V5.1")
    if not 1 <= terms.duration <= LONGEST_DURATION:
        raise Refusal(_l("An event lasts from 1 to %(most)d rounds.", most=LONGEST_DURATION), "V5.1")
    if terms.scenario is not None and terms.scenario not in scenario_keys(campaign):
        raise Refusal(_l("This scenario is not in the campaign's catalogue."), "V5.2")
    limit = terms.points_limit
    if limit is not None and not 0 < limit <= campaign.warband_size:
        raise Refusal(
            _l(
                "A points limit lowers the warband size: from 1 to %(most)d points.",
                most=campaign.warband_size,
            ),
            "V5.5",
        )
    return place
