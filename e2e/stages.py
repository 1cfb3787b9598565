"""Campaigns in every state, so that every page can be looked at; told with the verbs of the demo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app import create_app
from app.boardgame.models import Game
from app.campaign.company import operations as company
from app.campaign.events.operations import EventWords
from app.campaign.founding import operations as founding
from app.campaign.founding.models import Campaign
from app.campaign.map.operations import PlaceWords, change_place
from app.campaign.states import Phase
from app.campaign.warbands import operations as warbands
from app.config import Config, database_url
from app.demo import nerath, rounds, vanguard
from app.demo.companies import build_companies
from app.demo.people import GM, present
from app.demo.table import Table, Told
from app.extensions import db
from app.journal.writes import writing
from e2e import module_stages
from e2e.game_stages import GAMES, set_up_game

if TYPE_CHECKING:
    from e2e.server import Server

LONG = "Storhertuginde Æthelfriða-Größenwahn von Übelstein-Ålborg sen."
"""Sixty-odd characters, as long as names may be after the cut to sixty."""


@dataclass(frozen=True)
class Stage:
    """A campaign or a game in one state, by its address."""

    name: str
    path: str


def set_up(server: Server, names: Iterable[str]) -> list[Stage]:
    """The demo itself and a campaign or game more for each other state that is named."""
    stages = []
    with house(server):
        for name in names:
            with writing():
                told = _TOLD.get(name)
                path = f"/campaigns/{told().campaign_id}" if told is not None else set_up_game(name)
            stages.append(Stage(name, path))
        demo = db.session.execute(db.select(Campaign.id).where(Campaign.name == vanguard.NAME)).scalar_one()
        game = db.session.execute(db.select(Game.id).where(Game.name == nerath.EVENING.name)).scalar_one()
    return [Stage("orders", f"/campaigns/{demo}"), Stage("nerath", f"/games/{game}"), *stages]


@contextmanager
def house(server: Server) -> Iterator[None]:
    """The app on the server's database, for what happens behind the scenes."""
    instance = Path(server.environment["FELDTOG_INSTANCE"])
    key = (instance / "secret-key").read_text()
    config = Config(
        env="development", secret_key=key, instance=instance, database_url=database_url(None, instance)
    )
    with create_app(config).app_context():
        yield
        db.engine.dispose()


def _draft() -> Table:
    gm = present()[GM.nickname]
    return Table(founding.start_draft(gm, name="Ein Entwurf", story="").id)


def _gathering() -> Table:
    people = present()
    table = vanguard.found(people[GM.nickname], "Samlingen")
    table.invite([people["Ellen"], people["Mads"]], "Kom!")
    table.accept("Ellen")
    table.found_company("Ellen", "dwarfs", "Stenrøsen")
    table.buy("Ellen", {"dwarfs.dwarf-sergeant": 1, "dwarfs.ironclad": 2}, {"bandages": 1})
    founding.open_link(table.campaign, actor=table.gm())
    return table


def seated(name: str) -> Table:
    """Everybody has a company and two warbands; the hideouts are still to be chosen."""
    people = present()
    table = vanguard.found(people[GM.nickname], name)
    vanguard.gather(table, people)
    build_companies(table)
    return table


def _hideouts() -> Table:
    table = seated("Die Wahl der Horte")
    founding.open_hideouts(table.campaign, actor=table.gm())
    table.choose_hideout("Mads", "Ravnefjeld")
    return table


def _fighting(name: str) -> Table:
    table = seated(name)
    vanguard.settle_in(table)
    rounds.first_orders(table)
    table.switch(Phase.BATTLES)
    return table


def _battles() -> Table:
    """Ellen's battle is reported and waits for Mads; the other one is disputed."""
    table = _fighting("Schlachtentag")
    table.enter_result("Ellen", "Hedetofte", Told("Ellen", frozenset({"Snag"}), {"Ketil": 1}))
    table.enter_result("Jonas", "Jernskakten", Told("Jonas"))
    table.dispute_result("Friederike", "Jernskakten", "Es war unentschieden.")
    return table


