"""V6.8, V6.11: the result and the dice board in Chromium, with script and without."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Locator, Page
from werkzeug.serving import make_server

from app.campaign.battles.models import Battle
from app.extensions import db
from tests.campaign.battles import world as w

if TYPE_CHECKING:
    from flask import Flask

    from tests.campaign.battles.world import World

PHONE = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}


@pytest.fixture
def visit(app: Flask, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page as one of the world's players on a phone; fails the test on any script error."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    origin = f"http://127.0.0.1:{server.server_port}"
    contexts, errors = [], []

    def visit(world: World, player: str, path: str, **options: object) -> Page:
        context = browser.new_context(**{**PHONE, **options})
        contexts.append(context)
        name = app.config["SESSION_COOKIE_NAME"]
        cookie = world.browser(player).get_cookie(name)
        assert cookie is not None
        context.add_cookies([{"name": name, "value": cookie.value, "url": origin}])
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(origin + path)
        return page

    yield visit
    for context in contexts:
        context.close()
    server.shutdown()
    thread.join()
    assert errors == []


def models(world: World, battle_id: str, player: str) -> list[str]:
    """The ids of a side's line-up."""
    with world.app.app_context():
        return [model.id for model in w.side(db.session.get_one(Battle, battle_id), world, player).line_up]


def taken_out_box(page: Page, model_id: str) -> Locator:
    return page.locator(f'label:has(input[name="out"][value="{model_id}"])')


@pytest.mark.rule("V6.11")
def test_the_dice_board_rolls_what_is_set_and_counts_hits(app: Flask, visit: Callable[..., Page]) -> None:
    world, battle_id = w.fight(app)
    page = visit(world, "mads", world.url(f"/battles/{battle_id}"))
    board = page.locator("[data-dice]")
    board.get_by_role("button", name="Roll").click()
    # Mads' three red dice and one white, two red more as underdog.
    assert board.locator(".die.red").count() == 5
    assert board.locator(".die.white").count() == 1
    values = [int(text) for text in board.locator("[data-thrown] text").all_text_contents()]
    assert all(1 <= value <= 8 for value in values)
    board.locator("select").select_option("5")
    assert board.locator(".die.hit").count() == sum(value >= 5 for value in values)
    hits = sum(value >= 5 for value in values)
    assert board.locator("[data-sum]").inner_text() == f"{hits} hit{'' if hits == 1 else 's'}"


@pytest.mark.rule("V6.8")
def test_a_result_is_tapped_together_on_a_phone(app: Flask, visit: Callable[..., Page]) -> None:
    world, battle_id = w.fight(app)
    page = visit(world, "ellen", world.side_url("ellen", battle_id, "result"))
    wolves, stags = models(world, battle_id, "ellen"), models(world, battle_id, "mads")
    page.locator(".seg").get_by_text("Wolves", exact=True).click()
    for model in (stags[0], stags[2]):
        box = taken_out_box(page, model)
        height = box.bounding_box()
        assert height is not None
        assert height["height"] >= 44
        box.click()
    page.locator(f'.qty:has(input[name="enemies-{wolves[0]}"])').get_by_role("button", name="More").click()
    assert sorted(page.locator("[data-out]").all_inner_texts()) == ["0", "2"]
    assert sorted(page.locator("[data-enemies]").all_inner_texts()) == ["0", "1"]
    page.get_by_role("button", name="Enter the result").click()
    page.wait_for_url("**/battles/*")
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        won, lost = w.side(battle, world, "ellen"), w.side(battle, world, "mads")
        assert won.outcome == "won"
        assert [model.taken_out for model in lost.line_up] == [True, False, True, False]
        assert won.line_up[0].enemies_taken_out == 1


@pytest.mark.rule("V6.7")
def test_everything_works_without_script(app: Flask, visit: Callable[..., Page]) -> None:
    world, battle_id = w.fight(app)
    page = visit(world, "ellen", world.side_url("ellen", battle_id, "result"), java_script_enabled=False)
    page.get_by_text("Draw", exact=True).click()
    page.get_by_label("Enemies taken out by Wolves thegn 0").fill("1")
    taken_out_box(page, models(world, battle_id, "mads")[1]).click()
    page.get_by_role("button", name="Enter the result").click()
    assert page.get_by_text("A draw").count() == 1
    page = visit(world, "mads", world.url(f"/battles/{battle_id}"), java_script_enabled=False)
    assert page.get_by_text("The dice board needs JavaScript").is_visible()
    page.get_by_role("button", name="Confirm").click()
    assert page.get_by_text("It stands").is_visible()
