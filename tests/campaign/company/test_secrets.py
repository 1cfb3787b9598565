"""V3.11, A13, V11.5: company, shop, ledger and warbands are their player's and the GM's."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from app.campaign.company.models import CompanyItem, CompanyModel
from app.campaign.founding.models import Seat
from app.campaign.states import State
from app.extensions import db
from app.journal.models import PUBLIC, AudienceVersion, AuditRow
from tests.campaign.company.conftest import Table
from tests.story import company as companies
from tests.story.campaign import change
from tests.story.people import send

IRONCLAD, SERGEANT = "dwarfs.ironclad", "dwarfs.dwarf-sergeant"


def addresses(table: Table, model: str, item: str, band: str) -> tuple[list[str], list[str]]:
    """Every page and every change of a player's own things."""
    pages = [
        "/company",
        "/company/faction",
        "/company/confirm",
        "/shop",
        "/shop?show=items",
        f"/shop/models/{SERGEANT}",
        f"/shop/models/{SERGEANT}/price",
        "/ledger",
        f"/models/{model}",
        f"/models/{model}/sell",
        f"/items/{item}/sell",
        "/warbands",
        f"/warbands/{band}",
        f"/warbands/{band}/dissolve",
    ]
    changes = [
        "/company",
        "/company/faction",
        "/company/confirm",
        "/company/name",
        "/company/store",
        "/company/order",
        "/shop/models",
        "/shop/items",
        f"/shop/models/{SERGEANT}",
        f"/models/{model}/describe",
        f"/models/{model}/picture",
        f"/models/{model}/items",
        f"/models/{model}/role",
        f"/models/{model}/sell",
        f"/items/{item}/sell",
        "/warbands",
        *(
            f"/warbands/{band}/{end}"
            for end in ("name", "dissolve", "models", "out", "leader", "mercenaries", "store")
        ),
    ]
    return pages, changes


def things(table: Table) -> tuple[str, str, str]:
    (model,) = companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    (item,) = companies.buy_item(table.app, table.campaign, table.ellen, "buckler")
    band = companies.form_warband(table.app, table.campaign, table.ellen, "Geheime Wölfe", [model])
    return model, item, band


@pytest.mark.rule("V3.11", "A13")
def test_others_get_neither_page_nor_change(table: Table) -> None:
    model, item, band = things(table)
    pages, changes = addresses(table, model, item, band)
    before = companies.ledger(table.app, table.ellen)
    fields = {"name": "Kapret", "model": model, "item": item, "faction": "orcs", f"count-{IRONCLAD}": "1"}
    for address in pages:
        answer = table.at_mads.get(table.own(address))
        assert answer.status_code == 403, address
        assert "Wölfe" not in answer.text
    for address in changes:
        assert send(table.at_mads, table.own(address), **fields).status_code == 403, address
    stranger = table.app.test_client()
    for address in pages:
        assert stranger.get(table.own(address)).status_code in (302, 303, 401), address
    assert companies.ledger(table.app, table.ellen) == before
    with table.app.app_context():
        assert db.session.get_one(CompanyModel, model).name == "Dwarf Sergeant"


