"""V6.1-V6.5, V4.10, V5.2, V3.11: announcing the battles of a round, at once and exactly once.

It is called in the transaction of the step from orders to battles, whose guard makes sure that it
happens once. Everything here is public from this moment on, but for the line-ups (V3.11).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.actor import Actor
from app.campaign.battles.models import Battle, BattleSide, LineUpModel
from app.campaign.bonds import bonds_of
from app.campaign.events.models import Event
from app.campaign.events.queries import running_events
from app.campaign.events.scenarios import OTHER
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.guilds import operations as guilds
from app.campaign.lots import lots
from app.campaign.movement.operations import arrive, idle_warbands
from app.campaign.orders.models import Order
from app.campaign.orders.operations import post_defender
from app.campaign.pacts import operations as pacts
from app.campaign.states import Fate
from app.campaign.warbands.frozen import frozen
from app.campaign.warbands.models import Warband, WarbandModel
from app.campaign.warbands.queries import line_up, power_dice, warband_points
from app.extensions import db
from app.journal.operations import record_public
from rules.engine.rng import Draw, SeededRng
from rules.vanguard import announce as rules
from rules.vanguard.bonds import Bonds
from rules.vanguard.roles import RoleSide, battle_roles
from rules.vanguard.scenarios import has_roles, scenario_for
from rules.vanguard.standing import Post, Standing
from rules.vanguard.underdog import Strength, underdogs
from rules.vanguard.warband import limit_in_force

# With the module Multi-warband battles off, one fights one (V6.1).
_ONE_AGAINST_ONE = 2


@dataclass(frozen=True)
class _Field:
    """What an announcement is made of, by id."""

    campaign: Campaign
    actor: Actor
    seats: Mapping[str, Seat]
    orders: Mapping[str, Order]  # by warband
    events: Mapping[str, Event]
    bonds: Bonds


def announce(campaign: Campaign, actor: Actor) -> list[Battle]:
    """Reveal the orders of the round and announce its battles (V2.4).

    Every standing order gets its fate and its frozen line-up; each battle its sides, points,
    power dice, underdog (V6.4), scenario (V5.2) and roles (V6.5). What was drawn or rolled stands
    in the journal's row of what it decided.
    """
    orders = _arriving(campaign)
    idle = {one.id: one for one in idle_warbands(campaign, orders)}
    arrive(orders, campaign)
    events = running_events(campaign)
    sent = {order.warband_id: order for order in orders}
    guilds.keep_for_round(campaign)
    pacts.reveal(campaign, actor)
    bonds = bonds_of(campaign, campaign.round)
    field = _Field(
        campaign=campaign,
        actor=actor,
        seats={seat.id: seat for seat in campaign.seats},
        orders=sent,
        events={event.id: event for event in events},
        bonds=bonds,
    )
    for order in orders:
        order.points = warband_points(order.warband)
        order.line_up = line_up(order.warband)
        _reveal(order, field)
    with lots(campaign) as rng:
        announcement = rules.announce(
            [_arrival(order) for order in orders],
            [_running(event, campaign) for event in events],
            campaign.warband_limit if campaign.module_multi else _ONE_AGAINST_ONE,
            bonds,
            rng,
            [one for one in map(_standing, idle.values()) if one.points],
        )
        for post in announcement.posts:
            order = _defending(idle[str(post.standing.warband)], post, field)
            sent[order.warband_id] = order
        drawn = iter(list(rng.draws))
        _join(announcement.joined, drawn, field)
        battles: list[Battle] = []
        for spot in announcement.spots:
            draws = [next(drawn)] if spot.by_lot else []
            battles.extend(_battles_at(spot, len(battles), draws, field, rng))
    return battles


def _arriving(campaign: Campaign) -> list[Order]:
    """The standing orders of the round, by their random keys: an order that reveals nothing (V4.7)."""
    return list(
        db.session.scalars(
            select(Order)
            .join(Warband, Order.warband_id == Warband.id)
            .where(
                Order.campaign_id == campaign.id,
                Order.round == campaign.round,
                Order.lifted_at.is_(None),
                Warband.dissolved_at.is_(None),
            )
            .options(
                joinedload(Order.place),
                joinedload(Order.event),
                joinedload(Order.warband).selectinload(Warband.mercenaries),
                joinedload(Order.warband).selectinload(Warband.places).joinedload(WarbandModel.model),
            )
            .order_by(Order.id)
        )
    )


def _arrival(order: Order) -> rules.Arrival:
    return rules.Arrival(order.warband_id, order.seat_id, order.place_id, order.event_id, order.points)


def _running(event: Event, campaign: Campaign) -> rules.RunningEvent:
    return rules.RunningEvent(
        event.id, event.place_id, limit_in_force(campaign.warband_size, event.points_limit)
    )


def _standing(warband: Warband) -> Standing:
    """V9.5: with its present line-up, without whoever sits the battle out."""
    place_id = warband.standing_place_id or ""
    return Standing(warband.id, warband.seat_id, place_id, warband_points(warband, fit=True))


def _defending(warband: Warband, post: Post, field: _Field) -> Order:
    """V9.5: a warband without an order defends the place at which it stands."""
    event = field.events[str(post.event)] if post.event is not None else None
    order = post_defender(warband, event, points=post.standing.points, campaign=field.campaign)
    order.line_up = line_up(warband, fit=True)
    record_public(
        "battle.defends",
        campaign=field.campaign,
        actor=field.actor,
        seat=field.seats[order.seat_id],
        place_id=order.place_id,
        params={**_who(order, field), "event": event.title if event else None},
    )
    return order


def _reveal(order: Order, field: _Field) -> None:
    """The chronicle now says where each warband was sent (V2.4)."""
    record_public(
        "battle.revealed",
        campaign=field.campaign,
        actor=field.actor,
        seat=field.seats[order.seat_id],
        place_id=order.place_id,
        params={
            **_who(order, field),
            "event": order.event.title if order.event else None,
            "defends": order.event_id is None and order.place.owner_id == order.seat_id,
        },
    )


def _join(joined: Sequence[rules.Joined], drawn: Iterator[Draw], field: _Field) -> None:
    """V4.10: a warband that waited in its hideout fights at an event there, or met nobody."""
    for one in joined:
        order = field.orders[str(one.warband)]
        draws = [next(drawn)] if one.by_lot else []
        if one.event is None:
            continue
        event = field.events[str(one.event)]
        order.fought_event_id = event.id
        record_public(
            "battle.joined",
            campaign=field.campaign,
            actor=field.actor,
            seat=field.seats[order.seat_id],
            place_id=order.place_id,
            draws=draws,
            params={**_who(order, field), "event": event.title, "by_lot": one.by_lot},
        )


def _battles_at(
    spot: rules.Spot, before: int, draws: list[Draw], field: _Field, rng: SeededRng
) -> Iterator[Battle]:
    """Everything that comes of one event, or of one place without events."""
    event = field.events[str(spot.event)] if spot.event is not None else None
    for number, warbands in enumerate(spot.battles, start=before + 1):
        orders = [field.orders[str(warband)] for warband in warbands]
        yield _battle(number, orders, event, draws, field, rng)
    for fate, warbands in ((Fate.LEFT_OVER, spot.left_over), (Fate.UNOPPOSED, spot.unopposed)):
        for warband in warbands:
            order = field.orders[str(warband)]
            order.fate = fate
            record_public(
                f"battle.{fate}",
                campaign=field.campaign,
                actor=field.actor,
                seat=field.seats[order.seat_id],
                place_id=order.place_id,
                draws=draws,
                params={**_who(order, field), "event": event.title if event else None},
            )


def _battle(
    number: int,
    orders: Sequence[Order],
    event: Event | None,
    division: list[Draw],
    field: _Field,
    rng: SeededRng,
) -> Battle:
    campaign = field.campaign
    place = orders[0].place
    battle = Battle(
        campaign_id=campaign.id,
        round=campaign.round,
        number=number,
        place=place,
        event=event,
        note=event.sides_note if event else "",
    )
    db.session.add(battle)
    battle.sides = _sides(orders, event, field)
    already = len(rng.draws)
    _set_scenario(battle, rng, campaign)
    _set_roles(battle, rng, campaign)
    db.session.flush()
    record_public(
        "battle.announced",
        campaign=campaign,
        actor=field.actor,
        place_id=place.id,
        battle_id=battle.id,
        draws=[*division, *rng.draws[already:]],
        params={**_names(battle, campaign), **_role_names(battle)},
    )
    return battle


def _sides(orders: Sequence[Order], event: Event | None, field: _Field) -> list[BattleSide]:
    """Each warband of one battle: frozen line-up, points, dice, underdog share (V6.4, C2.9, C3.1)."""
    shares = {
        share.warband: share
        for share in underdogs(
            [Strength(order.warband_id, order.seat_id, order.points) for order in orders],
            event.id if event else None,
            field.bonds,
            tables_of(field.campaign).underdog,
        )
    }
    sides = []
    for position, order in enumerate(orders):
        order.fate = Fate.BATTLE
        share = shares[order.warband_id]
        sides.append(
            BattleSide(
                seat=field.seats[order.seat_id],
                warband_id=order.warband_id,
                order_id=order.id,
                position=position,
                warband_name=order.warband.name,
                points=order.points,
                power_dice=power_dice(order.warband, fit=True),
                alliance=_alliance(order, event, field),
                underdog_dice=share.dice,
                bonus_points=share.bonus_points,
                line_up=_frozen(order),
            )
        )
    return sides


def _alliance(order: Order, event: Event | None, field: _Field) -> str | None:
    """The guild or mission alliance a side belongs to here; None fights for itself (V8.1, V8.18)."""
    kind, key = field.bonds.group(order.seat_id, event.id if event else None)
    return None if kind == "seat" else str(key)


def _frozen(order: Order) -> list[LineUpModel]:
    """The warband as it stands now; later losses do not reach it (V4.11)."""
    cards = [(card, frozen(card)) for card in order.line_up or []]
    return [
        LineUpModel(
            model_id=read.model_id,
            position=position,
            name=read.name,
            is_leader=read.leader,
            points=read.points,
            card=card,
        )
        for position, (card, read) in enumerate(cards)
    ]


def _set_scenario(battle: Battle, rng: SeededRng, campaign: Campaign) -> None:
    """V5.2: the event's scenario; with none, one drawn for two warbands, King of the Hill for more."""
    if battle.event is not None and battle.event.scenario:
        battle.scenario = battle.event.scenario
        return
    found = scenario_for(catalogue_of(campaign).scenarios.values(), len(battle.sides), rng)
    battle.scenario = found.key if found else None
    battle.scenario_drawn = found is not None and len(battle.sides) == 2


