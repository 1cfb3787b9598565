"""How far each player is, in one word for each (V11.2, B14)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from app.campaign.dashboard.queries.reading import Night
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.readiness import unready
from app.campaign.states import Answer, BattleState, CaptiveState, Phase, State

_LAST_STEP = 6


@dataclass(frozen=True)
class Standing:
    """A word with its colour and shape; ``waits``: the round waits for this player."""

    words: str
    kind: str
    icon: str
    waits: bool = False


@dataclass(frozen=True)
class PlayerRow:
    """One player's line: ``sent`` of ``warbands`` have an order, ``gold`` without what is private."""

    seat_id: str
    name: str
    style: str
    emblem: str
    sent: int
    warbands: int
    gold: int
    standing: Standing
    url: str | None
    log_url: str


def player_rows(campaign: Campaign, night: Night) -> Iterator[PlayerRow]:
    """All players, in the order they joined."""
    late = {one.seat.id: one for one in unready(campaign)} if _gathers(campaign) else {}
    sent = [order.seat_id for order in night.orders]
    for seat in campaign.players:
        at: dict[str, Any] = {"campaign_id": campaign.id, "seat_id": seat.id}
        if _gathers(campaign):
            one = late.get(seat.id)
            standing = _before(
                campaign, no_company=bool(one and one.no_company), no_hideout=bool(one and one.no_hideout)
            )
        else:
            standing = _in_round(campaign, seat, night, sent.count(seat.id))
        yield PlayerRow(
            seat_id=seat.id,
            name=str(seat.name),
            style=f"p{seat.style}",
            emblem=seat.emblem,
            sent=sent.count(seat.id),
            warbands=night.warbands[seat.id],
            gold=night.gold.get(seat.id, 0),
            standing=standing,
            url=url_for("company.company", **at),
            log_url=url_for("chronicle.log", **at),
        )


def _gathers(campaign: Campaign) -> bool:
    return campaign.state in (State.GATHERING, State.HIDEOUTS)


def _before(campaign: Campaign, *, no_company: bool, no_hideout: bool) -> Standing:
    if campaign.state == State.HIDEOUTS and no_hideout:
        return Standing(_("no hideout"), "seal", "banner", waits=True)
    if no_company:
        waits = campaign.state == State.HIDEOUTS
        return Standing(_("company not confirmed"), "seal" if waits else "", "l-clock", waits)
    return _done()


def _in_round(campaign: Campaign, seat: Seat, night: Night, sent: int) -> Standing:
    if campaign.phase == Phase.PREPARATION:
        return _in_preparation(night.warbands[seat.id])
    if campaign.phase == Phase.ORDERS:
        return _in_orders(campaign, seat, sent, night.warbands[seat.id])
    return _after_orders(campaign, seat, night)


def _in_preparation(warbands: int) -> Standing:
    if not warbands:
        return Standing(_("no warband"), "brass", "l-circle")
    return Standing(ngettext("%(num)d warband", "%(num)d warbands", warbands), "", "l-users")


def _in_orders(campaign: Campaign, seat: Seat, sent: int, warbands: int) -> Standing:
    """B14: done, some left, sent but not said done, nothing at all; never a target."""
    if seat.done_round == campaign.round:
        return _done()
    if not sent:
        return Standing(_("nothing sent"), "seal", "l-circle", waits=True)
    if sent < warbands:
        left = warbands - sent
        words = ngettext("%(num)d warband left", "%(num)d warbands left", left)
        return Standing(words, "seal", "l-clock", waits=True)
    return Standing(_("not said done"), "brass", "l-clock", waits=True)


def _after_orders(campaign: Campaign, seat: Seat, night: Night) -> Standing:
    """The most pressing of a player's battles, settlements and captives."""
    found = [*_of_battles(campaign, seat, night), *_of_captives(campaign, seat, night)]
    waiting = [one for one in found if one.waits]
    if waiting:
        return waiting[0]
    return found[0] if found else Standing(_("no battle"), "", "l-minus")


def _of_battles(campaign: Campaign, seat: Seat, night: Night) -> Iterator[Standing]:
    for fought in night.battles:
        for side in fought.sides:
            if side.seat_id != seat.id:
                continue
            battle = fought.battle
            if battle.state == BattleState.DISPUTED:
                yield Standing(_("disputed"), "seal", "l-triangle-alert", waits=True)
            elif battle.state == BattleState.ANNOUNCED:
                yield Standing(_("no result"), "brass", "l-swords", waits=True)
            elif battle.state == BattleState.REPORTED:
                answered = side.answer in (Answer.ENTERED, Answer.CONFIRMED)
                if answered:
                    yield Standing(_("waits for the others"), "", "l-clock")
                else:
                    yield Standing(_("has to confirm"), "seal", "l-clock", waits=True)
            elif campaign.phase == Phase.BATTLES:
                yield Standing(_("result stands"), "moss", "l-check")
            else:
                settlement = fought.settlements.get(side.id)
                if settlement is None or settlement.finished_at is not None:
                    yield Standing(_("settled"), "moss", "l-check")
                else:
                    words = _("step %(step)d of %(last)d", step=settlement.step, last=_LAST_STEP)
                    yield Standing(words, "seal", "l-list", waits=True)


def _of_captives(campaign: Campaign, seat: Seat, night: Night) -> Iterator[Standing]:
    for captive in night.captives:
        if captive.captor_id != seat.id:
            continue
        if campaign.phase == Phase.DAWN:
            yield Standing(_("decides on a captive"), "brass", "captive", waits=True)
        elif captive.state == CaptiveState.HELD:
            yield Standing(_("has a captive"), "brass", "captive", waits=True)


def _done() -> Standing:
    return Standing(_("done"), "moss", "l-check")
