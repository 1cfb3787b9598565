"""What waits on a campaign night, phase by phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import or_, select

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.company.models import CompanyModel
from app.campaign.dawn.models import DawnFate
from app.campaign.founding.models import Seat
from app.campaign.settlement.models import Captive, Settlement
from app.campaign.states import CAPTIVE, BattleState, CaptiveState, Outcome, Phase
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.home.tasks.doors import door
from app.home.waiting import Task, provider


@provider
def preparation(seats: Sequence[Seat]) -> Iterator[Task]:
    """Players without a warband, while the shop is open and there is time to form one (V4.1)."""
    preparing = [s for s in seats if s.campaign.phase == Phase.PREPARATION and s.campaign.running and s.plays]
    if not preparing:
        return
    with_band = set(
        db.session.scalars(
            select(Warband.seat_id).where(
                Warband.seat_id.in_([seat.id for seat in preparing]), Warband.dissolved_at.is_(None)
            )
        )
    )
    for seat in preparing:
        if seat.id not in with_band:
            yield Task(
                seat.id,
                _("You have no warband yet. Form one before the orders begin."),
                _("Form a warband"),
                door("warbands.warbands", seat.campaign, seat_id=seat.id),
                "l-users",
                40,
                urgent=False,
            )


@provider
def orders(seats: Sequence[Seat]) -> Iterator[Task]:
    """Orders that the player has not called done (V4.9). Of others' orders nothing is said here (V4.7)."""
    for seat in seats:
        if seat.campaign.orders_open and seat.plays and seat.done_round != seat.campaign.round:
            yield Task(
                seat.id,
                _("Send your warbands, or say that you are done."),
                _("Give orders"),
                door("orders.orders", seat.campaign, seat_id=seat.id),
                "order",
                10,
            )


@provider
def battles(seats: Sequence[Seat]) -> Iterator[Task]:
    """Results to enter or to confirm (V6.7, V6.8), and disputes for the GM to decide."""
    fighting = {
        s.campaign_id: s.campaign for s in seats if s.campaign.phase in (Phase.BATTLES, Phase.SETTLEMENT)
    }
    if not fighting:
        return
    rows = db.session.execute(
        select(
            Battle.id, Battle.campaign_id, Battle.round, Battle.state, BattleSide.seat_id, BattleSide.answer
        )
        .join(BattleSide, BattleSide.battle_id == Battle.id)
        .where(Battle.campaign_id.in_(fighting), Battle.state != BattleState.CONFIRMED)
        .order_by(Battle.number)
    ).all()
    open_now = [row for row in rows if row.round == fighting[row.campaign_id].round]
    for seat in seats:
        for row in open_now:
            if row.seat_id == seat.id and seat.plays:
                yield from _battle_part(seat, row.id, row.state, row.answer)
        disputed = {
            r.id for r in open_now if r.campaign_id == seat.campaign_id and r.state == BattleState.DISPUTED
        }
        if disputed and seat.runs:
            yield Task(
                seat.id,
                ngettext(
                    "%(num)d result is disputed: you decide.",
                    "%(num)d results are disputed: you decide.",
                    len(disputed),
                ),
                _("Decide"),
                door("battles.battles", seat.campaign),
                "l-hand",
                5,
            )


def _battle_part(seat: Seat, battle_id: str, state: str, answer: str | None) -> Iterable[Task]:
    url = door("battles.battle", seat.campaign, battle_id=battle_id)
    if state == BattleState.ANNOUNCED:
        yield Task(
            seat.id,
            _("Your battle is announced. Fight it, then enter the result."),
            _("To the battle"),
            url,
            "l-swords",
            10,
        )
    elif state == BattleState.REPORTED and answer is None:
        yield Task(seat.id, _("A result was entered. Is it right?"), _("Confirm result"), url, "l-swords", 8)


