"""The dashboard on one screen (V11.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import url_for
from flask_babel import gettext as _

from app.board import Board
from app.campaign.access import Here
from app.campaign.chronicle.queries import recent
from app.campaign.chronicle.queries.lines import Line
from app.campaign.dashboard.queries.matters import Matter, matters
from app.campaign.dashboard.queries.players import PlayerRow, player_rows
from app.campaign.dashboard.queries.reading import Night, read_night
from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.readiness import gaps_before_hideouts
from app.campaign.guild_words import guild_text, word_of
from app.campaign.map.queries import board
from app.campaign.rounds.phases import next_after, switch_label
from app.campaign.rounds.queries import Step, steps, switch_url
from app.campaign.states import BattleState, Phase, State
from app.campaign.words import STATES

_NEWS = 6
_STAGES = (State.GATHERING, State.HIDEOUTS, State.RUNNING, State.FINISHED)


@dataclass(frozen=True)
class Way:
    """A button: the next switch, or a way to step in."""

    label: str
    url: str
    icon: str = "l-arrow-right"


@dataclass(frozen=True)
class Dashboard:
    """Everything of the page. ``gaps`` are what is missing before the next step; ``partly`` that gold leaves
    out what the GM may not see (V8.22)."""

    steps: tuple[Step, ...]
    next: Way | None
    gaps: tuple[str, ...]
    players: tuple[PlayerRow, ...]
    waiting: int
    counts: bool
    partly: bool
    board: Board | None
    matters: tuple[Matter, ...]
    disputes: int
    news: tuple[Line, ...]
    actions: tuple[Way, ...]


def dashboard(here: Here) -> Dashboard:
    """The campaign as its GM or deputy sees it, secrets and all (V0.2, V11.3)."""
    campaign = here.campaign
    night = read_night(campaign)
    rows = tuple(player_rows(campaign, night))
    listed = tuple(matters(campaign, night))
    return Dashboard(
        steps=tuple(_steps(campaign)),
        next=_next(campaign),
        gaps=tuple(_gaps(campaign)),
        players=rows,
        waiting=sum(row.standing.waits for row in rows),
        counts=campaign.running and campaign.phase in (Phase.PREPARATION, Phase.ORDERS),
        partly=campaign.module_transfers or campaign.module_alliances,
        board=_board(here, night),
        matters=listed,
        disputes=sum(one.urgent for one in listed),
        news=recent(here, _NEWS),
        actions=tuple(_actions(campaign)) if campaign.state != State.FINISHED else (),
    )


def _steps(campaign: Campaign) -> list[Step]:
    """The phases of a running round with the ways between them, else the life of the campaign (V0.1)."""
    if campaign.running:
        return steps(campaign, runs=True)
    at = _STAGES.index(State(campaign.state)) if campaign.state in _STAGES else -1
    return [
        Step(str(STATES[state]), icon, "now" if place == at else "done" if place < at else "")
        for place, (state, icon) in enumerate(
            zip(_STAGES, ("l-users", "banner", "clash", "victory"), strict=True)
        )
    ]


def _next(campaign: Campaign) -> Way | None:
    if campaign.running and campaign.phase:
        to = next_after(Phase(campaign.phase))
        return Way(switch_label(to), switch_url(campaign, to))
    if campaign.state == State.GATHERING:
        return Way(
            _("Open the choice of hideouts"), url_for("founding.ask_open_hideouts", campaign_id=campaign.id)
        )
    if campaign.state == State.HIDEOUTS:
        return Way(_("Start the first round"), url_for("founding.ask_start", campaign_id=campaign.id))
    return None


def _gaps(campaign: Campaign) -> Iterator[str]:
    if campaign.state == State.GATHERING:
        yield from (gap.sentence for gap in gaps_before_hideouts(campaign))


def _board(here: Here, night: Night) -> Board | None:
    """All orders in their owners' tinctures: the page is the game master's alone (V4.7, V11.2)."""
    if night.atlas.root is None:
        return None
    open_battles = {one.battle.place_id for one in night.battles if one.battle.state != BattleState.CONFIRMED}
    return board(
        here,
        night.atlas.root,
        atlas=night.atlas,
        bands=night.bands,
        orders=night.orders,
        events=night.events,
        embattled=open_battles,
        by_owner=True,
    )


def _actions(campaign: Campaign) -> Iterator[Way]:
    """The ways to step in that the present phase has (V11.1)."""
    phase = campaign.phase if campaign.running else None
    at: dict[str, Any] = {"campaign_id": campaign.id}
    found: list[tuple[str, str, str]] = []
    if campaign.state == State.GATHERING:
        found.append((_("Invite"), "l-user-plus", url_for("founding.players", **at)))
    found.append((_("Time and pause"), "hourglass", url_for("clock.clock", **at)))
    if phase == Phase.PREPARATION:
        found.append((_("Add an event"), "beacon", url_for("events.new", **at)))
    else:
        found.append((_("Events"), "beacon", url_for("events.events", **at)))
    if phase == Phase.ORDERS:
        found.append((_("Call back"), "l-undo-2", url_for("dashboard.orders", **at)))
    if phase in (Phase.BATTLES, Phase.SETTLEMENT):
        found.append((_("Correct a result"), "battle", url_for("dashboard.results", **at)))
    if phase == Phase.SETTLEMENT:
        found.append((_("Reopen a step"), "l-lock-open", url_for("dashboard.settlements", **at)))
    found += [
        (_("Give or take gold"), "gold", url_for("dashboard.gold", **at)),
        (_("Award"), "treasure", url_for("dashboard.awards", **at)),
        (_("Take away"), "l-minus", url_for("dashboard.removals", **at)),
    ]
    if campaign.state in (State.HIDEOUTS, State.RUNNING):
        found.append((_("Hand over a place"), "l-flag", url_for("dashboard.places", **at)))
    if campaign.module_movement and phase in (Phase.PREPARATION, Phase.ORDERS):
        found.append((_("Put a warband"), "l-users", url_for("dashboard.standing", **at)))
    if campaign.module_guilds and phase is not None:
        word = word_of(campaign)
        found.append((guild_text(word, "Take out of a guild"), "guild", url_for("dashboard.members", **at)))
    found += [
        (_("Seats"), "l-users", url_for("founding.players", **at)),
        (_("Write an entry"), "quill", url_for("chronicle.new_entry", **at)),
        (_("Public page"), "l-eye", url_for("public.settings", **at)),
    ]
    for label, icon, url in found:
        yield Way(label, url, icon)
