"""A settlement's page: its steps, the one that is open, what the others settled (V7.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from sqlalchemy import select

from app.actor import Deed
from app.campaign.access import Here
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.founding.models import Campaign, Seat
from app.campaign.settlement.bench import FINISHED, LAST_STEP, Bench, bench_of
from app.campaign.settlement.models import Settlement
from app.campaign.settlement.queries.bodies import Body, body_of, won_drawn_or_lost
from app.campaign.settlement.queries.held import CaptiveRow, captive_rows
from app.campaign.settlement.queries.record import Line, record_of
from app.campaign.settlement.wording import STEP_ICONS, STEPS
from app.campaign.states import BattleState, Phase
from app.extensions import db


@dataclass(frozen=True)
class StepRecord:
    """A finished step and what it settled; ``reopen_url`` is the GM's."""

    step: int
    name: str
    lines: tuple[Line, ...]
    reopen_url: str | None


@dataclass(frozen=True)
class SettlementPage:
    """``shown`` is the step on the page, 7 the overview of a finished settlement; ``open_step`` the one that
    is worked on. ``editable``: the reader may work on the shown step now."""

    id: str
    seat_id: str
    seat_name: str
    own: bool
    title: str
    warband: str
    outcome: str
    shown: int
    open_step: int
    version: int
    editable: bool
    closed_because: str | None
    steps: tuple[dict[str, Any], ...]
    name: str
    next_name: str | None
    body: Body | None
    records: tuple[StepRecord, ...]
    reopened: str | None
    captives: tuple[CaptiveRow, ...]
    back_url: str


def settlement_page(here: Here, settlement_id: str, step: int | None = None) -> SettlementPage | None:
    """The settlement at its open step, or at ``step`` if that one is finished; None if there is none such."""
    bench = bench_of(settlement_id, campaign=here.campaign, seat=here.seat)
    if bench is None:
        return None
    settlement = bench.settlement
    shown = step if step is not None and step < settlement.step else settlement.step
    closed = _closed_because(bench)
    body = body_of(bench, shown) if shown == settlement.step and shown <= LAST_STEP else None
    editable = body is not None and closed is None and here.may(Deed.PLAY, here.seat)
    finished = range(1, settlement.step) if shown == FINISHED else ([shown] if body is None else [])
    taken = shown == 2 and body is not None and bool(bench.fallen)
    rows = captive_rows(here, of=[model.id for _fighter, model in bench.fallen]) if taken else []
    return SettlementPage(
        id=settlement.id,
        seat_id=here.seat.id,
        seat_name=str(here.seat.name),
        own=here.own,
        title=_("Battle for %(place)s", place=bench.battle.place.name),
        warband=bench.side.warband_name,
        outcome=won_drawn_or_lost(bench.side.outcome),
        shown=shown,
        open_step=settlement.step,
        version=settlement.version,
        editable=editable,
        closed_because=closed if shown == settlement.step and shown <= LAST_STEP else None,
        steps=tuple(_steps(here, settlement, shown)),
        name=str(STEPS[shown]) if shown <= LAST_STEP else _("Settled"),
        next_name=str(STEPS[shown + 1]) if shown < LAST_STEP else None,
        body=body,
        records=tuple(_record(here, bench, one) for one in finished),
        reopened=_reopened(bench, shown),
        captives=tuple(rows),
        back_url=url_for("battles.battle", campaign_id=here.campaign.id, battle_id=bench.battle.id),
    )


def own_settlements(campaign: Campaign, seat: Seat) -> list[tuple[Settlement, str]]:
    """The seat's settlements of this round with their warbands' names, in the order of the battles."""
    rows = db.session.execute(
        select(Settlement, BattleSide.warband_name)
        .join(BattleSide, BattleSide.id == Settlement.side_id)
        .join(Battle, Battle.id == BattleSide.battle_id)
        .where(
            Battle.campaign_id == campaign.id,
            Battle.round == campaign.round,
            BattleSide.seat_id == seat.id,
        )
        .order_by(Battle.number)
    )
    return [(row[0], row[1]) for row in rows]


def step_url(here: Here, settlement: Settlement, step: int) -> str:
    return url_for(
        "settlement.step",
        campaign_id=here.campaign.id,
        seat_id=here.seat.id,
        settlement_id=settlement.id,
        step=step,
    )


def _steps(here: Here, settlement: Settlement, shown: int) -> list[dict[str, Any]]:
    found = []
    for step, name in STEPS.items():
        done = step < settlement.step
        state = "now" if step == shown else "done" if done else ""
        url = step_url(here, settlement, step) if step != shown and step <= settlement.step else None
        found.append({"label": str(name), "icon": STEP_ICONS[step], "state": state, "url": url})
    return found


def _record(here: Here, bench: Bench, step: int) -> StepRecord:
    may_reopen = here.may(Deed.RUN) and here.campaign.running and here.campaign.phase == Phase.SETTLEMENT
    url = None
    if may_reopen:
        url = url_for(
            "settlement.ask_reopen",
            campaign_id=here.campaign.id,
            seat_id=here.seat.id,
            settlement_id=bench.settlement.id,
            step=step,
        )
    return StepRecord(step, str(STEPS[step]), record_of(bench, step), url)


def _reopened(bench: Bench, shown: int) -> str | None:
    """Why the GM opened this step again, as long as it is open."""
    notes = bench.entries("reopened", step=shown)
    return str(notes[-1].params["reason"]) if notes and shown == bench.settlement.step else None


def _closed_because(bench: Bench) -> str | None:
    if not bench.campaign.running or bench.campaign.phase != Phase.SETTLEMENT:
        return _("Battles are settled in the phase Settlement.")
    if bench.battle.state != BattleState.CONFIRMED:
        return _("The result of this battle is not confirmed.")
    return None