@provider
def settlements(seats: Sequence[Seat]) -> Iterator[Task]:
    """Settlements that are not finished (V7.1)."""
    settling = {seat.id for seat in seats if seat.campaign.phase == Phase.SETTLEMENT and seat.plays}
    if not settling:
        return
    rows = db.session.execute(
        select(Settlement.id, BattleSide.seat_id, Settlement.step)
        .join(BattleSide, BattleSide.id == Settlement.side_id)
        .where(BattleSide.seat_id.in_(settling), Settlement.finished_at.is_(None))
    )
    by_id = {seat.id: seat for seat in seats}
    for row in rows:
        seat = by_id[row.seat_id]
        yield Task(
            seat.id,
            _("Your settlement is at step %(step)d of 6.", step=row.step),
            _("Go on settling"),
            door("settlement.settlement", seat.campaign, seat_id=seat.id, settlement_id=row.id),
            "l-list",
            10,
        )


@provider
def captives(seats: Sequence[Seat]) -> Iterator[Task]:
    """Ransoms to answer and to name, until dawn; then the captor's choice (V7.4)."""
    asked = [seat for seat in seats if seat.campaign.phase in (Phase.SETTLEMENT, Phase.DAWN) and seat.plays]
    if not asked:
        return
    ids = [seat.id for seat in asked]
    rows = db.session.execute(
        select(Captive.owner_id, Captive.captor_id, Captive.state, CompanyModel.name)
        .join(CompanyModel, CompanyModel.id == Captive.model_id)
        .where(Captive.state.in_(CAPTIVE), or_(Captive.owner_id.in_(ids), Captive.captor_id.in_(ids)))
        .order_by(Captive.created_at, Captive.id)
    ).all()
    for seat in asked:
        url = door("settlement.captives", seat.campaign)
        for row in rows:
            text = _captive_part(seat, row.owner_id, row.captor_id, row.state, row.name)
            if text is not None:
                yield Task(seat.id, text, _("To the captives"), url, "captive", 9)


def _captive_part(seat: Seat, owner_id: str, captor_id: str, state: str, name: str) -> str | None:
    if seat.campaign.phase == Phase.DAWN:
        return (
            _("Release or execution of %(model)s: you choose.", model=name) if captor_id == seat.id else None
        )
    if owner_id == seat.id and state == CaptiveState.OFFERED:
        return _("A ransom is asked for %(model)s. Do you pay?", model=name)
    if captor_id == seat.id and state == CaptiveState.HELD:
        return _("You hold %(model)s captive. Name a price before dawn.", model=name)
    return None


@provider
def dawn_choices(seats: Sequence[Seat]) -> Iterator[Task]:
    """Places that several have a claim to, for the GM to give (V7.6)."""
    running = [seat for seat in seats if seat.runs and seat.campaign.phase == Phase.DAWN]
    if not running:
        return
    rows = db.session.execute(
        select(DawnFate.campaign_id, DawnFate.round).where(
            DawnFate.campaign_id.in_([seat.campaign_id for seat in running]),
            DawnFate.outcome == Outcome.CHOICE,
            DawnFate.chosen.is_(False),
        )
    )
    waiting = Counter((row.campaign_id, row.round) for row in rows)
    for seat in running:
        count = waiting[(seat.campaign_id, seat.campaign.round)]
        if count:
            yield Task(
                seat.id,
                ngettext(
                    "%(num)d place waits for your choice.", "%(num)d places wait for your choice.", count
                ),
                _("Choose"),
                door("dawn.dawn", seat.campaign),
                "l-flag",
                5,
            )


@provider
def phases(seats: Sequence[Seat]) -> Iterator[Task]:
    """What the GM switches to next (V2.7); nothing switches by itself."""
    words = {
        Phase.PREPARATION: _("Preparation is on. Next come the orders."),
        Phase.ORDERS: _("Orders are being given. Next come the battles."),
        Phase.BATTLES: _("The battles are being fought. Next comes the settlement."),
        Phase.SETTLEMENT: _("The battles are being settled. Next comes dawn."),
        Phase.DAWN: _("It is dawn. End the round when all is done."),
    }
    for seat in seats:
        if seat.runs and seat.campaign.running and seat.campaign.phase:
            yield Task(
                seat.id,
                words[Phase(seat.campaign.phase)],
                _("To the campaign"),
                door("dashboard.dashboard", seat.campaign),
                "l-flag",
                70,
                urgent=False,
            )
