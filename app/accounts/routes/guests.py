"""A guest's personal link."""

from __future__ import annotations

from typing import Any

from flask import Response, render_template, url_for
from flask_babel import lazy_gettext as _l

from app.accounts.logins import start_login
from app.accounts.operations import guests
from app.accounts.routes.blueprint import bp, events, go
from app.extensions import limiter
from app.journal.writes import writes
from app.refusal import Refusal


@bp.get("/guest/<token>")
@limiter.limit("60 per minute")
def guest(token: str) -> Any:
    """Asks before it logs in, so that neither a preview nor a wrong tap takes anybody's place."""
    seat = guests.seat_of_link(token)
    if seat is None:
        return render_template("accounts/guest_gone.html"), 404
    return render_template("accounts/guest.html", seat=seat, campaign=seat.campaign, token=token)


@bp.post("/guest/<token>")
@limiter.limit("60 per minute")
@writes(page="accounts.guest", again=True)
def take_guest_seat(token: str) -> Response:
    seat = guests.seat_of_link(token)
    if seat is None or seat.person is None:
        raise Refusal(_l("This link no longer works. The game master can issue a new one."))
    start_login(seat.person, stay=True)
    events.info("guest login", person=seat.person.id)
    return go(url_for("home.home"))
