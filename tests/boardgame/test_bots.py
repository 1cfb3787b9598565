"""Bots sit at the table like anybody else."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sqlalchemy import select

from app.boardgame.models import GameRow, GameState, RowKind
from app.extensions import db
from tests.story.games import GameTable, forms, fresh, game_table
from tests.story.people import send

if TYPE_CHECKING:
    from flask import Flask

BOTS = {"vailin": "bot:easy", "iron_circle": "bot:strong", "nerath": "bot:easy"}
PATIENCE = 60.0


def until_due(table: GameTable, who: str, seat: str) -> bool:
    """Wait for the bots; whether something is asked of the seat before the game is over."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if any("/act" in form.url for form in forms(table.page(who, f"/actions?as={seat}"))):
            return True
        if table.row().state == GameState.FINISHED:
            return False
        time.sleep(0.05)
    raise AssertionError("the bots did not come to an end")


def rows(table: GameTable) -> list[tuple[str | None, str | None]]:
    """Seat and bot of every action."""
    with table.app.app_context():
        found = db.session.scalars(
            select(GameRow).where(GameRow.game_id == table.game, GameRow.kind == RowKind.ACTION)
        )
        return [(row.seat, row.bot) for row in found]


def test_one_person_plays_a_round_against_bots(app: Flask) -> None:
    table = game_table(app, "Ellen", seats={"karkoth": "Ellen", **BOTS})
    for _ in range(200):
        assert until_due(table, "Ellen", "karkoth")
        if "Round 2 ·" in table.page("Ellen"):
            break
        form = table.offers("Ellen", "karkoth")
        actions = [value for name, value in form.buttons if name == "action"]
        data = {**fresh(form.fields), "action": [actions[-1]], "sure": ["1"]}
        assert table.people["Ellen"].post(form.url, data=data).status_code == 303
    assert "Round 2 ·" in table.page("Ellen")
    acted = set(rows(table))
    assert {("vailin", "easy"), ("iron_circle", "strong"), ("nerath", "easy")} <= acted
    assert {bot for seat, bot in acted if seat == "karkoth"} == {None}


def test_a_bot_takes_over_a_running_game_to_its_end(app: Flask) -> None:
    """All seats go to bots; the seed that is then shown bears out every draw."""
    table = game_table(app, "Ellen", seats=dict.fromkeys(("karkoth", *BOTS), "Ellen"))
    for seat in ("karkoth", *BOTS):
        assert (
            send(table.people["Ellen"], table.url(f"/seats/{seat}/give"), who="bot:strong").status_code == 303
        )
    end = time.monotonic() + 3 * PATIENCE
    while table.row().state != GameState.FINISHED and time.monotonic() < end:
        time.sleep(0.2)
    assert table.row().state == GameState.FINISHED
    page = table.page("Ellen", "/dice")
    assert table.row().seed in page
    assert "draws of the app follow from it" in page
    assert table.page("Ellen", "/replay?step=100")
