"""V3.2, V3.3, V3.6, C2.7, C9.3: buying."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import func, select

from app.campaign.company.models import CompanyItem, CompanyModel
from app.campaign.gold.models import LedgerRow
from app.campaign.states import ModelStatus, Phase, State
from app.columns import new_id
from app.extensions import db
from app.refusal import Refusal
from tests.campaign.company.conftest import Table, table_of
from tests.story import company as companies
from tests.story.campaign import change
from tests.story.people import browser, send

IRONCLAD, SERGEANT, LEVY = "dwarfs.ironclad", "dwarfs.dwarf-sergeant", "dwarfs.dwarf-levy"
PRIEST = "dwarfs.stone-priest"


def models(table: Table) -> list[str]:
    """The names of all models there are, in the order of their cards."""
    with table.app.app_context():
        return list(db.session.execute(select(CompanyModel.name).order_by(CompanyModel.position)).scalars())


def close(table: Table, phase: Phase = Phase.SETTLEMENT) -> None:
    with change(table.app, table.campaign) as (campaign, _gm, _actor):
        campaign.state, campaign.round, campaign.phase = State.RUNNING, 2, phase


@pytest.mark.rule("V3.2")
def test_the_price_shown_is_the_price_paid(table: Table) -> None:
    page = table.at_ellen.get(table.own("/shop")).text
    # 13 points x 1.50 = 19.5, rounded up; a sergeant of 31 points costs 46.5.
    assert 'data-cost="20"' in page
    assert 'data-cost="47"' in page
    answer = send(
        table.at_ellen, table.own("/shop/models"), **{f"count-{IRONCLAD}": "2", f"count-{SERGEANT}": "1"}
    )
    assert answer.status_code == 303
    assert companies.gold(table.app, table.ellen) == 300 - 2 * 20 - 47
    assert companies.ledger(table.app, table.ellen)[1:] == [
        ("shop.models_bought", -40),
        ("shop.models_bought", -47),
    ]
    assert models(table) == ["Ironclad", "Ironclad 2", "Dwarf Sergeant"]
    assert "3 models bought. 213 gold is left." in table.at_ellen.get(answer.location).text


@pytest.mark.rule("V3.2")
def test_too_little_gold_buys_nothing_and_keeps_what_was_typed(table: Table) -> None:
    form_key = table.own("/shop/models?show=models")
    fields = {f"count-{IRONCLAD}": "16", "form_key": form_key}
    answer = send(table.at_ellen, table.own("/shop/models"), **fields)
    assert answer.status_code == 422
    assert "That costs 320 gold, and there is 300." in answer.text
    assert 'value="16"' in answer.text
    assert models(table) == []
    assert companies.gold(table.app, table.ellen) == 300


@pytest.mark.rule("V3.2")
@pytest.mark.parametrize(
    "typed", ["-5", "1e9", "５", "NaN", "1,5", "1.5", "0x2", "51", "999999999", "²", "+2"]
)
def test_what_is_no_count_is_refused(table: Table, typed: str) -> None:
    for address, field in (("/shop/models", f"count-{IRONCLAD}"), (f"/shop/models/{LEVY}", "count")):
        answer = send(table.at_ellen, table.own(address), **{field: typed})
        assert answer.status_code == 422, address
    answer = send(table.at_ellen, table.own("/shop/items"), **{"count-buckler": typed})
    assert answer.status_code == 422
    assert models(table) == []
    assert companies.gold(table.app, table.ellen) == 300


@pytest.mark.rule("V3.2")
def test_an_empty_basket_is_refused_in_words(table: Table) -> None:
    answer = send(table.at_ellen, table.own("/shop/models"), **{f"count-{IRONCLAD}": "0"})
    assert answer.status_code == 422
    assert "Nothing is chosen yet." in answer.text


@pytest.mark.rule("V3.1")
@pytest.mark.parametrize("card", ["basileans.dictator", "mercenary.blaine", "dwarfs.nobody", "../dwarfs"])
def test_only_cards_of_the_own_faction_are_sold(table: Table, card: str) -> None:
    answer = send(table.at_ellen, table.own("/shop/models"), **{f"count-{card}": "1"})
    assert answer.status_code == 422
    assert models(table) == []


@pytest.mark.rule("C2.7", "V3.2")
def test_options_are_chosen_when_bought_and_priced_once(table: Table) -> None:
    page = table.at_ellen.get(table.own(f"/shop/models/{LEVY}"))
    assert "Spear" in page.text
    said = table.at_ellen.get(table.own(f"/shop/models/{LEVY}/price?count=3&option-weapon=spear"))
    # 8 + 1 points: 13.5, rounded up to 14 for each.
    assert said.json == {"said": "That costs 42 gold. After this, 258 gold is left."}
    answer = send(table.at_ellen, table.own(f"/shop/models/{LEVY}"), count="3", **{"option-weapon": "spear"})
    assert answer.status_code == 303
    assert companies.gold(table.app, table.ellen) == 258
    with table.app.app_context():
        assert list(db.session.execute(select(CompanyModel.options)).scalars()) == [["spear"]] * 3


@pytest.mark.rule("C2.7")
def test_the_dearest_faction_spell_is_free(table: Table) -> None:
    spells = ["earthquake", "forged-anew", "blur"]
    # 28 + 10 for the second faction spell + 10 for the book's: 48 points, 72 gold.
    query = "&".join(f"spell={one}" for one in spells)
    said = table.at_ellen.get(table.own(f"/shop/models/{PRIEST}/price?count=1&{query}"))
    assert said.json == {"said": "That costs 72 gold. After this, 228 gold is left."}
    answer = send(table.at_ellen, table.own(f"/shop/models/{PRIEST}"), count="1", spell=spells)
    assert answer.status_code == 303
    assert companies.gold(table.app, table.ellen) == 228


@pytest.mark.rule("C2.7")
def test_choices_the_card_does_not_offer_are_refused_and_typed_ones_stay(table: Table) -> None:
    key = table.own(f"/shop/models/{PRIEST}")
    answer = send(table.at_ellen, key, count="2", spell=["blur", "wish"], form_key=key)
    assert answer.status_code == 422
    assert "Stone Priest cannot learn this spell." in answer.text
    assert 'value="blur" checked' in answer.text
    assert 'value="2"' in answer.text
    refused = send(table.at_ellen, table.own(f"/shop/models/{IRONCLAD}"), count="1", **{"option-x": "spear"})
    assert refused.status_code == 422
    assert models(table) == []


@pytest.mark.rule("V3.6")
def test_common_and_rare_items_are_bought_and_lie_in_the_store(table: Table) -> None:
    answer = send(table.at_ellen, table.own("/shop/items"), **{"count-buckler": "2", "count-long-bow": "1"})
    assert answer.status_code == 303
    # Bucklers 2 points: 3 gold each; a long bow 3 points: 4.5, rounded up.
    assert companies.gold(table.app, table.ellen) == 300 - 6 - 5
    with table.app.app_context():
        held = db.session.execute(select(CompanyItem.item, CompanyItem.model_id))
        rows = [(row.item, row.model_id) for row in held]
    assert sorted(rows) == [("buckler", None), ("buckler", None), ("long-bow", None)]


@pytest.mark.rule("V3.6")
def test_unique_items_are_shown_with_the_reason_and_cannot_be_bought(table: Table) -> None:
    page = table.at_ellen.get(table.own("/shop?show=items")).text
    assert "Explorer" in page
    assert "Unique: only the game master awards it." in page
    assert 'name="count-explorers-map"' not in page
    answer = send(table.at_ellen, table.own("/shop/items"), **{"count-explorers-map": "1"})
    assert answer.status_code == 422
    assert "Only the game master awards it." in answer.text
    assert companies.gold(table.app, table.ellen) == 300


@pytest.mark.rule("V3.3")
@pytest.mark.parametrize("phase", [Phase.BATTLES, Phase.SETTLEMENT, Phase.DAWN])
def test_the_closed_shop_says_when_it_opens_and_refuses_every_purchase(table: Table, phase: Phase) -> None:
    (sergeant,) = companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    (item,) = companies.buy_item(table.app, table.campaign, table.ellen, "buckler")
    close(table, phase)
    page = table.at_ellen.get(table.own("/shop")).text
    assert "It opens again in the preparation of round 3." in page
    assert "data-cost" not in page
    before = companies.ledger(table.app, table.ellen)
    posts = [
        ("/shop/models", {f"count-{IRONCLAD}": "1"}),
        (f"/shop/models/{LEVY}", {"count": "1"}),
        ("/shop/items", {"count-buckler": "1"}),
        (f"/models/{sergeant}/sell", {}),
        (f"/models/{sergeant}/role", {"role": "healer"}),
        (f"/items/{item}/sell", {}),
        ("/company/store", {"item": item, "model": sergeant}),
        (f"/models/{sergeant}/items", {"item": item}),
        ("/company/confirm", {}),
        ("/company/faction", {}),
    ]
    for address, fields in posts:
        answer = send(table.at_ellen, table.own(address), **fields, form_key="gone")
        assert answer.status_code == 422, address
        assert "The shop is closed." in answer.text
    assert companies.ledger(table.app, table.ellen) == before


@pytest.mark.rule("V3.3")
@pytest.mark.parametrize("phase", [Phase.PREPARATION, Phase.ORDERS])
def test_the_shop_is_open_in_preparation_and_orders(table: Table, phase: Phase) -> None:
    close(table, phase)
    assert len(companies.buy(table.app, table.campaign, table.ellen, IRONCLAD)) == 1


@pytest.mark.rule("V3.2")
def test_what_is_too_dear_says_what_is_lacking_in_place_of_a_count(table: Table) -> None:
    """A Ranger Captain costs 66, an Ironclad 20."""
    page = table.at_ellen.get(table.own("/shop")).text
    assert "gold short" not in page
    assert "Your company is not confirmed yet." not in page, (
        "before anything is bought there is nothing to confirm"
    )
    companies.buy(table.app, table.campaign, table.ellen, IRONCLAD, 14)
    page = table.at_ellen.get(table.own("/shop")).text
    assert "46 gold short" in page
    assert "count-dwarfs.ranger-captain" not in page
    assert "count-dwarfs.ironclad" in page
    assert "You can afford nothing" not in page
    assert "Your company is not confirmed yet." in page
    companies.buy(table.app, table.campaign, table.ellen, IRONCLAD)
    page = table.at_ellen.get(table.own("/shop")).text
    assert "You can afford nothing on this page" in page
    assert "count-dwarfs" not in page


@pytest.mark.rule("C9.3")
def test_without_a_command_one_may_be_bought_though_the_shop_is_closed(table: Table) -> None:
    (sergeant,) = companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    companies.buy(table.app, table.campaign, table.ellen, IRONCLAD)
    companies.confirm(table.app, table.campaign, table.ellen)
    close(table)
    with pytest.raises(Refusal):
        companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    with change(table.app, table.campaign, table.ellen):
        db.session.get_one(CompanyModel, sergeant).status = ModelStatus.DEAD
    assert "You may buy one at once" in table.at_ellen.get(table.own("/shop")).text
    for card, count in ((IRONCLAD, 1), (SERGEANT, 2)):
        with pytest.raises(Refusal) as refused:
            companies.buy(table.app, table.campaign, table.ellen, card, count)
        assert refused.value.rule == "C9.3"
    assert len(companies.buy(table.app, table.campaign, table.ellen, SERGEANT)) == 1
    with pytest.raises(Refusal) as closed:
        companies.buy(table.app, table.campaign, table.ellen, SERGEANT)
    assert closed.value.rule == "V3.3"


@pytest.mark.rule("V3.2")
def test_a_double_tap_buys_once_and_answers_twice_alike(table: Table) -> None:
    request_id = new_id()
    fields = {f"count-{IRONCLAD}": "1"}
    answers = [send(table.at_ellen, table.own("/shop/models"), request_id, **fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].location == answers[1].location
    assert models(table) == ["Ironclad"]
    assert companies.gold(table.app, table.ellen) == 280


@pytest.mark.rule("V3.2")
def test_twenty_purchases_at_once_with_gold_for_one_buy_one(app) -> None:  # the fixture of all
    table = table_of(app, starting_gold=25)
    with app.app_context():
        from app.campaign.founding.models import Seat

        person = db.session.get_one(Seat, table.ellen).person_id
    assert person is not None
    devices = [browser(app, person) for _ in range(20)]
    start = Barrier(20)

    def tap(device: int) -> int:
        start.wait()
        return send(devices[device], table.own("/shop/models"), **{f"count-{IRONCLAD}": "1"}).status_code

    with ThreadPoolExecutor(20) as pool:
        answers = sorted(pool.map(tap, range(20)))
    assert answers == [303] + [422] * 19
    assert companies.gold(app, table.ellen) == 5
    assert len(models(table)) == 1
    with app.app_context():
        bought = select(func.count()).where(LedgerRow.kind == "shop.models_bought")
        assert db.session.execute(bought).scalar_one() == 1
