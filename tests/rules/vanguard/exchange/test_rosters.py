"""C1.3: rosters of other programs and of plain text. The files are made here, as those programs write."""

from __future__ import annotations

import json

import pytest

from rules.vanguard.catalogue_store import shipped_catalogue
from rules.vanguard.exchange.matching import match_roster, plain_name
from rules.vanguard.exchange.rosters import Line, as_line, read_lines, read_roster
from rules.vanguard.exchange.unreadable import Unreadable

ROSTER = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<roster id="1" name="Ulvebanden" battleScribeVersion="2.03" gameSystemId="37f5-f8f9-2ecf-9c36"
    gameSystemName="{system}" xmlns="http://www.battlescribe.net/schema/rosterSchema">
  <costs><cost name=" Points" typeId="b888" value="50.0"/></costs>
  <forces><force id="2" name="Warband" catalogueName="Dwarfs"><selections>
    <selection id="3" name="Dwarf Levy" number="2" type="model">
      <selections><selection id="4" name="Spear" number="1" type="upgrade"/>
      <selection id="9" name="Rule Check - Base Unit Count" number="1" type="upgrade"/></selections>
    </selection>
    <selection id="5" name="Dwarf Levy" number="1" type="model">
      <selections><selection id="6" name="Spear" number="1" type="upgrade"/></selections>
    </selection>
    <selection id="7" name="Ironclad" number="1" type="model">
      <selections><selection name="01 pts - Lucky Charm (Common)" number="1" type="upgrade"/></selections>
    </selection>
    <selection id="10" name="Notes" number="1" type="upgrade"/>
  </selections></force></forces>
