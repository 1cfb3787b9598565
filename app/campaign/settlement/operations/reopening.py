"""V11.1: the GM reopens a step; it and all later ones are taken back by counters."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import select

from app.actor import Actor
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.company.names import clean_reason
from app.campaign.founding.models import Campaign, Seat
from app.campaign.settlement.bench import bench_of
from app.campaign.settlement.entries import carry_out, standing, take_back
from app.campaign.settlement.models import Settlement, SettlementEntry
from app.campaign.settlement.operations import captives
from app.campaign.settlement.operations.steps import begin
from app.campaign.states import Phase
from app.extensions import db
from app.journal.operations import record_private
from app.refusal import Refusal, Stale


def reopen(
    settlement: Settlement,
    step: int,
    reason: str,
    *,
    version: int,
    campaign: Campaign,
    actor: Actor,
    forgive: bool = False,
) -> None:
    """Take back ``step`` (1 to 6) and all later ones of a settlement and open it again (V11.1).

    ``forgive``: of a ransom that its captor has spent, take back only what is there, else Refusal.
    The player reads the reason. Raises Refusal outside the phase settlement (from dawn the GM goes back
    first, V2.7) and for a step that is not finished, Stale if the settlement went on since.
    """
    reason = clean_reason(reason)
    if not campaign.running or campaign.phase != Phase.SETTLEMENT:
        raise Refusal(
            _l("Steps are reopened in the phase Settlement. From dawn, go back to it first."), "V11.1"
        )
    if settlement.version != version:
        raise Stale(
            _l("This settlement has gone on since the page was made. This is how it stands now."), "V7.1"
        )
    if not 1 <= step < settlement.step:
        raise Refusal(_l("This step is not finished, so there is nothing to reopen."), "V11.1")
    seat = _seat_of(settlement, campaign)
    if not seat.plays:
        raise Refusal(
            _l("%(player)s has dropped out: the settlement stays closed.", player=seat.name), "V11.1"
        )
    _take_back_from(settlement, step, campaign, actor, reason, forgive=forgive)
    _open_at(settlement, step, reason, campaign, actor)
    record_private(
        "settlement.reopened",
        campaign=campaign,
        actor=actor,
        seat=seat,
        battle_id=settlement.side.battle_id,
        reason=reason,
        params={"warband": settlement.side.warband_name, "step": step},
    )
    bench = bench_of(settlement.id, campaign=campaign, seat=seat)
    if bench is not None:
        begin(bench, actor)


def reopen_for_correction(
    battle: Battle, *, reason: str, campaign: Campaign, actor: Actor, forgive: bool = False
) -> None:
    """The battle's result is corrected: all of its settlements are taken back and start anew (V11.1).

    To be called before the new result is written; ``forgive`` as for ``reopen``. A battle without
    settlements is left alone.
    """
    settlements = db.session.scalars(
        select(Settlement)
        .join(BattleSide, BattleSide.id == Settlement.side_id)
        .where(BattleSide.battle_id == battle.id)
        .order_by(BattleSide.position, BattleSide.id)
    ).all()
    for settlement in settlements:
        _take_back_from(settlement, 1, campaign, actor, reason, forgive=forgive)
    for settlement in settlements:
        _open_at(settlement, 1, reason, campaign, actor)
        record_private(
            "settlement.corrected",
            campaign=campaign,
            actor=actor,
            seat=_seat_of(settlement, campaign),
            battle_id=battle.id,
            reason=reason,
            params={"warband": settlement.side.warband_name},
        )


def _take_back_from(
    settlement: Settlement, step: int, campaign: Campaign, actor: Actor, reason: str, *, forgive: bool
) -> None:
    """The newest first, so that each finds things as it left them."""
    while found := [entry for entry in standing(settlement) if entry.step >= step and _has_effect(entry)]:
        entry = found[-1]
        if entry.kind in captives.ENDS:
            captives.take_back_end(entry, campaign=campaign, actor=actor, reason=reason, forgive=forgive)
        else:
            take_back(entry, campaign=campaign, actor=actor, reason=reason)


def _has_effect(entry: SettlementEntry) -> bool:
    return entry.kind != "reopened"


def _open_at(settlement: Settlement, step: int, reason: str, campaign: Campaign, actor: Actor) -> None:
    settlement.step, settlement.finished_at = step, None
    settlement.version += 1
    carry_out(
        settlement,
        "reopened",
        step=step,
        campaign=campaign,
        actor=actor,
        params={"reason": reason},
    )


def _seat_of(settlement: Settlement, campaign: Campaign) -> Seat:
    return next(seat for seat in campaign.seats if seat.id == settlement.side.seat_id)
