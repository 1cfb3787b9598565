"""The campaign's own rule tables: read by all, replaced by the game master, corrected once play has begun."""

from __future__ import annotations

import io
import re

import pytest
from sqlalchemy import select

from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.catalogue import tables_of
from app.extensions import db
from app.journal.models import AuditRow
from rules.vanguard.tables import Tables
from rules.vanguard.tables_store import shipped_tables
from tests.campaign.company.conftest import Table, table_of
from tests.story import campaign as story
from tests.story.people import account, browser, send


@pytest.fixture
def table(app):
    return table_of(app)


def at(campaign: str, rest: str = "") -> str:
    return f"/campaigns/{campaign}/tables{rest}"


def now(table: Table) -> Tables:
    with table.app.app_context():
        return tables_of(db.session.get_one(Campaign, table.campaign))


def typed(page: str) -> dict[str, str]:
    """The table's form as the page shows it."""
    form = re.search(
        r'<form method="post" action="[^"]*/tables/[a-z_]+" class="stack mt">.*?</form>', page, re.S
    )
    assert form is not None
    found = {}
    for tag in re.findall(r"<input[^>]*>", form[0]):
        name, value = re.search(r'name="([^"]+)"', tag), re.search(r'value="([^"]*)"', tag)
        if name is None or name[1] in ("request_id", "csrf_token", "seen"):
            continue
        if 'type="checkbox"' not in tag or " checked" in tag:
            found[name[1]] = value[1] if value else ""
    for name, inside in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form[0], re.S):
        chosen = re.search(r'<option selected value="([^"]*)"', inside)
        found[name] = chosen[1] if chosen else ""
    return found


@pytest.mark.rule("C6.2", "C8.2")
def test_players_read_a_table_in_fewer_columns_than_it_is_typed_in(table: Table) -> None:
    page = table.at_mads.get(at(table.campaign, "/injuries")).text
    heads = re.findall(r"<th[^>]*>([^<]+)</th>", page)
    assert heads == ["Roll", "Name", "Effect"]
    rows = [re.findall(r"<td[^>]*>([^<]*)</td>", row) for row in re.findall(r"<tr>.*?</tr>", page, re.S)]
    assert ["8–11", "Full recovery", "nothing lasting"] in rows
    assert ["6", "Blinded eye", "a figure one worse: Ranged, else Melee"] in rows
    page = table.at_mads.get(at(table.campaign, "/advances")).text
    assert re.findall(r"<th[^>]*>([^<]+)</th>", page)[0] == "Roll"


@pytest.mark.rule("C8.1", "C7.2")
def test_the_game_master_replaces_a_table_and_all_read_of_it(table: Table) -> None:
    """Ranks at 2 and 6 experience, three of them taken out."""
    sent = typed(table.at_gm.get(at(table.campaign, "/ranks")).text)
    assert sent["row0_experience"] == "3"
    sent |= {"row0_experience": "2", "row1_experience": "6", "row1_name": "Gammel rotte"}
    sent |= {f"row{row}_{cell}": "" for row in (2, 3, 4) for cell in ("experience", "name")}
    answer = send(table.at_gm, at(table.campaign, "/ranks"), **sent)
    assert answer.status_code == 303
    assert [(row.key, row.experience) for row in now(table).ranks.rows] == [("blooded", 2), ("veteran", 6)]
    page = table.at_ellen.get(at(table.campaign, "/ranks")).text
    assert "Gammel rotte" in page
    assert "own table" in page
    assert '<form method="post"' not in page.partition("<main")[2]
    assert (
        "The table “Ranks of models” was changed."
        in table.at_mads.get(f"/campaigns/{table.campaign}/chronicle").text
    )
    assert now(table).injuries == shipped_tables().injuries


@pytest.mark.rule("C6.2")
def test_rows_that_do_not_go_together_are_refused_and_kept_as_typed(table: Table) -> None:
    sent = typed(table.at_gm.get(at(table.campaign, "/injuries")).text)
    answer = send(table.at_gm, at(table.campaign, "/injuries"), **{**sent, "row0_low": "3", "row0_high": "3"})
    assert answer.status_code == 422
    assert "There is no row for 2." in answer.text
    assert "There are 2 rows for 3, and it must be one." in answer.text
    assert re.search(r'name="row0_low"[^>]*value="3"|value="3"[^>]*name="row0_low"', answer.text)
    answer = send(table.at_gm, at(table.campaign, "/injuries"), **{**sent, "row0_low": "two"})
    assert answer.status_code == 422
    assert "Enter a whole number from 1 to 1000." in answer.text
    assert 'value="two"' in answer.text
    assert now(table).injuries == shipped_tables().injuries


