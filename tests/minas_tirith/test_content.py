"""The board, the figures and the cards: what is shipped is sound, and faults are all named (M9, M10)."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.content import ContentError, content_bytes
from rules.engine.grid import borders_drawn, read_grid
from rules.minas_tirith.army import battalions, count
from rules.minas_tirith.board import WALL
from rules.minas_tirith.content import FILES, read, shipped
from rules.minas_tirith.terms import BLACK_CAPTAIN, EVIL

FILE = {name: content_bytes("minas_tirith", name).decode() for name in FILES}


def faults_with(**changes: str) -> tuple[str, ...]:
    """The faults when something in a file is replaced: name=old→new."""
    files = dict(FILE)
    for name, change in changes.items():
        old, new = change.split("→")
        file = name.replace("_", ".")
        assert old in files[file]
        files[file] = files[file].replace(old, new, 1)
    with pytest.raises(ContentError) as caught:
        read(files)
    return caught.value.faults


@pytest.mark.rule("M10.1")
def test_the_data_border_what_the_drawing_shows() -> None:
    board = shipped().board
    faults: list[str] = []
    drawn = borders_drawn(read_grid(FILE["board.txt"], faults))
    declared = {
        space.code: {board.spaces[other].code for other in board.borders[number]}
        for number, space in enumerate(board.spaces)
    }
    assert faults == []
    assert declared == drawn


@pytest.mark.rule("M10.1")
def test_the_lie_of_the_land() -> None:
    board = shipped().board
    for number, space in enumerate(board.spaces):
        if space.sort == WALL:
            assert board.near[number] >> board.city & 1
            assert board.fields_at[number]
    # the city touches its walls and, at the gate, the Grond territory
    assert board.near[board.city] == board.walls | 1 << board.gate
    roles = Counter(space.role for space in board.spaces)
    assert (roles["north"], roles["harbour"], roles["fort"], roles["gate"]) == (2, 2, 2, 1)
    assert roles["rammas"] == 4
    assert sum(space.banner for space in board.spaces) >= 4
    assert all(board.starts)
    assert max(board.to_end[:32]) < 99


@pytest.mark.rule("M10.2")
def test_the_set_up_of_both_sides() -> None:
    content, board = shipped(), shipped().board
    by_area = []
    for area in board.starts:
        armies = [content.start[EVIL][space] for space in range(board.size) if area >> space & 1]
        by_area.append(
            (
                sum(battalions(EVIL, army) for army in armies),
                sum(count(army, BLACK_CAPTAIN) for army in armies),
            )
        )
    assert by_area == [(8, 0), (8, 1), (10, 1)]
    # a green leader is kept off the board for Théoden (M9.1)
    assert sum(count(army, 4) for army in content.start[0]) == 2


@pytest.mark.rule(*(f"M9.{number}" for number in range(1, 17)))
def test_sixteen_cards() -> None:
    assert len(shipped().cards) == 16
    assert Counter(card.sides for card in shipped().cards) == {
        ("good",): 7,
        ("evil",): 7,
        ("good", "evil"): 2,
    }


@pytest.mark.parametrize(
    ("name", "change", "fault"),
    [
        ("board_toml", 'sort = "wall"→sort = "moat"', "Wn: there is no sort 'moat'"),
        ("board_toml", 'role = "gate"\n→', "there must be one space of role gate, not 0"),
        ("board_toml", "start = 2→start = 7", "Ab: start is 1, 2, 3, or 0 for none"),
        ("board_toml", '"Hf", "Rw", "Wn"→"Hf", "Rw"', "Nm: the drawing shows a border with Wn"),
        ("board_txt", "Aa→Zz", "Zz is drawn but not declared"),
        ("sides_toml", "infantry = 20→infantry = 90", "good: infantry: 0 to 63 figures"),
        ("sides_toml", "trolls = 1→balrogs = 1", "evil: Ac: there is no figure 'balrogs'"),
        ("sides_toml", "cavalry = 18→cavalry = 2", "good: 3 cavalry start, 2 there are"),
        (
            "sides_toml",
            "[good.start.Wn]\narchers = 1→[good.start.Wn]\ncavalry = 1",
            "only foot stands on a wall",
        ),
        ("sides_toml", "[evil.start.Ab]→[evil.start.Gr]\ntrolls = 1\n[evil.start.Mt]", "Evil starts outside"),
        ("cards_toml", "breaks_on = 4→breaks_on = 9", "grond: breaks_on must be 2 to 6"),
        ("cards_toml", 'leader = "nazgul"→leader = "sauron"', "'sauron' is no leader of that side"),
        ("cards_toml", 'where = "harbour"→where = "start"', "Evil comes from a start area"),
        ("cards_toml", 'type = "hold"→type = "holdfast"', "cards.toml: hold"),
        (
            "cards_toml",
            'sides = ["evil"]\neffect = { type = "ram"→sides = ["good"]\neffect = { type = "ram"',
            "evil alone",
        ),
        ("decks_toml", "none = 2→silver = 2", "wild cards bear no sword"),
        ("decks_toml", "[cavalry]→[ships]", "unknown symbol ships"),
    ],
)
def test_faults_are_named(name: str, change: str, fault: str) -> None:
    assert any(fault in found for found in faults_with(**{name: change})), faults_with(**{name: change})


def test_every_fault_is_listed() -> None:
    faults = faults_with(cards_toml="breaks_on = 4→breaks_on = 9", decks_toml="none = 2→silver = 2")
    assert len(faults) == 2
    with pytest.raises(ContentError) as caught:
        read({})
    assert len(caught.value.faults) >= len(FILES)
