"""Coming to a game's table by a link or its QR code, with or without an account."""

from __future__ import annotations

from typing import Any

from flask import g, redirect, render_template, url_for
from flask_babel import gettext as _
from flask_login import current_user, login_required
from sqlalchemy import select

from app.accounts.logins import start_login
from app.accounts.models import Person
from app.accounts.operations.guests import make_guest
from app.boardgame.access import locked_game
from app.boardgame.forms import GuestNameForm
from app.boardgame.links import read_token
from app.boardgame.models import Game, GameRow
from app.boardgame.operations.guests import member_of_link
from app.boardgame.operations.lobby import join_game
from app.boardgame.queries.lobby import game_of_link, invitation_page
from app.boardgame.routes.blueprint import bp
from app.extensions import db, limiter
from app.forms import checked, form_for
from app.i18n import language
from app.journal.writes import writes
from app.refusal import Refusal


@bp.get("/sit/<token>")
@limiter.limit("60 per minute")
def invitation(token: str) -> Any:
    """The page that a link or its QR code opens."""
    game = game_of_link(token)
    if game is None:
        return render_template("boardgame/link_void.html"), 404
    if current_user.is_authenticated and any(
        one.person_id == current_user.id and one.left_at is None for one in game.members
    ):
        return redirect(url_for("boardgame.lobby", game_id=game.id))
    return render_template(
        "boardgame/join.html", token=token, page=invitation_page(game), form=form_for(GuestNameForm, "guest")
    )


@bp.post("/sit/<token>")
@login_required
@limiter.limit("60 per minute")
@writes(page="boardgame.invitation", any_phase=True)
def join(token: str) -> Any:
    game = _locked(token)
    join_game(game, current_user)
    return redirect(url_for("boardgame.lobby", game_id=game.id), 303)


@bp.post("/sit/<token>/guest")
@limiter.limit("20 per minute")
@writes(page="boardgame.invitation", any_phase=True, again=True)
def join_as_guest(token: str) -> Any:
    """A place without an account. The answer is a login, so a repeated tap logs the same guest in again."""
    game = _locked(token)
    form = checked(GuestNameForm, "guest")
    if g.repeated:
        guest = _guest_of_request(game)
    elif current_user.is_authenticated:
        raise Refusal(_("You are logged in already. Join with your own name."))
    else:
        guest = make_guest(form.nickname.data or "", language())
        join_game(game, guest)
    start_login(guest, stay=True)
    return redirect(url_for("boardgame.lobby", game_id=game.id), 303)


@bp.get("/sit/back/<token>")
@limiter.limit("60 per minute")
def way_back(token: str) -> Any:
    """Asks before it logs in, so that neither a preview nor a wrong tap takes anybody's place."""
    member = member_of_link(token)
    if member is None:
        return render_template("boardgame/way_back_gone.html"), 404
    return render_template("boardgame/way_back.html", member=member, token=token)


@bp.post("/sit/back/<token>")
@limiter.limit("60 per minute")
@writes(page="boardgame.way_back", again=True)
def come_back(token: str) -> Any:
    """The guest goes on at this device."""
    member = member_of_link(token)
    if member is None or member.person is None:
        raise Refusal(_("This link no longer works. The host can issue a new one."))
    start_login(member.person, stay=True)
    return redirect(url_for("boardgame.lobby", game_id=member.game_id), 303)


def _locked(token: str) -> Game:
    link = read_token(token)
    game = locked_game(link.game_id) if link is not None else None
    if link is None or game is None or game.invite_nonce != link.nonce:
        raise Refusal(_("This invitation link is not good any more. Ask the host for a new one."))
    return game


def _guest_of_request(game: Game) -> Person:
    """Whom the first arrival of this very form made. Raises Refusal if they are gone."""
    guest = db.session.scalars(
        select(Person)
        .join(GameRow, GameRow.actor_id == Person.id)
        .where(GameRow.game_id == game.id, GameRow.request_id == g.request_id, Person.guest)
    ).first()
    if guest is None:
        raise Refusal(_("You have joined already. Log in with your account."))
    return guest
