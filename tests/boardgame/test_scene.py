"""What the board shows of a position: one figure for each army, battles to come, shapes sent once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.boardgame.adapter import Look, Scene
from app.boardgame.nerath.events import lines
from app.boardgame.nerath.played import played
from app.boardgame.nerath.scene import scene
from tests.nerath.table import Table
from tests.story.games import game_table

if TYPE_CHECKING:
    from flask import Flask

    from app.boardgame.nerath.fights import Fight
    from rules.nerath.state import State


def seen(app: Flask, spaces: str) -> Scene:
    """Karkoth's page in its move step."""
    state = Table("alliance short 1 karkoth move", spaces).state
    with app.test_request_context():
        look = Look("karkoth", frozenset({"karkoth"}), {}, True, lambda **_more: "")
        return scene(played(()), state, look)


@pytest.mark.rule("N5.1", "N5.9", "N7.1")
def test_battles_that_wait_for_the_end_of_the_step_are_named_and_marked(app: Flask) -> None:
    shown = seen(app, "Va:Kf',Vf Vf:Kf' Dg:Kh',?rat_swarm Kh:Kf Sn:Kb0',Vb")
    marked = {space.code for space in shown.parts["board"].spaces if space.state == "danger"}
    assert marked == {"Va", "Vf", "Dg", "Sn"}
    names = {space.name for space in shown.parts["board"].spaces if space.code in marked}
    assert all(name in str(shown.parts["prepared"]) for name in names)
    assert shown.parts["prepared"].count(",") == 3
    assert seen(app, "Kh:Kf Va:Vf").parts["prepared"] == ""


@pytest.mark.rule("N11.1")
def test_an_army_is_one_figure_with_its_dearest_unit_and_its_number(app: Flask) -> None:
    board = seen(app, "Kf:Kfffwdc Sn:Kb2,Ke Va:Kf,Vff").parts["board"]
    armies = {space.code: space.armies for space in board.spaces if space.armies}
    assert [(one.shape, one.count, one.icon) for one in armies["Kf"]] == [("castle", 5, "dragon")]
    assert [(one.shape, one.count) for one in armies["Sn"]] == [("sea", 2)]
    assert [one.count for one in armies["Va"]] == [1, 2]


def test_a_page_that_renews_itself_gets_no_shapes_that_it_has(app: Flask) -> None:
    table = game_table(
        app, "Ellen", seats=dict.fromkeys(("karkoth", "vailin", "iron_circle", "nerath"), "Ellen")
    )
    page = table.page("Ellen")
    drawing = re.search(r'data-shapes="([^"]+)"', page)
    assert drawing is not None
    shapes = re.compile(r'<path id="s-\w\w" d="')
    assert len(shapes.findall(page)) > 90
    again = table.people["Ellen"].get(table.url(), headers={"X-Shapes": drawing[1]}).get_data(as_text=True)
    assert not shapes.findall(again)
    assert len(again) < 0.9 * len(page)
    other = table.people["Ellen"].get(table.url(), headers={"X-Shapes": "/another"}).get_data(as_text=True)
    assert len(shapes.findall(other)) > 90


def test_a_page_that_renews_itself_gets_no_figures_that_it_has(app: Flask) -> None:
    table = game_table(
        app, "Ellen", seats=dict.fromkeys(("karkoth", "vailin", "iron_circle", "nerath"), "Ellen")
    )
    page = table.page("Ellen")
    shapes, drawn = (re.search(rf'data-{name}="([^"]+)"', page) for name in ("shapes", "drawn"))
    assert shapes is not None
    assert drawn is not None

    def asked(known: str) -> str:
        headers = {"X-Shapes": shapes[1], "X-Drawn": known}
        return table.people["Ellen"].get(table.url(), headers=headers).get_data(as_text=True)

    again = asked(drawn[1])
    assert again.count("data-same") > 90
    assert 'class="toks"' not in again
    assert len(again) < 0.6 * len(page)
    assert "data-same" not in page
    assert "data-same" not in asked("another position")


def test_the_fingerprint_of_a_board_tells_no_guardian_face_down(app: Flask) -> None:
    one, other, turned = (
        seen(app, f"Kh:Kf Dg:{tile}").parts["board"].drawn for tile in ("?rat_swarm", "?medusa", "rat_swarm")
    )
    assert one == other != turned


def test_the_report_tells_what_came_of_battles_and_not_that_they_began(app: Flask) -> None:
    table = Table("alliance short 1 karkoth move", "Va:Kff,Vf Vd:Kf,Vf").do("K end_step", "K fight Va")
    happened = [*table.events, *table.do("K ready", dice=[[6, 1], [1]]).events]
    happened += table.do("K ready", dice=[[1], [6]]).events
    with app.test_request_context():
        told = lines(played(()), happened)
        story = [str(line.text) for line in told if line.told_on_paper]
        names = [played(()).board.spaces[table.space(code)].name for code in ("Va", "Vd")]
    assert story == [f"Karkoth takes {names[0]} for 1 VP.", f"The attackers at {names[1]} are all dead."]
    assert len(told) > len(story) + 3


@pytest.mark.rule("N5.12", "N3.3")
def test_cards_at_work_stand_beside_the_dice_and_the_chances_say_that_they_leave_them_out(app: Flask) -> None:
    table = Table("alliance short 1 karkoth move", "Va:Kff,Vff").card(0, "hungry_dead").do("K end_step")

    def fought(state: State) -> Fight:
        look = Look("karkoth", frozenset({"karkoth"}), {}, True, lambda **_more: "")
        with app.test_request_context():
            found: Fight = scene(played(()), state, look).parts["fight"]
            return found

    before = fought(table.state)
    after = fought(table.do("K play hungry_dead").state)
    assert (before.attackers.effects, after.defenders[0].effects) == ((), ())
    assert len(after.attackers.effects) == 1
    assert before.chances is not None
    assert after.chances is not None
    assert "Cards are left out" in after.chances.words
    assert "Cards" not in before.chances.words
