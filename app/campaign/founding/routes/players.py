"""V1.10, V11.3: the players' tab: inviting, leaving, deputy, arms, seats in the GM's hands."""

from __future__ import annotations

from typing import Any

from flask import flash, g, redirect, render_template, request, session, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.accounts.operations.guests import issue_personal_link
from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.asking import ask_first
from app.campaign.founding import operations
from app.campaign.founding.forms import ArmsForm, GiveSeatForm, InviteForm
from app.campaign.founding.links import qr_drawing
from app.campaign.founding.queries.players import arms_page, players_page
from app.campaign.founding.routes.blueprint import bp
from app.campaign.states import State
from app.campaign.tabs import frame
from app.extensions import limiter
from app.forms import checked, form_for
from app.journal.writes import writes


@bp.get("/campaigns/<campaign_id>/players")
@login_required
def players(campaign_id: str, seat_id: str | None = None) -> str:  # noqa: ARG001  # shown again for a seat's form
    here = enter(campaign_id)
    page = players_page(here)
    personal = session.pop("personal_link", None) if here.runs else None
    return render_template(
        "campaign/founding/players.html",
        page=page,
        invite_form=form_for(InviteForm, "invite"),
        gathering=here.campaign.state == State.GATHERING,
        finished=here.campaign.state == State.FINISHED,
        link_drawing=qr_drawing(page.link.url) if page.link else None,
        personal=personal,
        personal_drawing=qr_drawing(personal["url"]) if personal else None,
        **frame(here, "players"),
    )


