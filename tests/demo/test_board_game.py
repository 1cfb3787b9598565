"""The demo holds both board games in the middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.accounts.models import Person
from app.boardgame.models import GameState
from app.demo import boardgames, nerath, siege
from app.extensions import db
from app.journal.writes import writing
from tests.story.people import account, browser

if TYPE_CHECKING:
    from flask import Flask


def people_of(ids: dict[str, str]) -> dict[str, Person]:
    return {name: db.session.get_one(Person, key) for name, key in ids.items()}


def test_ellen_is_to_move_in_the_third_round(app: Flask) -> None:
    ids = {name: account(app, name) for name in ("Ellen", "Jonas", "Mads", "Friederike")}
    with app.app_context(), writing():
        game = boardgames.play(nerath.EVENING, people_of(ids))
        assert game.state == GameState.RUNNING
        game_id = game.id
    page = browser(app, ids["Ellen"]).get(f"/games/{game_id}").get_data(as_text=True)
    assert "Round 3 · your turn: Karkoth" in page
    home = browser(app, ids["Ellen"]).get("/").get_data(as_text=True)
    assert "Your turn" in home


def test_friederike_has_actions_left_before_the_city(app: Flask) -> None:
    ids = {name: account(app, name) for name in ("Ellen", "Friederike")}
    with app.app_context(), writing():
        game = boardgames.play(siege.EVENING, people_of(ids))
        assert game.state == GameState.RUNNING
        game_id = game.id
    page = browser(app, ids["Friederike"]).get(f"/games/{game_id}").get_data(as_text=True)
    assert "your turn: Forces of Good" in page
    assert "Your armies" in page
    other = browser(app, ids["Ellen"]).get(f"/games/{game_id}").get_data(as_text=True)
    assert "to move: Forces of Good" in other
