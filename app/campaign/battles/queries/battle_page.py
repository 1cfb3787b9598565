"""V6.1-V6.9, V3.11: one battle as its reader may see it, and what they may do with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from flask import url_for
from flask_babel import gettext as _
from sqlalchemy import select

from app.actor import Deed
from app.campaign.access import Here
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.battles.queries.roster import ModelLine, line_up_of, may_read_line_ups
from app.campaign.battles.report import hostile
from app.campaign.battles.rights import (
    check_neutral,
    fights_in,
    is_open,
    may_enter,
    neutral_runners,
)
from app.campaign.battles.scouts import rolled_again, scout_of, scouted_this_round
from app.campaign.battles.wording import KINDS, title_of
from app.campaign.bonds import bond_names
from app.campaign.events.scenarios import OTHER, source_of
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.settlement.models import Settlement
from app.campaign.states import Answer, BattleState, SeatState, SideOutcome
from app.extensions import db
from app.journal.models import PUBLIC, AuditRow
from app.refusal import Refusal
from rules.vanguard.scenarios import defender_adds_models


@dataclass(frozen=True)
class SideShown:
    """A side as the page shows it; ``points`` and ``models`` are None where line-ups are not open (V3.11).

    ``underdog`` is by how many points it is weaker than its strongest enemy, ``allied_by`` the name of what
    it belongs to here (V8.1, V8.18). ``gone``: its player has dropped out, so the GM decides (V11.1).
    """

    id: str
    seat_id: str
    name: str
    player: str
    style: str
    emblem: str
    role: str | None
    role_name: str | None
    roll: int | None
    outcome: str | None
    answer: str | None
    answered_by_gm: bool
    gone: bool
    dispute: str
    mine: bool
    points: int | None = None
    power_dice: dict[str, int] | None = None
    underdog: int = 0
    underdog_dice: int = 0
    bonus_points: int = 0
    models: tuple[ModelLine, ...] | None = None
    objectives: int = 0
    scenario_points: int = 0
    allied_by: str | None = None

    @property
    def lines(self) -> list[str]:
        """What stands under its name in the head of the page."""
        who = self.player
        if self.role_name:
            who = _("%(player)s, %(role)s", player=self.player, role=self.role_name)
        lines = [who] if self.points is None else [who, _("%(points)d points", points=self.points)]
        return [*lines, self.allied_by] if self.allied_by else lines

    @property
    def taken_out(self) -> list[str]:
        return [model.name for model in self.models or () if model.taken_out]

    @property
    def enemies(self) -> int:
        return sum(model.enemies for model in self.models or ())


@dataclass(frozen=True)
class ScenarioShown:
    """The scenario's name and where its rules stand, and the group's ``summary`` of it (C4.1); ``text`` is
    that of another mission (V5.2)."""

    name: str
    where: str | None
    drawn: bool
    defender_adds: bool
    text: str = ""
    summary: str = ""


@dataclass(frozen=True)
class Doings:
    """What the reader may do: for which sides they enter and answer, and what the GM may.

    ``decide_why_not`` is the sentence why a GM who fought does not decide (V6.7).
    """

    enter: tuple[SideShown, ...]
    answer: tuple[SideShown, ...]
    decide: bool
    decide_why_not: str | None
    correct: bool
    note: bool
    roll: SideShown | None
    scout: bool


@dataclass(frozen=True)
class SettlementLink:
    """The settlement of a side that the reader may read: their own, for the GM every one (V7.1)."""

    name: str
    player: str
    words: str
    url: str


@dataclass(frozen=True)
class BattlePage:
    battle: Battle
    title: str
    sides: tuple[SideShown, ...]
    scenario: ScenarioShown | None
    open: bool
    mine: SideShown | None
    doings: Doings
    settlements: tuple[SettlementLink, ...]
    history: tuple[tuple[datetime, str, str | None], ...]

    @property
    def underdogs(self) -> list[SideShown]:
        return [side for side in self.sides if side.underdog_dice or side.bonus_points]

    @property
    def winners(self) -> list[SideShown]:
        return [side for side in self.sides if side.outcome == SideOutcome.WON]

    @property
    def entered_by(self) -> SideShown | None:
        return next((side for side in self.sides if side.answer == Answer.ENTERED), None)

    @property
    def result_shown(self) -> bool:
        """A result is there, and the reader may see it: it stands, or the line-ups are open to them."""
        if self.battle.state == BattleState.CONFIRMED:
            return True
        return self.open and self.battle.state in (BattleState.REPORTED, BattleState.DISPUTED)

    @property
    def tray_dice(self) -> dict[str, int]:
        """The dice that the tray offers: those of the reader's side with its underdog dice (V6.11, C3.1)."""
        if self.mine is None or not self.mine.power_dice:
            return {"red": 3, "white": 0, "blue": 0}
        return {**self.mine.power_dice, "red": self.mine.power_dice["red"] + self.mine.underdog_dice}


def battle_page(battle: Battle, here: Here) -> BattlePage:
    """The page of one battle for this reader."""
    open_ = may_read_line_ups(battle, here)
    bonds = bond_names(here.campaign, battle.round) if any(side.alliance for side in battle.sides) else {}
    shown = {
        side.id: replace(_side(side, battle, here, open_), allied_by=bonds.get(side.alliance or ""))
        for side in battle.sides
    }
    return BattlePage(
        battle=battle,
        title=title_of(battle),
        sides=tuple(shown.values()),
        scenario=_scenario(battle, here),
        open=open_,
        mine=next((side for side in shown.values() if side.mine), None),
        doings=_doings(battle, shown, here),
        settlements=_settlements(battle, here),
        history=_history(battle),
    )