@bp.post("/campaigns/<campaign_id>/invitations")
@login_required
@limiter.limit("60 per hour")
@writes(page="founding.players")
def invite(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    form = checked(InviteForm, "invite")
    answer = operations.invite(here.campaign, form.names(), text=form.text.data or "", actor=here.actor)
    if answer.asked:
        flash(_("Invited: %(names)s.", names=", ".join(answer.asked)), "moss")
    if answer.already_asked:
        flash(_("Invited already: %(names)s.", names=", ".join(answer.already_asked)), "info")
    if answer.already_playing:
        flash(_("At the table already: %(names)s.", names=", ".join(answer.already_playing)), "info")
    return _back(here)


@bp.post("/campaigns/<campaign_id>/seats/<seat_id>/withdraw")
@login_required
@writes(page="founding.players")
def withdraw(campaign_id: str, seat_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN, seat_id)
    operations.withdraw_invitation(here.seat, campaign=here.campaign, actor=here.actor)
    flash(_("The invitation of %(player)s is withdrawn.", player=here.seat.name), "moss")
    return _back(here)


@bp.post("/campaigns/<campaign_id>/seats/<seat_id>/invite-again")
@login_required
@writes(page="founding.players")
def invite_again(campaign_id: str, seat_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN, seat_id)
    operations.invite_again(here.seat, campaign=here.campaign, actor=here.actor)
    flash(_("Invited: %(names)s.", names=here.seat.name), "moss")
    return _back(here)


@bp.get("/campaigns/<campaign_id>/seats/<seat_id>/remove")
@login_required
def ask_remove(campaign_id: str, seat_id: str) -> str:
    here = enter(campaign_id, Deed.RUN, seat_id)
    return ask_first(
        here,
        "players",
        title=_("Take %(player)s out of the campaign?", player=here.seat.name),
        text=_("The seat is free again. The company is kept in case you invite this player again."),
        url=url_for("founding.remove", campaign_id=campaign_id, seat_id=seat_id),
        yes=_("Take out"),
        back=_players(here),
        danger=True,
    )


@bp.post("/campaigns/<campaign_id>/seats/<seat_id>/remove")
@login_required
@writes(page="founding.ask_remove")
def remove(campaign_id: str, seat_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN, seat_id)
    operations.remove(here.seat, campaign=here.campaign, actor=here.actor)
    flash(_("%(player)s is out of the campaign.", player=here.seat.name), "moss")
    return _back(here)


@bp.get("/campaigns/<campaign_id>/leave")
@login_required
def ask_leave(campaign_id: str) -> str:
    here = enter(campaign_id)
    return ask_first(
        here,
        "players",
        title=_("Leave this campaign?"),
        text=_("Your seat is free again. You can come back while players gather, if there is a seat left."),
        url=url_for("founding.leave", campaign_id=campaign_id),
        yes=_("Leave the campaign"),
        back=_players(here),
        danger=True,
    )


@bp.post("/campaigns/<campaign_id>/leave")
@login_required
@writes(page="founding.ask_leave")
def leave(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.SEE)
    operations.leave(here.me, campaign=here.campaign, actor=here.actor)
    flash(_("You have left the campaign «%(campaign)s».", campaign=here.campaign.name), "moss")
    return redirect(url_for("home.home"), 303)


@bp.post("/campaigns/<campaign_id>/seats/<seat_id>/deputy")
@login_required
@writes(page="founding.players")
def deputy(campaign_id: str, seat_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN, seat_id)
    named = request.form.get("deputy") == "1"
    operations.name_deputy(here.seat, named, campaign=here.campaign, actor=here.actor)
    if named:
        flash(_("%(player)s is deputy now and sees what you see.", player=here.seat.name), "moss")
    else:
        flash(_("%(player)s is no longer deputy.", player=here.seat.name), "moss")
    return _back(here)


@bp.get("/campaigns/<campaign_id>/seats/<seat_id>/hand-over")
@login_required
def ask_hand_over(campaign_id: str, seat_id: str) -> str:
    here = enter(campaign_id, Deed.RUN, seat_id)
    return ask_first(
        here,
        "players",
        title=_("Make %(player)s the game master?", player=here.seat.name),
        text=_("You give up the rights of the game master. What you play yourself stays yours."),
        url=url_for("founding.hand_over", campaign_id=campaign_id, seat_id=seat_id),
        yes=_("Hand over"),
        back=_players(here),
        danger=True,
    )


@bp.post("/campaigns/<campaign_id>/seats/<seat_id>/hand-over")
@login_required
@writes(page="founding.ask_hand_over")
def hand_over(campaign_id: str, seat_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN, seat_id)
    operations.hand_over(here.seat, campaign=here.campaign, actor=here.actor)
    flash(_("%(player)s is the game master now.", player=here.seat.name), "moss")
    return _back(here)


@bp.get("/campaigns/<campaign_id>/seats/<seat_id>/give")
@login_required
def ask_give(campaign_id: str, seat_id: str) -> str:
    here = enter(campaign_id, Deed.RUN, seat_id)
    return render_template(
        "campaign/founding/give_seat.html",
        seat=here.seat,
        form=form_for(GiveSeatForm, "give"),
        **frame(here, "players"),
    )


@bp.post("/campaigns/<campaign_id>/seats/<seat_id>/give")
@login_required
@limiter.limit("60 per hour")
@writes(page="founding.ask_give")
def give(campaign_id: str, seat_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN, seat_id)
    form = checked(GiveSeatForm, "give")
    operations.give_seat(
        here.seat,
        form.nickname.data or "",
        form.reason.data or "",
        campaign=here.campaign,
        actor=here.actor,
    )
    flash(_("%(player)s has the seat now.", player=here.seat.name), "moss")
    return _back(here)


@bp.post("/campaigns/<campaign_id>/seats/<seat_id>/personal-link")
@login_required
@writes(page="founding.players", again=True)
def personal_link(campaign_id: str, seat_id: str) -> Any:
    """A new personal link of a guest, shown once: it travels in the GM's session, never in the database."""
    here = enter_to_change(campaign_id, Deed.RUN, seat_id)
    token = issue_personal_link(
        here.seat,
        campaign=here.campaign,
        actor=here.actor,
        request_id=g.request_id,
        repeated=g.repeated,
    )
    session["personal_link"] = {
        "name": str(here.seat.name),
        "url": url_for("accounts.guest", token=token, _external=True),
    }
    return _back(here)


@bp.post("/campaigns/<campaign_id>/link")
@login_required
@writes(page="founding.players")
def open_link(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    operations.open_link(here.campaign, actor=here.actor)
    flash(_("The invitation link is ready."), "moss")
    return _back(here)


@bp.post("/campaigns/<campaign_id>/link/revoke")
@login_required
@writes(page="founding.players")
def revoke_link(campaign_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.RUN)
    operations.revoke_link(here.campaign, actor=here.actor)
    flash(_("The invitation link is void now."), "moss")
    return _back(here)


@bp.get("/campaigns/<campaign_id>/seats/<seat_id>/arms")
@login_required
def arms(campaign_id: str, seat_id: str) -> str:
    here = enter(campaign_id, Deed.PLAY, seat_id)
    return render_template(
        "campaign/founding/arms.html",
        seat=here.seat,
        page=arms_page(here.campaign, here.seat),
        form=form_for(ArmsForm, "arms", style=here.seat.style, emblem=here.seat.emblem),
        **frame(here, "players"),
    )


@bp.post("/campaigns/<campaign_id>/seats/<seat_id>/arms")
@login_required
@writes(page="founding.arms")
def choose_arms(campaign_id: str, seat_id: str) -> Any:
    here = enter_to_change(campaign_id, Deed.PLAY, seat_id)
    form = checked(ArmsForm, "arms")
    operations.choose_arms(
        here.seat,
        style=form.style.number,
        emblem=form.emblem.data or "",
        campaign=here.campaign,
        actor=here.actor,
    )
    flash(_("The new arms are borne now."), "moss")
    return _back(here)


def _back(here: Here) -> Any:
    return redirect(_players(here), 303)


def _players(here: Here) -> str:
    return url_for("founding.players", campaign_id=here.campaign.id)
