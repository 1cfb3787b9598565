"""Pages of events: what goes on where, and the GM's forms (V5)."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.events import operations, queries
from app.campaign.events.forms import EventForm, EventWordsForm
from app.campaign.events.models import Event
from app.campaign.events.operations import EventTerms, EventWords, terms_of
from app.campaign.events.scenarios import OTHER, scenarios_of, source_of
from app.campaign.map.queries import atlas_of
from app.campaign.tabs import frame
from app.fields import options
from app.forms import checked, form_for
from app.journal.writes import writes

bp = Blueprint("events", __name__)


@bp.get("/campaigns/<campaign_id>/events")
@login_required
def events(campaign_id: str) -> str:
    here = enter(campaign_id)
    page = queries.events_page(here)
    return render_template("campaign/events/events.html", page=page, **frame(here, "map"))


@bp.get("/campaigns/<campaign_id>/events/new")
@login_required
def new(campaign_id: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    may_add, why = queries.adding(here)
    form = form_for(EventForm, "event", duration=1, place_id=request.args.get("place", ""))
    _offer(form, here)
    return render_template(
        "campaign/events/new.html", form=form, may_add=may_add, why=why, **frame(here, "map")
    )


@bp.post("/campaigns/<campaign_id>/events/new")
@login_required
@writes(page="events.new")
def add(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    form = checked(EventForm, "event")
    event = operations.add_event(_words(form), _terms(form), campaign=here.campaign, actor=here.actor)
    flash(_("%(event)s is on the map.", event=event.title), "moss")
    return redirect(url_for("maps.campaign_map", campaign_id=campaign_id, place=event.place_id), 303)


@bp.get("/campaigns/<campaign_id>/events/<event_id>")
@login_required
def event(campaign_id: str, event_id: str) -> str:
    here = enter(campaign_id)
    page = queries.event_page(here, _event(here, event_id))
    return render_template("campaign/events/event.html", page=page, **frame(here, "map"))


@bp.get("/campaigns/<campaign_id>/events/<event_id>/edit")
@login_required
def edit(campaign_id: str, event_id: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    found = _event(here, event_id)
    page = queries.event_page(here, found)
    words = {"title": found.title, "text": found.text, "reward": found.reward, "sides_note": found.sides_note}
    form: EventWordsForm
    if page.terms_free:
        terms = {**vars(terms_of(found)), "scenario": found.scenario or ""}
        form = form_for(EventForm, "event", version=str(found.version), **words, **terms)
        _offer(form, here)
    else:
        form = form_for(EventWordsForm, "event", version=str(found.version), **words)
    return render_template("campaign/events/edit.html", form=form, page=page, **frame(here, "map"))


@bp.post("/campaigns/<campaign_id>/events/<event_id>/edit")
@login_required
@writes(page="events.edit")
def change(campaign_id: str, event_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    found = _event(here, event_id)
    form: EventWordsForm
    if "place_id" in request.form:
        whole = checked(EventForm, "event")
        form, terms = whole, _terms(whole)
    else:
        form, terms = checked(EventWordsForm, "event"), terms_of(found)
    operations.change_event(
        found,
        _words(form),
        terms,
        version=form.version.data or "",
        campaign=here.campaign,
        actor=here.actor,
    )
    flash(_("%(event)s is changed.", event=found.title), "moss")
    return redirect(url_for("events.event", campaign_id=campaign_id, event_id=event_id), 303)


@bp.get("/campaigns/<campaign_id>/events/<event_id>/end")
@login_required
def ask_end(campaign_id: str, event_id: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    page = queries.event_page(here, _event(here, event_id))
    return render_template("campaign/events/end.html", page=page, **frame(here, "map"))


@bp.post("/campaigns/<campaign_id>/events/<event_id>/end")
@login_required
@writes(page="events.ask_end")
def end(campaign_id: str, event_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    found = _event(here, event_id)
    operations.end_event(found, campaign=here.campaign, actor=here.actor)
    flash(_("%(event)s has ended.", event=found.title), "moss")
    return redirect(url_for("events.event", campaign_id=campaign_id, event_id=event_id), 303)


def _event(here: Here, event_id: str) -> Event:
    found = queries.event_of(here.campaign, event_id)
    if found is None:
        abort(404)
    return found


def _words(form: EventWordsForm) -> EventWords:
    return EventWords(
        title=form.title.data or "",
        text=form.text.data or "",
        reward=form.reward.data or "",
        sides_note=form.sides_note.data or "",
    )


def _terms(form: EventForm) -> EventTerms:
    return EventTerms(
        place_id=form.place_id.data or "",
        duration=form.duration.number,
        scenario=form.scenario.data or None,
        locked=bool(form.locked.data),
        points_limit=form.points_limit.chosen,
    )


def _offer(form: EventForm, here: Here) -> None:
    """Put the campaign's places and scenarios into the form."""
    form.place_id.choices = options(
        (place.id, name) for place, name in atlas_of(here.campaign).by_full_name()
    )
    form.scenario.choices = options(
        [
            ("", _("By lot, when battles are announced")),
            (OTHER, _("Other mission, told in the text")),
            *(
                (one.key, f"{one.name} ({source})" if (source := source_of(one)) else one.name)
                for one in scenarios_of(here.campaign)
            ),
        ]
    )
    form.points_limit.description = _(
        "Empty: the campaign's warband size, %(most)d points. It can only be lower.",
        most=here.campaign.warband_size,
    )
