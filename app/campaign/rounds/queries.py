"""Where a round stands: its steps, what is outstanding, who has given orders (V2.8, V11.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.dawn.queries import open_choices
from app.campaign.founding.models import Campaign, Seat
from app.campaign.orders.models import Order
from app.campaign.rounds.phases import ORDER, reachable
from app.campaign.settlement.models import Captive, Settlement
from app.campaign.states import BattleState, CaptiveState, Phase
from app.campaign.warbands.models import Warband
from app.campaign.words import PHASES
from app.extensions import db

ICONS = {
    Phase.PREPARATION: "camp",
    Phase.ORDERS: "order",
    Phase.BATTLES: "battle",
    Phase.SETTLEMENT: "injury",
    Phase.DAWN: "sun",
}


@dataclass(frozen=True)
class Step:
    """One phase of the stepper; ``url`` leads the GM to the switch, where there is a way."""

    label: str
    icon: str
    state: str
    url: str | None = None


@dataclass(frozen=True)
class Outstanding:
    """Something not done yet: whose (None: the GM's), in a sentence, and whether it must be done first."""

    seat: Seat | None
    text: str
    rule: str
    blocks: bool = False


@dataclass(frozen=True)
class Readiness:
    """How far a player is with the orders, for the GM alone and without a target (B14, V4.9)."""

    seat: Seat
    sent: int
    warbands: int
    done: bool

    @property
    def open(self) -> int:
        return self.warbands - self.sent

    @property
    def nothing(self) -> bool:
        """No warband formed, none sent."""
        return self.warbands == 0


def steps(campaign: Campaign, *, runs: bool = False) -> list[Step]:
    """The five phases for the stepper (V11.2); with ``runs`` the GM's ways to switch."""
    if campaign.phase is None:
        return []
    present = Phase(campaign.phase)
    ways = reachable(present) if runs and campaign.running else ()
    return [
        Step(
            label=str(PHASES[phase]),
            icon=ICONS[phase],
            state="now" if phase == present else "done" if place < ORDER.index(present) else "",
            url=switch_url(campaign, phase) if phase in ways else None,
        )
        for place, phase in enumerate(ORDER)
    ]


def switch_url(campaign: Campaign, to: str) -> str:
    """The page that asks before switching to a phase, or before the end of the round."""
    return url_for("rounds.switch", campaign_id=campaign.id, to=to)


def outstanding(campaign: Campaign) -> list[Outstanding]:
    """What is not done yet before the next switch forward; the GM's to read (V2.8)."""
    asks = {
        Phase.PREPARATION: _without_warbands,
        Phase.ORDERS: _without_orders,
        Phase.BATTLES: _without_result,
        Phase.SETTLEMENT: _unsettled,
        Phase.DAWN: _undecided,
    }
    return list(asks[Phase(campaign.phase)](campaign)) if campaign.phase else []


def blocking(campaign: Campaign) -> list[Outstanding]:
    """Of these, what must be done first (V2.8, V7.8)."""
    return [one for one in outstanding(campaign) if one.blocks]


def readiness(campaign: Campaign) -> list[Readiness]:
    """Every player's orders of this round by number, for the GM alone (B14)."""
    warbands = Counter(
        db.session.scalars(
            select(Warband.seat_id).where(Warband.campaign_id == campaign.id, Warband.dissolved_at.is_(None))
        )
    )
    sent = Counter(
        db.session.scalars(
            select(Order.seat_id).where(
                Order.campaign_id == campaign.id,
                Order.round == campaign.round,
                Order.lifted_at.is_(None),
            )
        )
    )
    return [
        Readiness(seat, sent[seat.id], warbands[seat.id], seat.done_round == campaign.round)
        for seat in campaign.players
    ]


def _without_warbands(campaign: Campaign) -> Iterator[Outstanding]:
    for one in readiness(campaign):
        if one.nothing:
            yield Outstanding(one.seat, _("%(player)s has no warband yet.", player=one.seat.name), "V4.1")


def _without_orders(campaign: Campaign) -> Iterator[Outstanding]:
    for one in readiness(campaign):
        if one.done:
            continue
        if not one.sent:
            text = _("%(player)s has sent no warband yet.", player=one.seat.name)
        elif one.open:
            text = ngettext(
                "%(player)s has %(num)d warband without an order.",
                "%(player)s has %(num)d warbands without an order.",
                one.open,
                player=one.seat.name,
            )
        else:
            text = _("%(player)s has sent every warband and not said done.", player=one.seat.name)
        yield Outstanding(one.seat, text, "V4.9")


def _without_result(campaign: Campaign) -> Iterator[Outstanding]:
    """Battles whose result is not agreed: they hold up dawn, not the settlement (V2.8, V7.8)."""
    blocks = campaign.phase == Phase.SETTLEMENT
    words = {
        BattleState.ANNOUNCED: _("Battle %(number)d at %(place)s has no result yet."),
        BattleState.REPORTED: _("The result of battle %(number)d at %(place)s is not confirmed yet."),
        BattleState.DISPUTED: _("The result of battle %(number)d at %(place)s is disputed."),
    }
    battles = db.session.scalars(
        select(Battle)
        .where(
            Battle.campaign_id == campaign.id,
            Battle.round == campaign.round,
            Battle.state != BattleState.CONFIRMED,
        )
        .options(joinedload(Battle.place))
        .order_by(Battle.number)
    )
    for battle in battles:
        text = words[BattleState(battle.state)] % {"number": battle.number, "place": battle.place.name}
        yield Outstanding(None, text, "V7.8" if blocks else "V6.7", blocks)


def _unsettled(campaign: Campaign) -> Iterator[Outstanding]:
    """V7.8: every result confirmed and every settlement finished; captives without a price go free (V7.4)."""
    yield from _without_result(campaign)
    rows = db.session.execute(
        select(Settlement, BattleSide)
        .join(BattleSide, BattleSide.id == Settlement.side_id)
        .join(Battle, Battle.id == BattleSide.battle_id)
        .where(
            Battle.campaign_id == campaign.id,
            Battle.round == campaign.round,
            Settlement.finished_at.is_(None),
        )
        .options(joinedload(BattleSide.seat))
        .order_by(Battle.number, BattleSide.position)
    )
    for settlement, side in rows:
        text = _(
            "%(player)s is at step %(step)d of 6 in the settlement of %(warband)s.",
            player=side.seat.name,
            step=settlement.step,
            warband=side.warband_name,
        )
        yield Outstanding(side.seat, text, "V7.8", True)
    for captive in _captives(campaign, CaptiveState.HELD):
        text = _(
            "%(captor)s has named no price for %(model)s, who then goes free.",
            captor=captive.captor.name,
            model=captive.model.name,
        )
        yield Outstanding(captive.captor, text, "V7.4")


def _undecided(campaign: Campaign) -> Iterator[Outstanding]:
    """Places the GM still has to give (V7.6); captives whose captor has not chosen go free (V7.4)."""
    for fate in open_choices(campaign):
        text = _("Nobody has been given %(place)s yet; several have a claim.", place=fate.place.name)
        yield Outstanding(None, text, "V7.6", True)
    for captive in _captives(campaign, CaptiveState.OFFERED, CaptiveState.LEFT):
        text = _(
            "%(captor)s has not decided on %(model)s, who then goes free.",
            captor=captive.captor.name,
            model=captive.model.name,
        )
        yield Outstanding(captive.captor, text, "V7.4")


def _captives(campaign: Campaign, *states: CaptiveState) -> Sequence[Captive]:
    return db.session.scalars(
        select(Captive)
        .where(Captive.campaign_id == campaign.id, Captive.state.in_(states))
        .options(joinedload(Captive.captor), joinedload(Captive.model))
        .order_by(Captive.created_at)
    ).all()
