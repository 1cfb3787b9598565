"""V11.1: the GM gives, takes and hands over, each time with a reason that whoever it concerns reads."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import func, select

from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.gold.models import LedgerRow
from app.campaign.map.models import Place
from app.campaign.states import BattleState, ItemStatus, ModelStatus, Phase
from app.campaign.warbands.models import WarbandModel
from app.columns import new_id
from app.extensions import db
from app.journal.models import AuditRow
from tests.campaign.dashboard.conftest import battle, phase, settlement
from tests.campaign.orders.conftest import Night
from tests.story import campaign as story
from tests.story import orders
from tests.story.people import account, browser, send
from tests.story.reconciled import assert_reconciled


def log_of(night: Night, name: str) -> str:
    seat, client = {"ellen": (night.ellen, night.at_ellen), "mads": (night.mads, night.at_mads)}[name]
    return client.get(night.url(f"/seats/{seat}/log")).text


def gold_form(night: Night, amount: str, way: str = "give", reason: str = "For the beer") -> dict[str, str]:
    return {"form_key": "gold", "seat": night.mads, "way": way, "amount": amount, "reason": reason}


@pytest.mark.rule("V11.1", "V3.9")
def test_gold_is_given_and_taken_with_a_reason_that_the_player_alone_reads(night: Night) -> None:
    url = night.url("/dashboard/gold")
    assert send(night.at_gm, url, **gold_form(night, "12")).status_code == 303
    assert orders.gold(night.app, night.mads) == 312
    assert send(night.at_gm, url, **gold_form(night, "2", "take", "The jug broke")).status_code == 303
    assert orders.gold(night.app, night.mads) == 310
    own = log_of(night, "mads")
    assert "The game master gives Mads 12 gold: For the beer" in own
    assert "The game master takes 2 gold from Mads: The jug broke" in own
    for page in (night.at_ellen.get(night.url("/chronicle")).text, log_of(night, "ellen")):
        assert "For the beer" not in page
    with night.app.app_context():
        rows = db.session.scalars(select(AuditRow).where(AuditRow.kind.like("award.gold%"))).all()
        assert [row.reason for row in rows] == ["For the beer", "The jug broke"]
    assert_reconciled(night.app, night.campaign)


@pytest.mark.rule("V11.1", "V3.2")
def test_no_balance_falls_below_nothing_and_the_form_keeps_what_was_typed(night: Night) -> None:
    refused = send(night.at_gm, night.url("/dashboard/gold"), **gold_form(night, "301", "take", "A fine"))
    assert refused.status_code == 422
    assert "Mads has less than 301 gold. More than there is cannot be taken." in refused.text
    assert 'value="A fine"' in refused.text
    assert 'value="301"' in refused.text
    assert orders.gold(night.app, night.mads) == 300


@pytest.mark.rule("V11.1")
@pytest.mark.parametrize("amount", ["-5", "0", "0.5", "1e9", "５", "1,5", "NaN", "", "1000001", "x' OR 1=1"])
def test_an_amount_that_is_none_is_refused(night: Night, amount: str) -> None:
    assert send(night.at_gm, night.url("/dashboard/gold"), **gold_form(night, amount)).status_code == 422
    assert orders.gold(night.app, night.mads) == 300


@pytest.mark.rule("V11.1")
@pytest.mark.parametrize("reason", ["", "   ", "x" * 301])
def test_nothing_happens_without_a_reason(night: Night, reason: str) -> None:
    place = night.place("Salzfurt")
    forms = {
        "gold": gold_form(night, "5", reason=reason),
        "places": {"form_key": "place", "place": place, "owner": night.mads, "reason": reason},
        f"awards/{night.mads}/items": {"form_key": "item", "item": "long-bow", "reason": reason},
        f"awards/{night.mads}/models": {"form_key": "model", "card": orders.LEVY, "reason": reason},
        f"removals/{night.mads}/models/{model_of(night)}": {"form_key": "remove", "reason": reason},
    }
    before = changes(night)
    for path, fields in forms.items():
        assert send(night.at_gm, night.url(f"/dashboard/{path}"), **fields).status_code == 422, path
    assert changes(night) == before


@pytest.mark.rule("V11.1")
def test_a_doubled_tap_gives_once(night: Night) -> None:
    once = new_id()
    for _time in range(2):
        answer = send(night.at_gm, night.url("/dashboard/gold"), once, **gold_form(night, "12"))
        assert answer.status_code == 303
    assert orders.gold(night.app, night.mads) == 312


@pytest.mark.rule("V3.6", "V11.1")
def test_a_unique_item_is_awarded_and_the_chronicle_tells_it(night: Night) -> None:
    with night.app.app_context():
        items = catalogue_of(db.session.get_one(Campaign, night.campaign)).items.values()
        unique = next(one for one in items if one.award_only)
    page = night.at_gm.get(night.url(f"/dashboard/awards?seat={night.mads}")).text
    assert f'value="{unique.key}"' in page
    made = send(
        night.at_gm,
        night.url(f"/dashboard/awards/{night.mads}/items"),
        form_key="item",
        item=unique.key,
        reason="Found in the ruins",
    )
    assert made.status_code == 303
    told = f"The game master awards {unique.name} to Mads: Found in the ruins".replace("'", "&#39;")
    assert told in night.at_ellen.get(night.url("/chronicle")).text
    with night.app.app_context():
        held = db.session.scalars(select(CompanyItem)).one()
        assert (held.item, held.status, held.awarded, held.model_id) == (
            unique.key,
            ItemStatus.HELD,
            True,
            None,
        )
    assert orders.gold(night.app, night.mads) == 300


@pytest.mark.rule("V3.6", "V3.1")
def test_a_model_of_the_companys_faction_is_awarded_with_its_options(night: Night) -> None:
    with night.app.app_context():
        cards = catalogue_of(db.session.get_one(Campaign, night.campaign)).models.values()
        card = next(one for one in cards if one.faction == "dwarfs" and one.options)
        foreign = next(one for one in cards if one.faction != "dwarfs")
    option = card.options[0].options[0].key
    page = night.at_gm.get(night.url(f"/dashboard/awards?seat={night.mads}&card={card.key}")).text
    assert f'name="options" value="{option}"' in page
    url = night.url(f"/dashboard/awards/{night.mads}/models")
    fields = {"form_key": "model", "reason": "A guest of the house"}
    assert send(night.at_gm, url, card=card.key, options=option, **fields).status_code == 303
    refused = send(night.at_gm, url, card=foreign.key, **fields)
    assert refused.status_code == 422
    assert "not one of the company&#39;s faction" in refused.text
    with night.app.app_context():
        made = db.session.scalars(select(CompanyModel).where(CompanyModel.awarded)).one()
        assert (made.card, made.options) == (card.key, [option])


def model_of(night: Night, seat_id: str | None = None, *, sent: bool = False) -> str:
    """A model of the seat's company (Mads's), one that is in a warband or one more that is in none."""
    with story.change(night.app, night.campaign):
        company = db.session.execute(
            select(Company).where(Company.seat_id == (seat_id or night.mads))
        ).scalar_one()
        if sent:
            return (
                db.session.scalars(
                    select(WarbandModel.model_id)
                    .join(CompanyModel, CompanyModel.id == WarbandModel.model_id)
                    .where(CompanyModel.company_id == company.id)
                ).first()
                or ""
            )
        model = CompanyModel(company_id=company.id, card=orders.LEVY, name="Dag den Lille")
        db.session.add(model)
        db.session.flush()
        return model.id


@pytest.mark.rule("V11.1")
def test_a_model_is_taken_away_after_the_gm_was_asked(night: Night) -> None:
    model = model_of(night)
    lists = night.at_gm.get(night.url(f"/dashboard/removals?seat={night.mads}")).text
    url = night.url(f"/dashboard/removals/{night.mads}/models/{model}")
    assert f'href="{url}"' in lists
    assert "Take Dag den Lille (Dwarf Levy) from Mads?" in night.at_gm.get(url).text
    assert send(night.at_gm, url, form_key="remove", reason="Bought twice").status_code == 303
    with night.app.app_context():
        assert db.session.get_one(CompanyModel, model).status == ModelStatus.REMOVED
    assert "The game master takes the model Dag den Lille from Mads: Bought twice" in log_of(night, "mads")
    assert night.at_gm.get(url).status_code == 404, "it is not there any more"
    assert_reconciled(night.app, night.campaign)


@pytest.mark.rule("V11.1", "V4.8")
def test_a_model_that_is_sent_stays(night: Night) -> None:
    orders.order(night.at_mads, night.campaign, night.mads, night.stags, night.place("Salzfurt"))
    model = model_of(night, sent=True)
    url = night.url(f"/dashboard/removals/{night.mads}/models/{model}")
    refused = send(night.at_gm, url, form_key="remove", reason="Bought twice")
    assert refused.status_code == 422
    with night.app.app_context():
        assert db.session.get_one(CompanyModel, model).status == ModelStatus.LIVING


@pytest.mark.rule("V11.1")
def test_what_is_anothers_is_not_found_under_this_player(night: Night) -> None:
    model = model_of(night, night.ellen)
    before = changes(night)
    for kind in ("models", "items", "places"):
        url = night.url(f"/dashboard/removals/{night.mads}/{kind}/{model}")
        assert night.at_gm.get(url).status_code == 404
        assert send(night.at_gm, url, form_key="remove", reason="x").status_code == 404
    assert send(night.at_gm, night.url("/dashboard/awards/nobody/items")).status_code == 404
    assert changes(night) == before


@pytest.mark.rule("V11.1", "V7.11")
def test_a_place_is_handed_over_and_everybody_reads_why(night: Night) -> None:
    page = night.at_gm.get(night.url("/dashboard/places")).text
    assert "Ulvedal (of Ellen)" in page
    assert "Salzfurt (nobody&#39;s)" in page
    url, place = night.url("/dashboard/places"), night.place("Ulvedal")
    fields = {"form_key": "place", "place": place, "reason": "A bet"}
    assert send(night.at_gm, url, owner=night.mads, **fields).status_code == 303
    assert story.place_owner(night.app, night.campaign, "Ulvedal") == night.mads
    chronicle = night.at_ellen.get(night.url("/chronicle")).text
    assert "The game master hands Ulvedal to Mads." in chronicle
    assert "Reason: A bet" in chronicle
    assert send(night.at_gm, url, owner="", **fields).status_code == 303
    assert story.place_owner(night.app, night.campaign, "Ulvedal") is None
    assert send(night.at_gm, url, owner="nobody", **fields).status_code == 404
    assert send(night.at_gm, url, owner=night.mads, **{**fields, "place": "nowhere"}).status_code == 404


@pytest.mark.rule("V11.1", "V4.7")
def test_orders_that_stand_lead_to_calling_them_back(night: Night) -> None:
    url = night.url("/dashboard/orders")
    assert "No warband is sent" in night.at_gm.get(url).text
    orders.order(night.at_mads, night.campaign, night.mads, night.stags, night.place("Salzfurt"))
    page = night.at_gm.get(url).text
    assert "Graue Hirsche goes to Salzfurt." in page
    revoke = re.search(r'href="([^"]+/revoke)"', page)
    assert revoke
    back = send(night.at_gm, revoke[1], form_key=revoke[1], reason="Sent by mistake")
    assert back.status_code == 303
    assert back.location.endswith("/dashboard")
    assert orders.standing(night.app, night.campaign) == []
    assert "Reason: Sent by mistake" in log_of(night, "mads")
    assert "Sent by mistake" not in night.at_ellen.get(night.url("/chronicle")).text


@pytest.mark.rule("V0.3", "V11.1")
def test_a_correction_of_an_order_becomes_public_with_the_orders(night: Night) -> None:
    orders.order(night.at_mads, night.campaign, night.mads, night.stags, night.place("Salzfurt"))
    page = night.at_gm.get(night.url("/dashboard/orders")).text
    revoke = re.search(r'href="([^"]+/revoke)"', page)
    assert revoke
    send(night.at_gm, revoke[1], form_key=revoke[1], reason="Sent by mistake")
    chronicle = night.url("/chronicle")
    for client in (night.at_ellen, night.at_mads, night.at_gm):
        assert "Sent by mistake" not in client.get(chronicle).text
    assert send(night.at_gm, night.url("/round/switch/battles")).status_code == 303
    told = night.at_ellen.get(chronicle).text
    assert "The game master took back the order to Graue Hirsche." in told
    assert "Reason: Sent by mistake" in told
    assert "not public" not in told
    assert_reconciled(night.app, night.campaign)


@pytest.mark.rule("V11.1")
def test_results_that_stand_and_finished_steps_lead_to_their_correction(night: Night) -> None:
    phase(night, Phase.SETTLEMENT)
    assert "No battle of this round" in night.at_gm.get(night.url("/dashboard/results")).text
    assert "No settlement of this round" in night.at_gm.get(night.url("/dashboard/settlements")).text
    fought = battle(night, "Ulvedal", BattleState.CONFIRMED, number=1)
    battle(night, "Rabenfels", BattleState.REPORTED, number=2)
    results = night.at_gm.get(night.url("/dashboard/results")).text
    assert "Battle for Ulvedal" in results
    assert f'href="{night.url(f"/battles/{fought}")}"' in results
    assert "Battle for Rabenfels" not in results
    began = settlement(night, fought, night.ellen, 1)
    went_on = settlement(night, fought, night.mads, 3)
    page = night.at_gm.get(night.url("/dashboard/settlements")).text
    assert "no step is finished yet" in page
    steps = re.findall(rf'href="[^"]*/settlements/({began}|{went_on})/reopen/(\d)"', page)
    assert steps == [(went_on, "1"), (went_on, "2")]


def changes(night: Night) -> tuple[int, ...]:
    """How much there is of everything that the pages here can change."""
    with night.app.app_context():
        owned = func.count(Place.owner_id)
        models = select(func.count(CompanyModel.id)).where(CompanyModel.status == ModelStatus.LIVING)
        questions = [
            select(func.count(AuditRow.seq)),
            select(func.count(LedgerRow.id)),
            select(func.count(CompanyItem.id)),
            models,
            select(owned),
        ]
        return tuple(db.session.execute(one).scalar_one() for one in questions)


def addresses(night: Night) -> list[tuple[str, str]]:
    """Every address of the room with the ids there are: method and path."""
    model = model_of(night)
    values = {"campaign_id": night.campaign, "seat_id": night.mads, "kind": "models", "thing_id": model}
    found = []
    for rule in night.app.url_map.iter_rules():
        if rule.endpoint.split(".")[0] == "dashboard":
            url = re.sub(r"<(?:\w+:)?(\w+)>", lambda name: values[name[1]], rule.rule)
            found += [(method, url) for method in ("GET", "POST") if method in (rule.methods or ())]
    return found


@pytest.mark.rule("V11.2", "V11.3")
def test_gm_and_deputy_alone_come_in(night: Night) -> None:
    """Every address, every role: nobody else sees or changes anything (A13)."""
    with story.change(night.app, night.campaign) as (campaign, _gm, _actor):
        next(seat for seat in campaign.seats if seat.id == night.ellen).is_deputy = True
    every = addresses(night)
    assert len(every) > 14
    before = changes(night)
    nobody = night.app.test_client()
    stranger = browser(night.app, account(night.app, "Otto"))
    for method, url in every:
        for client, expected in ((night.at_mads, {403}), (stranger, {404}), (nobody, {303, 401})):
            answer = client.get(url) if method == "GET" else send(client, url, reason="x", form_key="x")
            assert answer.status_code in expected, (method, url, answer.status_code)
    assert changes(night) == before
    for method, url in every:
        if method == "GET":
            # Where warbands stand is a question of Movement (V9.2).
            expected = 404 if url.endswith("/standing") else 200
            assert night.at_ellen.get(url).status_code == expected, url


@pytest.mark.rule("V11.3")
def test_a_deputy_steps_in_like_the_gm(night: Night) -> None:
    with story.change(night.app, night.campaign) as (campaign, _gm, _actor):
        next(seat for seat in campaign.seats if seat.id == night.ellen).is_deputy = True
    assert send(night.at_ellen, night.url("/dashboard/gold"), **gold_form(night, "12")).status_code == 303
    assert orders.gold(night.app, night.mads) == 312


@pytest.mark.rule("V11.2")
def test_a_player_without_a_company_is_said_to_have_none(night: Night) -> None:
    with story.change(night.app, night.campaign):
        for row in db.session.scalars(select(WarbandModel)):
            db.session.delete(row)
        company = db.session.execute(select(Company).where(Company.seat_id == night.mads)).scalar_one()
        for model in list(company.models):
            db.session.delete(model)
        db.session.flush()
        db.session.delete(company)
    for path in ("awards", "removals"):
        page = night.at_gm.get(night.url(f"/dashboard/{path}?seat={night.mads}")).text
        assert "Mads has no company yet." in page
    refused = send(
        night.at_gm,
        night.url(f"/dashboard/awards/{night.mads}/items"),
        form_key="item",
        item="long-bow",
        reason="x",
    )
    assert refused.status_code == 422