def _settlement() -> Table:
    """One side at its injuries with a captive, one at its equipment, one at its advances, one done."""
    table = _fighting("Nach der Schlacht")
    rounds.first_results(table)
    table.switch(Phase.SETTLEMENT)
    table.settle("Ellen", "Hedetofte", gift="Ketil", until=2)
    injuries = {"Greatax": (1, 1), "Snag": (2, 1)}
    table.settle("Mads", "Hedetofte", gift="", injuries=injuries, until=3)
    table.name_ransom("Ellen", "Snag", 20)
    injuries = {"Kindred Archer 2": (3, 2)}
    table.settle("Friederike", "Jernskakten", gift="Lirael", injuries=injuries, until=5)
    table.settle(
        "Jonas",
        "Jernskakten",
        gift="Magister Ødenwald",
        injuries={"Revenant 2": (5, 5)},
        advances={"Magister Ødenwald": [(6, "")]},
    )
    return table


def _dawn() -> Table:
    """Two events at one place with two winners: the game master chooses. A captive is still held."""
    table = seated("Morgengrauen")
    vanguard.settle_in(table)
    table.add_event("Hedetofte", EventWords("Kroen brænder"), scenario="kill-the-bard")
    rounds.first_orders(table)
    table.send("Friederike", "Grenzläufer", "Kroen brænder")
    table.send("Jonas", "Die Stillen", "Kroen brænder")
    table.switch(Phase.BATTLES)
    rounds.first_results(table, "Saltkaravanen", "Verschollene Pläne")
    table.enter_result("Friederike", "Kroen brænder", Told("Friederike"))
    table.confirm_result("Jonas", "Kroen brænder")
    table.switch(Phase.SETTLEMENT)
    rounds.settle_first_battles(table, "Saltkaravanen", "Verschollene Pläne")
    table.name_ransom("Ellen", "Snag", 20)
    table.leave_captive("Mads", "Snag")
    for name, leader in (("Friederike", "Größa von Ährenfels"), ("Jonas", "Die alte Hulda")):
        table.settle(name, "Kroen brænder", gift=leader, advances={leader: [(6, "")]})
    table.switch(Phase.DAWN)
    return table


def _finished() -> Table:
    table = _fighting("Das Ende vom Lied")
    rounds.first_results(table)
    table.switch(Phase.SETTLEMENT)
    rounds.settle_first_battles(table)
    table.switch(Phase.DAWN)
    table.end_round()
    founding.finish(table.campaign, actor=table.gm())
    return table


def _long_names() -> Table:
    """Everything is called by a name as long as it may be."""
    name = LONG[:60]
    table = seated(f"{name} – {name}"[:80])
    vanguard.settle_in(table)
    place = table.place("Hedetofte")
    words = PlaceWords(name, income=place.income, icon=place.icon)
    change_place(place, words, version=place.version, campaign=table.campaign, actor=table.gm())
    campaign, seat, actor = table.player("Ellen")
    model = table.model("Ellen", "Thora Stenhånd")
    company.describe_model(model, name=name, note=name, campaign=campaign, seat=seat, actor=actor)
    campaign, seat, actor = table.player("Ellen")
    band = table.warband("Ravnevagten")
    warbands.rename_warband(band, name, "winged", campaign=campaign, seat=seat, actor=actor)
    campaign, seat, actor = table.player("Mads")
    band = table.warband("Kæbeknuserne")
    warbands.rename_warband(band, name[::-1], "boar", campaign=campaign, seat=seat, actor=actor)
    table.add_event(name, EventWords(name, name, reward=name), scenario="supply-grab")
    table.switch(Phase.ORDERS)
    table.send("Ellen", name, name)
    table.send("Mads", name[::-1], name)
    table.switch(Phase.BATTLES)
    table.enter_result("Ellen", name, Told("Ellen", frozenset({"Snag"}), {"Ketil": 1}))
    return table


_TOLD = {
    "draft": _draft,
    "gathering": _gathering,
    "hideouts": _hideouts,
    "battles": _battles,
    "settlement": _settlement,
    "dawn": _dawn,
    "finished": _finished,
    "long names": _long_names,
    "modules": module_stages.modules,
    "withdrawing": module_stages.withdrawing,
}

ALL = (*_TOLD, *GAMES)
DAILY = (
    *("draft", "gathering", "settlement", "dawn", "long names", "modules", "withdrawing"),
    *("siege", "siege, losses", "siege, over", "nerath, battle"),
)
"""What every test run looks at beside the demo, which stands in the orders of a campaign and in a game."""
