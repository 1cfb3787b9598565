"""C1.1, C1.2: the campaign's own catalogue is edited by its game master."""

from __future__ import annotations

import io

import pytest
from sqlalchemy import select

from app.campaign.events.scenarios import scenario_keys
from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.catalogue import catalogue_of
from app.extensions import db
from app.journal.models import AuditRow
from rules.vanguard.catalogue import Card, Item
from tests.campaign.company.conftest import Table, table_of
from tests.counting import counted
from tests.rules.vanguard.exchange.test_catalogues import MODEL, cat
from tests.story import company as companies
from tests.story.people import send

LEVY = "dwarfs.dwarf-levy"
FIGURES = {"sp": "5", "me": "4", "ra": "", "ar": "5", "ne": "3", "wn": "2", "h": "2"}


@pytest.fixture
def table(app):
    return table_of(app)


def at(table: Table, rest: str = "") -> str:
    return f"/campaigns/{table.campaign}/catalogue{rest}"


def card(table: Table, key: str) -> Card | None:
    with table.app.app_context():
        return catalogue_of(db.session.get_one(Campaign, table.campaign)).models.get(key)


def read(table: Table, *files: tuple[bytes, str]):
    sent = [(io.BytesIO(data), name) for data, name in files]
    return send(table.at_gm, at(table, "/import"), files=sent)


@pytest.mark.rule("C1.2")
def test_the_game_master_adds_and_changes_a_model_and_all_read_of_it(table: Table) -> None:
    form = {"name": "Færge", "faction": "dwarfs", "points": "9", "types": "Warrior", "items_allowed": "two"}
    answer = send(table.at_gm, at(table, "/new/model"), options="Spear; 2\nBow; 3", **form, **FIGURES)
    assert answer.status_code == 303
    made = card(table, "dwarfs.faerge")
    assert made is not None
    assert (made.points, made.stats.me, made.stats.ra, made.counts_as_base) == (9, 4, None, True)
    assert [(one.name, one.points) for one in made.options[0].options] == [("Spear", 2), ("Bow", 3)]
    # At 1.50 gold a point: 13.5, rounded up.
    assert 'data-cost="14"' not in table.at_ellen.get(table.own("/shop")).text  # it has options to choose
    assert "Færge" in table.at_ellen.get(table.own("/shop")).text
    changed = {**form, "points": "10", "name": "Færgen"}
    send(table.at_gm, at(table, "/entries/model/dwarfs.faerge"), options="Spear; 1", **changed, **FIGURES)
    made = card(table, "dwarfs.faerge")
    assert made is not None
    assert (made.name, made.points, made.options[0].options[0].key) == ("Færgen", 10, "spear")
    chronicle = table.at_mads.get(f"/campaigns/{table.campaign}/chronicle").text
    assert "The campaign&#39;s catalogue was changed: Færgen." in chronicle.replace("&#x27;", "&#39;")


@pytest.mark.rule("C1.2")
def test_a_hidden_model_is_no_longer_offered_and_stays_with_who_has_it(table: Table) -> None:
    companies.buy(table.app, table.campaign, table.ellen, "dwarfs.ironclad")
    page = table.at_gm.get(at(table, "/entries/model/dwarfs.ironclad")).text
    assert 'value="13"' in page
    old = card(table, "dwarfs.ironclad")
    assert old is not None
    form = {"name": old.name, "faction": "dwarfs", "points": "13", "types": "Warrior", "items_allowed": "two"}
    answer = send(table.at_gm, at(table, "/entries/model/dwarfs.ironclad"), hidden="y", **form, **FIGURES)
    assert answer.status_code == 303
    assert 'id="card-dwarfs.ironclad"' not in table.at_ellen.get(table.own("/shop")).text
    assert "Ironclad" in table.at_ellen.get(table.own("/company")).text
    refused = send(table.at_ellen, table.own("/shop/models"), **{"count-dwarfs.ironclad": "1"})
    assert refused.status_code == 422


@pytest.mark.rule("C1.2")
def test_what_companies_have_cannot_vanish(table: Table) -> None:
    old = card(table, LEVY)
    assert old is not None
    spear = old.options[0].options[0]
    companies.buy(table.app, table.campaign, table.ellen, LEVY, 1, [spear.key])
    form = {"name": old.name, "points": "8", "types": "Grunt", "items_allowed": "one_common", **FIGURES}
    url = at(table, f"/entries/model/{LEVY}")
    lost = send(table.at_gm, url, faction="dwarfs", options="", **form)
    assert lost.status_code == 422
    assert f"Companies have “{spear.name}” of {old.name}." in lost.text
    moved = send(table.at_gm, url, faction="elves", options=f"{spear.name}; 1", **form)
    assert moved.status_code == 422
    assert card(table, LEVY) == old


@pytest.mark.rule("C1.2")
@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("points", "-1", "Enter a whole number from 0 to 1000."),
        ("points", "NaN", "Enter a whole number from 0 to 1000."),
        ("name", "", "A name is needed."),
        ("name", "\u200b", "A name that can be read is needed."),
        ("options", "Spear for two points", "is no option"),
        ("me", "99", "Enter a whole number from 1 to 9."),
    ],
)
def test_a_bad_field_is_said_and_nothing_typed_is_lost(
    table: Table, field: str, typed: str, said: str
) -> None:
    form = {"name": "Ny", "faction": "dwarfs", "points": "9", "types": "Warrior", "items_allowed": "two"}
    answer = send(
        table.at_gm, at(table, "/new/model"), **{**form, **FIGURES, field: typed, "race": "Ægirsfolk"}
    )
    assert answer.status_code == 422
    assert said in answer.text
    assert "Ægirsfolk" in answer.text
    assert card(table, "dwarfs.ny") is None


