"""V4.1-V4.5, C2: forming warbands, and the builder's check with its repairs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import select

from app.campaign.company.models import CompanyModel
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Place
from app.campaign.orders.models import Order
from app.campaign.states import Phase, State
from app.campaign.warbands.models import Warband
from app.campaign.warbands.queries import breaches, builder_page, warband_points
from app.extensions import db
from app.refusal import Refusal
from tests.campaign.company.conftest import Table, table_of
from tests.story import company as companies
from tests.story.campaign import change
from tests.story.people import browser, send

IRONCLAD, SERGEANT, LEVY = "dwarfs.ironclad", "dwarfs.dwarf-sergeant", "dwarfs.dwarf-levy"
GUARD, GOLEM, PRIEST = "dwarfs.ironguard", "dwarfs.earth-elemental", "dwarfs.stone-priest"


@pytest.fixture
def table(app) -> Table:  # the fixture of all
    return table_of(app, starting_gold=2000, warband_size=100)


def buy(table: Table, card: str, count: int = 1) -> list[str]:
    return companies.buy(table.app, table.campaign, table.ellen, card, count)


def band(table: Table, *models: str, name: str = "Ulve") -> str:
    return companies.form_warband(table.app, table.campaign, table.ellen, name, models)


def found(table: Table, band_id: str, limit: int = 100) -> list[tuple[str, str]]:
    """The rule and code of everything wrong with a warband."""
    with table.app.app_context():
        warband = db.session.get_one(Warband, band_id)
        return [(breach.rule, breach.code) for breach in breaches(warband, limit)]


def repairs(table: Table, band_id: str) -> list[list[tuple[str, str]]]:
    """The action and target of each repair offered, breach by breach."""
    with table.app.app_context():
        page = builder_page(
            db.session.get_one(Warband, band_id),
            db.session.get_one(Campaign, table.campaign),
            db.session.get_one(Seat, table.ellen),
        )
        return [[(one.action, one.target) for one in fault.repairs] for fault in page.faults]


@pytest.mark.rule("V4.1", "V4.2")
def test_a_leader_and_a_warrior_are_a_warband_and_the_first_command_leads(table: Table) -> None:
    (sergeant,), (ironclad,) = buy(table, SERGEANT), buy(table, IRONCLAD)
    answer = send(table.at_ellen, table.own("/warbands"), name="Ulveflokken")
    assert answer.status_code == 303
    address = answer.location
    assert "Nobody stands here yet" in table.at_ellen.get(address).text
    assert send(table.at_ellen, f"{address}/models", model=[ironclad, sergeant]).status_code == 303
    page = table.at_ellen.get(address).text
    assert "The warband keeps every limit." in page
    assert "Leads the warband" in page
    band_id = address.rsplit("/", 1)[1]
    assert found(table, band_id) == []
    assert companies.warband(table.app, band_id)[2] == sergeant
    with table.app.app_context():
        assert warband_points(db.session.get_one(Warband, band_id)) == 31 + 13


@pytest.mark.rule("V4.2", "C2.1", "V4.4")
def test_an_empty_warband_names_what_is_missing_and_offers_the_shop(table: Table) -> None:
    band_id = band(table)
    assert found(table, band_id) == [("V4.1", "no_leader"), ("C2.1", "no_command"), ("C2.1", "no_warrior")]
    page = table.at_ellen.get(table.own(f"/warbands/{band_id}")).text
    assert "/shop?show=Command" in page
    assert "/shop?show=Warrior" in page
    assert "It can be sent when every limit is kept." in page
    assert "/rules/id/C2.1" in page


@pytest.mark.rule("V4.3")
def test_too_many_points_name_the_figures_and_the_lightest_way_out(table: Table) -> None:
    (sergeant,) = buy(table, SERGEANT)
    irons, golem = buy(table, IRONCLAD, 2), buy(table, GOLEM)
    band_id = band(table, sergeant, *irons, *golem, *buy(table, LEVY))
    # 31 + 2 x 13 + 35 + 8 = 100: exactly the size.
    assert found(table, band_id) == []
    band_id = band(
        table,
        *buy(table, SERGEANT),
        *buy(table, IRONCLAD, 2),
        *buy(table, GOLEM),
        *buy(table, "dwarfs.dwarf-ranger"),
        name="Tunge",
    )
    # 31 + 26 + 35 + 19 = 111: 11 too many, so one Ironclad of 13 mends it.
    assert found(table, band_id) == [("V4.3", "too_many_points")]
    ((first, second),) = repairs(table, band_id)
    assert first[0] == second[0] == "take_out"
    with table.app.app_context():
        assert [db.session.get_one(CompanyModel, one[1]).card for one in (first, second)] == [
            IRONCLAD,
            IRONCLAD,
        ]
    page = table.at_ellen.get(table.own(f"/warbands/{band_id}")).text
    assert "11 points too many" in page
    assert "The warband has 111 points, and 100 are allowed." in page


@pytest.mark.rule("V4.4", "C2.2")
def test_a_type_limit_marks_its_models_and_both_repairs_work(table: Table) -> None:
    (sergeant,) = buy(table, SERGEANT)
    irons, guards, (levy,) = buy(table, IRONCLAD, 2), buy(table, GUARD), buy(table, LEVY)
    band_id = band(table, sergeant, *irons, *guards)
    assert found(table, band_id) == [("C2.2", "too_many_type")]
    assert repairs(table, band_id) == [[("take_out", guards[0]), ("put_in", levy)]]
    page = table.at_ellen.get(table.own(f"/warbands/{band_id}")).text
    assert "1 Support too many" in page
    assert page.count('class="viol"') == 1
    assert "Take Ironguard out" in page
    assert "Put Dwarf Levy in" in page
    answer = send(table.at_ellen, table.own(f"/warbands/{band_id}/models"), model=levy)
    assert answer.status_code == 303
    assert found(table, band_id) == [], "three Grunts and Warriors make room for one Support"
    send(table.at_ellen, table.own(f"/warbands/{band_id}/out"), model=levy)
    send(table.at_ellen, table.own(f"/warbands/{band_id}/out"), model=guards[0])
    assert found(table, band_id) == []


@pytest.mark.rule("C2.2", "C2.3", "C2.4")
def test_large_same_model_command_and_spellcaster_limits(table: Table) -> None:
    irons = buy(table, IRONCLAD, 3)
    golems = buy(table, GOLEM, 2)
    commands = buy(table, SERGEANT, 2)
    priests = buy(table, PRIEST, 2)
    band_id = band(table, *commands, *irons, *golems, *priests)
    codes = found(table, band_id)
    # 100 points: one Large, two of a model; three warriors: one Command, one Spellcaster.
    assert codes == [
        ("V4.3", "too_many_points"),
        ("C2.2", "too_many_type"),
        ("C2.2", "too_many_type"),
        ("C2.3", "too_many_large"),
        ("C2.4", "too_many_same"),
    ]
    assert all(len(offered) == 2 for offered in repairs(table, band_id))
    assert found(table, band_id, limit=400) == [("C2.2", "too_many_type"), ("C2.2", "too_many_type")]


@pytest.mark.rule("C2.6")
def test_a_rare_item_twice_is_mended_by_the_store(table: Table) -> None:
    (sergeant,), irons = buy(table, SERGEANT), buy(table, IRONCLAD, 2)
    items = companies.buy_item(table.app, table.campaign, table.ellen, "long-bow", 2)
    for item, model in zip(items, irons, strict=True):
        companies.give_item(table.app, table.campaign, table.ellen, item, model)
    band_id = band(table, sergeant, *irons)
    assert found(table, band_id) == [("C2.6", "item_twice")]
    assert repairs(table, band_id) == [[("store", items[1]), ("store", items[0])]]
    assert send(table.at_ellen, table.own(f"/warbands/{band_id}/store"), item=items[0]).status_code == 303
    assert found(table, band_id) == []


@pytest.mark.rule("C2.7")
def test_points_count_items_and_advances(table: Table) -> None:
    (sergeant,) = buy(table, SERGEANT)
    (item,) = companies.buy_item(table.app, table.campaign, table.ellen, "buckler")
    companies.give_item(table.app, table.campaign, table.ellen, item, sergeant)
    band_id = band(table, sergeant)
    from app.campaign.company.models import ModelChange

    with change(table.app, table.campaign, table.ellen):
        effect = {"kind": "rule_gained", "model": sergeant, "special_rule": "iron_will"}
        db.session.add(ModelChange(model_id=sergeant, effect=effect))
    with table.app.app_context():
        assert warband_points(db.session.get_one(Warband, band_id)) == 31 + 2 + 2


@pytest.mark.rule("C2.8", "V4.5")
def test_a_mercenary_is_hired_with_its_fee_shown_and_nothing_paid_yet(table: Table) -> None:
    (sergeant,), irons = buy(table, SERGEANT), buy(table, IRONCLAD)
    band_id = band(table, sergeant, *irons)
    before = companies.gold(table.app, table.ellen)
    address = table.own(f"/warbands/{band_id}")
    assert send(table.at_ellen, f"{address}/mercenaries", mercenary="mercenary.blaine").status_code == 303
    page = table.at_ellen.get(address).text
    # 62 points x 1.50.
    assert ">93<" in page.replace("</svg>93", "</svg>>93<")
    assert companies.gold(table.app, table.ellen) == before
    assert found(table, band_id) == [("V4.3", "too_many_points")], "31 + 13 + 62 points"
    assert repairs(table, band_id)[0][0] == ("dismiss", "mercenary.blaine")
    twice = send(table.at_ellen, f"{address}/mercenaries", mercenary="mercenary.blaine")
    assert twice.status_code == 422
    assert "/rules/id/C2.8" in twice.text
    assert send(table.at_ellen, f"{address}/mercenaries", mercenary=IRONCLAD).status_code == 422
    gone = send(table.at_ellen, f"{address}/mercenaries", mercenary="mercenary.blaine", dismiss="1")
    assert gone.status_code == 303
    assert found(table, band_id) == []


@pytest.mark.rule("C2.8")
def test_a_mercenary_is_neither_leader_nor_the_needed_command(table: Table) -> None:
    band_id = band(table, *buy(table, IRONCLAD))
    send(table.at_ellen, table.own(f"/warbands/{band_id}/mercenaries"), mercenary="mercenary.firebrand")
    assert found(table, band_id) == [("V4.1", "no_leader"), ("C2.1", "no_command")]


@pytest.mark.rule("V4.1")
def test_each_model_stands_in_one_warband_at_most(table: Table) -> None:
    (sergeant,) = buy(table, SERGEANT)
    band(table, sergeant, name="Ulve")
    other = band(table, name="Hjorte")
    answer = send(table.at_ellen, table.own(f"/warbands/{other}/models"), model=sergeant)
    assert answer.status_code == 422
    assert "Dwarf Sergeant stands in Ulve already." in answer.text
    assert companies.models_in(table.app, other) == []


@pytest.mark.rule("V4.1")
def test_two_warbands_that_take_a_model_at_once_are_one_success_and_one_refusal(table: Table) -> None:
    (sergeant,) = buy(table, SERGEANT)
    bands = [band(table, name=name) for name in ("Ulve", "Hjorte")]
    with table.app.app_context():
        person = db.session.get_one(Seat, table.ellen).person_id
    assert person is not None
    devices = [browser(table.app, person) for _ in bands]
    start = Barrier(2)

    def put(device: int) -> int:
        start.wait()
        address = table.own(f"/warbands/{bands[device]}/models")
        return send(devices[device], address, model=sergeant).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(put, range(2))) == [303, 422]
    assert sorted(len(companies.models_in(table.app, one)) for one in bands) == [0, 1]


@pytest.mark.rule("V4.1")
def test_another_command_is_named_leader_and_nobody_else(table: Table) -> None:
    first, second = buy(table, SERGEANT, 2)
    (ironclad,) = buy(table, IRONCLAD)
    band_id = band(table, first, second, ironclad)
    address = table.own(f"/warbands/{band_id}/leader")
    assert send(table.at_ellen, address, model=second).status_code == 303
    assert companies.warband(table.app, band_id)[2] == second
    assert send(table.at_ellen, address, model=ironclad).status_code == 422
    (outside,) = buy(table, SERGEANT)
    assert send(table.at_ellen, address, model=outside).status_code == 422
    send(table.at_ellen, table.own(f"/warbands/{band_id}/out"), model=second)
    assert companies.warband(table.app, band_id)[2] is None
    assert ("lead", first) in repairs(table, band_id)[0]


@pytest.mark.rule("V4.1")
def test_a_warband_is_renamed_with_an_emblem_and_dissolved_after_asking(table: Table) -> None:
    (sergeant,) = buy(table, SERGEANT)
    band_id = band(table, sergeant)
    address = table.own(f"/warbands/{band_id}")
    assert send(table.at_ellen, f"{address}/name", name="Die Hirsche", emblem="stag").status_code == 303
    assert companies.warband(table.app, band_id)[:2] == ("Die Hirsche", "stag")
    refused = send(table.at_ellen, f"{address}/name", name="Kept", emblem="skull", form_key=f"{address}/name")
    assert refused.status_code == 422
    assert 'value="Kept"' in refused.text
    band(table, name="Andre")
    assert send(table.at_ellen, f"{address}/name", name="Andre", emblem="stag").status_code == 422
    assert "Dissolve this warband?" in table.at_ellen.get(f"{address}/dissolve").text
    assert not companies.warband(table.app, band_id)[3]
    assert send(table.at_ellen, f"{address}/dissolve").status_code == 303
    assert companies.warband(table.app, band_id)[3]
    assert table.at_ellen.get(address).status_code == 404
    assert len(companies.models_in(table.app, band(table, sergeant, name="Die Hirsche"))) == 1


@pytest.mark.rule("C6.2")
def test_a_model_with_a_deep_wound_keeps_a_warband_at_home(table: Table) -> None:
    (sergeant,), (ironclad,) = buy(table, SERGEANT), buy(table, IRONCLAD)
    band_id = band(table, sergeant, ironclad)
    with change(table.app, table.campaign, table.ellen):
        db.session.get_one(CompanyModel, ironclad).misses_battle = True
    assert found(table, band_id) == [("C6.2", "model_recovers")]
    assert repairs(table, band_id) == [[("take_out", ironclad)]]


@pytest.mark.rule("V4.1", "V4.8")
def test_warbands_change_in_preparation_and_orders_only_and_never_once_sent(table: Table) -> None:
    (sergeant,), (ironclad,) = buy(table, SERGEANT), buy(table, IRONCLAD)
    band_id = band(table, sergeant)
    address = table.own(f"/warbands/{band_id}")
    posts = [
        ("/models", {"model": ironclad}),
        ("/out", {"model": sergeant}),
        ("/leader", {"model": sergeant}),
        ("/mercenaries", {"mercenary": "mercenary.blaine"}),
        ("/name", {"name": "x", "emblem": "wolf"}),
        ("/dissolve", {}),
    ]

    def phase(wanted: Phase) -> None:
        with change(table.app, table.campaign) as (campaign, _gm, _actor):
            campaign.state, campaign.round, campaign.phase = State.RUNNING, 1, wanted

    for closed in (Phase.BATTLES, Phase.SETTLEMENT, Phase.DAWN):
        phase(closed)
        page = table.at_ellen.get(address).text
        assert "You change them again in the preparation of round 2." in page
        assert f"{address}/models" not in page
        for end, fields in posts:
            assert send(table.at_ellen, address + end, **fields).status_code == 422, (closed, end)
        assert send(table.at_ellen, table.own("/warbands"), name="Ny").status_code == 422
    phase(Phase.ORDERS)
    with change(table.app, table.campaign, table.ellen) as (campaign, seat, _actor):
        place = db.session.execute(select(Place.id).limit(1)).scalar_one()
        db.session.add(
            Order(
                campaign_id=campaign.id,
                round=1,
                seat_id=seat.id,
                warband_id=band_id,
                place_id=place,
                points=31,
            )
        )
    assert "This warband is sent." in table.at_ellen.get(address).text
    for end, fields in posts:
        answer = send(table.at_ellen, address + end, **fields)
        assert answer.status_code == 422, end
        assert "It stays as it is until the round ends." in answer.text
    assert companies.models_in(table.app, band_id) == [sergeant]
    assert "sent" in table.at_ellen.get(table.own("/warbands")).text


@pytest.mark.rule("V4.1")
def test_a_warband_needs_a_company_and_a_name(table: Table) -> None:
    mine = f"/campaigns/{table.campaign}/seats/{table.mads}/warbands"
    answer = send(table.at_mads, mine, name="Ulve", form_key=mine)
    assert answer.status_code == 422
    assert "Found a company first." in answer.text
    assert send(table.at_ellen, table.own("/warbands"), name="  ").status_code == 422
    empty = send(table.at_ellen, table.own(f"/warbands/{band(table)}/models"))
    assert empty.status_code == 422
    with pytest.raises(Refusal):
        band(table, name="Ulve")


def test_pages_ask_the_database_a_fixed_number_of_times(table: Table) -> None:
    from tests.campaign.founding.test_pages import MOST_QUERIES
    from tests.counting import counted

    models = [*buy(table, SERGEANT, 2), *buy(table, IRONCLAD, 2)]
    band_id = band(table, *models[:2])
    pages = [
        "/company",
        "/shop",
        "/shop?show=items",
        "/ledger",
        f"/models/{models[0]}",
        "/warbands",
        f"/warbands/{band_id}",
    ]

    def statements() -> list[int]:
        counts = []
        for page in pages:
            table.at_ellen.get(table.own(page))
            with counted(table.app) as seen:
                assert table.at_ellen.get(table.own(page)).status_code == 200
            counts.append(len(seen))
        return counts

    few = statements()
    band(table, *models[2:], *buy(table, LEVY, 8), name="Mange")
    companies.buy_item(table.app, table.campaign, table.ellen, "buckler", 9)
    many = statements()
    assert many == few
    assert max(many) <= MOST_QUERIES, dict(zip(pages, many, strict=True))
