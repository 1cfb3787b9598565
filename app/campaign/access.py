"""Opening a campaign for one request: who is there, with which right, and is the page fresh."""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort, g, request
from flask_babel import lazy_gettext as _l
from flask_login import current_user
from sqlalchemy import select
from sqlalchemy.orm import selectinload

from app.actor import Actor, Deed, may
from app.campaign.founding.models import Campaign, Seat
from app.campaign.letters.unread import sealed_for
from app.extensions import db
from app.live.queries import note_versions, topics_of
from app.news.unread import count_for
from app.refusal import Stale


@dataclass(frozen=True)
class Here:
    """A campaign as one request meets it.

    ``seat`` is whose pages are looked at: one's own, or for the GM any player's.
    ``sealed`` counts the reader's sealed letters, for the tab (V8.23), ``news`` their unread news (V11.7).
    """

    campaign: Campaign
    actor: Actor
    me: Seat
    seat: Seat
    sealed: int = 0
    news: int = 0

    @property
    def table_id(self) -> str:
        return self.campaign.id

    @property
    def stamp(self) -> str:
        """The phase that a form of this page is made in."""
        return self.campaign.stamp

    def may(self, deed: Deed, seat: Seat | None = None) -> bool:
        return may(self.actor, deed, self.campaign, seat)

    @property
    def runs(self) -> bool:
        """Whether the reader is GM or deputy."""
        return self.me.runs

    @property
    def own(self) -> bool:
        """Whether the seat looked at is the reader's own."""
        return self.me.id == self.seat.id


def enter(campaign_id: str, deed: Deed = Deed.SEE, seat_id: str | None = None) -> Here:
    """The campaign for a page to be read. 404 for whoever may not know of it, 403 for a deed not theirs.

    Raises werkzeug NotFound or Forbidden.
    """
    return _enter(campaign_id, deed, seat_id, lock=False)


def enter_to_change(campaign_id: str, deed: Deed, seat_id: str | None = None) -> Here:
    """The campaign for a change: its row is locked, so changes of one campaign queue up.

    Raises Stale if the form was made in another phase (``app.journal.writes``), else as ``enter``.
    """
    here = _enter(campaign_id, deed, seat_id, lock=True)
    seen = request.form.get("seen")
    if seen is not None and seen != here.campaign.stamp and not g.get("any_phase"):
        raise Stale(
            _l("The campaign has moved on since this page was made. This is how it stands now."), "V2.7"
        )
    return here


def only_with(module: bool) -> None:
    """V9.2: a module that is off has no pages. Raises werkzeug NotFound."""
    if not module:
        abort(404)


def _enter(campaign_id: str, deed: Deed, seat_id: str | None, *, lock: bool) -> Here:
    if not current_user.is_authenticated:
        abort(401)
    query = select(Campaign, sealed_for(current_user.id), count_for(campaign_id, current_user)).where(
        Campaign.id == campaign_id
    )
    if lock:
        query = query.with_for_update().execution_options(populate_existing=True)
    found = db.session.execute(
        query.options(selectinload(Campaign.seats).joinedload(Seat.person, innerjoin=False))
    ).one_or_none()
    if found is None:
        abort(404)
    campaign, sealed, news = found
    me = next((seat for seat in campaign.seats if seat.person_id == current_user.id), None)
    if me is None:
        abort(404)
    seat = me if seat_id is None else next((s for s in campaign.seats if s.id == seat_id), None)
    if seat is None:
        abort(404)
    actor = Actor(current_user.id, me)
    if not may(actor, Deed.SEE, campaign) and deed is not Deed.ANSWER_INVITATION:
        abort(404)
    if not may(actor, deed, campaign, seat):
        abort(403)
    if not lock:
        note_versions(topics_of([me]))
    g.here = Here(campaign, actor, me, seat, sealed if campaign.module_messages else 0, news)
    return g.here  # type: ignore[no-any-return]  # flask.g is untyped
