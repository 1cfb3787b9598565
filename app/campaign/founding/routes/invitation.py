"""V1.10: answering an invitation, by nickname or by link."""

from __future__ import annotations

from typing import Any

from flask import abort, flash, g, redirect, render_template, url_for
from flask_babel import gettext as _
from flask_login import current_user, login_required
from sqlalchemy import select

from app.accounts.logins import start_login
from app.accounts.models import Person
from app.accounts.operations.guests import make_guest
from app.actor import Deed
from app.campaign.access import enter_to_change
from app.campaign.founding import operations
from app.campaign.founding.forms import GuestForm
from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.invitation import campaign_of_link, invitation_page, own_seat
from app.campaign.founding.routes.blueprint import bp
from app.campaign.states import SeatState
from app.extensions import db, limiter
from app.forms import checked, form_for
from app.i18n import language
from app.journal.models import AuditRow
from app.journal.writes import writes
from app.refusal import Refusal


@bp.get("/campaigns/<campaign_id>/invitation")
@login_required
def answer(campaign_id: str) -> Any:
    """The page of an invitation by nickname; whoever plays already goes on to the campaign."""
    seat = own_seat(campaign_id, current_user.id)
    if seat is None or seat.state == SeatState.REMOVED:
        abort(404)
    if seat.state in (SeatState.JOINED, SeatState.DROPPED):
        return redirect(url_for("overview.overview", campaign_id=campaign_id))
    return render_template(
        "campaign/founding/invitation.html", seat=seat, page=invitation_page(seat.campaign, seat)
    )


@bp.post("/campaigns/<campaign_id>/invitation/accept")
@login_required
@writes(page="founding.answer", any_phase=True)
def accept(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.ANSWER_INVITATION)
    operations.accept(here.me, campaign=here.campaign, actor=here.actor)
    flash(_("You play in «%(campaign)s».", campaign=here.campaign.name), "moss")
    return redirect(url_for("overview.overview", campaign_id=campaign_id), 303)


@bp.post("/campaigns/<campaign_id>/invitation/decline")
@login_required
@writes(page="founding.answer", any_phase=True)
def decline(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.ANSWER_INVITATION)
    operations.decline(here.me, campaign=here.campaign, actor=here.actor)
    flash(_("You have declined the invitation to «%(campaign)s».", campaign=here.campaign.name), "moss")
    return redirect(url_for("home.home"), 303)


@bp.get("/join/<token>")
@limiter.limit("60 per minute")
def invitation(token: str) -> Any:
    """The page that a link or its QR code opens, for people with and without an account."""
    campaign = campaign_of_link(token)
    if campaign is None:
        return render_template("campaign/founding/link_void.html"), 404
    if current_user.is_authenticated:
        seat = next((one for one in campaign.seats if one.person_id == current_user.id), None)
        if seat is not None and seat.state in (SeatState.JOINED, SeatState.DROPPED):
            return redirect(url_for("overview.overview", campaign_id=campaign.id))
    return render_template(
        "campaign/founding/join.html",
        token=token,
        page=invitation_page(campaign),
        form=form_for(GuestForm, "guest"),
    )


@bp.post("/join/<token>")
@login_required
@limiter.limit("60 per minute")
@writes(page="founding.invitation", any_phase=True)
def join(token: str) -> Any:
    campaign = operations.lock_by_link(token)
    operations.join_by_link(current_user, campaign=campaign)
    flash(_("You play in «%(campaign)s».", campaign=campaign.name), "moss")
    return redirect(url_for("overview.overview", campaign_id=campaign.id), 303)


@bp.post("/join/<token>/guest")
@limiter.limit("20 per minute")
@writes(page="founding.invitation", any_phase=True, again=True)
def join_as_guest(token: str) -> Any:
    """A seat without an account. The answer is a login, so a repeated tap logs the same guest in again."""
    campaign = operations.lock_by_link(token)
    form = checked(GuestForm, "guest")
    if g.repeated:
        guest = _guest_of_request()
    elif current_user.is_authenticated:
        return _logged_in_already(campaign)
    else:
        guest = make_guest(form.nickname.data or "", language())
        operations.join_by_link(guest, campaign=campaign)
    start_login(guest, stay=True)
    flash(_("You play in «%(campaign)s».", campaign=campaign.name), "moss")
    return redirect(url_for("overview.overview", campaign_id=campaign.id), 303)


def _logged_in_already(campaign: Campaign) -> Any:
    """The form came after a login: a guest's second tap leads on, anybody else joins as who they are."""
    seat = own_seat(campaign.id, current_user.id)
    if seat is None or seat.state != SeatState.JOINED:
        raise Refusal(_("You are logged in already. Join with your own name."), "V1.10")
    return redirect(url_for("overview.overview", campaign_id=campaign.id), 303)


def _guest_of_request() -> Person:
    """Whom the first arrival of this very form made. Raises Refusal if they are gone."""
    guest = db.session.execute(
        select(Person)
        .join(AuditRow, AuditRow.actor_id == Person.id)
        .where(AuditRow.request_id == g.request_id, AuditRow.kind == "founding.joined", Person.guest)
    ).scalar_one_or_none()
    if guest is None:
        raise Refusal(_("You have joined already. Log in with your account or your personal link."), "V1.10")
    return guest
