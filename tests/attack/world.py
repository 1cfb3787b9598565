"""The world that is attacked: two tables in every stage of a campaign, with everybody who could try.

Both tables hold one of everything that has an id, so that an attacker always has real ids of the other table
at hand. Every secret has a canary in it: a word that nobody else may ever read.

At the table «Mine»: the game master, Anna and Bo (players who fight each other), a deputy who plays, a guest
who came by the link, one who dropped out, one who is invited as long as that can be. At «Theirs»: the
outsider, who runs it, and two more players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from flask import Flask
from sqlalchemy import select

from app.accounts.models import Person
from app.accounts.operations.guests import issue_personal_link, make_guest
from app.accounts.operations.people import sign_up
from app.actor import Actor
from app.campaign.dropouts.operations import drop_out
from app.campaign.events.operations import EventWords
from app.campaign.founding import operations as founding
from app.campaign.founding.links import token_of
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Place
from app.campaign.map.operations import set_campaign_map, take_suggested
from app.campaign.settlement.operations import (
    finish_injuries,
    finish_retinue,
    roll_injury,
    settle_course,
    settle_equipment,
    settle_experience,
)
from app.campaign.states import Phase
from app.demo.table import Table, Told
from app.extensions import db
from app.i18n import force_locale
from app.journal.writes import writing

STAGES = (
    "draft",
    "gathering",
    "hideouts",
    "preparation",
    "orders",
    "battles",
    "reported",
    "settlement",
    "captives",
    "advances",
    "dawn",
    "finished",
)
"""Where the table «Mine» stands in each; «Theirs» has come as far."""

MINE, THEIRS = "Mine", "Theirs"
GM, ANNA, BO, DEPUTY, GUEST, DROPPED, INVITED = (
    "Karin",
    "Anna",
    "Bo",
    "Dagmar",
    "Gustav",
    "Xaver",
    "Ida",
)
OUTSIDER, STRANGE_A, STRANGE_B = "Oskar", "Sofie", "Till"

CANARIES = {
    "the name of Anna's company": "Kanariekompagni",
    "the name of Anna's model": "Kanariemodel",
    "the note of Anna's model": "kanarienote",
    "the name of Anna's warband": "Kanarieflok",
    "the game master's note at a place": "kanariegmnote",
    "the game master's reason for Anna's gold": "kanariegrund",
    "the game master's words to whom he invites": "kanarieinvitation",
}
"""What only Anna (or the invited, or the game master) may read: what it is, and its word."""


@dataclass(frozen=True)
class World:
    """Ids of one stage. ``people`` and ``seats`` by nickname, ``campaigns`` by MINE and THEIRS."""

    stage: str
    campaigns: dict[str, str]
    people: dict[str, str]
    seats: dict[str, str]
    guest_token: str = ""
    join_tokens: dict[str, str] = field(default_factory=dict)

    @property
    def mine(self) -> str:
        return self.campaigns[MINE]

    @property
    def theirs(self) -> str:
        return self.campaigns[THEIRS]


def play(app: Flask, keep: Callable[[World], None]) -> None:
    """Play both tables through every stage and have each kept."""
    with app.app_context():
        with writing():
            people = {
                name: sign_up(name, "no password leads here", None, "en")
                for name in (
                    *(GM, ANNA, BO, DEPUTY, DROPPED, INVITED),
                    *(OUTSIDER, STRANGE_A, STRANGE_B),
                )
            }
            ids = {name: person.id for name, person in people.items()}
            mine = founding.start_draft(people[GM], name=MINE, story="").id
            theirs = founding.start_draft(people[OUTSIDER], name=THEIRS, story="").id
            for campaign_id, players in ((mine, 6), (theirs, 2)):
                with _acting(campaign_id) as (campaign, actor):
                    founding.save_players(campaign, max_players=players, gm_plays=False, actor=actor)
                    chosen = set_campaign_map(campaign, shipped="coast", actor=actor)
                    with force_locale("da"):
                        take_suggested(chosen, campaign=campaign, actor=actor)
        world = World("draft", {MINE: mine, THEIRS: theirs}, ids, _seats())
        tables = {MINE: Table(mine), THEIRS: Table(theirs)}
        players = {MINE: (ANNA, BO, DEPUTY, GUEST, DROPPED), THEIRS: (STRANGE_A, STRANGE_B)}

        def stage(name: str) -> None:
            nonlocal world
            world = replace(world, stage=name, seats=_seats())
            keep(world)

        stage("draft")
        world = _gather(world, tables)
        stage("gathering")
        with writing():
            for table in tables.values():
                actor = table.gm()
                founding.open_hideouts(table.campaign, actor=actor)
        stage("hideouts")
        with writing():
            for which, table in tables.items():
                free = _banners(table)
                for name in players[which]:
                    table.choose_hideout(name, free.pop(0))
                actor = table.gm()
                founding.start_rounds(table.campaign, actor=actor)
                _prepare(table, which)
        with writing():
            dropped = db.session.get_one(Seat, world.seats[DROPPED])
            table = tables[MINE]
            actor = table.gm()
            drop_out(dropped, "moved away", campaign=table.campaign, actor=actor)
            deputy = table.seat(DEPUTY)
            founding.name_deputy(deputy, True, campaign=table.campaign, actor=actor)
        stage("preparation")
        with writing():
            for which, table in tables.items():
                table.switch(Phase.ORDERS)
                _send(table, which)
        stage("orders")
        with writing():
            for table in tables.values():
                table.switch(Phase.BATTLES)
        stage("battles")
        with writing():
            for which, table in tables.items():
                _report(table, which)
                first, second = _pair(which)
                table.dispute_result(second, "Jernskakten", f"{which}: that is not how it was.")
        stage("reported")
        with writing():
            for which, table in tables.items():
                table.decide_result("Jernskakten", _told(which))
                table.switch(Phase.SETTLEMENT)
                first, _second = _pair(which)
                bench, actor = table._bench(first, "Jernskakten")
                settle_course(bench, {}, bench.objectives, version=bench.settlement.version, actor=actor)
        stage("settlement")
        with writing():
            for which, table in tables.items():
                _settle(table, which)
        stage("captives")
        with writing():
            for which, table in tables.items():
                _learn(table, which)
        stage("advances")
        with writing():
            for which, table in tables.items():
                _finish_settlements(table, which)
                table.switch(Phase.DAWN)
        stage("dawn")
        with writing():
            for table in tables.values():
                table.end_round()
                actor = table.gm()
                founding.finish(table.campaign, actor=actor)
        stage("finished")


@contextmanager
def _acting(campaign_id: str) -> Iterator[tuple[Campaign, Actor]]:
    campaign = db.session.get_one(Campaign, campaign_id)
    db.session.refresh(campaign)
    seat = next(one for one in campaign.seats if one.is_gm)
    yield campaign, Actor(seat.person_id, seat)


def _seats() -> dict[str, str]:
    return {seat.given_name: seat.id for seat in db.session.scalars(select(Seat))}


def _banners(table: Table) -> list[str]:
    return list(
        db.session.scalars(
            select(Place.name)
            .where(Place.campaign_id == table.campaign_id, Place.banner, Place.owner_id.is_(None))
            .order_by(Place.name)
        )
    )


def _gather(world: World, tables: dict[str, Table]) -> World:
    links = {}
    with writing():
        for which, table in tables.items():
            actor = table.gm()
            campaign = table.campaign
            founding.map_done(campaign, actor=actor)
            founding.save_gold(
                campaign, starting_gold=300, fixed_income=30, gold_factor=100, resale_loss=50, actor=actor
            )
            founding.save_warband_size(campaign, warband_size=120, actor=actor)
            db.session.flush()
            founding.found(campaign, actor=actor)
            founding.open_link(campaign, actor=actor)
            links[which] = token_of(campaign) or ""
    with writing():
        asked = [db.session.get_one(Person, world.people[person]) for person in (ANNA, BO, DEPUTY, DROPPED)]
        tables[MINE].invite(asked, "Come along.")
        tables[MINE].invite(
            [db.session.get_one(Person, world.people[INVITED])],
            CANARIES["the game master's words to whom he invites"],
        )
        for name in (ANNA, BO, DEPUTY, DROPPED):
            tables[MINE].accept(name)
        tables[THEIRS].invite(
            [db.session.get_one(Person, world.people[name]) for name in (STRANGE_A, STRANGE_B)], ""
        )
        for name in (STRANGE_A, STRANGE_B):
            tables[THEIRS].accept(name)
        guest = make_guest(GUEST, "en")
        seat = founding.join_by_link(guest, campaign=tables[MINE].campaign)
        actor = tables[MINE].gm()
        token = issue_personal_link(seat, campaign=tables[MINE].campaign, actor=actor)
        guest_id = guest.id
    with writing():
        for name, called in ((ANNA, CANARIES["the name of Anna's company"]), (BO, "Bo's orcs")):
            _company(tables[MINE], name, called)
        for name in (STRANGE_A, STRANGE_B):
            _company(tables[THEIRS], name, f"{name}'s company")
        for name in (DEPUTY, GUEST, DROPPED):
            _small_company(tables[MINE], name)
    return replace(world, people={**world.people, GUEST: guest_id}, guest_token=token, join_tokens=links)


def _company(table: Table, name: str, called: str) -> None:
    """Two warbands' worth of models, an item that is worn and one in store."""
    table.found_company(name, "dwarfs", called)
    table.buy(
        name,
        {
            "dwarfs.ranger-captain": 1,
            "dwarfs.dwarf-sergeant": 1,
            "dwarfs.ironclad": 3,
            "dwarfs.dwarf-levy": 4,
        },
        {"large-shield": 1, "bandages": 1},
    )
    first = CANARIES["the name of Anna's model"] if name == ANNA else f"{name} One"
    note = CANARIES["the note of Anna's model"] if name == ANNA else ""
    table.name_models(
        name,
        {
            "Ranger Captain": (first, note),
            "Dwarf Sergeant": (f"{name} Two", ""),
            "Ironclad": (f"{name} Three", ""),
            "Ironclad 2": (f"{name} Four", ""),
            "Ironclad 3": (f"{name} Five", ""),
            "Dwarf Levy": (f"{name} Six", ""),
        },
    )
    table.give_item(name, "large-shield", f"{name} Two")
    table.confirm_company(name, first)
    band = CANARIES["the name of Anna's warband"] if name == ANNA else f"{name} first band"
    table.form_warband(name, band, "bear", [first, f"{name} Three", f"{name} Six"])
    table.form_warband(name, f"{name} second band", "wolf", [f"{name} Two", f"{name} Four"])


