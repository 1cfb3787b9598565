"""The board, the reference cards and the decks: what is shipped is sound, and faults are all named (N11)."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.content import ContentError, content_bytes
from rules.engine.grid import borders_drawn, read_grid
from rules.nerath.content import FILES, read, shipped
from rules.nerath.terms import CASTLE, DRAGON, LAND, REALMS, SEA, WARSHIP
from rules.nerath.units import kind_of

FILE = {name: content_bytes("nerath", name).decode() for name in FILES}


@pytest.mark.rule("N11.1")
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


def test_a_grid_of_two_rows_borders_as_hexagons_do() -> None:
    # the second row stands half a cell to the right: c touches a and b, d touches b alone
    drawn = borders_drawn(read_grid("a b\n c d", []))
    assert drawn == {"a": {"b", "c"}, "b": {"a", "c", "d"}, "c": {"a", "b", "d"}, "d": {"b", "c"}}


@pytest.mark.rule("N11.1", "N7.7")
def test_the_board_has_two_shared_land_masses_an_island_and_pockets() -> None:
    board = shipped().board
    assert 90 <= board.size <= 110
    assert board.dungeons.bit_count() >= 12
    for space in range(board.size):
        if board.dungeons >> space & 1:
            assert all(board.sort[other] == LAND for other in board.borders[space])
    masses = []
    left = {space for space in range(board.size) if board.sort[space] != SEA}
    while left:
        mass = [left.pop()]
        for space in mass:
            near = left & set(board.borders[space])
            left -= near
            mass += near
        homes = Counter(REALMS[board.home[space]] for space in mass if board.home[space] >= 0)
        masses.append(homes)
    masses.sort(key=lambda homes: homes.total())
    island, *continents = masses
    assert len(continents) == 2
    assert island == {"karkoth": 1, "vailin": 1, "iron_circle": 1, "nerath": 1}
    shared = sorted(tuple(sorted(realm for realm, n in homes.items() if n > 10)) for homes in continents)
    assert shared == [("iron_circle", "nerath"), ("karkoth", "vailin")]
    # one pocket of each realm from beyond the sea
    assert all(sorted(homes.values())[:2] == [1, 1] for homes in continents)


@pytest.mark.rule("N11.2", "N9.7")
def test_every_realm_starts_with_a_capital_with_a_castle_and_one_dragon() -> None:
    content = shipped()
    units = [
        Counter(kind_of(code) for stack in realm.units.values() for code in stack) for realm in content.realms
    ]
    for realm, counts in zip(content.realms, units, strict=True):
        assert CASTLE in [kind_of(code) for code in realm.units[realm.capital]]
        assert counts[DRAGON] == 1
    vailin = REALMS.index("vailin")
    assert units[vailin][WARSHIP] == max(counts[WARSHIP] for counts in units)
    assert content.realms[vailin].gold == max(realm.gold for realm in content.realms)


@pytest.mark.rule("N11.3")
def test_the_box_holds_twenty_event_cards_a_realm_thirty_treasures_thirty_guardians() -> None:
    content = shipped()
    assert [len(deck) for deck in content.decks] == [20, 20, 20, 20]
    assert (len(content.treasures), len(content.guardians)) == (30, 30)
    assert {7, 8} <= {tile.hit_on for tile in content.guardians}
    medusa = content.guardians[content.guardian_ids.index("medusa")]
    assert medusa.first_strike
    assert any(tile.gold for tile in content.guardians)


def test_every_fault_of_a_pack_is_listed() -> None:
    files = dict(FILE)
    files["board.toml"] = FILE["board.toml"].replace('"Ke", "Kg"', '"Ke", "Vm"', 1)
    files["guardians.toml"] = FILE["guardians.toml"].replace("dice = 1, faces = 6", "dice = 9, faces = 7", 1)
    files["treasures.toml"] = FILE["treasures.toml"].replace('window = "battle"', 'window = "never"', 1)
    with pytest.raises(ContentError) as caught:
        read(files)
    assert "Da: the drawing shows a border with Kg" in caught.value.faults
    assert "Da: no border with Vm is drawn" in caught.value.faults
    assert "guardians.toml: rat_swarm: dice must be 1 to 6" in caught.value.faults
    assert "guardians.toml: rat_swarm: no die has 7 faces" in caught.value.faults
    assert any("there is no window 'never'" in fault for fault in caught.value.faults)


def test_missing_files_are_named() -> None:
    with pytest.raises(ContentError) as caught:
        read({name: text for name, text in FILE.items() if name != "events.toml"})
    assert caught.value.faults == ("events.toml: the file is missing",)