@pytest.mark.rule("A13")
def test_foreign_ids_under_the_own_address_are_not_found(table: Table) -> None:
    model, item, band = things(table)
    companies.choose_faction(table.app, table.campaign, table.mads)
    mine = f"/campaigns/{table.campaign}/seats/{table.mads}"
    own_band = companies.form_warband(table.app, table.campaign, table.mads, "Egne")
    (own_model,) = companies.buy(table.app, table.campaign, table.mads, SERGEANT)
    (own_item,) = companies.buy_item(table.app, table.campaign, table.mads, "buckler")
    attempts = [
        (f"/models/{model}/describe", {"name": "Kapret"}),
        (f"/models/{model}/sell", {}),
        (f"/models/{model}/role", {"role": "healer"}),
        (f"/models/{own_model}/items", {"item": item}),
        ("/company/store", {"item": item, "model": own_model}),
        ("/company/store", {"item": own_item, "model": model}),
        ("/company/order", {"up": model}),
        ("/company/order", {"down": model}),
        (f"/items/{item}/sell", {}),
        (f"/warbands/{band}/name", {"name": "Kapret", "emblem": "wolf"}),
        (f"/warbands/{band}/dissolve", {}),
        (f"/warbands/{own_band}/models", {"model": model}),
        (f"/warbands/{own_band}/out", {"model": model}),
        (f"/warbands/{own_band}/leader", {"model": model}),
        (f"/warbands/{own_band}/store", {"item": item}),
    ]
    for address, fields in attempts:
        assert send(table.at_mads, mine + address, **fields).status_code == 404, address
    for address in (f"/models/{model}", f"/models/{model}/sell", f"/items/{item}/sell", f"/warbands/{band}"):
        assert table.at_mads.get(mine + address).status_code == 404, address
    assert companies.models_in(table.app, band) == [model]
    with table.app.app_context():
        assert db.session.get_one(CompanyItem, item).model_id is None


@pytest.mark.rule("V3.11", "V0.3")
def test_nothing_of_it_is_public(table: Table) -> None:
    def public_version() -> int:
        with table.app.app_context():
            found = db.session.get(AudienceVersion, (table.campaign, PUBLIC))
            return found.version if found else 0

    before = public_version()
    model, item, band = things(table)
    companies.give_item(table.app, table.campaign, table.ellen, item, model)
    companies.confirm(table.app, table.campaign, table.ellen)
    companies.sell_item(table.app, table.campaign, table.ellen, item)
    send(table.at_ellen, table.own(f"/warbands/{band}/name"), name="Neue Wölfe", emblem="wolf")
    send(table.at_ellen, table.own(f"/models/{model}/describe"), name="Ulla", note="")
    assert public_version() == before
    with table.app.app_context():
        rows = db.session.execute(select(AuditRow.kind, AuditRow.audience, AuditRow.chronicle)).all()
    rooms = ("company.", "shop.", "warband.", "retinue.")
    own = [row for row in rows if row.kind.startswith(rooms)]
    assert len(own) >= 8
    assert {(row.audience, row.chronicle) for row in own} == {(f"seat:{table.ellen}", False)}


@pytest.mark.rule("V3.11", "V11.5")
def test_the_gm_sees_a_players_things_and_acts_marked_as_gm(table: Table) -> None:
    model, item, band = things(table)
    pages, _changes = addresses(table, model, item, band)
    for address in pages:
        assert table.at_gm.get(table.own(address)).status_code == 200, address
    assert "things of Ellen" in table.at_gm.get(table.own("/company")).text
    answer = send(table.at_gm, table.own("/shop/models"), **{f"count-{IRONCLAD}": "1"})
    assert answer.status_code == 303
    with table.app.app_context():
        rows = db.session.execute(select(AuditRow).where(AuditRow.kind == "shop.models_bought")).scalars()
        assert [row.by_gm for row in rows] == [False, True]
        gm = db.session.execute(select(Seat.person_id).where(Seat.is_gm)).scalar_one()
    assert companies.ledger(table.app, table.ellen)[-1] == ("shop.models_bought", -20)
    assert gm is not None


@pytest.mark.rule("V0.1", "V3.11")
def test_in_a_finished_campaign_everything_is_read_by_all_and_changed_by_none(table: Table) -> None:
    model, item, band = things(table)
    with change(table.app, table.campaign) as (campaign, _gm, _actor):
        campaign.state = State.FINISHED
    pages, changes = addresses(table, model, item, band)
    for address in pages:
        assert table.at_mads.get(table.own(address)).status_code == 200, address
    for address in changes:
        assert send(table.at_ellen, table.own(address), name="x").status_code == 403, address


def test_a_gm_who_does_not_play_has_no_company(table: Table) -> None:
    with table.app.app_context():
        gm = db.session.execute(select(Seat.id).where(Seat.is_gm)).scalar_one()
    for page in ("company", "shop", "warbands", "ledger"):
        assert table.at_gm.get(f"/campaigns/{table.campaign}/seats/{gm}/{page}").status_code == 404
