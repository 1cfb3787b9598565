"""V10.1: the tabs of a campaign, and what its layout shows round every page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import url_for
from flask_babel import gettext as _

from app.campaign.access import Here
from app.campaign.clock.queries import clock_of
from app.campaign.states import Phase
from app.campaign.words import where_it_stands
from app.pages import NavItem


def tabs(here: Here, current: str) -> list[NavItem]:
    """The tabs this reader has (V10.1); ``current`` is the name of the one they are at.

    Company and warbands are the reader's own, so a GM who does not play has none, unless
    they look at a player's. The dashboard is the GM's and the deputy's.
    """
    items = []
    main = _in_reach(here, current)
    for name, label, icon, url in _rooms(here):
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


def _rooms(here: Here) -> Iterator[tuple[str, str, str, str]]:
    campaign: dict[str, Any] = {"campaign_id": here.campaign.id}
    yield "overview", _("Overview"), "l-house", url_for("overview.overview", **campaign)
    yield "map", _("Map"), "l-map", url_for("maps.campaign_map", **campaign)
    seat = here.seat if here.seat.plays else here.me
    if seat.plays:
        own = {**campaign, "seat_id": seat.id}
        yield "company", _("Company"), "company", url_for("company.company", **own)
        yield "warbands", _("Warbands"), "l-users", url_for("warbands.warbands", **own)
    if here.runs:
        yield "dashboard", _("Dashboard"), "l-monitor", url_for("dashboard.dashboard", **campaign)
    yield "battles", _("Battles"), "l-swords", url_for("battles.battles", **campaign)
    yield "players", _("Players"), "l-user", url_for("founding.players", **campaign)
    if here.campaign.module_messages:
        yield "messages", _("Messages"), "l-mail", url_for("letters.letters", **campaign)
    yield "news", _("News"), "l-bell", url_for("news.inbox", table=here.campaign.id)
    yield "chronicle", _("Chronicle"), "l-scroll-text", url_for("chronicle.chronicle", **campaign)
    yield "rules", _("Rules"), "l-book-open", url_for("founding.rules", **campaign)
