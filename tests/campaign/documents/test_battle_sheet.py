"""V6.11, V10.3: the battle sheet, and V5.3 on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.states import BattleState, SideOutcome
from app.columns import now
from app.extensions import db
from tests.campaign.battles.world import side
from tests.campaign.documents.paper import fetch
from tests.campaign.documents.scene import NAMES, Scene, battle_of_three, beacon

if TYPE_CHECKING:
    from flask import Flask


@pytest.mark.rule("V6.11", "V5.3")
def test_the_sheet_says_what_is_fought_and_by_whom(app: Flask) -> None:
    scene = beacon(app)
    paper = fetch(scene.world.browser("ellen"), scene.sheet)
    text = paper.text
    for said in (
        *("BATTLE SHEET · ROUND 1", "Battle for Rabenfels", "Event: Das Leuchtfeuer entzünden"),
        *("Scenario: Light the Beacon (Vanguard rulebook 1.0 (2018), page 50)", "Reward: Ein Horn"),
        *("Stags is the defender.", "Ulveflokken is the attacker."),
        "The defender may add Grunt and Warrior models at the table, free of charge and off the list",
        # 150 against 60 points: three dice, and a model of a third of the difference (C3.1).
        *("Stags is the underdog", "90 points weaker.", "3 red power dice more each round."),
        *("at most 30 points", "Bonus model:", "Power dice each round: 6 red"),
        *("Points of the scenario", "Winner", "Draw", "Signature of Ellen, Ulveflokken"),
        *(*NAMES, "Blaine", "Stags ironclad 1", "leads the warband", "mercenary", "Lucky Charm"),
    ):
        assert said in text, said
    assert len(paper.pages) == 1
    assert paper.links == {f"http://localhost{scene.world.url(f'/battles/{scene.battle}')}"}
    assert paper.missing_glyphs() == 0


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_three_sides_stand_one_pair_under_the_other(app: Flask, size: str) -> None:
    scene = battle_of_three(app)
    text = fetch(scene.world.browser("rosa"), f"{scene.sheet}?size={size}").text
    for said in ("Wolves thegn 0", "Stags ironclad 1", "Foxes dwarf-levy 1", "Winners", "King of the Hill"):
        assert said in text, said
    for player in ("Ellen, Wolves", "Mads, Stags", "Rosa, Foxes"):
        assert f"Signature of {player}" in text


def test_the_sheet_of_a_settled_battle_holds_its_result(app: Flask) -> None:
    scene = beacon(app)
    browser = scene.world.browser("ellen")
    empty = fetch(browser, scene.sheet)
    _settle(app, scene)
    told = fetch(browser, scene.sheet)
    before, after = (sheet.text.partition("Points of the scenario")[2] for sheet in (empty, told))
    # The foot of the page tells when it was printed.
    assert "printed on" in before
    assert "17" not in before.partition("printed on")[0]
    assert "17" in after.partition("printed on")[0]


def _settle(app: Flask, scene: Scene) -> None:
    """Ellen has won with 17 points of the scenario."""
    with app.app_context():
        battle = db.session.get_one(Battle, scene.battle)
        battle.state, battle.confirmed_at = BattleState.CONFIRMED, now()
        winner = side(battle, scene.world, "ellen")
        winner.outcome, winner.scenario_points = SideOutcome.WON, 17
        side(battle, scene.world, "mads").outcome = SideOutcome.LOST
        db.session.commit()


@pytest.mark.rule("V3.11")
def test_line_ups_are_printed_for_those_who_may_read_them(app: Flask) -> None:
    scene = beacon(app)
    browsers = {name: scene.world.browser(name) for name in ("ellen", "mads", "gm", "rosa")}
    before = {name: browser.get(scene.sheet).status_code for name, browser in browsers.items()}
    assert before == {"ellen": 200, "mads": 200, "gm": 200, "rosa": 403}
    assert app.test_client().get(scene.sheet).status_code == 303
    _settle(app, scene)
    assert browsers["rosa"].get(scene.sheet).status_code == 200
    with app.app_context():
        assert db.session.query(BattleSide).count() == 2
