"""What the board shows of a position: one figure for each army, battles to come, shapes sent once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.boardgame.adapter import Look, Scene
from app.boardgame.nerath.played import played
from app.boardgame.nerath.scene import scene
from tests.nerath.table import Table
from tests.story.games import game_table

if TYPE_CHECKING:
    from flask import Flask


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
