"""Forms of the siege that no honest page would send: nothing happens, and nothing breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.boardgame.test_siege import forms_of, siege
from tests.story.games import Form, GameTable, fresh

if TYPE_CHECKING:
    from flask import Flask

MARCH = '{"type":"March","seat":"good","origin":%d,"target":%d,"kind":%d,"number":%d}'


@pytest.fixture
def table(app: Flask) -> GameTable:
    """Good has taken its first die and is through with its cards."""
    made = siege(app)
    assert press(made, offered(made), -1) == 303
    if "EndExchange" in offered(made).buttons[-1][1]:
        assert press(made, offered(made), -1) == 303
    assert "EndTurn" in offered(made).buttons[-1][1]
    return made


def offered(table: GameTable) -> Form:
    return forms_of(table, "Ellen", "good")[-1]


def press(table: GameTable, form: Form, number: int, who: str = "Ellen") -> int:
    answer = table.people[who].post(form.url, data=fresh([*form.fields, form.buttons[number], ("sure", "1")]))
    return answer.status_code


def send(table: GameTable, *fields: tuple[str, str], who: str = "Ellen") -> int:
    """These fields with the marks of the form that is open."""
    form = offered(table)
    return table.people[who].post(form.url, data=fresh([*form.fields, *fields])).status_code


@pytest.mark.parametrize(
    "fields",
    [
        [("action", MARCH % (-1, 3, 0, 1))],
        [("action", MARCH % (35, 400, 0, 1))],
        [("action", MARCH % (35, 3, 99, 1))],
        [("action", MARCH % (35, 3, 0, -4))],
        [("action", MARCH % (35, 3, 0, 10**9))],
        [("each-0", MARCH % (35, 3, 0, 1)), ("count-0", "-1")],
        [("each-0", MARCH % (35, 3, 0, 1)), ("count-0", "1e3")],
        [("each-0", '{"type":"EndTurn","seat":"good"}'), ("count-0", "1")],
        [("action", '{"type":"Shoot","seat":"good","origin":32,"target":0,"foot":-2,"horse":4}')],
        [("action", '{"type":"Attack","seat":"good","origin":17,"target":22,"dice":40}')],
        [("action", '{"type":"Play","seat":"good","card":400,"space":-7}')],
        [("action", '{"type":"Deploy","seat":"good","card":-1,"area":9}')],
        [("action", '{"type":"Fetch","seat":"good","card":99}')],
        [("action", '{"type":"Raise","seat":"good","kind":-3,"space":77}')],
        [("action", '{"type":"Heal","seat":"good","kind":12}')],
        [("action", '{"type":"Ram","seat":"good"}')],
        [("action", '{"type":"EndTurn","seat":"evil"}')],
        [("action", '{"type":"Nobody","seat":"good"}')],
        [("action", "[]")],
        [("exchange", "special")],
        [("exchange", "plain"), ("card", "0-99"), ("card", "1-0"), ("card", "2-x")],
        [("exchange", "plain"), ("card", "0-8"), ("card", "1-8"), ("card", "2-8")],
    ],
)
def test_a_forged_form_changes_nothing(table: GameTable, fields: list[tuple[str, str]]) -> None:
    before = table.row()
    assert send(table, *fields) in (400, 409, 422)
    assert (table.row().position, table.row().seq) == (before.position, before.seq)


def test_the_other_side_cannot_act_or_take_back(table: GameTable) -> None:
    before = table.row()
    form = offered(table)
    for number in range(len(form.buttons)):
        assert press(table, form, number, who="Jonas") in (403, 409, 422)
    answer = table.people["Jonas"].post(table.url("/undo"), data=fresh([]))
    assert answer.status_code in (403, 409, 422)
    assert table.row().seq == before.seq


def test_a_second_tap_and_an_old_page_do_nothing_twice(table: GameTable) -> None:
    form = offered(table)
    data = fresh([*form.fields, form.buttons[-1], ("sure", "1")])
    assert table.people["Ellen"].post(form.url, data=data).status_code == 303
    seq = table.row().seq
    # the very same form again: the answer is the same, the game stays
    assert table.people["Ellen"].post(form.url, data=data).status_code == 303
    assert table.row().seq == seq
    # the old page sent as a new form: its question has been answered
    assert press(table, form, -1) == 409
    assert table.row().seq == seq


def test_a_finished_step_stays_finished(table: GameTable) -> None:
    """The die was taken, cards were drawn: nothing can be taken back."""
    before = table.row()
    answer = table.people["Ellen"].post(table.url("/undo"), data=fresh([]))
    assert answer.status_code == 422
    assert (table.row().position, table.row().seq) == (before.position, before.seq)
