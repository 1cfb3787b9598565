"""A game is played by the forms of its pages alone."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from app.boardgame.models import GameState
from tests.story.games import SEATS, forms, fresh, game_table

if TYPE_CHECKING:
    from flask import Flask


def test_a_game_of_four_is_played_by_lists_of_buttons(app: Flask) -> None:
    """Two hundred actions by four people, each found on the page of everything that can be done."""
    table = game_table(app, "Ellen", "Jonas", "Mads", "Friederike")
    luck = random.Random(4)
    for number in range(200):
        due = [
            (seat, who)
            for seat, who in table.holders.items()
            if any("/act" in form.url for form in forms(table.page(who, f"/actions?as={seat}")))
        ]
        assert due, f"nobody is asked after {number} actions"
        seat, who = luck.choice(due)
        form = table.offers(who, seat)
        actions = [value for name, value in form.buttons if name == "action"]
        choice = actions[-1] if luck.random() < 0.2 else luck.choice(actions)
        answer = table.people[who].post(form.url, data={**fresh(form.fields), "action": choice})
        assert answer.status_code == 303 or b"sure" in answer.data or b"refusal" in answer.data
        for anyone in table.people:
            page = table.people[anyone].get(table.url())
            assert page.status_code == 200
    assert table.row().state == GameState.RUNNING
    assert set(table.holders) == set(SEATS)
