"""V8.16-V8.20: the page of mission alliances. Everybody at the table has it; what is on it is one's own.

An alliance that the reader may not know of does not exist for them: 404, as for any made-up key.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change, only_with
from app.campaign.asking import ask_first
from app.campaign.founding.models import Seat
from app.campaign.guild_words import beside_players, mission_text, word_of
from app.campaign.pacts import operations, queries
from app.campaign.pacts.models import Pact
from app.campaign.tabs import frame
from app.journal.writes import writes

bp = Blueprint("pacts", __name__, url_prefix="/campaigns/<campaign_id>/pacts")


@bp.get("")
@login_required
def pacts(campaign_id: str, pact_id: str | None = None) -> str:  # noqa: ARG001  # shown again for one's form
    here = enter(campaign_id)
    only_with(here.campaign.module_alliances)
    return render_template(
        "campaign/pacts/pacts.html",
        page=queries.pacts_page(here),
        beside=beside_players(here.campaign, "pacts"),
        **frame(here, "players"),
    )


@bp.post("")
@login_required
@writes(page="pacts.pacts")
def conclude(campaign_id: str) -> Any:
    here = _to_change(campaign_id)
    operations.conclude(
        request.form.get("event", ""),
        _players(here),
        campaign=here.campaign,
        seat=here.me,
        actor=here.actor,
    )
    flash(mission_text(word_of(here.campaign), "The mission alliance is concluded."), "moss")
    return _back(here)


@bp.post("/<pact_id>/invite")
@login_required
@writes(page="pacts.pacts")
def invite(campaign_id: str, pact_id: str) -> Any:
    here = _to_change(campaign_id)
    pact = _pact(here, pact_id)
    operations.invite(pact, _players(here), campaign=here.campaign, seat=here.me, actor=here.actor)
    flash(mission_text(word_of(here.campaign), "The mission alliance has invited."), "moss")
    return _back(here)


@bp.post("/<pact_id>/accept")
@login_required
@writes(page="pacts.pacts")
def accept(campaign_id: str, pact_id: str) -> Any:
    here = _to_change(campaign_id)
    operations.accept(_pact(here, pact_id), campaign=here.campaign, seat=here.me, actor=here.actor)
    flash(mission_text(word_of(here.campaign), "You have joined the mission alliance."), "moss")
    return _back(here)


@bp.post("/<pact_id>/decline")
@login_required
@writes(page="pacts.pacts")
def decline(campaign_id: str, pact_id: str) -> Any:
    here = _to_change(campaign_id)
    operations.decline(_pact(here, pact_id), campaign=here.campaign, seat=here.me, actor=here.actor)
    flash(mission_text(word_of(here.campaign), "You have declined the mission alliance."), "moss")
    return _back(here)


@bp.get("/<pact_id>/withdraw")
@login_required
def ask_withdraw(campaign_id: str, pact_id: str) -> str:
    here = enter(campaign_id)
    only_with(here.campaign.module_alliances)
    pact = _pact(here, pact_id)
    word = word_of(here.campaign)
    ends = pact.concluder_id == here.me.id
    return ask_first(
        here,
        "players",
        title=mission_text(
            word, "Withdraw from the mission alliance for «%(event)s»?", event=pact.event.title
        ),
        text=mission_text(word, "You concluded it, so the mission alliance ends. What was paid is gone.")
        if ends
        else mission_text(word, "You leave the mission alliance. What you paid is gone."),
        url=url_for("pacts.withdraw", campaign_id=campaign_id, pact_id=pact_id),
        yes=mission_text(word, "Leave the alliance"),
        back=url_for("pacts.pacts", campaign_id=campaign_id),
        danger=True,
    )


@bp.post("/<pact_id>/withdraw")
@login_required
@writes(page="pacts.ask_withdraw")
def withdraw(campaign_id: str, pact_id: str) -> Any:
    here = _to_change(campaign_id)
    operations.withdraw(_pact(here, pact_id), campaign=here.campaign, seat=here.me, actor=here.actor)
    flash(mission_text(word_of(here.campaign), "You have withdrawn from the mission alliance."), "moss")
    return _back(here)


def _to_change(campaign_id: str) -> Here:
    here = enter_to_change(campaign_id, Deed.PLAY)
    only_with(here.campaign.module_alliances)
    return here


def _pact(here: Here, pact_id: str) -> Pact:
    known = queries.pacts_for(here.campaign, here.me)
    found = next((pact for pact in known if pact.id == pact_id), None)
    if found is None:
        abort(404)
    return found


def _players(here: Here) -> list[Seat]:
    chosen = request.form.getlist("player")
    found = [seat for seat in here.campaign.seats if seat.id in chosen]
    if len(found) != len(set(chosen)):
        abort(404)
    return found


def _back(here: Here) -> Any:
    return redirect(url_for("pacts.pacts", campaign_id=here.campaign.id), 303)