@pytest.mark.rule("C3.1")
def test_a_file_replaces_a_table_or_names_its_bad_lines(table: Table) -> None:
    good = b"start;dice;bonus_points;bonus_divisor\r\n0;0;;\r\n15;1;10;\r\n"
    url = at(table.campaign, "/underdog/file")
    assert send(table.at_gm, url, file=(io.BytesIO(good), "u.csv")).status_code == 303
    assert [(row.start, row.dice, row.bonus_points) for row in now(table).underdog.rows] == [
        (0, 0, 0),
        (15, 1, 10),
    ]
    written = table.at_mads.get(at(table.campaign, "/underdog/table.csv")).data
    assert send(table.at_gm, url, file=(io.BytesIO(written), "u.csv")).status_code == 303
    bad = b"start,dice\r\n0,none\r\n10,1\r\n"
    answer = send(table.at_gm, url, file=(io.BytesIO(bad), "u.csv"))
    assert answer.status_code == 422
    assert "Line 2, column dice, “none”: Enter a whole number from 0 to 50." in answer.text
    rising = b"start,dice\r\n5,0\r\n3,1\r\n"
    answer = send(table.at_gm, url, file=(io.BytesIO(rising), "u.csv"))
    assert "The differences must rise, and the first is 0." in answer.text
    assert len(now(table).underdog.rows) == 2
    assert send(table.at_gm, at(table.campaign, "/underdog/restore")).status_code == 303
    assert now(table).underdog == shipped_tables().underdog


@pytest.mark.rule("V11.1")
def test_once_play_has_begun_a_table_is_corrected_with_a_reason(app) -> None:
    gm, ellen, mads = (account(app, name) for name in ("Karin", "Ellen", "Mads"))
    campaign, _seats = story.run_campaign(app, gm, ellen, mads)
    at_gm = browser(app, gm)
    sent = typed(at_gm.get(at(campaign, "/ranks")).text)
    changed = {**sent, "row0_experience": "2"}
    refused = send(at_gm, at(campaign, "/ranks"), **changed)
    assert refused.status_code == 422
    assert "Please give a reason" in refused.text
    fewer = {**sent, "row4_name": "", "row4_experience": "", "reason": "Tryk"}
    gone = send(at_gm, at(campaign, "/ranks"), **fewer)
    assert gone.status_code == 422
    assert "no row can vanish: Legend." in gone.text
    done = send(at_gm, at(campaign, "/ranks"), **{**changed, "reason": "Bogen siger 2."})
    assert done.status_code == 303
    with app.app_context():
        row = db.session.scalars(select(AuditRow).where(AuditRow.kind == "tables.changed")).one()
        assert row.params == {"table": "ranks", "reason": "Bogen siger 2."}
    chronicle = browser(app, mads).get(f"/campaigns/{campaign}/chronicle").text
    assert "The table “Ranks of models” was corrected: Bogen siger 2." in chronicle


def test_of_two_game_masters_the_slower_is_told(table: Table) -> None:
    sent = typed(table.at_gm.get(at(table.campaign, "/caps")).text)
    assert (
        send(table.at_gm, at(table.campaign, "/caps"), **{**sent, "set_most_speed": "9"}).status_code == 303
    )
    stale = send(table.at_gm, at(table.campaign, "/caps"), **{**sent, "set_most_speed": "8"})
    assert stale.status_code == 409
    assert 'value="8"' in stale.text
    assert now(table).caps.most_speed == 9


def test_only_the_game_master_writes(table: Table) -> None:
    for rest in ("/caps", "/caps/file", "/caps/restore"):
        assert send(table.at_ellen, at(table.campaign, rest)).status_code == 403
    assert table.at_gm.get(at(table.campaign, "/nothing")).status_code == 404
