"""The Siege of Minas Tirith at a table: played by the forms of its pages, told in three languages."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from flask import Flask

from app.boardgame.minas_tirith.adapter import SiegeTable
from app.boardgame.minas_tirith.wording import REFUSALS, action_words
from rules.engine.random_play import QuickRng, random_game
from rules.engine.rng import Draw
from rules.minas_tirith.state import Options
from tests.story.games import Form, GameTable, forms, fresh, game_table

TABLE = SiegeTable()
SEATS = {"good": "Ellen", "evil": "Jonas"}


def siege(app: Flask, **seats: str) -> GameTable:
    return game_table(app, "Ellen", "Jonas", seats=seats or SEATS, game="minas_tirith")


@pytest.mark.parametrize("language", ["da", "de", "en"])
def test_everything_that_happens_can_be_told(app: Flask, language: str) -> None:
    rules = TABLE.rules(None)
    with app.test_request_context(headers={"Accept-Language": language}):
        for seed in range(3):
            for before, action, after, events in random_game(rules, Options(), QuickRng(seed), 5_000):
                assert all(str(line.text) for line in TABLE.told(rules, events))
                if action is not None:
                    assert action_words(rules, before, action)
                for seat in rules.to_move(after):
                    assert str(TABLE.asked(rules, after, seat))
            assert str(TABLE.ending(rules, after))
        for why in ("M2.1 good", "M6.1 evil", "M7.1 good attack", "M7.1 evil defence", "M9.13 evil"):
            assert str(TABLE.told_draw(Draw(why, 6, (1,))))
        assert len(TABLE.reference(rules)) == 2
        assert TABLE.paper_board(rules, after).startswith("<svg")
        assert set(TABLE.charted(rules, after))


def test_every_refusal_has_its_sentence() -> None:
    folder = Path(__file__).resolve().parents[2] / "rules" / "minas_tirith"
    said = set()
    for path in folder.glob("*.py"):
        text = path.read_text("utf-8")
        said |= set(re.findall(r'IllegalAction\(\s*"M[^"]+",\s*"(\w+)"', text))
        said |= set(re.findall(r'return (?:\(?"M[^"]+".*?\)?), "(\w+)"', text))
    assert said - {"not_adjacent"} <= set(REFUSALS), said - set(REFUSALS)


def test_the_drawing_is_small_and_whole() -> None:
    rules = TABLE.rules(None)
    for theme in ("light", "dark"):
        drawing = TABLE.drawing(rules, theme)
        assert drawing.startswith("<svg")
        assert len(drawing) < 120_000


def test_two_play_by_the_forms_of_the_sheets(app: Flask) -> None:
    """Every page that is shown on the way answers, and some sheet's form leads on."""
    table = siege(app)
    luck = random.Random(4)
    for _ in range(40):
        if not table.row().running:
            break
        open_now = [
            (who, form) for seat, who in SEATS.items() for form in forms_of(table, who, seat) if form.buttons
        ]
        assert open_now, "somebody can always do something"
        who, form = luck.choice(open_now)
        # who ends a turn that costs a leader is asked first
        fields = fresh([*form.fields, luck.choice(form.buttons), ("sure", "1")])
        assert table.people[who].post(form.url, data=fields).status_code == 303


def forms_of(table: GameTable, who: str, seat: str) -> list[Form]:
    return [one for one in forms(table.page(who, f"/actions?as={seat}")) if "/act" in one.url]


@pytest.mark.parametrize("look", ["", "?at=Fa", "?at=Fa&to=Bf", "?at=Mt&to=Gr", "?at=Zz", "?at=Ab"])
def test_every_sheet_answers(app: Flask, look: str) -> None:
    table = siege(app)
    assert "Grond" in table.page("Ellen", look)
    assert "Grond" in table.page("Jonas", look)
    for _ in range(2):
        form = forms_of(table, "Ellen", "good")[-1]
        fields = fresh([*form.fields, form.buttons[-1]])
        assert table.people["Ellen"].post(form.url, data=fields).status_code == 303
        assert "Grond" in table.page("Ellen", look)
