"""V8.23: one's letters: sealed, read, written, printed."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change, only_with
from app.campaign.founding.models import Seat
from app.campaign.letters import operations, queries
from app.campaign.letters.forms import LONGEST_LETTER, LetterForm
from app.campaign.letters.models import Letter
from app.campaign.letters.rights import correspondents, may_write
from app.campaign.states import State
from app.campaign.tabs import frame
from app.forms import checked, form_for
from app.i18n import sorted_by_name
from app.journal.writes import writes
from app.printing.documents import pdf
from app.refusal import Refusal

bp = Blueprint("letters", __name__, url_prefix="/campaigns/<campaign_id>/letters")


@bp.get("")
@login_required
def letters(campaign_id: str) -> Any:
    here = _look(campaign_id)
    page = queries.letters_page(here, request.args.get("page", 1, type=int))
    return render_template("campaign/letters/letters.html", page=page, **frame(here, "messages"))


@bp.get("/write")
@login_required
def write(campaign_id: str) -> Any:
    """The page on which a letter is written; ``?to=`` names the receiver, ``?answers=`` what it answers."""
    here = _look(campaign_id)
    asked = request.form if request.method == "POST" else request.args
    answered = queries.letter_of(here, asked.get("answers", ""))
    form = form_for(LetterForm, "letter", to=asked.get("to", ""))
    return render_template(
        "campaign/letters/write.html",
        form=form,
        receivers=[(seat.id, str(seat.name)) for seat in _receivers(here)],
        longest=LONGEST_LETTER,
        answered=queries.letter_page(here, answered) if answered is not None else None,
        may_write=may_write(here.campaign, here.me),
        **frame(here, "messages"),
    )


@bp.post("")
@login_required
@writes(page="letters.write", any_phase=True)
def send(campaign_id: str) -> Any:
    here = _change(campaign_id)
    if here.campaign.state == State.FINISHED:
        raise Refusal(_l("The campaign is finished: letters can be read, and none are sent."), "V0.1")
    if not may_write(here.campaign, here.me):
        abort(403)
    form = checked(LetterForm, "letter")
    receiver = next((seat for seat in here.campaign.seats if seat.id == form.to.data), None)
    if receiver is None:
        abort(404)
    answered = queries.letter_of(here, request.form.get("answers", ""))
    operations.send(
        form.text.data or "",
        receiver,
        answers=answered,
        campaign=here.campaign,
        seat=here.me,
        actor=here.actor,
    )
    flash(_("Your courier is on the way to %(player)s.", player=receiver.name), "success")
    return redirect(url_for(".letters", campaign_id=campaign_id), 303)


@bp.get("/<letter_id>")
@login_required
def letter(campaign_id: str, letter_id: str) -> Any:
    here = _look(campaign_id)
    page = queries.letter_page(here, _letter(here, letter_id))
    return render_template("campaign/letters/letter.html", page=page, **frame(here, "messages"))


@bp.post("/<letter_id>/open")
@login_required
@writes(page="letters.letter", any_phase=True)
def open_letter(campaign_id: str, letter_id: str) -> Any:
    """The receiver breaks the seal."""
    here = _change(campaign_id)
    found = _letter(here, letter_id)
    if found.receiver_person_id != here.actor.person_id:
        abort(403)
    operations.open_letter(found, campaign=here.campaign, seat=here.me)
    return redirect(url_for(".letter", campaign_id=campaign_id, letter_id=letter_id), 303)


@bp.get("/<letter_id>/letter.pdf")
@login_required
def printed(campaign_id: str, letter_id: str) -> Response:
    """A letter on paper, in its reader's language round the writer's words."""
    here = _look(campaign_id)
    page = queries.letter_page(here, _letter(here, letter_id))
    if page.shown.sealed:
        abort(404)
    title = _(
        "Letter from %(sender)s to %(receiver)s", sender=page.shown.sender, receiver=page.shown.receiver
    )
    return pdf(
        "print/letter.html",
        title=title,
        page_url=page.shown.url,
        page=page,
        campaign_name=here.campaign.name,
        style=int(page.seal_style[1:] or 0),
    )


def _look(campaign_id: str) -> Here:
    here = enter(campaign_id)
    only_with(here.campaign.module_messages)
    return here


def _change(campaign_id: str) -> Here:
    """For one's own letters alone: not even the game master acts here in a player's stead (V8.23)."""
    here = enter_to_change(campaign_id, Deed.SEE)
    only_with(here.campaign.module_messages)
    return here


def _letter(here: Here, letter_id: str) -> Letter:
    return queries.letter_of(here, letter_id) or abort(404)


def _receivers(here: Here) -> list[Seat]:
    return sorted_by_name(correspondents(here.campaign, here.me))
