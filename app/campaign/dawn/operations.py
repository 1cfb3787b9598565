"""Dawn begins, is taken back, and what the GM chooses in it (V7.5-V7.8, V7.10, V7.11)."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import exists, select

from app.actor import Actor
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.bonds import bonds_of
from app.campaign.dawn.models import DawnFate
from app.campaign.dawn.queries import battles_of, open_choices, unopposed_of
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Place
from app.campaign.map.operations import give_place
from app.campaign.settlement.models import Settlement
from app.campaign.settlement.operations import captives
from app.campaign.states import BattleState, Outcome, Phase, SeatState, SideOutcome
from app.extensions import db
from app.journal.operations import record_public
from app.refusal import Refusal, Stale
from rules.vanguard import dawn

# How a place came to its owner, in the words of the map (give_place), by the rule that decided.
_WAYS = {"V7.5": "conquest", "V7.7": "unopposed", "V7.6": "founder", "V8.15": "founder", "V8.18": "founder"}


def begin(campaign: Campaign, actor: Actor) -> None:
    """Dawn begins: each place that was fought for or reached falls to whom the rules say (V7.5-V7.7, V7.10).

    Where the rules name several the GM's choice stays open. Captives without a named price go free (V7.4).
    Raises Refusal while a result or a settlement is missing (V7.8).
    """
    _check_all_done(campaign)
    captives.release_unnamed(campaign, actor)
    fought, lone = _fought(campaign), _unopposed(campaign)
    places = db.session.scalars(
        select(Place)
        .where(Place.campaign_id == campaign.id, Place.id.in_({*fought, *lone}))
        .order_by(Place.name, Place.id)
    )
    seats = {seat.id: seat for seat in campaign.seats}
    bonds = bonds_of(campaign, campaign.round)
    for place in places:
        fate = dawn.place_fate(place.owner_id, fought.get(place.id, ()), lone.get(place.id, ()), bonds)
        _carry_out(place, fate, seats, campaign, actor)


def seat_gone(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """Somebody has dropped out in dawn: where they had a claim that the GM has not decided on, the rules
    decide anew without them (V7.6, V11.1)."""
    if not campaign.running or campaign.phase != Phase.DAWN:
        return
    fought, lone = _fought(campaign), _unopposed(campaign)
    seats, bonds = {one.id: one for one in campaign.seats}, bonds_of(campaign, campaign.round)
    for open_one in open_choices(campaign):
        if seat.id not in open_one.candidates:
            continue
        place = open_one.place
        db.session.delete(open_one)
        db.session.flush()
        fate = dawn.place_fate(place.owner_id, fought.get(place.id, ()), lone.get(place.id, ()), bonds)
        _carry_out(place, fate, seats, campaign, actor)


def undo(campaign: Campaign, actor: Actor) -> None:
    """Dawn → settlement (V2.7): every place goes back to who held it, captives back to their captors.

    A place that the GM has handed to somebody else since stays where it is.
    """
    seats = {seat.id: seat for seat in campaign.seats}
    fates = db.session.scalars(
        select(DawnFate)
        .where(DawnFate.campaign_id == campaign.id, DawnFate.round == campaign.round)
        .order_by(DawnFate.place_id)
    ).all()
    for fate in fates:
        place = db.session.get_one(Place, fate.place_id)
        if fate.owner_id != fate.former_owner_id and place.owner_id == fate.owner_id:
            former = seats.get(fate.former_owner_id or "")
            if former is not None and not former.plays:
                former = None  # has dropped out since (V11.1)
            give_place(place, to=former, campaign=campaign, actor=actor, how="undone")
        db.session.delete(fate)
    captives.recall(campaign, actor)
    db.session.flush()


def choose(place: Place, taker: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """The GM says who of several winners takes the place (V7.6), or of several who met nobody (V7.10).

    Raises Stale if it was decided already, Refusal outside dawn and for a seat that is no candidate.
    """
    if not campaign.running or campaign.phase != Phase.DAWN:
        raise Refusal(_l("Places are given in the phase Dawn."), "V7.6")
    fate = db.session.get(DawnFate, (place.id, campaign.round))
    if fate is None or fate.outcome != Outcome.CHOICE:
        raise Refusal(_l("There is nothing to choose for this place."), "V7.6")
    if fate.chosen:
        raise Stale(_l("Who takes this place was decided already."), "V7.6")
    open_fate = dawn.GmChooses(tuple(fate.candidates), fate.rule)
    chosen = dawn.choose(open_fate, taker.id, place.owner_id)
    if chosen is None:
        raise Refusal(_l("Only one of those who have a claim can take the place."), "V7.6")
    fate.chosen, fate.owner_id = True, taker.id
    if isinstance(chosen, dawn.Kept):
        _tell("dawn.kept", place, taker, chosen.rule, campaign, actor)
    else:
        give_place(place, to=taker, campaign=campaign, actor=actor, how="choice")


def _check_all_done(campaign: Campaign) -> None:
    """V7.8."""
    rounds_battles = (Battle.campaign_id == campaign.id, Battle.round == campaign.round)
    if db.session.scalar(select(exists().where(*rounds_battles, Battle.state != BattleState.CONFIRMED))):
        raise Refusal(_l("Dawn waits until every battle has a confirmed result."), "V7.8")
    unsettled = (
        select(Settlement.id)
        .join(BattleSide, BattleSide.id == Settlement.side_id)
        .join(Battle, Battle.id == BattleSide.battle_id)
        .where(*rounds_battles, Settlement.finished_at.is_(None))
    )
    if db.session.execute(unsettled.limit(1)).first() is not None:
        raise Refusal(_l("Dawn waits until every settlement is finished."), "V7.8")


def _fought(campaign: Campaign) -> dict[str, list[dawn.Fought]]:
    """The battles of the round by place; events there and the place itself alike (V7.10). Whoever has
    dropped out takes nothing (V11.1)."""
    found: dict[str, list[dawn.Fought]] = {}
    gone = _gone(campaign)
    for battle in battles_of(campaign, campaign.round):
        winners = tuple(
            side.seat_id
            for side in battle.sides
            if side.outcome == SideOutcome.WON and side.seat_id not in gone
        )
        found.setdefault(battle.place_id, []).append(dawn.Fought(battle.event_id, winners))
    return found


def _unopposed(campaign: Campaign) -> dict[str, list[dawn.Unopposed]]:
    found: dict[str, list[dawn.Unopposed]] = {}
    gone = _gone(campaign)
    for order in unopposed_of(campaign, campaign.round):
        if order.seat_id in gone:
            continue
        event = order.fought_event_id or order.event_id
        found.setdefault(order.place_id, []).append(dawn.Unopposed(event, order.seat_id))
    return found


def _gone(campaign: Campaign) -> set[str]:
    return {seat.id for seat in campaign.seats if seat.state == SeatState.DROPPED}


def _carry_out(
    place: Place, fate: dawn.Fate, seats: dict[str, Seat], campaign: Campaign, actor: Actor
) -> None:
    row = DawnFate(
        place_id=place.id,
        round=campaign.round,
        campaign_id=campaign.id,
        rule=fate.rule,
        former_owner_id=place.owner_id,
        owner_id=place.owner_id,
        candidates=[],
    )
    db.session.add(row)
    match fate:
        case dawn.Taken(by=by):
            row.outcome, row.owner_id = Outcome.TAKEN, str(by)
            how = _WAYS.get(fate.rule, "conquest")
            give_place(place, to=seats[str(by)], campaign=campaign, actor=actor, how=how)
        case dawn.Kept(by=by):
            row.outcome = Outcome.KEPT
            _tell("dawn.kept", place, seats[str(by)], fate.rule, campaign, actor)
        case dawn.Ownerless():
            row.outcome = Outcome.OWNERLESS
            _tell("dawn.ownerless", place, None, fate.rule, campaign, actor)
        case dawn.GmChooses(candidates=candidates):
            row.outcome, row.candidates = Outcome.CHOICE, [str(one) for one in candidates]
            _tell("dawn.choice", place, None, fate.rule, campaign, actor)


def _tell(kind: str, place: Place, owner: Seat | None, rule: str, campaign: Campaign, actor: Actor) -> None:
    record_public(
        kind,
        campaign=campaign,
        actor=actor,
        seat=owner,
        place_id=place.id,
        params={"place": place.name, "player": owner.name if owner else "", "rule": rule},
    )
