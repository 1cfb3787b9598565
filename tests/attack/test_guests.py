"""A guest's login opens one table: whoever runs another one gets no link into it (V4.7)."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from app.boardgame.links import token_of
from app.boardgame.models import Game, Member
from app.campaign.founding.models import Seat
from app.extensions import db
from app.journal.writes import writing
from tests.attack.conftest import Scene
from tests.attack.pages import changes, dump
from tests.attack.world import GUEST, OUTSIDER
from tests.story.games import game_table
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient


def sit_link(scene: Scene, client: FlaskClient) -> str:
    """The outsider founds a board game; the address that lets others sit down at it."""
    answer = send(
        client,
        "/games/new",
        form_key="game",
        game="nerath",
        name="A trap",
    )
    assert answer.status_code == 303, answer.text
    with scene.app.app_context():
        return f"/sit/{token_of(db.session.scalars(db.select(Game)).one())}"


@pytest.mark.rule("V4.7")
def test_no_guest_is_lured_to_a_second_table_whose_host_could_let_themselves_in(
    stand: Callable[..., Scene],
) -> None:
    scene = stand("gathering")
    guest, outsider = scene.at(GUEST), scene.at(OUTSIDER)
    trap = sit_link(scene, outsider)
    before = dump(scene.app)
    doors = (
        (trap, {}),
        (f"/join/{scene.world.join_tokens['Theirs']}", {}),
        ("/games/new", {"form_key": "game", "game": "nerath", "name": "Mine"}),
        ("/campaigns/new", {"form_key": "story", "name": "Mine"}),
    )
    for door, fields in doors:
        answer = send(guest, door, **fields)
        assert answer.status_code == 422, door
        assert "as a guest" in answer.text, door
    answer = send(guest, "/bring-back", file=(io.BytesIO(b"x"), "x.feldtog"))
    assert answer.status_code == 422
    assert changes(before, dump(scene.app)) == {}


@pytest.mark.rule("V4.7")
def test_no_link_is_issued_for_a_guest_of_two_tables(stand: Callable[..., Scene]) -> None:
    """Guests who came to sit at two tables before that was refused."""
    scene = stand("gathering")
    outsider = scene.at(OUTSIDER)
    sit_link(scene, outsider)
    with scene.app.app_context(), writing():
        game = db.session.scalars(db.select(Game)).one()
        member = Member(game_id=game.id, person_id=scene.world.people[GUEST], name=GUEST)
        db.session.add(member)
        db.session.flush()
        game_id, member_id = game.id, member.id
    before = dump(scene.app)
    assert send(outsider, f"/games/{game_id}/members/{member_id}/link").status_code == 422
    seat = scene.world.seats[GUEST]
    own = f"/campaigns/{scene.world.mine}/seats/{seat}/personal-link"
    assert send(scene.at("Karin"), own).status_code == 422
    assert changes(before, dump(scene.app)) == {}
    assert scene.at(GUEST).get("/me").status_code == 200, "the guest was not logged out"


def test_whoever_has_an_account_sits_at_many_tables_and_a_guest_who_left_at_another(app: Flask) -> None:
    made = game_table(app, "Ellen", "Jonas")
    with app.app_context():
        link = f"/sit/{token_of(db.session.get_one(Game, made.game))}"
    ida = app.test_client()
    assert send(ida, link + "/guest", form_key="guest", nickname="Ida").status_code == 303
    other = game_table(app, "Karla")
    with app.app_context():
        second = f"/sit/{token_of(db.session.get_one(Game, other.game))}"
    assert send(made.people["Jonas"], second).status_code == 303
    assert send(ida, second).status_code == 422
    assert send(ida, made.url("/leave")).status_code == 303
    assert send(ida, second).status_code == 303
    with app.app_context():
        assert db.session.scalars(db.select(Seat)).first() is None
    assert browser(app, account(app, "Rosa")).get(second).status_code == 200
