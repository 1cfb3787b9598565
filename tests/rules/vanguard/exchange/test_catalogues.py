"""C1.2: catalogue entries from BattleScribe files and tables. The files are made here."""

from __future__ import annotations

import pytest

from rules.vanguard.catalogue import Card, Item
from rules.vanguard.catalogue_store import shipped_catalogue
from rules.vanguard.exchange.catalogues import read_catalogues
from rules.vanguard.exchange.keys import free_key, slug
from rules.vanguard.exchange.proposals import compare, newer
from rules.vanguard.exchange.tabular import COLUMNS, RowFault, read_table, safe_cell, write_rows, write_table
from rules.vanguard.exchange.unreadable import Unreadable

MODEL = """<selectionEntry id="{id}" name="{name}" type="model">
  <profiles><profile id="p{id}" name="{name}" typeName=" Warband Member"><characteristics>
    <characteristic name="Sp">5</characteristic><characteristic name="Me">4+</characteristic>
    <characteristic name="Ra">-</characteristic><characteristic name="Ar">5+</characteristic>
    <characteristic name="Ne">3+</characteristic><characteristic name="Wn">2</characteristic>
    <characteristic name="H">2</characteristic><characteristic name="Ranged">-</characteristic>
    <characteristic name="Melee">2 D8</characteristic><characteristic name="Race">Dwarf</characteristic>
    <characteristic name="Base">25mm</characteristic>
  </characteristics></profile></profiles>
  <infoLinks><infoLink name="Headstrong" type="rule"/><infoLink name="Sea Legs" type="rule"/></infoLinks>
  <categoryLinks><categoryLink targetId="29ef-0bb1-9ab6-8e5c" primary="true"/></categoryLinks>
  <entryLinks><entryLink name="Long Pike" targetId="pike" type="selectionEntry">
    <modifiers><modifier type="set" field="b888-e3bd-8798-6364" value="3"/></modifiers></entryLink>
  </entryLinks>
  <costs><cost name=" Points" typeId="b888-e3bd-8798-6364" value="{points}.0"/></costs>
</selectionEntry>"""
SHARED = """<sharedSelectionEntries><selectionEntry id="pike" name="Long Pike" type="upgrade">
  <costs><cost name=" Points" value="2.0"/></costs></selectionEntry>
  <selectionEntry id="hook" name="04 pts - Boarding Hook (Rare)" type="upgrade">
  <profiles><profile name="Boarding Hook" typeName="Items - Melee"/></profiles>
  <costs><cost name=" Points" value="4.0"/></costs></selectionEntry></sharedSelectionEntries>"""


def cat(name: str, *models: str, shared: str = SHARED) -> bytes:
    entries = "".join(models)
    return (
        f'<catalogue name="{name}" xmlns="http://www.battlescribe.net/schema/catalogueSchema">'
        f"<selectionEntries>{entries}</selectionEntries>{shared}</catalogue>"
    ).encode()


@pytest.mark.rule("C1.2")
def test_a_known_model_takes_the_figures_and_keeps_the_rest() -> None:
    catalogue = shipped_catalogue()
    levy = catalogue.models["dwarfs.dwarf-levy"]
    data = cat("Dwarfs", MODEL.format(id="1", name="Dwarf Levy", points=9), shared="")
    (change,) = compare(catalogue, read_catalogues([data], catalogue))
    after = change.after
    assert isinstance(after, Card)
    assert (after.key, after.points, after.types, after.stats.sp) == (levy.key, 9, ("Warrior",), 5)
    assert after.options == levy.options
    assert after.keywords == levy.keywords
    told = {one.field: (one.before, one.after) for one in change.differences()}
    assert told["points"] == (levy.points, 9)
    assert told["types"] == (("Grunt",), ("Warrior",))


