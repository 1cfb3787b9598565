"""Random deeds in guilds, alliances, letters and transfers: allowed ones are taken, others are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from app.actor import Actor
from app.campaign.founding.models import Campaign, Seat
from app.campaign.guilds import operations as guilds
from app.campaign.guilds.models import Guild as GuildRow
from app.campaign.letters import operations as letters
from app.campaign.pacts import operations as pacts
from app.campaign.pacts.models import Pact as PactRow
from app.campaign.states import Phase
from app.campaign.transfers import operations as transfers
from app.extensions import db
from tests.campaign.modules.world import (
    ALLIANCE_FEE,
    ENTRY_FEE,
    LEVEL_COST,
    MOST_LEVELS,
    PLAYERS,
    REQUEST_FEE,
    Alliance,
    Guild,
    World,
)

Deed = Callable[[Campaign, Seat, Actor], Any]


def some_deeds(world: World, count: int) -> None:
    """So many things that players do beside the war, in whatever phase it is."""
    for _ in range(count):
        name = world.rng.choice(PLAYERS)
        kind = world.rng.choice(["guild", "guild", "guild", "pact", "pact", "letter", "gold"])
        {"guild": _guild, "pact": _pact, "letter": _letter, "gold": _gold}[kind](world, name)


def _done(world: World, name: str, deed: Deed, *objections: tuple[bool, str]) -> bool:
    """Whether the deed was allowed and is done; else it was refused by the first objection that holds."""
    for holds, rule in objections:
        if holds:
            world.refused(name, rule, deed)
            return False
    with world.acting(name) as acting:
        deed(*acting)
    return True


def _other(world: World, name: str) -> str:
    return world.rng.choice([one for one in PLAYERS if one != name])


# --- Letters and gold -----------------------------------------------------------------------------


def _letter(world: World, name: str) -> None:
    """V8.23."""
    other = _other(world, name)
    if "messages" not in world.on:
        return  # the page is not there; nothing else sends letters
    with world.acting(name) as (campaign, seat, actor):
        letters.send(
            "Kom til Kai.", world.seat(other), answers=None, campaign=campaign, seat=seat, actor=actor
        )
    world.letters += 1
    world.say(name, "writes to", other)


def _gold(world: World, name: str) -> None:
    """V8.21: at most what one has, at least 1."""
    if "transfers" not in world.on:
        return
    other, have = _other(world, name), world.purses[name]

    def send(amount: int) -> Deed:
        return lambda campaign, seat, actor: transfers.transfer(
            world.seat(other), amount, campaign=campaign, seat=seat, actor=actor
        )

    for wrong in (0, have + 1):
        world.refused(name, "V8.21", send(wrong))
    if have:
        amount = world.rng.randint(1, min(have, 25))
        _done(world, name, send(amount))
        world.pay(name, amount)
        world.pay(other, -amount)
        world.say(name, "sends", amount, "to", other)


# --- Guilds ---------------------------------------------------------------------------------------


def _guild(world: World, name: str) -> None:
    """One deed in guilds: what the player could do now is done, or what they could not is refused."""

    def found(campaign: Campaign, seat: Seat, actor: Actor) -> None:
        called = f"{name}s laug {len(world.told)}"
        made = guilds.found_guild(called, campaign=campaign, seat=seat, actor=actor).id
        world.guilds[made] = Guild(made, name, {name})

    if "guilds" not in world.on:
        world.refused(name, "V9.2", found)
        return
    mine = world.guild_of(name)
    if mine is None:
        _outside(world, name, found)
    elif mine.founder == name:
        _founding(world, name, mine)
    else:
        world.refused(name, "V8.19" if world.allied(name) else "V8.4", found)
        _leave(world, name, mine)


def _outside(world: World, name: str, found: Deed) -> None:
    """Whoever is in no guild founds one, asks for admission, joins or declines."""
    bound = bool(world.allied(name))
    if world.guilds and world.chance(0.75):
        guild = world.guilds[world.rng.choice(sorted(world.guilds))]
        offer = guild.offers.get(name)
        if offer in ("invited", "granted"):
            _join(world, name, guild, bound)
        elif offer == "requested" and world.chance(0.3):
            _done(world, name, _with(guild, guilds.withdraw_request))
            del guild.offers[name]
        elif offer is None:
            _request(world, name, guild, bound)
    elif _done(world, name, found, (bound, "V8.19"), (world.purses[name] < LEVEL_COST, "V3.2")):
        world.pay(name, LEVEL_COST)
        _taken_up(world, name)
        world.say(name, "founds", list(world.guilds)[-1])


def _with(guild: Guild, deed: Callable[..., object], *more: Any) -> Deed:
    return lambda campaign, seat, actor: deed(
        db.session.get_one(GuildRow, guild.id), *more, campaign=campaign, seat=seat, actor=actor
    )


def _taken_up(world: World, name: str) -> None:
    """Admitted to a guild, a player has nothing open with any."""
    for guild in world.guilds.values():
        guild.offers.pop(name, None)


def _join(world: World, name: str, guild: Guild, bound: bool) -> None:
    """V8.3, V8.4, V8.5, V8.19."""
    full, poor = len(guild.members) - 1 >= guild.level, world.purses[name] < ENTRY_FEE
    if _done(world, name, _with(guild, guilds.join), (bound, "V8.19"), (full, "V8.5"), (poor, "V3.2")):
        world.pay(name, ENTRY_FEE)
        _taken_up(world, name)
        guild.members.add(name)
        world.say(name, "joins", guild.id)


def _request(world: World, name: str, guild: Guild, bound: bool) -> None:
    poor = world.purses[name] < REQUEST_FEE
    if _done(world, name, _with(guild, guilds.request), (bound, "V8.19"), (poor, "V3.2")):
        world.pay(name, REQUEST_FEE)
        guild.offers[name] = "requested"
        world.say(name, "asks", guild.id)


def _founding(world: World, name: str, guild: Guild) -> None:
    """What a founder does: answers, builds up, invites, dissolves."""
    asked = sorted(one for one, kind in guild.offers.items() if kind == "requested")
    strangers = [one for one in PLAYERS if one not in guild.members and one not in guild.offers]
    what = world.rng.random()
    if asked and what < 0.6:
        other, yes = world.rng.choice(asked), world.chance(0.8)
        _done(world, name, _with(guild, guilds.answer, world.seat(other), yes))
        if yes:
            guild.offers[other] = "granted"
        else:
            del guild.offers[other]
    elif what < 0.3:
        _build(world, name, guild)
    elif what < 0.9 and strangers:
        other = world.rng.choice(strangers)
        _done(world, name, _with(guild, guilds.invite, world.seat(other)))
        guild.offers[other] = "invited"
    elif what > 0.93:
        _leave(world, name, guild)


def _build(world: World, name: str, guild: Guild) -> None:
    """V8.5: level N costs N times the amount."""
    cost = (guild.level + 1) * LEVEL_COST
    tall, poor = guild.level >= MOST_LEVELS, world.purses[name] < cost
    if _done(world, name, _with(guild, guilds.build), (tall, "V8.5"), (poor, "V3.2")):
        world.pay(name, cost)
        guild.level += 1
        world.say(name, "builds", guild.id, guild.level)


def _leave(world: World, name: str, guild: Guild) -> None:
    """V8.6, V8.11: at once, but not while members stand in a shared battle that is open."""
    founder = guild.founder == name
    go = _with(guild, guilds.dissolve if founder else guilds.leave)
    if any(len([one for one in sides if one in guild.members]) > 1 for sides in open_battles(world)):
        world.refused(name, "V8.11", go)
    elif world.chance(0.4):
        _done(world, name, go)
        if founder:
            del world.guilds[guild.id]
        else:
            guild.members.discard(name)
        world.say(name, "leaves", guild.id)


def open_battles(world: World) -> list[list[str]]:
    """The players of each battle whose result does not stand yet."""
    from app.campaign.battles.models import Battle
    from app.campaign.states import BattleState

    rows = db.session.scalars(
        db.select(Battle).where(
            Battle.campaign_id == world.campaign_id, Battle.state != BattleState.CONFIRMED
        )
    )
    return [[side.seat.given_name for side in battle.sides] for battle in rows]


# --- Mission alliances ----------------------------------------------------------------------------


def _pact(world: World, name: str) -> None:
    """V8.16-V8.20: one deed in mission alliances."""
    events = world.events()
    if not events:
        return
    title = world.rng.choice(sorted(events))

    def conclude(campaign: Campaign, seat: Seat, actor: Actor) -> None:
        asked = [world.seat(other) for other in others]
        made = pacts.conclude(events[title].id, asked, campaign=campaign, seat=seat, actor=actor)
        world.alliances.append(Alliance(made.id, title, name, {name}, set(others)))

    others = world.rng.sample([one for one in PLAYERS if one != name], world.rng.randint(1, 2))
    waiting = [one for one in world.alliances if name in one.invited]
    if "alliances" not in world.on:
        world.refused(name, "V9.2", conclude)
    elif world.campaign.phase not in (Phase.PREPARATION, Phase.ORDERS):
        world.refused(name, "V8.16", conclude)
    elif waiting:
        _answer(world, name, world.rng.choice(waiting))
    elif world.allied(name) and world.chance(0.3):
        _withdraw(world, name, world.allied(name)[0])
    elif _made_ally(world, name, title, conclude):
        _paid(world, name)
        world.say(name, "concludes for", title, "with", others)


def _made_ally(world: World, name: str, event: str, deed: Deed) -> bool:
    """Whether the deed that makes an ally was allowed and is done."""
    bound, ally = world.guild_of(name) is not None, bool(world.allied(name, event))
    poor = world.purses[name] < ALLIANCE_FEE
    return _done(world, name, deed, (bound, "V8.19"), (ally, "V8.16"), (poor, "V3.2"))


def _paid(world: World, name: str) -> None:
    """Every ally pays; one's own open requests to guilds are withdrawn (V8.16, V8.19)."""
    world.pay(name, ALLIANCE_FEE)
    for guild in world.guilds.values():
        if guild.offers.get(name) == "requested":
            del guild.offers[name]


def _bound(alliance: Alliance, deed: Callable[..., object]) -> Deed:
    return lambda campaign, seat, actor: deed(
        db.session.get_one(PactRow, alliance.id), campaign=campaign, seat=seat, actor=actor
    )


def _answer(world: World, name: str, alliance: Alliance) -> None:
    if world.chance(0.2):
        _done(world, name, _bound(alliance, pacts.decline))
        alliance.invited.discard(name)
    elif _made_ally(world, name, alliance.event, _bound(alliance, pacts.accept)):
        alliance.invited.discard(name)
        alliance.joined.add(name)
        _paid(world, name)
        world.say(name, "allies with", alliance.concluder, "for", alliance.event)


def _withdraw(world: World, name: str, alliance: Alliance) -> None:
    _done(world, name, _bound(alliance, pacts.withdraw))
    alliance.joined.discard(name)
    if alliance.concluder == name:
        world.alliances.remove(alliance)
    world.say(name, "withdraws from", alliance.event)
