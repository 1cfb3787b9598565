"""Preparation, orders and the announcement: every order is sent if the rules let it, else refused."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from app.campaign.battles.models import Battle
from app.campaign.company.models import CompanyModel
from app.campaign.events.operations import EventWords
from app.campaign.movement import operations as movement
from app.campaign.orders import operations as orders
from app.campaign.orders.models import Order
from app.campaign.orders.muster import faults_of_company, muster
from app.campaign.states import Fate, ModelStatus, Phase
from app.campaign.warbands import operations as warbands
from app.campaign.warbands.models import Warband, WarbandModel
from app.campaign.warbands.queries.reading import load
from app.demo.named import company_at
from app.extensions import db
from tests.campaign.modules.bonding import some_deeds
from tests.campaign.modules.judge import reach
from tests.campaign.modules.world import INCOMES, MERCENARY, MERCENARY_FEE, PLAYERS, PRICES, SIZE, World

if TYPE_CHECKING:
    from app.campaign.events.models import Event


def prepare(world: World) -> None:
    """V2.2: events, and everybody makes good what they have lost."""
    for number in range(world.rng.randint(1, 3)):
        place = world.rng.choice(list(INCOMES))
        title = f"Begivenhed {world.campaign.round}.{number}"
        with world.acting():
            world.add_event(
                place,
                EventWords(title, "Salt."),
                duration=world.rng.randint(1, 2),
                locked=world.chance(0.1),
                points_limit=world.rng.choice([None, None, None, 45]),
            )
        world.say("event", title, "at", place)
    some_deeds(world, 7)
    for name in PLAYERS:
        _recruit(world, name)


def _recruit(world: World, name: str) -> None:
    """A warband in a hideout gets a fresh Levy; whoever has no warband forms a new one (V4.1, V9.5)."""
    _gather(world, name)
    bands = world.bands(name)
    if not bands:
        _new_band(world, name)
        return
    warband = world.rng.choice(bands)
    stands = world.standing(warband)
    levy = "dwarfs.dwarf-levy"
    if world.purses[name] >= PRICES[levy] and len(warband.places) < 4:
        with world.acting(name):
            world.buy(name, {levy: 1})
        world.pay(name, PRICES[levy])
        fresh = _free_models(world, name)[-1]
        if stands is None or stands in world.owned(name):
            with world.acting(name) as (campaign, seat, actor):
                warbands.put_in(warband, [fresh], campaign=campaign, seat=seat, actor=actor)
        else:
            world.refused(
                name,
                "V9.5",
                lambda campaign, seat, actor: warbands.put_in(
                    warband, [fresh], campaign=campaign, seat=seat, actor=actor
                ),
            )


def _gather(world: World, name: str) -> None:
    """V9.4, V9.6: a warband that stands nowhere can gather in any own place."""
    for warband in world.bands(name):
        own = sorted(world.owned(name))
        at = world.rng.choice(own or list(INCOMES))

        def gather(campaign: Any, seat: Any, actor: Any, one: Warband = warband, at: str = at) -> None:
            movement.gather(one, world.place(at), campaign=campaign, seat=seat, actor=actor)

        if "movement" not in world.on:
            world.refused(name, "V9.2", gather)
            return
        if warband.standing_place_id is not None or not own:
            world.refused(name, "V9.4", gather)
        elif world.chance(0.5):
            with world.acting(name) as acting:
                gather(*acting)


def _free_models(world: World, name: str) -> list[CompanyModel]:
    """Living models in no warband, the newest last."""
    taken = select(WarbandModel.model_id)
    return list(
        db.session.scalars(
            select(CompanyModel)
            .where(
                CompanyModel.company_id == company_at(world.seat(name)).id,
                CompanyModel.status == ModelStatus.LIVING,
                CompanyModel.id.not_in(taken),
            )
            .order_by(CompanyModel.created_at)
        )
    )


def _new_band(world: World, name: str) -> None:
    cost = PRICES["dwarfs.dwarf-sergeant"] + PRICES["dwarfs.dwarf-levy"]
    if world.purses[name] < cost:
        return
    with world.acting(name):
        world.buy(name, {"dwarfs.dwarf-sergeant": 1, "dwarfs.dwarf-levy": 1})
    world.pay(name, cost)
    fresh = _free_models(world, name)[-2:]
    with world.acting(name) as (campaign, seat, actor):
        made = warbands.form_warband(f"{name} {campaign.round}0", campaign=campaign, seat=seat, actor=actor)
        warbands.put_in(made, fresh, campaign=campaign, seat=seat, actor=actor)


# --- Orders ---------------------------------------------------------------------------------------


def order_all(world: World) -> None:
    """V2.3: most warbands are sent somewhere they may go; some try where they may not."""
    with world.acting():
        world.switch(Phase.ORDERS)
    some_deeds(world, 4)
    for name in PLAYERS:
        for band_id in [band.id for band in world.bands(name)]:
            if world.chance(0.15):
                _hire(world, name, band_id)
            if world.chance(0.8):
                _send(world, name, band_id)
    _revoke_one(world)
    some_deeds(world, 2)


def _hire(world: World, name: str, band_id: str) -> None:
    """V9.5: away from the hideouts the line-up, mercenaries too, stays as it is."""
    warband = db.session.get_one(Warband, band_id)
    stands = world.standing(warband)
    if stands is None or stands in world.owned(name):
        with world.acting(name) as (campaign, seat, actor):
            warbands.hire(warband, MERCENARY, campaign=campaign, seat=seat, actor=actor)


def sent(world: World) -> list[Order]:
    """The standing orders of the round."""
    return list(
        db.session.scalars(
            select(Order).where(
                Order.campaign_id == world.campaign_id,
                Order.round == world.campaign.round,
                Order.lifted_at.is_(None),
            )
        )
    )


def targets(world: World, name: str, warband: Warband) -> tuple[list[Target], list[Target]]:
    """Where the warband may go by the rules, and where it may not, as places and events (V4.6, V4.10, V9)."""
    own, events = world.owned(name), list(world.events().values())
    mine = [order for order in sent(world) if order.seat_id == warband.seat_id]
    within = reach(
        world.land,
        own,
        world.standing(warband) if "movement" in world.on else None,
        paths="paths" in world.on,
        movement="movement" in world.on,
    )
    may: list[Target] = []
    may_not: list[Target] = []
    for event in events:
        taken = any(order.event_id == event.id for order in mine)
        place = world.place_of(event)
        (may if place in within and not event.locked and not taken else may_not).append((place, event))
    for place, row in world.places().items():
        quiet = all(event.place_id != row.id for event in events)
        taken = any(order.place_id == row.id and order.event_id is None for order in mine)
        allowed = place in within and not taken and (quiet or place in own)
        (may if allowed else may_not).append((place, None))
    return may, may_not


Target = tuple[str, "Event | None"]


def _send(world: World, name: str, band_id: str) -> None:
    warband = db.session.get_one(Warband, band_id)
    may, may_not = targets(world, name, warband)
    if may_not:
        place, event = world.rng.choice(may_not)
        world.refused(name, None, lambda *acting: _order(world, band_id, place, event, acting))
    if not may:
        return
    events = [one for one in may if one[1] is not None]
    place, event = world.rng.choice(events if events and world.chance(0.6) else may)
    look = muster(load([warband])[0], world.campaign, event)
    faults = look.faults or faults_of_company(world.campaign, world.seat(name), load([warband]))
    if faults or look.fee > world.purses[name]:
        world.refused(name, None, lambda *acting: _order(world, band_id, place, event, acting))
        return
    assert look.fee == (MERCENARY_FEE if warband.mercenaries else 0)
    with world.acting(name) as acting:
        _order(world, band_id, place, event, acting)
    world.pay(name, look.fee)
    world.say(warband.name, "to", place, event.title if event else "", "from", world.standing(warband))


def _order(
    world: World, band_id: str, place: str, event: Event | None, acting: tuple[Any, Any, Any]
) -> Order:
    campaign, seat, actor = acting
    warband = db.session.get_one(Warband, band_id)
    return orders.send(
        warband,
        place_id=world.place(place).id,
        event_id=event.id if event is not None else None,
        stamp=muster(load([warband])[0], campaign, event).stamp,
        campaign=campaign,
        seat=seat,
        actor=actor,
    )


def _revoke_one(world: World) -> None:
    """V11.1, V4.5: the game master takes an order back, and the fee is returned."""
    standing = sorted(sent(world), key=lambda one: one.warband.name)
    if not standing or world.chance(0.6):
        return
    order_id = world.rng.choice(standing).id
    with world.acting() as (campaign, _gm, actor):
        order = db.session.get_one(Order, order_id)
        seat = next(one for one in campaign.seats if one.id == order.seat_id)
        orders.revoke(order, reason="Fejl", campaign=campaign, seat=seat, actor=actor)
        name = seat.given_name
        hired = order.fee_row_id is not None
        world.say("revoked:", order.warband.name)
    if hired:
        world.pay(name, -MERCENARY_FEE)


# --- The announcement -----------------------------------------------------------------------------


def announce(world: World) -> None:
    """V2.4: the battles are announced, and are what the rules make of the orders."""
    before = {band.id: world.standing(band) for band in world.bands()}
    ordered = {order.warband_id for order in sent(world)}
    idle = [band.id for band in world.bands() if band.id not in ordered and band.standing_place_id]
    world.announced = world.bonds_now()
    with world.acting():
        world.switch(Phase.BATTLES)
    world.revealed += len(world.announced.pacts)
    _check_fates(world)
    _check_posts(world, ordered, idle)
    for order in sent(world):
        if "movement" in world.on:
            arrived = world.standing(order.warband)
            assert arrived == order.place.name, f"{order.warband.name} stands at {arrived}"
        elif order.warband_id in before:
            assert order.stance is None
            assert order.warband.standing_place_id is None


def spots(world: World) -> dict[tuple[str, str | None], list[Order]]:
    """The orders of the round by where they fought or would have."""
    found: dict[tuple[str, str | None], list[Order]] = defaultdict(list)
    for order in sent(world):
        found[order.place_id, order.fought_event_id or order.event_id].append(order)
    return dict(found)


def _check_fates(world: World) -> None:
    """V6.1, V6.2, V6.10, V8.15, V5.5: who fights whom, in how many battles, and who is left over."""
    names, titles = world.names(), {event.id: event.title for event in world.events().values()}
    battles = list(
        db.session.scalars(
            select(Battle).where(
                Battle.campaign_id == world.campaign_id, Battle.round == world.campaign.round
            )
        )
    )
    most = 2 if "multi" not in world.on else world.limit
    for (place_id, event_id), there in spots(world).items():
        title = titles.get(event_id or "")
        camps = {order.id: world.announced.camp(names[order.seat_id], title) for order in there}
        here = [one for one in battles if (one.place_id, one.event_id) == (place_id, event_id)]
        if len(set(camps.values())) <= 1:
            assert not here
            assert {order.fate for order in there} == {Fate.UNOPPOSED}
            continue
        for battle in here:
            inside = {camps[side.order_id or ""] for side in battle.sides}
            assert len(inside) > 1, "no battle of allies alone"
            assert most is None or len(battle.sides) <= most
        fighting = [side.order_id for battle in here for side in battle.sides]
        assert sorted(fighting) == sorted(one.id for one in there if one.fate == Fate.BATTLE)
        over = [one for one in there if one.fate == Fate.LEFT_OVER]
        assert len(over) == fewest_left_over(list(camps.values()), most)
        assert len(fighting) + len(over) == len(there)


def fewest_left_over(camps: list[object], most: int | None) -> int:
    """V6.2: how many of these can at best not be put into battles of two camps and at most so many each."""
    if most is None or len(camps) <= most:
        return 0
    biggest = max(camps.count(one) for one in camps)
    total = len(camps)
    for over in range(total):
        for battles in range(1, total // 2 + 1):
            # Leaving out members of the biggest camp never makes it harder to find opponents.
            rest = total - over
            outside = min(total - biggest, rest)
            if 2 * battles <= rest <= most * battles and outside >= battles:
                return over
    return total


def _check_posts(world: World, ordered: set[str], idle: list[str]) -> None:
    """V9.5, V9.7: who defends without an order; none without Movement."""
    posted = [order for order in sent(world) if order.warband_id not in ordered]
    if "movement" not in world.on:
        assert not posted
        return
    names, titles = world.names(), {event.id: event.title for event in world.events().values()}
    waiting: dict[tuple[str, str], list[Warband]] = defaultdict(list)
    for band_id in idle:
        band = db.session.get_one(Warband, band_id)
        waiting[band.seat_id, band.standing_place_id or ""].append(band)
    for (seat_id, place_id), bands in waiting.items():
        calls = 0
        for (place, event_id), there in spots(world).items():
            came = [names[one.seat_id] for one in there if one.warband_id in ordered]
            if place != place_id or not came or names[seat_id] in came:
                continue
            title = titles.get(event_id or "")
            camp = world.announced.camp(names[seat_id], title)
            calls += any(world.announced.camp(one, title) != camp for one in came)
        here = [one for one in posted if (one.seat_id, one.place_id) == (seat_id, place_id)]
        fit = [band for band in bands if _fit_models(band)]
        assert len(here) == min(calls, len(fit)), f"{names[seat_id]}: {len(here)} of {calls} calls answered"
        assert all(one.points <= SIZE and not one.warband.mercenaries for one in here)


def _fit_models(band: Warband) -> bool:
    return any(not place.model.misses_battle for place in band.places)
