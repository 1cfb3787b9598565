"""Battles, settlement, dawn and End round: random results, dice of the app, and what the rules make of it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from app.campaign.battles import operations as battles
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.battles.report import Report, hostile
from app.campaign.company.models import CompanyModel
from app.campaign.dawn import operations as dawn
from app.campaign.dawn.models import DawnFate
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.map.models import Place
from app.campaign.movement import operations as movement
from app.campaign.movement.queries import goings
from app.campaign.orders.models import Order
from app.campaign.settlement import operations
from app.campaign.settlement.bench import Bench, bench_of
from app.campaign.settlement.captivity import price_of
from app.campaign.settlement.fallen import fallen_ones
from app.campaign.settlement.learning import learners
from app.campaign.settlement.models import Captive, Settlement
from app.campaign.settlement.operations import captives
from app.campaign.settlement.ranks import due, unchosen
from app.campaign.states import CAPTIVE, BattleState, Fate, Outcome, Phase, SideOutcome
from app.campaign.warbands.models import Warband
from app.campaign.warbands.queries.reading import breaches_of, load
from app.extensions import db
from rules.vanguard.settlement.advances import open_rules, open_stats
from rules.vanguard.settlement.profile import profile
from rules.vanguard.settlement.retinue import leader_need
from tests.campaign.modules.bonding import some_deeds
from tests.campaign.modules.judge import after, holder, home
from tests.campaign.modules.marching import sent
from tests.campaign.modules.world import FIXED, INCOMES, LEVEL_INCOME, PLAYERS, World


def _battles(world: World) -> list[Battle]:
    return list(
        db.session.scalars(
            select(Battle)
            .where(Battle.campaign_id == world.campaign_id, Battle.round == world.campaign.round)
            .order_by(Battle.number)
        )
    )


# --- Results --------------------------------------------------------------------------------------


def fight(world: World) -> None:
    """V6.7: one side enters the result, the others confirm; of some the game master decides a dispute."""
    some_deeds(world, 2)
    for battle in _battles(world):
        report = _report(world, battle)
        sides = [side.seat.given_name for side in battle.sides]
        key = battle.id
        with world.acting(sides[0]) as (campaign, seat, actor):
            one = db.session.get_one(Battle, key)
            battles.enter_result(
                one, report, version=one.result_version, campaign=campaign, seat=seat, actor=actor
            )
        disputed = world.chance(0.2)
        for name in dict.fromkeys(sides[1:]):
            with world.acting(name) as (campaign, seat, actor):
                one = db.session.get_one(Battle, key)
                seen: dict[str, Any] = {
                    "version": one.result_version,
                    "campaign": campaign,
                    "seat": seat,
                    "actor": actor,
                }
                if disputed:
                    battles.dispute(one, "Sådan var det ikke.", **seen)
                else:
                    battles.confirm(one, **seen)
        if disputed:
            with world.acting() as (campaign, _seat, actor):
                one = db.session.get_one(Battle, key)
                battles.decide(one, report, version=one.result_version, campaign=campaign, actor=actor)
        assert db.session.get_one(Battle, key).state == BattleState.CONFIRMED
    some_deeds(world, 2)


def _report(world: World, battle: Battle) -> Report:
    """A draw, one winner, or of three and more sometimes several: allies together, or strangers (V8.15)."""
    sides = list(battle.sides)
    rng = world.rng
    winners = {rng.choice(sides)}
    if len(sides) > 2 and world.chance(0.6):
        one = next(iter(winners))
        friends = {side for side in sides if side.alliance is not None and side.alliance == one.alliance}
        winners |= friends or {rng.choice(sides)}
    if world.chance(0.2) or len(winners) == len(sides):
        winners = set()
    fallen = {line.id for side in sides for line in side.line_up if world.chance(0.35)}
    enemies: dict[str, int] = {}
    for side in sides:
        lost = sum(line.id in fallen for other in hostile(side, battle) for line in other.line_up)
        if side.line_up and lost:
            enemies[rng.choice(side.line_up).id] = rng.randint(0, lost)
    world.say("battle at", battle.place.name, "won by", sorted(side.warband_name for side in winners))
    return Report(
        winners=frozenset(side.id for side in winners),
        taken_out=frozenset(fallen),
        enemies=enemies,
        objectives={rng.choice(sides).id: 1},
    )


# --- Settlement -----------------------------------------------------------------------------------


def settle(world: World) -> None:
    """V7.1: each side in six steps, with the dice of the app; ransoms and exchanges between (V7.4)."""
    with world.acting():
        world.switch(Phase.SETTLEMENT)
    waiting = list(
        db.session.execute(
            select(Settlement.id, BattleSide.seat_id)
            .join(BattleSide, BattleSide.id == Settlement.side_id)
            .where(Settlement.campaign_id == world.campaign_id, Settlement.finished_at.is_(None))
            .order_by(BattleSide.warband_name)
        )
    )
    names = world.names()
    for settlement_id, seat_id in waiting:
        with world.acting(names[seat_id]) as (campaign, seat, actor):
            _six_steps(world, settlement_id, campaign, seat, actor)
    some_deeds(world, 2)
    for captive_id in _held(world):
        _ransom(world, captive_id)


def _six_steps(world: World, settlement_id: str, campaign: Any, seat: Any, actor: Any) -> None:
    def bench() -> Bench:
        db.session.flush()
        db.session.expire_all()
        found = bench_of(settlement_id, campaign=campaign, seat=seat)
        assert found is not None
        return found

    def seen(at: Bench) -> dict[str, Any]:
        return {"version": at.settlement.version, "actor": actor}

    at = bench()
    operations.settle_course(at, {}, at.objectives, **seen(at))
    at = bench()
    operations.roll_injuries(at, **seen(at))
    at = bench()
    while robbed := [one for one in fallen_ones(at) if one.wants == "item"]:
        item = at.carried(robbed[0].model)[0]
        operations.choose_robbed(at, robbed[0].model.id, item.id, **seen(at))
        at = bench()
    operations.finish_injuries(at, **seen(at))
    at = bench()
    operations.settle_equipment(at, (), {}, **seen(at))
    at = bench()
    gift = learners(at)
    operations.settle_experience(at, gift[0].id if gift else None, None, **seen(at))
    while due(at := bench()) or unchosen(at):
        if open_entry := next(iter(unchosen(at)), None):
            _choose(at, open_entry, seen(at))
        else:
            operations.roll_advance(at, due(at)[0].model.id, None, **seen(at))
    operations.finish_advances(at, **seen(at))
    at = bench()
    if leader_need(at.holders, at.candidates, at.tables.retinue) == "name_command":
        commands = [one for one in at.candidates if one.card.command]
        operations.name_leader(at, str(commands[0].model), **seen(at))
        at = bench()
    operations.finish_retinue(at, **seen(at))


def _choose(at: Bench, entry: Any, seen: dict[str, Any]) -> None:
    model = at.models[entry.model_id]
    now = profile(at.card_of(model), at.changes_of(model))
    stats = open_stats(now, at.card_of(model), at.tables) if entry.params["choose"] == "any" else ()
    operations.choose_advance(at, entry.id, (*stats, *open_rules(now, at.tables))[0], **seen)


def _held(world: World) -> list[str]:
    return list(
        db.session.scalars(
            select(Captive.id)
            .join(CompanyModel, CompanyModel.id == Captive.model_id)
            .where(Captive.campaign_id == world.campaign_id, Captive.state.in_(CAPTIVE))
            .order_by(CompanyModel.name, Captive.created_at)
        )
    )


def _ransom(world: World, captive_id: str) -> None:
    captive = db.session.get_one(Captive, captive_id)
    captor, owner = captive.captor.given_name, captive.owner.given_name
    if world.chance(0.3):
        return
    with world.acting(captor) as (campaign, seat, actor):
        captive = db.session.get_one(Captive, captive_id)
        price = world.rng.randint(0, price_of(captive, campaign))
        captives.name_ransom(
            captive, price, None, version=captive.version, campaign=campaign, seat=seat, actor=actor
        )
    if price > world.purses[owner] or world.chance(0.5):
        return
    with world.acting(owner) as (campaign, seat, actor):
        captive = db.session.get_one(Captive, captive_id)
        captives.pay(captive, version=captive.version, campaign=campaign, seat=seat, actor=actor)
    world.pay(owner, price)
    world.pay(captor, -price)
    world.say(owner, "ransoms", captive.model.name, "from", captor, "for", price)


# --- Dawn -----------------------------------------------------------------------------------------


def break_of_day(world: World) -> None:
    """V7.5-V7.11: places fall to whom the rules say; the game master chooses where they name several."""
    before = {name: place.owner_id for name, place in world.places().items()}
    with world.acting():
        world.switch(Phase.DAWN)
    if world.chance(0.25):
        with world.acting():
            world.switch(Phase.SETTLEMENT)
        assert {name: place.owner_id for name, place in world.places().items()} == before
        with world.acting():
            world.switch(Phase.DAWN)
    _check_places(world, before)
    for captive_id in _held(world):
        captive = db.session.get_one(Captive, captive_id)
        if world.chance(0.6):
            deed = captives.release if world.chance(0.6) else captives.execute
            with world.acting(captive.captor.given_name) as (campaign, seat, actor):
                captive = db.session.get_one(Captive, captive_id)
                deed(captive, version=captive.version, campaign=campaign, seat=seat, actor=actor)
    some_deeds(world, 2)


def _check_places(world: World, before: dict[str, str | None]) -> None:
    names = world.names()
    titles = {event.id: event.title for event in world.events().values()}
    winners: dict[str, set[tuple[str, str | None]]] = defaultdict(set)
    fought: set[str] = set()
    for battle in _battles(world):
        fought.add(battle.place_id)
        for side in battle.sides:
            if side.outcome == SideOutcome.WON:
                winners[battle.place_id].add((names[side.seat_id], titles.get(battle.event_id or "")))
    lone: dict[str, set[tuple[str, str | None]]] = defaultdict(set)
    for order in sent(world):
        if order.fate == Fate.UNOPPOSED:
            event = titles.get(order.fought_event_id or order.event_id or "")
            lone[order.place_id].add((names[order.seat_id], event))
    for name, place in world.places().items():
        owner = names.get(before[name] or "")
        due_to = holder(owner, winners[place.id], place.id in fought, lone[place.id], world.announced)
        if isinstance(due_to, set):
            _choose_taker(world, place.id, due_to)
            continue
        held = names.get(place.owner_id or "")
        assert held == due_to, f"{name} was {owner}'s, is {held}'s, should be {due_to}'s"


def _choose_taker(world: World, place_id: str, candidates: set[str]) -> None:
    fate = db.session.get_one(DawnFate, (place_id, world.campaign.round))
    assert fate.outcome == Outcome.CHOICE
    assert {world.names()[one] for one in fate.candidates} == candidates
    taker = world.rng.choice(sorted(candidates))
    world.refused(None, "V7.6", lambda *_acting: world.end_round())
    outsiders = [one for one in PLAYERS if one not in candidates]
    if outsiders:
        world.refused(
            None,
            "V7.6",
            lambda campaign, _seat, actor: dawn.choose(
                db.session.get_one(Place, place_id), world.seat(outsiders[0]), campaign=campaign, actor=actor
            ),
        )
    with world.acting() as (campaign, _seat, actor):
        dawn.choose(db.session.get_one(Place, place_id), world.seat(taker), campaign=campaign, actor=actor)
    assert db.session.get_one(Place, place_id).owner_id == world.seat(taker).id


# --- End round ------------------------------------------------------------------------------------


def end_round(world: World) -> None:
    """V7.9: income, and with Movement everybody goes where the rules send them (V9.4-V9.7)."""
    chosen = _choose_retreats(world)
    # What the pages of dawn say of each that will go.
    said = {one.warband.id: one.to for one in goings(world.campaign)}
    ways = [_ways(world, band, chosen) for band in world.bands()]
    ended = world.campaign.round
    with world.acting():
        world.end_round()
    assert world.campaign.round == ended + 1
    for name in PLAYERS:
        income = FIXED + sum(INCOMES[place] for place in world.owned(name))
        guild = world.guild_of(name)
        if guild is not None:
            income += -(-guild.level * LEVEL_INCOME // len(guild.members))
        world.pay(name, -income)
    world.alliances.clear()
    for way in ways:
        band = db.session.get_one(Warband, way.band)
        places = way.unfit if _invalid(world, band) else way.fit
        stands = world.standing(band)
        assert stands in places, f"{band.name} stands at {stands}, should at {places}"
        if said.get(way.band) is not None:
            assert said[way.band] == band.standing_place_id, f"{band.name} goes elsewhere than dawn said"


def _choose_retreats(world: World) -> dict[str, str]:
    """V9.6: of several equally near hideouts a player may choose one."""
    chosen: dict[str, str] = {}
    names = world.names()
    for going in goings(world.campaign):
        if len(going.places) < 2 or world.chance(0.5):
            continue
        place_id = world.rng.choice(going.places)
        band_id = going.warband.id
        with world.acting(names[going.warband.seat_id]) as (campaign, seat, actor):
            band = db.session.get_one(Warband, band_id)
            movement.choose_retreat(band, place_id, campaign=campaign, seat=seat, actor=actor)
        chosen[band_id] = db.session.get_one(Place, place_id).name
    return chosen


@dataclass(frozen=True)
class Way:
    """Where a warband may stand after the round: one that keeps the limits then, and one that does not."""

    band: str
    fit: set[str | None]
    unfit: set[str | None]


def _ways(world: World, band: Warband, chosen: dict[str, str]) -> Way:
    if "movement" not in world.on:
        return Way(band.id, {None}, {None})
    name, paths = world.names()[band.seat_id], "paths" in world.on
    own = world.owned(name)
    order = next((one for one in sent(world) if one.warband_id == band.id), None)
    if order is not None:
        side = db.session.scalars(select(BattleSide).where(BattleSide.order_id == order.id)).one_or_none()
        move = after(order.stance or "", side.outcome if side is not None else None)
        to = home(move, world.land, order.place.name, _left(order), own, paths=paths)
    else:
        move, to = "stays", {world.standing(band)}
    unfit = to
    outside = {place for place in to if place is not None and place not in own}
    if move != "withdraws" and outside:
        # V9.7: whoever no longer keeps the limits withdraws from wherever it would stand outside.
        unfit = home("withdraws", world.land, outside.pop(), None, own, paths=paths)
    return Way(band.id, _then(to, band, own, chosen), _then(unfit, band, own, chosen))


def _then(to: set[str | None], band: Warband, own: set[str], chosen: dict[str, str]) -> set[str | None]:
    """The hideout that its player chose (V9.6); nowhere, it gathers where its player holds but one (V9.4)."""
    if band.id in chosen and chosen[band.id] in to:
        return {chosen[band.id]}
    return set(own) if to == {None} and len(own) == 1 else to


def _left(order: Order) -> str | None:
    if order.from_place_id is None:
        return None
    return db.session.get_one(Place, order.from_place_id).name


def _invalid(world: World, band: Warband) -> bool:
    catalogue, tables = catalogue_of(world.campaign), tables_of(world.campaign)
    return bool(list(breaches_of(load([band])[0], world.campaign.warband_size, catalogue, tables)))
