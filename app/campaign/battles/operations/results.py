"""V6.7-V6.9, V11.1, V11.5: entering, confirming, disputing, deciding and correcting a battle's result."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.battles.queries.loading import open_battles_of
from app.campaign.battles.report import Report, check_report
from app.campaign.battles.rights import (
    check_neutral,
    check_open,
    fights_in,
    gone_sides,
    may_enter,
    neutral_runners,
    side_of,
)
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.settlement.operations import open_settlements, reopen_for_correction
from app.campaign.states import Answer, BattleState, Phase, SideOutcome
from app.columns import now
from app.extensions import db
from app.journal.models import PUBLIC
from app.journal.operations import record, record_public
from app.media.models import Picture
from app.refusal import Refusal, Stale


def enter_result(
    battle: Battle,
    report: Report,
    *,
    version: int,
    picture: Picture | None = None,
    campaign: Campaign,
    seat: Seat,
    actor: Actor,
) -> None:
    """One side enters the result, or changes what it has entered before anybody disputes it (V6.7).

    ``version`` is the result's as the page showed it. Raises Stale when another side was quicker
    (V6.9) or the result has changed meanwhile, Refusal for a result that cannot be.
    """
    side = side_of(battle, seat)
    check_open(battle, campaign)
    check_neutral(battle, side, actor, campaign)
    if not may_enter(battle, side):
        raise Stale(
            _l("The result was entered while you wrote. Look at it, then confirm or dispute it."), "V6.9"
        )
    _check_version(battle, version)
    check_report(report, battle)
    first = battle.state == BattleState.ANNOUNCED
    _write(battle, report, picture)
    battle.state = BattleState.REPORTED
    battle.reported_at = now()
    for other in battle.sides:
        _answer(other, None)
    _answer(side, Answer.ENTERED, by_gm=actor.acts_for(seat))
    _tell("battle.entered" if first else "battle.entered_anew", battle, campaign, seat, actor)
    _confirm_if_agreed(battle, campaign, actor)


def confirm(battle: Battle, *, version: int, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """A side agrees with exactly the version it saw (V6.7, V6.8); it may also withdraw its dispute so.

    When nobody is left to answer, the result stands. Raises Stale for another version.
    """
    side = side_of(battle, seat)
    _check_answerable(battle, side, version, campaign)
    check_neutral(battle, side, actor, campaign)
    if side.answer == Answer.CONFIRMED:
        return
    _answer(side, Answer.CONFIRMED, by_gm=actor.acts_for(seat))
    if not any(one.answer == Answer.DISPUTED for one in battle.sides):
        battle.state = BattleState.REPORTED
    _tell("battle.agreed", battle, campaign, seat, actor)
    _confirm_if_agreed(battle, campaign, actor)


def dispute(battle: Battle, text: str, *, version: int, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """A side says what is wrong with the version it saw; the GM decides (V6.7, V6.8)."""
    side = side_of(battle, seat)
    _check_answerable(battle, side, version, campaign)
    text = text.strip()
    if not text:
        raise Refusal(_l("Say in a few words what is wrong with the result."), "V6.7")
    _answer(side, Answer.DISPUTED, by_gm=actor.acts_for(seat))
    side.dispute = text
    battle.state = BattleState.DISPUTED
    _tell("battle.disputed", battle, campaign, seat, actor)


def decide(
    battle: Battle,
    report: Report,
    *,
    version: int,
    picture: Picture | None = None,
    campaign: Campaign,
    actor: Actor,
) -> None:
    """The GM says how the battle ended: a dispute (V6.7), or a battle left open (V11.1).

    A GM who fought in it leaves it to whoever else runs the campaign; with nobody else it is
    marked as the GM's own. Raises Refusal, and Stale as ``enter_result``.
    """
    check_open(battle, campaign)
    if battle.state == BattleState.CONFIRMED:
        raise Refusal(_l("This result stands already. Correct it instead."), "V11.1")
    if fights_in(battle, actor) and neutral_runners(battle, campaign):
        raise Refusal(_l("You fought in this battle yourself: the deputy decides."), "V6.7")
    _check_version(battle, version)
    check_report(report, battle)
    _write(battle, report, picture)
    battle.decided_by_gm = True
    battle.decided_own = fights_in(battle, actor)
    _stand(battle, campaign, actor)


def correct(battle: Battle, *, reason: str, campaign: Campaign, actor: Actor, forgive: bool = False) -> None:
    """The GM takes a confirmed result back before dawn, with a reason all may read (V11.1).

    It is entered, or decided, anew; figures stay as a start. What was settled after it is taken
    back: of a ransom that its captor has spent, with ``forgive``, only what is there. Raises Refusal
    after dawn has begun, and for such a ransom without ``forgive``.
    """
    check_open(battle, campaign)
    if battle.state != BattleState.CONFIRMED:
        raise Refusal(_l("Only a result that stands can be corrected."), "V11.1")
    reason = reason.strip()
    if not reason:
        raise Refusal(_l("Say why the result is corrected; everybody reads it."), "V11.1")
    reopen_for_correction(battle, reason=reason, campaign=campaign, actor=actor, forgive=forgive)
    battle.state = BattleState.ANNOUNCED
    battle.result_version += 1
    battle.decided_by_gm = battle.decided_own = False
    for side in battle.sides:
        side.outcome = None
        _answer(side, None)
    record_public(
        "battle.corrected",
        campaign=campaign,
        actor=actor,
        place_id=battle.place_id,
        battle_id=battle.id,
        reason=reason,
        params={"place": battle.place.name},
    )


def leave_to_gm(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """A player has dropped out: the GM decides the battles of theirs that are still open (V11.1)."""
    if not campaign.running:
        return
    for battle in open_battles_of(seat, campaign):
        record_public(
            "battle.left_to_gm",
            campaign=campaign,
            actor=actor,
            seat=seat,
            place_id=battle.place_id,
            battle_id=battle.id,
            params={"player": seat.name, "place": battle.place.name},
        )


def _check_version(battle: Battle, version: int) -> None:
    if version != battle.result_version:
        raise Stale(_l("The result has changed since you saw it. This is how it stands now."), "V6.8")


def _check_answerable(battle: Battle, side: BattleSide, version: int, campaign: Campaign) -> None:
    check_open(battle, campaign)
    if battle.state == BattleState.CONFIRMED:
        raise Stale(_l("This result stands already."), "V6.7")
    _check_version(battle, version)
    if battle.state == BattleState.ANNOUNCED:
        raise Refusal(_l("No result has been entered yet."), "V6.7")
    if side.answer == Answer.ENTERED:
        raise Refusal(_l("This side entered the result; the others answer."), "V6.7")


def _write(battle: Battle, report: Report, picture: Picture | None) -> None:
    """Write the figures down as a new version; a picture stays until another comes."""
    battle.result_version += 1
    battle.story = report.story.strip()
    if picture is not None:
        battle.picture_id = picture.id
    for side in battle.sides:
        side.outcome = report.outcome(side)
        side.objectives = report.objectives.get(side.id, 0)
        side.scenario_points = report.points.get(side.id, 0)
        for model in side.line_up:
            model.taken_out = model.id in report.taken_out
            model.enemies_taken_out = report.enemies.get(model.id, 0)


def _answer(side: BattleSide, answer: Answer | None, *, by_gm: bool = False) -> None:
    side.answer = answer
    side.answered_by_gm = by_gm
    side.dispute = ""


def _tell(kind: str, battle: Battle, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """A row that all may read and the chronicle does not hold; nothing of the line-ups in it (V3.11)."""
    record(
        kind,
        campaign=campaign,
        actor=actor,
        audience=PUBLIC,
        seat=seat,
        place_id=battle.place_id,
        battle_id=battle.id,
        params={"player": seat.name, "place": battle.place.name, "version": battle.result_version},
    )


def _confirm_if_agreed(battle: Battle, campaign: Campaign, actor: Actor) -> None:
    agreed = all(side.answer in (Answer.ENTERED, Answer.CONFIRMED) for side in battle.sides)
    if agreed and not gone_sides(battle):
        _stand(battle, campaign, actor)


def _stand(battle: Battle, campaign: Campaign, actor: Actor) -> None:
    """The result stands: public with the line-ups from now on (V3.11, V6.7)."""
    battle.state = BattleState.CONFIRMED
    battle.confirmed_at = now()
    record_public(
        "battle.confirmed",
        campaign=campaign,
        actor=actor,
        place_id=battle.place_id,
        battle_id=battle.id,
        picture_id=battle.picture_id,
        params=_outcome(battle, campaign),
    )
    db.session.flush()
    if campaign.phase == Phase.SETTLEMENT:
        # V2.8: a result that comes late opens its own settlements.
        open_settlements(battle, campaign, actor)


def _outcome(battle: Battle, campaign: Campaign) -> dict[str, Any]:
    scenario = catalogue_of(campaign).scenarios.get(battle.scenario or "")
    return {
        "place": battle.place.name,
        "scenario": scenario.name if scenario else None,
        "winners": [
            {"player": side.seat.name, "warband": side.warband_name}
            for side in battle.sides
            if side.outcome == SideOutcome.WON
        ],
        "losers": [
            {"player": side.seat.name, "warband": side.warband_name}
            for side in battle.sides
            if side.outcome != SideOutcome.WON
        ],
        "decided": battle.decided_by_gm,
        "own": battle.decided_own,
        "story": battle.story,
    }
