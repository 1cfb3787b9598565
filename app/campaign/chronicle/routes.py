"""Pages of the chronicle, a seat's log and the standings (V10.2, V10.4)."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.chronicle import operations, queries
from app.campaign.chronicle.forms import FOR_ALL, EntryForm
from app.campaign.states import State
from app.campaign.tabs import frame
from app.forms import checked, form_for
from app.journal.models import GM, PUBLIC
from app.journal.writes import writes
from app.media.models import Picture
from app.media.operations import prepared_first, store_picture

bp = Blueprint("chronicle", __name__)


@bp.get("/campaigns/<campaign_id>/chronicle")
@login_required
def chronicle(campaign_id: str) -> str:
    here = enter(campaign_id)
    asked = request.args
    page = queries.Page(asked.get("before"), asked.get("after"), asked.get("whole") == "1")
    return render_template(
        "campaign/chronicle/chronicle.html",
        page=queries.entries(here, queries.filters_from(asked), page),
        may_write=here.may(Deed.RUN) and here.campaign.state != State.DRAFT,
        **_framed(here, "chronicle"),
    )


@bp.get("/campaigns/<campaign_id>/chronicle/<key>")
@login_required
def entry(campaign_id: str, key: str) -> str:
    """One entry, to be linked to: its key is random and stays."""
    here = enter(campaign_id)
    section = queries.entry(here, key)
    if section is None:
        abort(404)
    return render_template(
        "campaign/chronicle/entry.html",
        section=section,
        back_url=url_for("chronicle.chronicle", campaign_id=campaign_id),
        **frame(here, "chronicle"),
    )


@bp.get("/campaigns/<campaign_id>/chronicle/new")
@login_required
def new_entry(campaign_id: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    return render_template(
        "campaign/chronicle/new.html",
        form=form_for(EntryForm, "entry"),
        back_url=url_for("chronicle.chronicle", campaign_id=campaign_id),
        **frame(here, "chronicle"),
    )


@bp.post("/campaigns/<campaign_id>/chronicle/new")
@login_required
@prepared_first
@writes(page="chronicle.new_entry", any_phase=True)
def add(campaign_id: str) -> Any:
    """An entry does not depend on the phase: a long text is not refused because the round went on."""
    here = enter_to_change(campaign_id, Deed.RUN)
    form = checked(EntryForm, "entry")
    for_all = form.readers.data == FOR_ALL
    operations.add_entry(
        here.campaign,
        form.text.data or "",
        picture=_picture(here, PUBLIC if for_all else GM),
        for_all=for_all,
        actor=here.actor,
    )
    flash(
        _("The entry stands in the chronicle.") if for_all else _("The note is kept for you alone."),
        "success",
    )
    return redirect(url_for("chronicle.chronicle", campaign_id=campaign_id), 303)


@bp.get("/campaigns/<campaign_id>/seats/<seat_id>/log")
@login_required
def log(campaign_id: str, seat_id: str) -> str:
    """What concerns a seat: its player's own log; the GM may read every player's."""
    here = enter(campaign_id, Deed.SEE_SECRETS, seat_id)
    return render_template(
        "campaign/chronicle/log.html",
        page=queries.log(here, request.args.get("before")),
        **_framed(here, "log"),
    )


@bp.get("/campaigns/<campaign_id>/standings")
@login_required
def standings(campaign_id: str) -> str:
    here = enter(campaign_id)
    return render_template(
        "campaign/chronicle/standings.html",
        page=queries.standings_page(here, request.args.get("of")),
        **_framed(here, "standings"),
    )


def _picture(here: Here, audience: str) -> Picture | None:
    file = request.files.get("picture")
    if file is None or not file.filename:
        return None
    return store_picture(file, campaign=here.campaign, person=here.me.person, audience=audience)


def _framed(here: Here, current: str) -> dict[str, Any]:
    """The frame of the tab with its parts: chronicle, standings, my log."""
    at: dict[str, Any] = {"campaign_id": here.campaign.id}
    parts = [
        ("chronicle", _("Chronicle"), url_for("chronicle.chronicle", **at)),
        ("standings", _("Standings"), url_for("chronicle.standings", **at)),
        ("log", _("My log"), url_for("chronicle.log", seat_id=here.me.id, **at)),
    ]
    return {
        "parts": [{"label": label, "url": url, "current": key == current} for key, label, url in parts],
        **frame(here, "chronicle"),
    }
