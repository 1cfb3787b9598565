"""V10.1: the tabs of a campaign, and what its layout shows round every page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import current_app, url_for
from flask_babel import gettext as _

from app.campaign.access import Here
from app.campaign.clock.queries import clock_of
from app.campaign.states import Phase
from app.campaign.words import where_it_stands
from app.pages import NavItem


def room_url(endpoint: str, **values: Any) -> str | None:
    """The address of a page of another room, or None where that room is not part of this build."""
    if endpoint not in current_app.view_functions:
        return None
    return url_for(endpoint, **values)


def tabs(here: Here, current: str) -> list[NavItem]:
    """The tabs this reader has (V10.1); ``current`` is the name of the one they are at.

    Company and warbands are the reader's own, so a GM who does not play has none, unless
    they look at a player's. The dashboard is the GM's and the deputy's.
    """
    items = []
    main = _in_reach(here, current)
    for name, label, icon, url in _rooms(here):
        if url is not None:
            count = {"messages": here.sealed, "news": here.news}.get(name, 0)
            items.append(NavItem(url, label, icon, current=name == current, count=count, main=name in main))
    return items


def _in_reach(here: Here, current: str) -> set[str]:
    """What the phone's bar has room for: the fourth tab follows the phase and where the reader is."""
    own = here.seat.plays or here.me.plays
    fights = here.campaign.phase in (Phase.BATTLES, Phase.SETTLEMENT)
    if here.runs:
        fourth = {"company"} if own else {"battles"}
        return {"overview", "map", "dashboard"} | fourth
    if current in ("warbands", "battles"):
        fights = current == "battles"
    return {"overview", "map", "company", "battles" if fights else "warbands"}


def frame(here: Here, current: str) -> dict[str, Any]:
    """What the campaign layout needs on every page, for ``render_template(…, **frame(here, "map"))``."""
    return {
        "nav": tabs(here, current),
        "clock": clock_of(here),
        "crumb": [],
        "campaign_title": here.campaign.name,
        "campaign_state": where_it_stands(here.campaign),
    }


def _rooms(here: Here) -> Iterator[tuple[str, str, str, str | None]]:
    campaign = {"campaign_id": here.campaign.id}
    yield "overview", _("Overview"), "l-house", room_url("overview.overview", **campaign)
    yield "map", _("Map"), "l-map", room_url("maps.campaign_map", **campaign)
    seat = here.seat if here.seat.plays else here.me
    if seat.plays:
        own = {**campaign, "seat_id": seat.id}
        yield "company", _("Company"), "company", room_url("company.company", **own)
        yield "warbands", _("Warbands"), "l-users", room_url("warbands.warbands", **own)
    if here.runs:
        yield "dashboard", _("Dashboard"), "l-monitor", room_url("dashboard.dashboard", **campaign)
    yield "battles", _("Battles"), "l-swords", room_url("battles.battles", **campaign)
    yield "players", _("Players"), "l-user", room_url("founding.players", **campaign)
    if here.campaign.module_messages:
        yield "messages", _("Messages"), "l-mail", room_url("letters.letters", **campaign)
    yield "news", _("News"), "l-bell", room_url("news.inbox", table=here.campaign.id)
    yield "chronicle", _("Chronicle"), "l-scroll-text", room_url("chronicle.chronicle", **campaign)
    yield "rules", _("Rules"), "l-book-open", room_url("founding.rules", **campaign)