def _set_roles(battle: Battle, rng: SeededRng, campaign: Campaign) -> None:
    """V6.5: the owner of the place defends if fighting there, else a D8 each; with more the note says."""
    scenario = catalogue_of(campaign).scenarios.get(battle.scenario or "")
    if not has_roles(scenario):
        return
    sides = [RoleSide(side.warband_id, side.seat.id) for side in battle.sides]
    roles = battle_roles(sides, battle.place.owner_id, rng)
    if roles is None:
        return
    for position, side in enumerate(battle.sides):
        side.role = "attacker" if side.warband_id == roles.attacker else "defender"
        side.role_rolls = [pair[position] for pair in roles.rolls]


def _who(order: Order, field: _Field) -> dict[str, Any]:
    return {
        "player": field.seats[order.seat_id].name,
        "warband": order.warband.name,
        "place": order.place.name,
    }


def _names(battle: Battle, campaign: Campaign) -> dict[str, Any]:
    """What a row of the chronicle says of a battle. Never points: they tell of the line-ups (V3.11)."""
    scenario = catalogue_of(campaign).scenarios.get(battle.scenario or "")
    return {
        "place": battle.place.name,
        "event": battle.event.title if battle.event else None,
        "scenario": scenario.name if scenario else None,
        "other": battle.scenario == OTHER,
        "drawn": battle.scenario_drawn,
        "sides": [{"player": side.seat.name, "warband": side.warband_name} for side in battle.sides],
    }


def _role_names(battle: Battle) -> dict[str, Any]:
    by_role = {side.role: side for side in battle.sides if side.role}
    if not by_role:
        return {}
    attacker, defender = by_role["attacker"], by_role["defender"]
    return {
        "attacker": attacker.warband_name,
        "defender": defender.warband_name,
        "rolls": [list(pair) for pair in zip(attacker.role_rolls, defender.role_rolls, strict=True)],
    }