def _small_company(table: Table, name: str) -> None:
    table.found_company(name, "dwarfs", f"{name}'s company")
    table.buy(name, {"dwarfs.dwarf-sergeant": 1, "dwarfs.ironclad": 1})
    table.name_models(name, {"Dwarf Sergeant": (f"{name} One", ""), "Ironclad": (f"{name} Two", "")})
    table.confirm_company(name, f"{name} One")
    table.form_warband(name, f"{name} band", "bear", [f"{name} One", f"{name} Two"])


def _pair(which: str) -> tuple[str, str]:
    return (ANNA, BO) if which == MINE else (STRANGE_A, STRANGE_B)


def _prepare(table: Table, which: str) -> None:
    first, _second = _pair(which)
    table.add_event(
        "Jernskakten",
        EventWords(f"{which}: lost plans", "They lie in the shaft.", reward="A map."),
        scenario="recover-the-plans",
    )
    table.add_event("Hedetofte", EventWords(f"{which}: a caravan", "Salt."), duration=2, locked=True)
    table.grant_gold(first, 20, CANARIES["the game master's reason for Anna's gold"])
    table.place("Kongebroen").gm_note = CANARIES["the game master's note at a place"]


def _send(table: Table, which: str) -> None:
    first, second = _pair(which)
    band = CANARIES["the name of Anna's warband"] if first == ANNA else f"{first} first band"
    table.send(first, band, f"{which}: lost plans")
    table.send(second, f"{second} first band", f"{which}: lost plans")
    table.send(second, f"{second} second band", "Kongebroen")
    table.done(first)


