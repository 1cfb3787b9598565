"""C1.3: a player's roster is read, looked at and bought."""

from __future__ import annotations

import io

import pytest
from sqlalchemy import func, select

from app.campaign.company.models import CompanyItem, CompanyModel
from app.campaign.imports.models import RosterDraft
from app.extensions import db
from tests.campaign.company.conftest import Table, table_of
from tests.counting import counted
from tests.rules.vanguard.exchange.test_rosters import ROSTER
from tests.story import company as companies
from tests.story.people import send

# Gold at 1.50 a point: a levy of 8 points with a spear (1) costs 14, an ironclad (13) 20, a charm (1) 2.
LINES = "3 Dwarf Levy: Spear\n1 Ironclad: Lucky Charm, Death Star\n1 Dwarf Sargeant\n2 Zombie"


@pytest.fixture
def table(app):
    return table_of(app)


def read(table: Table, text: str = "", file: tuple[bytes, str] | None = None):
    fields: dict[str, object] = {"lines": text, "form_key": table.own("/import")}
    if file is not None:
        fields["file"] = (io.BytesIO(file[0]), file[1])
    return send(table.at_ellen, table.own("/import"), **fields)


def version(table: Table) -> int:
    with table.app.app_context():
        return db.session.execute(select(RosterDraft.version)).scalar_one()


def drafts(table: Table) -> int:
    with table.app.app_context():
        return db.session.execute(select(func.count()).select_from(RosterDraft)).scalar_one()


@pytest.mark.rule("C1.3")
def test_what_matches_and_what_does_not_is_shown_before_anything_is_bought(table: Table) -> None:
    assert read(table, LINES).status_code == 303
    page = table.at_ellen.get(table.own("/import")).text
    assert "3 × Dwarf Levy" in page
    assert "Death Star" in page
    assert "Which model is “Dwarf Sargeant”?" in page
    assert "Dwarf Sergeant</option>" in page
    assert "A model of another faction: Undead." in page
    assert "2 lines match no model of Dwarfs." in page
    assert companies.gold(table.app, table.ellen) == 300
    assert "Dwarf Sargeant" not in table.at_mads.get(f"/campaigns/{table.campaign}").text
    assert table.at_mads.get(table.own("/import")).status_code == 403


@pytest.mark.rule("C1.3", "V3.2")
def test_the_ticked_lines_are_bought_with_their_gear(table: Table) -> None:
    read(table, LINES)
    fields = {"take-1": "1", "take-2": "1", "take-3": "1", "card-3": "dwarfs.dwarf-sergeant"}
    answer = send(table.at_ellen, table.own("/import/buy"), version=version(table), **fields)
    assert answer.status_code == 303
    # 3 x 14, 20, a sergeant of 31 points 47, a charm 2.
    assert companies.gold(table.app, table.ellen) == 300 - 42 - 20 - 47 - 2
    with table.app.app_context():
        models = {one.name: one for one in db.session.execute(select(CompanyModel)).scalars()}
        (item,) = db.session.execute(select(CompanyItem)).scalars()
        assert [one.card for one in models.values()].count("dwarfs.dwarf-levy") == 3
        assert item.model_id == models["Ironclad"].id
        assert all(one.options for one in models.values() if one.card == "dwarfs.dwarf-levy")
    assert drafts(table) == 0


@pytest.mark.rule("C1.3")
def test_a_sent_file_becomes_lines_that_can_be_changed(table: Table) -> None:
    data = ROSTER.format(system="Vanguard").encode()
    assert read(table, "", (data, "ulve.ros")).status_code == 303
    page = table.at_ellen.get(table.own("/import")).text
    assert "3 Dwarf Levy: Spear" in page
    assert "Ulvebanden" in page


@pytest.mark.rule("C1.3")
def test_refusals_say_why_and_keep_the_lines(table: Table) -> None:
    answer = read(table, "++ nothing ++")
    assert answer.status_code == 422
    assert "No models were found in it." in answer.text
    assert "++ nothing ++" in answer.text
    other = read(table, "", (ROSTER.format(system="Warhammer 40,000").encode(), "x.ros"))
    assert other.status_code == 422
    assert "This roster is for another game: “Warhammer 40,000”." in other.text
    assert drafts(table) == 0


@pytest.mark.rule("C1.3", "V3.2")
def test_too_little_gold_buys_nothing_of_it(table: Table) -> None:
    read(table, "30 Ironclad: Lucky Charm")
    answer = send(table.at_ellen, table.own("/import/buy"), version=version(table), **{"take-1": "1"})
    assert answer.status_code == 422
    assert companies.gold(table.app, table.ellen) == 300
    assert drafts(table) == 1


@pytest.mark.rule("C1.3")
def test_a_line_without_a_model_and_a_changed_roster_are_refused(table: Table) -> None:
    read(table, LINES)
    seen = version(table)
    bare = send(table.at_ellen, table.own("/import/buy"), version=seen, **{"take-3": "1"})
    assert bare.status_code == 422
    none = send(table.at_ellen, table.own("/import/buy"), version=seen)
    assert none.status_code == 422
    foreign = {"take-3": "1", "card-3": "undead.zombie"}
    assert send(table.at_ellen, table.own("/import/buy"), version=seen, **foreign).status_code == 422
    read(table, "1 Ironclad")
    stale = send(table.at_ellen, table.own("/import/buy"), version=seen, **{"take-1": "1"})
    assert stale.status_code == 409
    assert companies.gold(table.app, table.ellen) == 300


@pytest.mark.rule("C1.3", "C2.6")
def test_items_a_model_may_not_carry_stay_in_the_store(table: Table) -> None:
    read(table, "1 Dwarf Levy: Lucky Charm, Brew of Courage")
    answer = send(table.at_ellen, table.own("/import/buy"), version=version(table), **{"take-1": "1"})
    # A Grunt carries one item (C2.6): the other one is bought and lies in the store.
    assert answer.status_code == 303
    with table.app.app_context():
        carried = [one.model_id for one in db.session.execute(select(CompanyItem)).scalars()]
    assert len(carried) == 2
    assert sum(one is None for one in carried) >= 1
    assert "in the store" in table.at_ellen.get(answer.location).text


@pytest.mark.rule("C1.3")
def test_the_roster_can_be_put_away_and_without_a_faction_none_is_bought(table: Table) -> None:
    read(table, LINES)
    assert send(table.at_ellen, table.own("/import/forget")).status_code == 303
    assert drafts(table) == 0
    mads = f"/campaigns/{table.campaign}/seats/{table.mads}/import"
    assert "Choose a faction first" in table.at_mads.get(mads).text


@pytest.mark.rule("C1.3", "V11.5")
def test_the_page_asks_the_database_as_often_with_many_lines(table: Table) -> None:
    read(table, "1 Ironclad")
    table.at_ellen.get(table.own("/import"))
    with counted(table.app) as few:
        table.at_ellen.get(table.own("/import"))
    read(table, "\n".join(f"1 Model {n}" for n in range(60)))
    with counted(table.app) as many:
        table.at_ellen.get(table.own("/import"))
    assert len(many) == len(few) <= 12
