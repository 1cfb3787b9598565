"""V3.4, V3.7, V3.10, V4.8, C2.6, C9.1: selling, and who carries what."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from app.campaign.company import operations as company
from app.campaign.company.models import CompanyItem, CompanyModel, ModelChange
from app.campaign.map.models import Place
from app.campaign.orders.models import Order
from app.campaign.states import ItemStatus, ModelStatus
from app.extensions import db
from app.refusal import Refusal
from tests.campaign.company.conftest import Table
from tests.story import company as companies
from tests.story.campaign import change
from tests.story.people import send

IRONCLAD, SERGEANT, LEVY = "dwarfs.ironclad", "dwarfs.dwarf-sergeant", "dwarfs.dwarf-levy"


def send_off(table: Table, warband_id: str) -> None:
    """An order of this round for the warband, as the orders write it."""
    with change(table.app, table.campaign, table.ellen) as (campaign, seat, _actor):
        place = db.session.execute(select(Place.id).limit(1)).scalar_one()
        db.session.add(
            Order(
                campaign_id=campaign.id,
                round=campaign.round,
                seat_id=seat.id,
                warband_id=warband_id,
                place_id=place,
                points=10,
            )
        )


def carrier(table: Table, item_id: str) -> str | None:
    with table.app.app_context():
        return db.session.get_one(CompanyItem, item_id).model_id


def status(table: Table, model_id: str) -> str:
    with table.app.app_context():
        return db.session.get_one(CompanyModel, model_id).status


@pytest.mark.rule("V3.4", "D8")
def test_before_confirming_a_sale_brings_the_full_price_and_says_so_first(table: Table) -> None:
    (levy,) = companies.buy(table.app, table.campaign, table.ellen, LEVY, options=["spear"])
    page = table.at_ellen.get(table.own(f"/models/{levy}/sell")).text
    assert "full price" in page
    assert 'name="told" value="14"' in page
    assert send(table.at_ellen, table.own(f"/models/{levy}/sell"), told="14").status_code == 303
    assert companies.gold(table.app, table.ellen) == 300
    assert status(table, levy) == ModelStatus.SOLD


@pytest.mark.rule("V3.4", "D8")
def test_after_confirming_a_sale_brings_the_price_less_the_loss_rounded_down(table: Table) -> None:
    companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    (spare,) = companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    companies.confirm(table.app, table.campaign, table.ellen)
    page = table.at_ellen.get(table.own(f"/models/{spare}/sell")).text
    # 47 gold less 40 %: 28.2, rounded down.
    assert 'name="told" value="28"' in page
    assert "less the resale loss" in page
    assert companies.sell(table.app, table.campaign, table.ellen, spare) == 28
    assert companies.gold(table.app, table.ellen) == 300 - 2 * 47 + 28


@pytest.mark.rule("V3.4")
def test_a_sale_whose_price_has_changed_meanwhile_is_shown_anew(table: Table) -> None:
    companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    (spare,) = companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    companies.confirm(table.app, table.campaign, table.ellen)
    answer = send(table.at_ellen, table.own(f"/models/{spare}/sell"), told="47")
    assert answer.status_code == 409
    assert "the sale now brings 28 gold" in answer.text
    assert status(table, spare) == ModelStatus.LIVING


@pytest.mark.rule("C9.1", "V3.4")
def test_a_quartermaster_halves_the_loss(table: Table) -> None:
    (sergeant,) = companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    (spare,) = companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    companies.confirm(table.app, table.campaign, table.ellen, sergeant)
    (keeper,) = companies.buy(table.app, table.campaign, table.ellen, IRONCLAD)
    companies.give_role(table.app, table.campaign, table.ellen, keeper, "quartermaster")
    # 47 gold less 20 %: 37.6, rounded down.
    assert 'value="37"' in table.at_ellen.get(table.own(f"/models/{spare}/sell")).text
    assert companies.sell(table.app, table.campaign, table.ellen, spare) == 37


@pytest.mark.rule("V3.10")
def test_items_advances_and_injuries_change_nothing_in_a_models_price(table: Table) -> None:
    (model,) = companies.buy(table.app, table.campaign, table.ellen, IRONCLAD)
    (item,) = companies.buy_item(table.app, table.campaign, table.ellen, "buckler")
    companies.give_item(table.app, table.campaign, table.ellen, item, model)
    with change(table.app, table.campaign, table.ellen):
        effect = {"kind": "stat_changed", "model": model, "stat": "me", "steps": 1, "cause": "advance"}
        db.session.add(ModelChange(model_id=model, effect=effect))
    assert companies.sell(table.app, table.campaign, table.ellen, model) == 20
    assert carrier(table, item) is None, "what it carried lies in the store"
    assert companies.sell_item(table.app, table.campaign, table.ellen, item) == 3
    assert companies.gold(table.app, table.ellen) == 300


@pytest.mark.rule("V7.4")
def test_a_captive_and_what_it_carries_cannot_be_sold(table: Table) -> None:
    (model,) = companies.buy(table.app, table.campaign, table.ellen, IRONCLAD)
    (item,) = companies.buy_item(table.app, table.campaign, table.ellen, "buckler")
    companies.give_item(table.app, table.campaign, table.ellen, item, model)
    with change(table.app, table.campaign, table.ellen):
        db.session.get_one(CompanyModel, model).status = ModelStatus.CAPTURED
    for act in (
        lambda: companies.sell(table.app, table.campaign, table.ellen, model),
        lambda: companies.sell_item(table.app, table.campaign, table.ellen, item),
        lambda: companies.give_item(table.app, table.campaign, table.ellen, item, None),
    ):
        with pytest.raises(Refusal) as refused:
            act()
        assert refused.value.rule == "V7.4"


@pytest.mark.rule("V4.8")
def test_models_and_items_of_a_sent_warband_are_not_sold_or_moved(table: Table) -> None:
    (model,) = companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    item, spare = companies.buy_item(table.app, table.campaign, table.ellen, "buckler", 2)
    companies.give_item(table.app, table.campaign, table.ellen, item, model)
    band = companies.form_warband(table.app, table.campaign, table.ellen, "Ulve", [model])
    send_off(table, band)
    for act in (
        lambda: companies.sell(table.app, table.campaign, table.ellen, model),
        lambda: companies.sell_item(table.app, table.campaign, table.ellen, item),
        lambda: companies.give_item(table.app, table.campaign, table.ellen, item, None),
        lambda: companies.give_item(table.app, table.campaign, table.ellen, spare, model),
    ):
        with pytest.raises(Refusal) as refused:
            act()
        assert refused.value.rule == "V4.8"
        assert "Ulve is sent" in str(refused.value.message)
    assert companies.sell_item(table.app, table.campaign, table.ellen, spare) == 3


@pytest.mark.rule("V3.7", "C2.6")
def test_an_item_goes_from_the_store_to_a_model_and_back(table: Table) -> None:
    (model,) = companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    (item,) = companies.buy_item(table.app, table.campaign, table.ellen, "lucky-charm")
    answer = send(table.at_ellen, table.own("/company/store"), item=item, model=model)
    assert answer.status_code == 303
    assert carrier(table, item) == model
    answer = send(table.at_ellen, table.own(f"/models/{model}/items"), item=item, store="1")
    assert answer.status_code == 303
    assert carrier(table, item) is None


@pytest.mark.rule("C2.6")
@pytest.mark.parametrize(
    ("card", "has", "wanted", "said"),
    [
        (SERGEANT, ["wicked-dagger"], "spear", "one slot for Melee"),
        (SERGEANT, ["wicked-dagger", "buckler"], "lucky-charm", "may carry 2 items at most"),
        (SERGEANT, [], "heavy-weapon", "does not go together with Crushing Strength"),
        (LEVY, ["lucky-charm"], "buckler", "may carry 1 item at most"),
        (LEVY, [], "long-bow", "one Common item that is made for Grunts"),
        ("dwarfs.stone-priest", [], "large-shield", "is not for the type Spellcaster"),
        (IRONCLAD, [], "energy-crystal", "only for the type Spellcaster"),
    ],
)
def test_every_carrying_limit_is_named(
    table: Table, card: str, has: list[str], wanted: str, said: str
) -> None:
    (model,) = companies.buy(table.app, table.campaign, table.ellen, card)
    for key in has:
        (item,) = companies.buy_item(table.app, table.campaign, table.ellen, key)
        companies.give_item(table.app, table.campaign, table.ellen, item, model)
    (more,) = companies.buy_item(table.app, table.campaign, table.ellen, wanted)
    for address in ("/company/store", f"/models/{model}/items"):
        answer = send(table.at_ellen, table.own(address), item=more, model=model, form_key=f"equip-{more}")
        assert answer.status_code == 422
        assert said in answer.text
        assert "/rules/id/C2.6" in answer.text
    assert carrier(table, more) is None


@pytest.mark.rule("C2.6")
def test_a_model_is_only_offered_what_it_may_carry(table: Table) -> None:
    companies.buy(table.app, table.campaign, table.ellen, LEVY)
    companies.buy_item(table.app, table.campaign, table.ellen, "long-bow")
    assert "No model can carry it now." in table.at_ellen.get(table.own("/company")).text


def test_a_model_that_is_sold_cannot_be_sold_again_nor_an_item(table: Table) -> None:
    (model,) = companies.buy(table.app, table.campaign, table.ellen, IRONCLAD)
    (item,) = companies.buy_item(table.app, table.campaign, table.ellen, "buckler")
    companies.sell(table.app, table.campaign, table.ellen, model)
    companies.sell_item(table.app, table.campaign, table.ellen, item)
    for address in (f"/models/{model}/sell", f"/items/{item}/sell"):
        assert send(table.at_ellen, table.own(address)).status_code == 422
    assert companies.gold(table.app, table.ellen) == 300
    with table.app.app_context():
        assert db.session.get_one(CompanyItem, item).status == ItemStatus.SOLD


def test_selling_a_model_takes_it_out_of_warband_lead_and_retinue(table: Table) -> None:
    (model,) = companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    companies.confirm(table.app, table.campaign, table.ellen)
    band = companies.form_warband(table.app, table.campaign, table.ellen, "Ulve", [model])
    companies.sell(table.app, table.campaign, table.ellen, model)
    assert companies.models_in(table.app, band) == []
    assert companies.warband(table.app, band)[2] is None
    with table.app.app_context():
        assert db.session.get_one(CompanyModel, model).role is None


@pytest.mark.rule("V3.2", "V3.9")
def test_the_settlement_moves_items_though_the_shop_is_closed(table: Table) -> None:
    (model,) = companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    (item,) = companies.buy_item(table.app, table.campaign, table.ellen, "lucky-charm")
    with change(table.app, table.campaign, table.ellen) as (campaign, seat, actor):
        campaign.state, campaign.phase, campaign.round = "running", "settlement", 1
        company.move_item(
            db.session.get_one(CompanyItem, item),
            db.session.get_one(CompanyModel, model),
            campaign=campaign,
            seat=seat,
            actor=actor,
        )
    assert carrier(table, item) == model
