"""Campaigns that are there before a browser test begins, made by the operations of the rooms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app import create_app
from app.accounts.operations.people import account, sign_up
from app.accounts.passwords import hash_password
from app.actor import Actor
from app.campaign.founding import operations as founding
from app.campaign.founding.modules import MODULES
from app.campaign.map.operations import PlaceWords, add_place, draw_path, set_campaign_map, set_place_map
from app.config import Config, database_url
from app.demo.people import GM, present
from app.demo.table import Table
from app.extensions import db
from app.journal.writes import writing
from e2e.device import LAPTOP, PHONE, device, log_in
from e2e.verbs import Seat

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Browser

    from app.accounts.models import Person
    from e2e.server import Server

PLAYERS = {"Ellen": "da-DK", "Mads": "da-DK", "Friederike": "de-DE", "Jonas": "de-DE", "Fiona": "en-GB"}
"""Who plays, with the language of their phone. Fiona is no person of the demo."""
_FIONAS = "a long and secret sentence"

HOMES = {"Ulvedal": 5, "Ravnefjeld": 6, "Egelunden": 7, "Perlehavn": 8, "Højvagten": 9}
"""Where each player begins, with what it brings."""
LAND = {**HOMES, "Saltby": 4, "Tågemosen": 3}
TOWN = {"Torvet": 10, "Havnen": 12}
"""The quarters of Saltby; the market is the way in."""
WAYS = (
    ("Ulvedal", "Saltby", False),
    ("Ravnefjeld", "Saltby", False),
    ("Egelunden", "Tågemosen", False),
    ("Perlehavn", "Tågemosen", False),
    ("Højvagten", "Tågemosen", False),
    ("Højvagten", "Ulvedal", True),
    ("Torvet", "Havnen", True),
)


@dataclass
class Evening:
    """Who sits at the table by name, the game master too, and the places by name."""

    campaign: str
    seats: dict[str, Seat]
    places: dict[str, str]

    def gold(self) -> list[int]:
        """What every player has, in their order."""
        return [self.seats[name].gold() for name in PLAYERS]

    def named(self, ids: set[str]) -> set[str]:
        return {name for name, key in self.places.items() if key in ids}


@contextmanager
def evening(server: Server, browser: Browser, name: str, *, modules: bool) -> Iterator[Evening]:
    """Five players at phones in the preparation of round 1, with all modules on or all off.

    Everybody has a warband of a Sergeant and two Levies, 47 points for 47 of 300 gold; Ellen a second one of
    a Sergeant and a Levy for 39 more. At the end no device may have met a fault.
    """
    app = _app(server)
    campaign, ids, places = _made(app, name, modules)
    seats = {}
    for one, locale in {GM.nickname: "de-DE", **PLAYERS}.items():
        at = device(browser, server.url, one, locale, LAPTOP if one == GM.nickname else PHONE)
        log_in(at, one, server.passwords.get(one, _FIONAS))
        seats[one] = Seat(at, campaign, ids.get(one, ""))
    yield Evening(campaign, seats, places)
    faults = [fault for seat in seats.values() for fault in seat.at.faults]
    for seat in seats.values():
        seat.at.context.close()
    assert faults == []


def _app(server: Server) -> Flask:
    instance = Path(server.environment["FELDTOG_INSTANCE"])
    key = (instance / "secret-key").read_text()
    return create_app(
        Config(
            env="development", secret_key=key, instance=instance, database_url=database_url(None, instance)
        )
    )


def _made(app: Flask, name: str, modules: bool) -> tuple[str, dict[str, str], dict[str, str]]:
    with app.app_context():
        with writing():
            people = present()
            people["Fiona"] = account("Fiona") or sign_up("Fiona", hash_password(_FIONAS), None, "en")
            table = _founded(people, name, modules)
        for player in PLAYERS:
            with writing():
                _companies(table, player)
        with writing():
            founding.open_hideouts(table.campaign, actor=table.gm())
            for player, place in zip(PLAYERS, HOMES, strict=True):
                table.choose_hideout(player, place)
            founding.start_rounds(table.campaign, actor=table.gm())
            ids = {player: table.seat(player).id for player in PLAYERS}
            places = {place: table.place(place).id for place in (*LAND, *TOWN)}
        db.session.remove()
        db.engine.dispose()
    return table.campaign_id, ids, places


def _founded(people: Mapping[str, Person], name: str, modules: bool) -> Table:
    gm = people[GM.nickname]
    campaign = founding.start_draft(gm, name=name, story="")
    table, actor = Table(campaign.id), Actor(campaign.seats[0].person_id, campaign.seats[0])
    founding.save_players(campaign, max_players=len(PLAYERS), gm_plays=False, actor=actor)
    founding.save_modules(campaign, dict.fromkeys(MODULES, modules), amounts={}, actor=actor)
    land = set_campaign_map(campaign, shipped="coast", actor=actor)
    for number, (place, income) in enumerate(LAND.items()):
        words = PlaceWords(place, income=income, banner=place in HOMES)
        x, y = 0.15 + 0.11 * number, 0.35 + 0.2 * (number % 2)
        add_place(land, words, x=x, y=y, campaign=campaign, actor=actor)
    town = set_place_map(table.place("Saltby"), shipped="coast", campaign=campaign, actor=actor)
    for number, (place, income) in enumerate(TOWN.items()):
        words = PlaceWords(place, income=income, access=modules and place == "Torvet")
        add_place(town, words, x=0.3 + 0.4 * number, y=0.5, campaign=campaign, actor=actor)
    for start, end, one_way in WAYS if modules else ():
        draw_path(table.place(start), table.place(end), one_way=one_way, campaign=campaign, actor=actor)
    founding.map_done(campaign, actor=actor)
    founding.save_gold(
        campaign, starting_gold=300, fixed_income=30, gold_factor=100, resale_loss=50, actor=actor
    )
    founding.save_warband_size(campaign, warband_size=100, actor=actor)
    founding.found(campaign, actor=actor)
    table.invite([people[player] for player in PLAYERS], "Kom!")
    return table


def _companies(table: Table, player: str) -> None:
    """The warbands of a player: «Ellens ene», and Ellen's «Ellens anden»."""
    two = player == "Ellen"
    table.accept(player)
    table.found_company(player, "dwarfs", f"{player}s folk")
    table.buy(player, {"dwarfs.dwarf-sergeant": 1 + two, "dwarfs.dwarf-levy": 2 + two})
    leaders = {"Dwarf Sergeant": (f"{player} den Første", "")}
    if two:
        leaders["Dwarf Sergeant 2"] = ("Elna den Anden", "")
    table.name_models(player, leaders)
    table.confirm_company(player, f"{player} den Første")
    first = [f"{player} den Første", "Dwarf Levy", "Dwarf Levy 2"]
    table.form_warband(player, f"{player}s ene", "wolf", first)
    if two:
        table.form_warband(player, f"{player}s anden", "bear", ["Elna den Anden", "Dwarf Levy 3"])