</roster>"""
LINES = (Line("Dwarf Levy", 3, ("Spear",)), Line("Ironclad", 1, ("01 pts - Lucky Charm (Common)",)))


@pytest.mark.rule("C1.3")
def test_a_battlescribe_roster_is_read() -> None:
    text = ROSTER.format(system="Vanguard")
    roster = read_roster(text.encode())
    assert (roster.source, roster.name, roster.forces) == ("battlescribe", "Ulvebanden", ("Dwarfs",))
    assert not roster.of_another_game
    assert roster.lines == LINES


@pytest.mark.rule("C1.3")
def test_a_roster_in_another_encoding_is_read_by_what_it_says_of_itself() -> None:
    text = ROSTER.format(system="Vanguard").replace("UTF-8", "ISO-8859-1").replace("Ulve", "Ørne")
    assert read_roster(text.encode("latin-1")).name == "Ørnebanden"
    utf_16 = ROSTER.format(system="Vanguard").replace("UTF-8", "UTF-16")
    assert read_roster(utf_16.encode("utf-16")).lines == LINES


@pytest.mark.rule("C1.3")
@pytest.mark.parametrize("wrapped", [True, False])
def test_a_new_recruit_roster_is_read(wrapped: bool) -> None:
    unit = {
        "name": "Levy unit",
        "type": "unit",
        "selections": [
            {"name": "Dwarf Levy", "type": "model", "number": 4, "selections": [{"name": "Spear"}]}
        ],
    }
    roster = {
        "name": "Ulvebanden",
        "gameSystemName": "Kings of War: Vanguard",
        "forces": [{"catalogueName": "Dwarfs", "selections": [unit, {"name": "Note", "type": "upgrade"}]}],
    }
    read = read_roster(json.dumps({"roster": roster} if wrapped else roster).encode())
    assert read.source == "new_recruit"
    assert read.lines == (Line("Dwarf Levy", 4, ("Spear",)),)
    assert not read.of_another_game


@pytest.mark.rule("C1.3")
def test_a_roster_of_another_game_is_known_as_such() -> None:
    roster = read_roster(ROSTER.format(system="Warhammer 40,000 9th Edition").encode())
    assert roster.of_another_game
    assert roster.system == "Warhammer 40,000 9th Edition"


@pytest.mark.rule("C1.3")
@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("3 Dwarf Ranger", Line("Dwarf Ranger", 3)),
        ("3x Dwarf Ranger", Line("Dwarf Ranger", 3)),
        ("Dwarf Ranger x3", Line("Dwarf Ranger", 3)),
        ("Dwarf Ranger (3x)", Line("Dwarf Ranger", 3)),
        ("- Dwarf Ranger [15 Points]: Crossbow [2 pts], Axe", Line("Dwarf Ranger", 1, ("Axe", "Crossbow"))),
        ("• Šárka Łukasz (12 pts)", Line("Šárka Łukasz", 1)),
        ("  Dwarf Ranger  ", Line("Dwarf Ranger", 1)),
        ("99999 Dwarf", Line("99999 Dwarf", 1)),
        ("80 Dwarf", Line("Dwarf", 50)),
    ],
)
def test_a_line_is_read_as_people_write_it(written: str, means: Line) -> None:
    assert read_lines(f"++ Warband ++\n\n{written}\nTotal: 45 points\n").lines == (means,)


@pytest.mark.rule("C1.3")
def test_what_is_written_is_read_again() -> None:
    roster = read_roster(ROSTER.format(system="Vanguard").encode())
    assert read_lines(roster.as_text()).lines == roster.lines
    assert as_line(LINES[0]) == "3 Dwarf Levy: Spear"


DEEP = b"<roster>" + b"<a>" * 500 + b"</a>" * 500 + b"</roster>"
LAUGHS = b"""<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><roster name="x">&b;</roster>"""
OUTSIDE = b"""<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><roster name="x">&a;</roster>"""


@pytest.mark.rule("C1.3")
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "import.empty"),
        (b"  \n ", "import.empty"),
        (b"<roster", "import.markup_broken"),
        (b"<html><body/></html>", "import.no_roster"),
        (b"<catalogue/>", "import.is_catalogue"),
        (b"<roster/>", "import.no_lines"),
        (DEEP, "import.too_deep"),
        (LAUGHS, "import.document_type"),
        (OUTSIDE, "import.document_type"),
        (b'<?xml version="1.0" encoding="klingon"?><roster/>', "import.encoding"),
        (b"{", "import.json_broken"),
        (b"[" * 100_000, "import.json_broken"),
        (b"[1, 2]", "import.no_roster"),
        (b'{"forces": 3}', "import.no_roster"),
        (b"\xff\xfa Dwarf", "import.encoding"),
        (b"3 Dw\x00arf", "import.encoding"),
        (b"+++ Warband +++\n---", "import.no_lines"),
        (b"\n".join(b"Model %d x" % n for n in range(301)), "import.too_many"),
    ],
)
def test_what_cannot_be_read_says_why(data: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_roster(data)
    assert refused.value.code == code


@pytest.mark.rule("C1.3")
def test_lines_find_their_cards_and_gear() -> None:
    catalogue = shipped_catalogue()
    roster = read_roster(ROSTER.format(system="Vanguard").encode())
    levy, ironclad = match_roster(roster, catalogue, "dwarfs")
    assert levy.card is not None
    assert levy.card.name == "Dwarf Levy"
    chosen = {option.key: option.name for group in levy.card.options for option in group.options}
    assert [chosen[key] for key in levy.options] == ["Spear"]
    assert ironclad.items == ("lucky-charm",)
    assert levy.unknown == ironclad.unknown == ()


@pytest.mark.rule("C1.3")
def test_what_does_not_match_is_said() -> None:
    catalogue = shipped_catalogue()
    roster = read_lines("2 Dwarf Levi\n1 Zombie\n1 Ironclads: Death Star\nQwxz")
    near, elsewhere, plural, nothing = match_roster(roster, catalogue, "dwarfs")
    assert near.card is None
    assert near.near[0].name == "Dwarf Levy"
    assert elsewhere.card is None
    assert elsewhere.elsewhere == "undead"
    assert plural.card is not None
    assert plural.unknown == ("Death Star",)
    assert (nothing.card, nothing.near, nothing.elsewhere) == (None, (), None)


def test_names_are_compared_by_their_letters() -> None:
    assert plain_name("Jarrun's  Bow") == plain_name("jarruns bow")
    assert plain_name("Größe") == plain_name("GRÖSSE")
