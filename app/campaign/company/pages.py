"""What every page of a player's own things shares: who may see it, its address, its frame."""

from __future__ import annotations

from typing import Any

from flask import abort, render_template, url_for
from flask_babel import gettext as _

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.states import SeatState, State
from app.campaign.tabs import frame
from app.pwa.reader import keep_offline

SEAT = "/campaigns/<campaign_id>/seats/<seat_id>"


def look(campaign_id: str, seat_id: str) -> Here:
    """The player's pages to be read: by the player, the GM, and all once the campaign is finished (V3.11)."""
    here = enter(campaign_id, Deed.SEE_SECRETS, seat_id)
    _check_player(here)
    return here


def keep_own(here: Here) -> None:
    """Let the page be read without a net if it is of the reader's own things, not a GM's look at others'."""
    if here.own:
        keep_offline()


def change(campaign_id: str, seat_id: str) -> Here:
    """The player's things to be changed, by the player or in their stead (V11.5)."""
    return enter_to_change(campaign_id, Deed.PLAY, seat_id)


def _check_player(here: Here) -> None:
    """404 for a seat that does not play, and for a draft, which has no companies yet."""
    plays = here.seat.is_player and here.seat.state in (SeatState.JOINED, SeatState.DROPPED)
    if not plays or here.campaign.state == State.DRAFT:
        abort(404)


def address(here: Here, endpoint: str, **more: Any) -> str:
    """The address of one of the player's pages."""
    return url_for(endpoint, campaign_id=here.campaign.id, seat_id=here.seat.id, **more)


def own_page(here: Here, template: str, tab: str, current: str, **context: Any) -> str:
    """One of the player's pages with the campaign's frame (``tab``) and the row of its parts."""
    return render_template(
        template,
        here=here,
        seat=here.seat,
        may_change=here.may(Deed.PLAY, here.seat),
        parts=parts(here, current),
        to=lambda endpoint, **more: address(here, endpoint, **more),
        **frame(here, tab),
        **context,
    )


def parts(here: Here, current: str) -> list[dict[str, object]]:
    """The parts of a player's things as links: company, warbands, shop, ledger."""
    names = (
        ("company", _("Company"), "company.company"),
        ("warbands", _("Warbands"), "warbands.warbands"),
        ("shop", _("Shop"), "company.shop"),
        ("ledger", _("Ledger"), "company.ledger"),
    )
    return [
        {"label": label, "url": address(here, endpoint), "current": name == current}
        for name, label, endpoint in names
    ]
