"""V3.1, V3.5: the faction of a company, giving it up, confirming it."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from app.campaign.company import operations as company
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.states import Phase, State
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.refusal import Refusal
from tests.campaign.company.conftest import Table
from tests.story import company as companies
from tests.story.campaign import change
from tests.story.people import send


def count(table: Table, model: type) -> int:
    with table.app.app_context():
        return db.session.execute(select(func.count()).select_from(model)).scalar_one()


@pytest.mark.rule("V3.1")
def test_all_factions_of_the_catalogue_are_offered_with_facts_and_one_is_chosen(table: Table) -> None:
    mine = f"/campaigns/{table.campaign}/seats/{table.mads}/company"
    page = table.at_mads.get(mine).text
    assert page.count('name="faction"') == 22
    assert "Kingdoms of Men" in page
    # Dwarfs: 16 models, the cheapest for 8 points: 12 gold.
    assert "16 models, from 12 gold" in page
    answer = send(table.at_mads, mine, faction="dwarfs", name="  Die   Felswacht ")
    assert answer.status_code == 303
    with table.app.app_context():
        made = db.session.execute(select(Company).where(Company.seat_id == table.mads)).scalar_one()
        assert (made.faction, made.name, made.confirmed_at) == ("dwarfs", "Die Felswacht", None)


@pytest.mark.rule("V3.1")
def test_an_unknown_faction_is_refused_and_the_typed_name_stays(table: Table) -> None:
    mine = f"/campaigns/{table.campaign}/seats/{table.mads}/company"
    answer = send(table.at_mads, mine, faction="gnomes", name="Æblekompagniet", form_key=mine)
    assert answer.status_code == 422
    assert "Choose one of the factions of this campaign." in answer.text
    assert 'value="Æblekompagniet"' in answer.text
    assert count(table, Company) == 1


@pytest.mark.rule("V3.5")
def test_giving_a_company_up_asks_first_and_brings_all_gold_back(table: Table) -> None:
    app, campaign, seat = table.app, table.campaign, table.ellen
    (sergeant,) = companies.buy(app, campaign, seat, "dwarfs.dwarf-sergeant")
    ironclads = companies.buy(app, campaign, seat, "dwarfs.ironclad", 2)
    companies.buy_item(app, campaign, seat, "buckler")
    companies.sell(app, campaign, seat, ironclads[0])
    companies.give_role(app, campaign, seat, sergeant, "healer")
    assert companies.give_role(app, campaign, seat, ironclads[1], "scout") == 5
    companies.form_warband(app, campaign, seat, "Ulve", [sergeant])
    # 47 and 2 x 20 for models, 3 for the buckler, 20 back, 5 for the second paid role: 75 gold spent.
    assert companies.gold(app, seat) == 225
    page = table.at_ellen.get(table.own("/company/faction")).text
    assert "75 gold comes back" in page
    assert companies.gold(app, seat) == 225, "asking changes nothing"
    assert send(table.at_ellen, table.own("/company/faction")).status_code == 303
    assert companies.gold(app, seat) == 300
    assert companies.ledger(app, seat)[-1] == ("company.given_up", 75)
    assert [count(table, one) for one in (Company, CompanyModel, CompanyItem, Warband)] == [0, 0, 0, 0]


@pytest.mark.rule("V3.5")
def test_changing_faction_again_and_again_never_makes_gold(table: Table) -> None:
    app, campaign, seat = table.app, table.campaign, table.ellen
    for faction, card in (("dwarfs", "dwarfs.ironclad"), ("basileans", "basileans.dictator")) * 2:
        with change(app, campaign, seat) as (campaign_row, own, actor):
            company.give_up_company(companies.company_in(own), campaign=campaign_row, seat=own, actor=actor)
        companies.choose_faction(app, campaign, seat, faction)
        companies.buy(app, campaign, seat, card)
    # A dictator of 41 points costs 61.5, rounded up.
    assert companies.gold(app, seat) == 300 - 62


@pytest.mark.rule("V3.5")
def test_a_company_without_command_cannot_be_confirmed(table: Table) -> None:
    companies.buy(table.app, table.campaign, table.ellen, "dwarfs.ironclad", 3)
    answer = send(table.at_ellen, table.own("/company/confirm"))
    assert answer.status_code == 422
    assert "buy at least one Command" in answer.text
    with table.app.app_context():
        assert db.session.execute(select(Company.confirmed_at)).scalar_one() is None


@pytest.mark.rule("V3.5", "C9.2")
def test_one_command_is_enough_and_becomes_leader_of_the_retinue_for_free(table: Table) -> None:
    (first,) = companies.buy(table.app, table.campaign, table.ellen, "dwarfs.dwarf-sergeant")
    before = companies.gold(table.app, table.ellen)
    page = table.at_ellen.get(table.own("/company/confirm")).text
    assert "never changes its faction" in page
    assert "40 %" in page
    assert send(table.at_ellen, table.own("/company/confirm")).status_code == 303
    with table.app.app_context():
        assert db.session.get_one(CompanyModel, first).role == "leader"
        assert db.session.execute(select(Company.confirmed_at)).scalar_one() is not None
    assert companies.gold(table.app, table.ellen) == before


@pytest.mark.rule("V3.5")
def test_a_confirmed_company_keeps_its_faction(table: Table) -> None:
    companies.buy(table.app, table.campaign, table.ellen, "dwarfs.dwarf-sergeant")
    companies.confirm(table.app, table.campaign, table.ellen)
    answer = send(table.at_ellen, table.own("/company/faction"))
    assert answer.status_code == 422
    assert "A confirmed company keeps its faction" in answer.text
    assert count(table, CompanyModel) == 1


@pytest.mark.rule("V3.3")
def test_no_company_is_founded_while_the_shop_is_closed(table: Table) -> None:
    with change(table.app, table.campaign) as (campaign, _gm, _actor):
        campaign.state, campaign.round, campaign.phase = State.RUNNING, 1, Phase.BATTLES
    with pytest.raises(Refusal) as refused:
        companies.choose_faction(table.app, table.campaign, table.mads, "orcs")
    assert refused.value.rule == "V3.3"


def test_a_company_is_renamed_and_names_that_cannot_be_read_are_refused(table: Table) -> None:
    name = 'Ægir "Ulv" Größe & Søn 🐺'
    assert send(table.at_ellen, table.own("/company/name"), name=name).status_code == 303
    page = table.at_ellen.get(table.own("/company")).text
    assert "Ægir &#34;Ulv&#34; Größe &amp; Søn 🐺" in page
    for bad in ("", "   ", "x" * 61, "links\u202erechts", "null\u200bbreite"):
        answer = send(table.at_ellen, table.own("/company/name"), name=bad)
        assert answer.status_code == 422, repr(bad)
    with table.app.app_context():
        assert db.session.execute(select(Company.name)).scalar_one() == name