def _side(side: BattleSide, battle: Battle, here: Here, open_: bool) -> SideShown:
    roles = {"attacker": _("attacker"), "defender": _("defender")}
    public = battle.state == BattleState.CONFIRMED or open_
    strongest = max((other.points for other in hostile(side, battle)), default=side.points)
    return SideShown(
        id=side.id,
        seat_id=side.seat_id,
        name=side.warband_name,
        player=side.seat.name,
        style=f"p{side.seat.style}",
        emblem=side.seat.emblem,
        role=side.role,
        role_name=roles.get(side.role or ""),
        roll=side.role_rolls[-1] if side.role_rolls else None,
        outcome=side.outcome if public else None,
        answer=side.answer,
        answered_by_gm=side.answered_by_gm,
        gone=side.seat.state == SeatState.DROPPED,
        dispute=side.dispute if open_ else "",
        mine=side.seat_id == here.me.id,
        points=side.points if open_ else None,
        power_dice=side.power_dice if open_ else None,
        underdog=max(0, strongest - side.points) if open_ else 0,
        underdog_dice=side.underdog_dice if open_ else 0,
        bonus_points=side.bonus_points if open_ else 0,
        models=line_up_of(side) if open_ else None,
        objectives=side.objectives if public else 0,
        scenario_points=side.scenario_points if public else 0,
    )


def _scenario(battle: Battle, here: Here) -> ScenarioShown | None:
    if battle.scenario == OTHER:
        text = battle.event.text if battle.event else ""
        return ScenarioShown(_("Other mission"), None, False, False, text)
    found = catalogue_of(here.campaign).scenarios.get(battle.scenario or "")
    if found is None:
        return None
    return ScenarioShown(
        found.name,
        source_of(found) or None,
        battle.scenario_drawn,
        defender_adds_models(found),
        summary=found.summary,
    )


def _doings(battle: Battle, shown: dict[str, SideShown], here: Here) -> Doings:
    open_now = is_open(battle, here.campaign)
    acts = [side for side in battle.sides if _acts_for(side, battle, here)] if open_now else []
    answering = battle.state in (BattleState.REPORTED, BattleState.DISPUTED)
    own = next((side for side in battle.sides if side.seat_id == here.me.id), None)
    rolled = any(side.role_rolls for side in battle.sides)
    rolls = own if own is not None and own in acts else next(iter(acts), None)
    unsettled = battle.state == BattleState.ANNOUNCED and rolled
    typed = battle.roles_by_table or rolled_again(battle)
    barred = fights_in(battle, here.actor) and bool(neutral_runners(battle, here.campaign))
    gm = here.may(Deed.RUN) and open_now
    stands = battle.state == BattleState.CONFIRMED
    return Doings(
        enter=tuple(shown[side.id] for side in acts if may_enter(battle, side)),
        answer=tuple(shown[side.id] for side in acts if answering and side.answer in (None, Answer.DISPUTED)),
        decide=gm and not stands and not barred,
        decide_why_not=_("You fought in this battle yourself: the deputy decides.")
        if gm and barred and battle.state == BattleState.DISPUTED
        else None,
        correct=gm and stands,
        note=here.campaign.running
        and battle.round == here.campaign.round
        and (here.may(Deed.RUN) or own is not None),
        roll=shown[rolls.id] if unsettled and rolls is not None and not typed else None,
        scout=unsettled
        and own is not None
        and own in acts
        and scout_of(here.me, here.campaign) is not None
        and not scouted_this_round(here.me, here.campaign),
    )


def _settlements(battle: Battle, here: Here) -> tuple[SettlementLink, ...]:
    """Open and finished ones; the GM works here on that of a player in their hands (V11.5, V7.8)."""
    sides = {side.id: side for side in battle.sides if here.may(Deed.SEE_SECRETS, side.seat)}
    if battle.state != BattleState.CONFIRMED or not sides:
        return ()
    found = {
        one.side_id: one
        for one in db.session.scalars(select(Settlement).where(Settlement.side_id.in_(sides)))
    }
    return tuple(
        SettlementLink(
            name=side.warband_name,
            player=side.seat.name,
            words=_("settled") if one.finished_at else _("at step %(step)d of 6", step=one.step),
            url=url_for(
                "settlement.settlement",
                campaign_id=battle.campaign_id,
                seat_id=side.seat_id,
                settlement_id=one.id,
            ),
        )
        for side in sides.values()
        if (one := found.get(side.id)) is not None
    )


def _acts_for(side: BattleSide, battle: Battle, here: Here) -> bool:
    """Whether the reader may speak for the side: its player, or the GM in its stead (V11.5)."""
    if not here.may(Deed.PLAY, side.seat):
        return False
    try:
        check_neutral(battle, side, here.actor, here.campaign)
    except Refusal:
        return False
    return True


def _history(battle: Battle) -> tuple[tuple[datetime, str, str | None], ...]:
    """What happened to this battle, oldest first, with the reason where one was given."""
    rows = db.session.scalars(
        select(AuditRow)
        .where(AuditRow.battle_id == battle.id, AuditRow.audience == PUBLIC)
        .order_by(AuditRow.seq)
    )
    return tuple((row.at, KINDS[row.kind](row.params), row.reason) for row in rows if row.kind in KINDS)