def _lead(name: str) -> str:
    return CANARIES["the name of Anna's model"] if name == ANNA else f"{name} One"


def _told(which: str) -> Told:
    first, second = _pair(which)
    return Told(
        winner=first,
        fallen=frozenset({f"{first} Three", f"{second} Three", f"{second} Six"}),
        enemies={_lead(first): 2, _lead(second): 1},
        points={first: 6, second: 3},
        story=f"{which}: it was dark in the shaft.",
    )


def _report(table: Table, which: str) -> None:
    first, _second = _pair(which)
    table.enter_result(first, "Jernskakten", _told(which))


def _settle(table: Table, which: str) -> None:
    """Each side loses a captive to the other; a price is named for one of them."""
    first, second = _pair(which)
    for name in (second, first):
        bench, actor = table._bench(name, "Jernskakten")
        if name == second:
            settle_course(bench, {}, bench.objectives, version=bench.settlement.version, actor=actor)
        bench, actor = table._bench(name, "Jernskakten")
        model_id = table.model(name, f"{name} Three").id
        roll_injury(bench, model_id, (2, 1), version=bench.settlement.version, actor=actor)
    table.name_ransom(first, f"{second} Three", 5)


def _learn(table: Table, which: str) -> None:
    """The steps up to experience; the first side has an advance to roll."""
    for name in _pair(which):
        bench, actor = table._bench(name, "Jernskakten")
        finish_injuries(bench, version=bench.settlement.version, actor=actor)
        bench, actor = table._bench(name, "Jernskakten")
        settle_equipment(bench, (), {}, version=bench.settlement.version, actor=actor)
        bench, actor = table._bench(name, "Jernskakten")
        gift = table.model(name, _lead(name)).id
        settle_experience(bench, gift, None, version=bench.settlement.version, actor=actor)


def _finish_settlements(table: Table, which: str) -> None:
    for name in _pair(which):
        table._advances(name, "Jernskakten", {_lead(name): [(5, ""), (2, ""), (3, "")]})
        bench, actor = table._bench(name, "Jernskakten")
        finish_retinue(bench, version=bench.settlement.version, actor=actor)