@pytest.mark.rule("C1.2")
def test_a_new_faction_comes_with_its_models_items_and_rules() -> None:
    catalogue = shipped_catalogue()
    data = cat("Sørøvere", MODEL.format(id="1", name="Matros", points=7))
    changes = {change.mark: change.after for change in compare(catalogue, read_catalogues([data], catalogue))}
    assert set(changes) == {
        "faction:soeroevere",
        "keyword:sea-legs",
        "model:soeroevere.matros",
        "item:boarding-hook",
    }
    card, hook = changes["model:soeroevere.matros"], changes["item:boarding-hook"]
    assert isinstance(card, Card)
    assert (card.faction, card.points, card.stats.ra, card.stats.ranged) == ("soeroevere", 7, None, None)
    assert (card.stats.melee, card.counts_as_base) == ("2D8", True)
    (group,) = card.options
    assert (group.options[0].name, group.options[0].points) == ("Long Pike", 3)
    assert isinstance(hook, Item)
    assert (hook.rarity, hook.slots, hook.points) == ("Rare", ("Melee",), 4)


@pytest.mark.rule("C1.2")
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"<roster/>", "import.is_roster"),
        (b"<html/>", "import.no_catalogue"),
        (b'<catalogue name="Space Orcs"/>', "import.other_game"),
        (b"just words", "import.markup_broken"),
    ],
)
def test_other_files_are_refused_with_the_reason(data: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_catalogues([data], shipped_catalogue())
    assert refused.value.code == code


@pytest.mark.rule("C1.2")
@pytest.mark.parametrize("kind", list(COLUMNS))
def test_a_table_written_and_read_again_changes_nothing(kind: str) -> None:
    catalogue = shipped_catalogue()
    read = read_table(write_table(kind, catalogue), catalogue)
    assert (read.kind, read.faults) == (kind, ())
    assert len(read.entries) > 14
    assert compare(catalogue, read.entries) == ()


@pytest.mark.rule("C1.2")
def test_a_table_of_a_german_spreadsheet_is_read() -> None:
    table = "name;faction;types;points;me\r\nGrubenwächter;Dwarfs;Warrior;12;4+\r\n".encode("utf-8-sig")
    ((_kind, card),) = read_table(table, shipped_catalogue()).entries
    assert isinstance(card, Card)
    assert (card.key, card.points, card.stats.me) == ("dwarfs.grubenwaechter", 12, 4)


@pytest.mark.rule("C1.2")
def test_every_bad_row_is_named_and_nothing_is_taken_for_granted() -> None:
    table = (
        "name,faction,types,points\nA,Nowhere,Warrior,3\nB,Dwarfs,Warrior,-3\nC,Dwarfs,Wizard,4\n"
        "D,Dwarfs,Warrior,1.5\n,Dwarfs,Warrior,4\nE,Dwarfs,Warrior,５\n"
    )
    read = read_table(table.encode(), shipped_catalogue())
    assert read.faults == (
        RowFault(2, "faction", "no_faction", "Nowhere"),
        RowFault(3, "points", "no_number", "-3"),
        RowFault(4, "types", "not_allowed", "Wizard"),
        RowFault(5, "points", "no_number", "1.5"),
        RowFault(6, "name", "missing", ""),
        RowFault(7, "points", "no_number", "５"),
    )
    assert read.entries == ()


@pytest.mark.rule("C1.2")
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "import.empty"),
        (b"a,b\n1,2\n", "import.no_table"),
        (b"name,types\n", "import.no_rows"),
        ("name,types\nGrubenwächter,Warrior".encode("latin-1"), "import.encoding"),
    ],
)
def test_what_is_no_table_says_why(data: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_table(data, shipped_catalogue())
    assert refused.value.code == code


@pytest.mark.rule("C1.4")
def test_no_cell_becomes_a_formula() -> None:
    assert safe_cell("=1+1") == "'=1+1"
    assert safe_cell("Ægir") == "Ægir"
    written = write_rows(["a", "b"], [["@sum", None], ["-5", 3]])
    assert written == b"\xef\xbb\xbfa,b\r\n'@sum,\r\n'-5,3\r\n"


@pytest.mark.rule("C1.1")
def test_the_shipped_catalogue_is_not_newer_than_itself() -> None:
    assert newer(shipped_catalogue(), shipped_catalogue()) == ()


def test_keys_are_made_of_names() -> None:
    assert slug("Jarrun's Bow Ω") == "jarruns-bow"
    assert slug("Ærø Æøå ß") == "aeroe-aeoeaa-ss"
    assert slug("???") == "entry"
    assert free_key("Matros", {"x.matros", "x.matros-2"}, "x") == "x.matros-3"
