"""The Siege of Minas Tirith at a table: played by the forms of its pages, told in three languages."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from app.accounts.models import Person
from app.boardgame.adapter import Look
from app.boardgame.minas_tirith.adapter import SiegeTable
from app.boardgame.minas_tirith.events import ending_words
from app.boardgame.minas_tirith.making import Count
from app.boardgame.minas_tirith.played import PlayedSiege
from app.boardgame.minas_tirith.wording import REFUSALS, action_words
from app.boardgame.minas_tirith.words import card_name
from app.extensions import db
from app.journal.writes import writing
from rules.engine.random_play import QuickRng, random_game
from rules.engine.rng import Draw
from rules.minas_tirith.actions import Attack, March, Shoot
from rules.minas_tirith.events import Fought
from rules.minas_tirith.state import Options, State
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
        good, evil = TABLE.reference(rules)
        assert (good.facts, len(good.cards), len(evil.cards)) == (evil.facts, 8, 6)
        assert TABLE.paper_board(rules, after).startswith("<svg")
        assert set(TABLE.charted(rules, after))


def test_the_report_tells_fights_and_cards_and_not_every_die(app: Flask) -> None:
    rules = TABLE.rules(None)
    told: dict[str, set[bool]] = {}
    with app.test_request_context():
        for _before, _action, _after, events in random_game(rules, Options(), QuickRng(0), 5_000):
            for event in events:
                for line in TABLE.told(rules, [event]):
                    told.setdefault(type(event).__name__, set()).add(line.told_on_paper)
    assert told["DieTaken"] == {False}
    assert told["RoundBegan"] == told["CardPlayed"] == told["GameEnded"] == {True}
    two = {"attack": (5, 4), "defence": (2, 1), "attack_bonus": 0, "defence_bonus": 0}
    fights = [
        Fought(side="evil", origin=0, target=1, attacker_loses=0, defender_loses=slain, **two)
        for slain in (1, 2)
    ]
    with app.test_request_context():
        assert [line.told_on_paper for line in TABLE.told(rules, fights)] == [False, True]


@pytest.mark.rule("M1.2")
def test_a_tie_says_whose_it_is(app: Flask) -> None:
    with app.test_request_context():
        assert "tie" in ending_words("good", "points", (5, 5))
        assert "tie" not in ending_words("good", "points", (6, 5))


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


@pytest.mark.rule("M4.1", "M4.3", "M7.9")
@pytest.mark.parametrize("seed", range(2))
def test_what_a_sheet_proposes_the_rules_accept(app: Flask, seed: int) -> None:
    """Each way of a position is opened: the move as it is proposed is carried out, chances add up."""
    rules, luck = TABLE.rules(None), random.Random(seed)
    moves = attacks = 0
    with app.test_request_context():
        for _before, _action, state, _events in random_game(rules, Options(), QuickRng(seed), 5_000):
            seat = next(iter(rules.to_move(state)), "")
            prompt = rules.prompt(state, seat) if seat else None
            if prompt is None or prompt.code != "act" or luck.random() < 0.6:
                continue
            legal = rules.legal_actions(state, seat)
            ways = sorted({(a.origin, a.target) for a in legal if isinstance(a, March | Attack | Shoot)})
            for origin, target in luck.sample(ways, min(4, len(ways))):
                codes = {"at": rules.board.spaces[origin].code, "to": rules.board.spaces[target].code}
                look = Look(seat, frozenset([seat]), codes, True, lambda **_more: "")
                parts = TABLE.scene(rules, state, look).parts
                if parts["counts"]:
                    carry_out(rules, state, seat, parts["counts"])
                    moves += 1
                if parts["prospect"]:
                    assert sum(parts["prospect"].bar) == sum(c for _, c in parts["prospect"].chances) == 100
                    attacks += 1
    assert moves > 50
    assert attacks


def carry_out(rules: PlayedSiege, state: State, seat: str, counts: list[Count]) -> None:
    """The form of a move as it stands on the sheet, done as the room does it."""
    form = MultiDict[str, str]()
    for place, one in enumerate(counts):
        form[f"each-{place}"], form[f"count-{place}"] = one.spelled, str(one.value)
    actions = TABLE.read_answer(rules, state, seat, form)
    assert actions, "somebody is proposed to go"
    for action in actions:
        state, _events = rules.apply(state, action, QuickRng(1))
        if state.stack:
            return


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


@pytest.mark.parametrize("language", ["da", "de", "en"])
def test_the_reference_is_one_page_and_holds_every_card(app: Flask, language: str) -> None:
    from pypdf import PdfReader

    table = siege(app)
    headers = {"Accept-Language": language}
    with app.app_context(), writing():
        for person in db.session.scalars(db.select(Person)):
            person.language = language
    answer = table.people["Ellen"].get(table.url("/reference.pdf"))
    (page,) = PdfReader(io.BytesIO(answer.data)).pages
    text = " ".join(page.extract_text().split())
    rules = TABLE.rules(None)
    with app.test_request_context(headers=headers):
        names = {card_name(rules.content, card) for card in range(len(rules.content.cards))}
    assert [name for name in names if name not in text] == []
