"""What the board's markup says without any script."""

import re
from dataclasses import replace

import pytest

from app.board import BoardOrder, BoardPath, fraction_of
from tests.maps.board_page import BOARD, environment, in_mode, render
from tests.tags import Page


class Elements(Page):
    """All start tags of a board with their attributes."""

    def of_class(self, name: str) -> list[dict[str, str | None]]:
        return [attrs for _, attrs in self.tags if name in (attrs.get("class") or "").split()]

    def places(self) -> dict[str | None, dict[str, str | None]]:
        """The link in each place's mark, by the place's id."""
        marks = [number for number, (_, attrs) in enumerate(self.tags) if "data-id" in attrs]
        after = {number: next(a for tag, a in self.tags[number:] if tag == "a") for number in marks}
        return {self.tags[number][1]["data-id"]: link for number, link in after.items()}


def board_only(board=BOARD) -> str:
    """The board and its list alone."""
    template = '{% from "macros/board.html" import board_with_list %}{{ board_with_list(board) }}'
    return environment().from_string(template).render(board=board)


@pytest.mark.rule("V1.4", "V1.7")
def test_every_place_is_a_named_link_on_the_map_and_in_the_list() -> None:
    page = Elements(board_only())
    links = page.places()
    assert set(links) == {p.id for p in BOARD.places}
    assert links["rabenfels"]["href"] == "#rabenfels"
    assert links["rabenfels"]["aria-label"] == (
        "Rabenfels. Hideout of Mads. Banner place. 2 events. Has a map of its own. 1 event inside."
    )
    assert links["ulvedal"]["aria-label"] == "Ulvedal. Your hideout. Banner place."
    assert links["salzfurt"]["aria-label"] == "Salzfurt. Banner place. 1 event."
    assert links["eisenstollen"]["aria-label"] == (
        "Eisenstollen. Closed: nobody can be sent here. Has a map of its own."
    )
    assert links["graakloster"]["aria-label"] == "Gråkloster. Can be chosen."
    listed = [a["href"] for a in page.of_class("hit") if a.get("href")]
    assert listed == [p.url for p in BOARD.places]


def test_marks_follow_what_the_place_is() -> None:
    text = board_only()
    assert text.count('class="pm-sub"') == 2  # Rabenfels and Eisenstollen have maps
    assert text.count('class="cloth"') == 4  # four banner places
    assert text.count('class="arms') == 3  # three hideouts, one mark each
    assert text.count('class="pm-ev"') == 2
    assert text.count('class="pm-war"') == 1
    assert text.count('class="pm-legal"') == 1
    assert text.count('class="pm-peril"') == 1


def test_a_place_lies_at_its_fraction_of_the_drawing() -> None:
    ulvedal = next(g for g in Elements(board_only()).of_class("pm") if g["data-id"] == "ulvedal")
    assert ulvedal["transform"] == "translate(215.0 330.0)"  # 0.1536 of 1400, 0.3173 of 1040


def test_nothing_inline_and_no_id_twice() -> None:
    page = Elements(render(in_mode("edit")))
    for _, attrs in page.tags:
        assert "style" not in attrs
        assert not [name for name in attrs if name.startswith("on")]
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))


def test_names_of_players_are_escaped() -> None:
    wicked = replace(BOARD.places[0], name='<b onclick="x">"&')
    text = board_only(replace(BOARD, places=(wicked,)))
    assert "<b onclick" not in text


def test_long_names_take_two_lines() -> None:
    text = board_only()
    assert re.findall(r"<tspan[^>]*>([^<]*)</tspan>", text) == ["Die alte", "Königsbrücke bei…"]


def test_an_uploaded_picture_is_sent_once() -> None:
    text = board_only(replace(BOARD, picture_dark=BOARD.picture_light))
    assert text.count("<img") == 1
    assert board_only().count("<img") == 2


@pytest.mark.rule("V1.4")
def test_without_script_a_click_on_the_picture_is_sent_with_the_size_it_is_shown_at() -> None:
    text = render(in_mode("edit"))
    form = text[text.index("<noscript>") : text.index("</noscript>")]
    assert 'action="/tapped"' in form
    assert '<input type="hidden" name="token" value="t">' in form
    assert 'name="shown_width" value="700"' in form
    assert 'name="shown_height" value="520"' in form
    assert 'type="image" name="at"' in form
    assert 'width="700" height="520"' in form
    assert "<noscript>" not in render(BOARD)
    assert fraction_of(175, 700) == 0.25
    assert fraction_of(-3, 700) == 0
    assert fraction_of(900, 700) == 1


def test_an_order_follows_the_path_in_both_directions() -> None:
    there, back = BoardPath(0.1, 0.2, 0.5, 0.6), BoardPath(0.5, 0.6, 0.1, 0.2)
    control = re.compile(r"Q(\S+) (\S+) ")
    assert control.search(BOARD.bend(there)).groups() == control.search(BOARD.bend(back)).groups()
    arrow = BOARD.arrow(BoardOrder(0.5, 0.6, 0.1, 0.2, "Back home."))
    assert arrow.whole.startswith("700.0 624.0 ")
    assert arrow.whole.endswith(" 140.0 208.0")


def test_an_order_that_stays_has_no_arrow_and_others_have_words() -> None:
    orders = list(Elements(board_only()).of_class("order"))
    assert [o["aria-label"] for o in orders] == [
        "The wolf pack goes to Rabenfels.",
        "The night watch goes to Nebelmoor.",
    ]
    assert "t-p5" in orders[1]["class"]
