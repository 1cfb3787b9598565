"""A campaign with guilds: players with gold, and what their browsers send."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from app.campaign.gold import operations as gold
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.queries import balance
from app.campaign.guilds.models import Guild, GuildMember
from app.campaign.states import Phase
from app.extensions import db
from app.journal.writes import writing
from tests.campaign.battles import world as w

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug.test import TestResponse

    from tests.campaign.battles.world import World

PLAYERS = ("ellen", "mads", "rosa", "jonas", "frida")
AMOUNTS = {
    "guild_level_cost": 60,
    "guild_level_income": 20,
    "guild_most_levels": 2,
    "guild_request_fee": 5,
    "guild_entry_fee": 15,
}


def hall(app: Flask, *players: str, each: int = 300, **settings: object) -> World:
    """A campaign in orders of round 1 with guilds and battles of any size; everyone has ``each`` gold."""
    with app.app_context():
        made: dict[str, object] = {"module_guilds": True, "module_multi": True, **AMOUNTS, **settings}
        world = w.found(app, *(players or PLAYERS), **made)
        with writing():
            for name in players or PLAYERS:
                gold.enter(
                    world.seat(name),
                    each,
                    "founding.starting_gold",
                    campaign=world.campaign,
                    actor=world.actor(name),
                )
    return world


def do(world: World, who: str, deed: str, **fields: object) -> TestResponse:
    """What ``who`` sends to the guilds; "player" is a name."""
    if "player" in fields:
        fields["player"] = world.seats[str(fields["player"])]
    return w.post(world.browser(who), world.url(f"/guilds{deed}"), **fields)


def found_guild(world: World, who: str, name: str = "Havkatten") -> str:
    """``who`` founds a guild; returns its id."""
    assert do(world, who, "", form_key="found", name=name).status_code == 303
    with world.app.app_context():
        return db.session.execute(select(Guild.id).where(Guild.name == name)).scalar_one()


def admit(world: World, founder: str, guild: str, *names: str) -> None:
    """The founder invites them and they join."""
    for name in names:
        assert do(world, founder, f"/{guild}/invite", player=name).status_code == 303
        assert do(world, name, f"/{guild}/join").status_code == 303


def gold_of(world: World, name: str) -> int:
    with world.app.app_context():
        return balance(world.seat(name))


def paid(world: World, name: str) -> list[tuple[str, int]]:
    """What the player has paid, oldest first."""
    with world.app.app_context():
        rows = db.session.scalars(
            select(LedgerRow)
            .where(LedgerRow.seat_id == world.seats[name], LedgerRow.amount < 0)
            .order_by(LedgerRow.at, LedgerRow.id)
        )
        return [(row.kind, row.amount) for row in rows]


def members(world: World, guild: str) -> set[str]:
    with world.app.app_context():
        seats = set(db.session.scalars(select(GuildMember.seat_id).where(GuildMember.guild_id == guild)))
    return {name for name, seat in world.seats.items() if seat in seats}


def at(world: World, phase: Phase) -> None:
    with world.app.app_context(), writing():
        world.campaign.phase = phase