@pytest.mark.rule("C1.2")
def test_a_file_is_looked_at_before_it_is_taken_over(table: Table) -> None:
    data = cat(
        "Dwarfs", MODEL.format(id="1", name="Dwarf Levy", points=9), MODEL.format(id="2", name="Ny", points=4)
    )
    assert read(table, (data, "Dwarfs.cat")).status_code == 303
    page = table.at_gm.get(at(table, "/import")).text
    assert "Dwarfs.cat" in page
    assert "<del>8</del>" in page
    assert "<ins>9</ins>" in page
    assert card(table, "dwarfs.ny") is None
    answer = send(table.at_gm, at(table, "/import/apply"), version="1", mark=["model:dwarfs.ny"])
    assert answer.status_code == 303
    made, levy = card(table, "dwarfs.ny"), card(table, LEVY)
    assert made is not None
    assert levy is not None
    assert (made.points, levy.points) == (4, 8)
    again = send(table.at_gm, at(table, "/import/apply"), version="1", mark=["model:dwarfs.ny"])
    assert again.status_code == 409


@pytest.mark.rule("C1.2")
def test_a_table_changes_what_it_says_and_names_every_bad_row(table: Table) -> None:
    whole = table.at_gm.get(at(table, "/table/item.csv"))
    assert whole.headers["Content-Disposition"] == 'attachment; filename="item.csv"'
    assert read(table, (whole.data, "item.csv")).status_code == 303
    assert "Nothing in it differs" in table.at_gm.get(at(table, "/import")).text
    bad = b"name,rarity,slots,points\nKrone,Rare,Magic,4\nRing,Legendary,Magic,x\n"
    refused = read(table, (bad, "mine.csv"))
    assert refused.status_code == 422
    assert "Line 3: “x” in the column points is no whole number from 0." in refused.text
    assert read(table, (bad.replace(b"Legendary,Magic,x", b"Rare,Magic,3"), "mine.csv")).status_code == 303
    send(table.at_gm, at(table, "/import/apply"), version="1", mark=["item:krone", "item:ring"])
    with table.app.app_context():
        items = catalogue_of(db.session.get_one(Campaign, table.campaign)).items
        assert items["krone"] == Item(key="krone", name="Krone", rarity="Rare", slots=("Magic",), points=4)
        (row,) = db.session.execute(select(AuditRow).where(AuditRow.kind == "catalogue.changed")).scalars()
        assert row.params == {"names": ["Krone", "Ring"], "count": 2}


@pytest.mark.rule("C1.1")
def test_another_campaign_keeps_its_own_copy(app) -> None:
    one, two = table_of(app), None
    form = {"name": "Færge", "faction": "dwarfs", "points": "9", "types": "Warrior", "items_allowed": "two"}
    send(one.at_gm, at(one, "/new/model"), **form, **FIGURES)
    with app.app_context():
        two = db.session.get_one(Campaign, one.campaign)
        assert "dwarfs.faerge" in catalogue_of(two).models
    from rules.vanguard.catalogue_store import shipped_catalogue

    assert "dwarfs.faerge" not in shipped_catalogue().models


@pytest.mark.rule("C1.2")
def test_players_cannot_change_the_catalogue(table: Table) -> None:
    for rest in ("", "/import", "/new/model", f"/entries/model/{LEVY}", "/table/model.csv"):
        assert table.at_ellen.get(at(table, rest)).status_code == 403
    for rest in ("/import", "/import/apply", "/import/forget", "/newer", "/new/item"):
        assert send(table.at_ellen, at(table, rest)).status_code == 403
    assert table.at_gm.get(at(table, "/entries/model/nobody")).status_code == 404
    assert table.at_gm.get(at(table, "/entries/spell/fireball")).status_code == 404


@pytest.mark.rule("C1.2")
def test_the_lists_take_few_questions(table: Table) -> None:
    for rest in ("", "?show=items", "/import", f"/entries/model/{LEVY}"):
        table.at_gm.get(at(table, rest))
        with counted(table.app) as asked:
            assert table.at_gm.get(at(table, rest)).status_code == 200
        assert len(asked) <= 12


@pytest.mark.rule("C4.1")
def test_the_group_keeps_its_summary_of_a_scenario(table: Table) -> None:
    """By form and by table; a new scenario can be named by an event."""
    form = {"name": "Nat ved broen", "sides": "two", "roles": "y", "book": "Klubhæfte", "page": "7"}
    answer = send(table.at_gm, at(table, "/new/scenario"), summary="Ét.\r\n\r\nTo.", **form)
    assert answer.status_code == 303
    with table.app.app_context():
        campaign = db.session.get_one(Campaign, table.campaign)
        made = catalogue_of(campaign).scenarios["nat-ved-broen"]
        assert made.key in scenario_keys(campaign)
    assert (made.roles, made.book, made.page, made.summary) == (True, "Klubhæfte", 7, "Ét.\n\nTo.")
    assert "Nat ved broen" in table.at_gm.get(at(table, "?show=scenarios")).text
    written = table.at_gm.get(at(table, "/table/scenario.csv")).data
    changed = written.replace("Klubhæfte".encode(), "Hæfte 2".encode())
    assert read(table, (changed, "scenarios.csv")).status_code == 303
    page = table.at_gm.get(at(table, "/import")).text
    assert "Hæfte 2" in page
