"""A campaign of five with any of its modules, played by the rooms' own operations, and how it should stand.

Beside the database stands what the players know of their own game: each purse, the guilds, the alliances of
the round. It is reckoned here from the amounts of the campaign and compared with the tables after each phase.

The land: five hideouts in a row, a cloister and a town. In the town lie a market and a quay, below the market
a vault: three levels of maps.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from app.accounts.models import Person
from app.accounts.operations.people import sign_up
from app.actor import Actor
from app.campaign.events.queries import running_events
from app.campaign.founding import operations as founding
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Place
from app.campaign.map.operations import PlaceWords, add_place, draw_path, set_campaign_map, set_place_map
from app.campaign.warbands.models import Warband
from app.demo.table import Table
from app.extensions import db
from app.journal.writes import writing
from app.refusal import Refusal
from tests.campaign.modules.judge import Bonds, Land, Pact
from tests.campaign.modules.positions import MODULES, Position

PLAYERS = ("Ellen", "Mads", "Frida", "Jonas", "Rosa")
HOMES = ("Ulvedal", "Rabenfels", "Mühlgrund", "Ærøskov", "Salzfurt")
INCOMES = dict(zip((*HOMES, "Gråkloster", "Königsbrück", "Markt", "Kai", "Hvælv"), range(3, 13), strict=True))
WAYS = (
    ("Ulvedal", "Rabenfels", False),
    ("Rabenfels", "Mühlgrund", False),
    ("Mühlgrund", "Ærøskov", True),
    ("Ærøskov", "Salzfurt", False),
    ("Salzfurt", "Ulvedal", True),
    ("Rabenfels", "Gråkloster", False),
    ("Mühlgrund", "Königsbrück", False),
    ("Markt", "Kai", True),
)
INNER = {"Markt": "Königsbrück", "Kai": "Königsbrück", "Hvælv": "Markt"}
ACCESSES = ("Markt", "Hvælv")

START, FIXED, SIZE = 600, 30, 100
LEVEL_COST, LEVEL_INCOME, MOST_LEVELS, REQUEST_FEE, ENTRY_FEE, ALLIANCE_FEE = 60, 20, 3, 5, 15, 10
PRICES = {"dwarfs.dwarf-sergeant": 47, "dwarfs.ironclad": 20, "dwarfs.dwarf-levy": 12}
"""31, 13 and 8 points at 1.5 gold a point, rounded up (V1.2)."""
MERCENARY, MERCENARY_FEE = "mercenary.kuzlo-madfall", 69
"""46 points at 1.5 gold a point."""


@dataclass
class Guild:
    id: str
    founder: str
    members: set[str]
    level: int = 1
    offers: dict[str, str] = field(default_factory=dict)


@dataclass
class Alliance:
    id: str
    event: str
    concluder: str
    joined: set[str]
    invited: set[str] = field(default_factory=set)


@dataclass
class World(Table):
    """The campaign in one position of its switches; ``told`` is what was done, to be read after a failure."""

    on: Position = frozenset()
    limit: int | None = None
    rng: Random = field(default_factory=Random)
    land: Land = field(default_factory=Land)
    purses: dict[str, int] = field(default_factory=dict)
    guilds: dict[str, Guild] = field(default_factory=dict)
    alliances: list[Alliance] = field(default_factory=list)
    announced: Bonds = field(default_factory=lambda: Bonds({}, ()))
    revealed: int = 0
    letters: int = 0
    people: dict[str, str] = field(default_factory=dict)
    language: str = "en"
    told: list[str] = field(default_factory=list)

    @contextmanager
    def acting(self, name: str | None = None) -> Iterator[tuple[Campaign, Seat, Actor]]:
        """One change by a player, or by the game master."""
        with writing():
            if name is not None:
                yield self.player(name)
            else:
                actor = self.gm()
                assert actor.seat is not None
                yield self.campaign, actor.seat, actor

    def say(self, *words: object) -> None:
        self.told.append(" ".join(map(str, words)))

    def refused(
        self, name: str | None, rule: str | None, deed: Callable[[Campaign, Seat, Actor], object]
    ) -> None:
        """The deed is refused, with that rule if one is named, and changes nothing."""
        self.say("must not:", name, rule or "")
        with pytest.raises(Refusal) as refusal, self.acting(name) as (campaign, seat, actor):
            deed(campaign, seat, actor)
        if rule is not None:
            assert refusal.value.rule == rule, str(refusal.value)

    def pay(self, name: str, amount: int) -> None:
        self.purses[name] -= amount

    def chance(self, of: float) -> bool:
        return self.rng.random() < of

    # What there is

    def names(self) -> dict[str, str]:
        """Seat → player."""
        return {seat.id: seat.given_name for seat in self.campaign.seats}

    def places(self) -> dict[str, Place]:
        found = db.session.scalars(select(Place).where(Place.campaign_id == self.campaign_id))
        return {place.name: place for place in found}

    def owned(self, name: str) -> set[str]:
        seat_id = self.seat(name).id
        return {place.name for place in self.places().values() if place.owner_id == seat_id}

    def bands(self, name: str | None = None) -> list[Warband]:
        """The warbands in the field, of a player or of all, by name."""
        query = select(Warband).where(Warband.campaign_id == self.campaign_id, Warband.dissolved_at.is_(None))
        if name is not None:
            query = query.where(Warband.seat_id == self.seat(name).id)
        return list(db.session.scalars(query.order_by(Warband.name)))

    def standing(self, warband: Warband) -> str | None:
        if warband.standing_place_id is None:
            return None
        return db.session.get_one(Place, warband.standing_place_id).name

    def events(self) -> dict[str, Any]:
        """The events that run, by title."""
        return {event.title: event for event in running_events(self.campaign)}

    def place_of(self, event: Any) -> str:
        return db.session.get_one(Place, event.place_id).name

    # Bonds as the players know them

    def guild_of(self, name: str) -> Guild | None:
        return next((one for one in self.guilds.values() if name in one.members), None)

    def allied(self, name: str, event: str | None = None) -> list[Alliance]:
        return [one for one in self.alliances if name in one.joined and event in (None, one.event)]

    def bonds_now(self) -> Bonds:
        return Bonds(
            {one.founder: frozenset(one.members) for one in self.guilds.values()},
            [Pact(one.event, one.concluder, frozenset(one.joined)) for one in self.alliances],
        )


LANGUAGES = ("en", "da", "de")


def found_world(position: Position, number: int) -> World:
    """The campaign in the preparation of round 1, each player with a company and two warbands.

    Everybody reads one of the three languages, by the number.
    """
    rng, language = Random(f"campaign {number}"), LANGUAGES[number % 3]
    with writing():
        people = [sign_up(name, "no password leads here", None, language) for name in ("Karin", *PLAYERS)]
        ids = {person.nickname: person.id for person in people}
        draft = founding.start_draft(people[0], name="Syv kontakter", story="")
        # The lots are the campaign's own generator: with a seed of the test it draws alike in every run.
        draft.lots_seed = hashlib.sha256(f"lots {number}".encode()).hexdigest()
        campaign_id = draft.id
    limit = rng.choice([None, 2, 3, 4]) if "multi" in position else None
    world = World(campaign_id, on=position, limit=limit, rng=rng, people=ids, language=language)
    _draft(world)
    _map(world)
    with world.acting() as (campaign, _seat, actor):
        founding.found(campaign, actor=actor)
    with writing():
        world.invite([db.session.get_one(Person, ids[name]) for name in PLAYERS], "Kom!")
    for name in PLAYERS:
        with writing():
            world.accept(name)
        world.purses[name] = START
        _company(world, name)
    with world.acting() as (campaign, _seat, actor):
        founding.open_hideouts(campaign, actor=actor)
    for name, place in zip(PLAYERS, HOMES, strict=True):
        with writing():
            world.choose_hideout(name, place)
    with world.acting() as (campaign, _seat, actor):
        founding.start_rounds(campaign, actor=actor)
    return world


def _draft(world: World) -> None:
    with world.acting() as (campaign, _seat, actor):
        founding.save_players(campaign, max_players=len(PLAYERS), gm_plays=False, actor=actor)
        founding.save_gold(
            campaign, starting_gold=START, fixed_income=FIXED, gold_factor=150, resale_loss=50, actor=actor
        )
        founding.save_warband_size(campaign, warband_size=SIZE, actor=actor)
        founding.save_modules(
            campaign,
            {module: module in world.on for module in MODULES},
            amounts={
                "guild_level_cost": LEVEL_COST,
                "guild_level_income": LEVEL_INCOME,
                "guild_most_levels": MOST_LEVELS,
                "guild_request_fee": REQUEST_FEE,
                "guild_entry_fee": ENTRY_FEE,
                "alliance_fee": ALLIANCE_FEE,
                "warband_limit": world.limit,
            },
            actor=actor,
        )


def _map(world: World) -> None:
    """The places, and with Paths what joins them; the land as the judge knows it is drawn beside."""
    land, paths = world.land, "paths" in world.on
    with world.acting() as (campaign, _seat, actor):
        maps = {"": set_campaign_map(campaign, shipped="coast", actor=actor)}
        for number, (name, income) in enumerate(INCOMES.items()):
            above = INNER.get(name, "")
            if above not in maps:
                outer = world.place(above)
                maps[above] = set_place_map(outer, shipped="coast", campaign=campaign, actor=actor)
            words = PlaceWords(name, income=income, banner=name in HOMES, access=paths and name in ACCESSES)
            add_place(maps[above], words, x=0.1 + 0.08 * number, y=0.5, campaign=campaign, actor=actor)
            land.at[name] = (0.1 + 0.08 * number, 0.5)
            land.age.append(name)
        land.inside |= INNER
        founding.map_done(campaign, actor=actor)
    if not paths:
        world.refused(None, "V9.2", lambda campaign, _seat, actor: _draw(world, campaign, actor, WAYS[0]))
        return
    for name in ACCESSES:
        land.join(name, INNER[name])
    for way in WAYS:
        with world.acting() as (campaign, _seat, actor):
            _draw(world, campaign, actor, way)
        land.join(way[0], way[1], one_way=way[2])


def _draw(world: World, campaign: Campaign, actor: Actor, way: tuple[str, str, bool]) -> None:
    start, end, one_way = way
    draw_path(world.place(start), world.place(end), one_way=one_way, campaign=campaign, actor=actor)


def _company(world: World, name: str) -> None:
    """Two warbands: a Sergeant with two Levies (47 points), a Sergeant with an Ironclad (44)."""
    counts = {"dwarfs.dwarf-sergeant": 2, "dwarfs.ironclad": 1, "dwarfs.dwarf-levy": 2}
    with writing():
        world.found_company(name, "dwarfs", f"{name}s folk")
        world.buy(name, counts)
        world.confirm_company(name, "Dwarf Sergeant")
    world.pay(name, sum(PRICES[card] * count for card, count in counts.items()))
    with writing():
        world.form_warband(name, f"{name} 1", "wolf", ["Dwarf Sergeant", "Dwarf Levy", "Dwarf Levy 2"])
        world.form_warband(name, f"{name} 2", "bear", ["Dwarf Sergeant 2", "Ironclad"])
