"""V7.4, C6.4: captives, from capture to ransom, exchange, release or execution."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.campaign.company.models import CompanyItem, CompanyModel
from app.campaign.founding.models import Campaign
from app.campaign.settlement.models import Captive
from app.campaign.settlement.operations import captives
from app.campaign.settlement.queries import captives as captive_rows
from app.campaign.states import Phase
from app.columns import new_id
from app.extensions import db
from app.journal.models import AuditRow
from tests.campaign.settlement.scene import Scene, devices, scene
from tests.campaign.settlement.test_whole_settlement import item, model, ok, roll
from tests.story import campaign as story
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse


def captured(app: Flask) -> Scene:
    """Storm, who carries a heavy weapon, is held by Jonas."""
    one = scene(app, ("Storm",))
    ellen, _jonas, _gm = devices(one)
    ok(one.do(ellen, "course", objectives=0))
    roll(one, ellen, "Storm", 1, 2)
    return one


def act(one: Scene, client: FlaskClient, seat: str, what: str, **fields: object) -> TestResponse:
    captive, _state, version = one.captive()
    fields = {"captive": captive, "version": version, **fields}
    return send(client, f"/campaigns/{one.id}/seats/{seat}/captives/{what}", **fields)


def name_price(one: Scene, jonas: FlaskClient, amount: object = 20, **fields: object) -> TestResponse:
    return act(one, jonas, one.jonass, "ransom", amount=amount, item=one.item("heavy-weapon"), **fields)


@pytest.mark.rule("V4.11", "V7.4", "D6")
def test_a_captive_is_in_no_warband_and_on_everybodys_page(app: Flask) -> None:
    one = captured(app)
    ellen, jonas, gm = devices(one)
    assert one.dump()["warbands"][1][3] == ["Thora", "Ulf", "Bjarke", "Runa", "Gunn"]
    for client in (ellen, jonas, gm):
        for url in (f"/campaigns/{one.id}/captives", f"/campaigns/{one.id}"):
            page = client.get(url).text
            assert "Storm" in page
            assert "held by Jonas" in page
    for client, seat in ((ellen, one.ellens), (jonas, one.jonass)):
        company = client.get(f"/campaigns/{one.id}/seats/{seat}/company").text
        assert "held by Jonas" in company
    with app.app_context():
        campaign = db.session.get_one(Campaign, one.id)
        rows = captive_rows(campaign)
        assert [(row.name, row.owner, row.captor) for row in rows] == [("Storm", "Ellen", "Jonas")]
        assert captive_rows(campaign, campaign.seats[0]) == [
            row for row in rows if campaign.seats[0].name in (row.owner, row.captor)
        ]


@pytest.mark.rule("V3.11", "V7.4")
def test_what_is_asked_is_told_to_the_two_and_the_gm_alone(app: Flask) -> None:
    one = captured(app)
    ellen, jonas, gm = devices(one)
    third = account(app, "Sigrid")
    with story.change(app, one.id) as (campaign, _gm, _actor):
        seat = story.Seat(campaign_id=campaign.id, person_id=third, name="Sigrid", state="joined")
        db.session.add(seat)
    ok(name_price(one, jonas, 17))
    for client in (ellen, jonas, gm):
        assert "17" in client.get(f"/campaigns/{one.id}/captives").text
    other = browser(app, third).get(f"/campaigns/{one.id}/captives").text
    assert "Storm" in other
    words = re.sub(r"<[^>]*>", " ", other.split('id="live-captives"')[1].split("</main>")[0])
    assert "17" not in words
    with app.app_context():
        rows = db.session.scalars(select(AuditRow).where(AuditRow.kind == "captive.ransom_named")).all()
        assert {row.audience for row in rows} == {f"seat:{one.ellens}", f"seat:{one.jonass}"}
        assert not any(row.by_gm for row in rows)


@pytest.mark.rule("C6.4")
@pytest.mark.parametrize("amount", [24, "-1", "1,5", "x", "", "1e3"])
def test_a_ransom_is_from_nothing_to_the_models_price(app: Flask, amount: object) -> None:
    one = captured(app)
    _ellen, jonas, _gm = devices(one)
    assert name_price(one, jonas, amount).status_code == 422
    assert one.captive()[1] == "held"
    ok(name_price(one, jonas, 23))
    assert one.captive()[1] == "offered"


@pytest.mark.rule("C6.4", "V1.2")
def test_the_price_follows_the_campaigns_factor(app: Flask) -> None:
    """23 points at 1.50 gold are 34.5, rounded up to 35."""
    one = scene(app, ("Storm",), gold_factor=150)
    ellen, jonas, _gm = devices(one)
    ok(one.do(ellen, "course", objectives=0))
    roll(one, ellen, "Storm", 1, 2)
    assert name_price(one, jonas, 36).status_code == 422
    ok(name_price(one, jonas, 35))


@pytest.mark.rule("V7.4", "V3.2")
def test_too_little_gold_does_not_pay(app: Flask) -> None:
    one = captured(app)
    ellen, jonas, _gm = devices(one)
    ok(name_price(one, jonas))
    spare = one.gold(one.ellens) - 19
    with story.change(app, one.id, one.ellens) as (campaign, seat, actor):
        captives.enter(seat, -spare, "captive.ransom_paid", campaign=campaign, actor=actor)
    answer = act(one, ellen, one.ellens, "pay")
    assert answer.status_code == 422
    assert model(one, "Storm")[0].status == "captured"
    assert one.gold(one.ellens) == 19


@pytest.mark.rule("V7.4", "V2.9")
def test_a_double_tap_pays_once_and_an_old_price_is_not_paid(app: Flask) -> None:
    one = captured(app)
    ellen, jonas, _gm = devices(one)
    ok(name_price(one, jonas, 10))
    seen = one.captive()
    ok(name_price(one, jonas, 20))
    assert act(one, ellen, one.ellens, "pay", version=seen[2]).status_code == 409
    before = one.gold(one.ellens)
    captive, _state, version = one.captive()
    request_id = new_id()
    url = f"/campaigns/{one.id}/seats/{one.ellens}/captives/pay"
    for _ in range(2):
        assert send(ellen, url, request_id, captive=captive, version=version).status_code == 303
    assert one.gold(one.ellens) == before - 20
    assert act(one, ellen, one.ellens, "pay").status_code == 409


@pytest.mark.rule("V7.4")
def test_who_is_left_may_be_offered_for_less(app: Flask) -> None:
    one = captured(app)
    ellen, jonas, _gm = devices(one)
    assert act(one, ellen, one.ellens, "leave").status_code == 409
    ok(name_price(one, jonas))
    ok(act(one, ellen, one.ellens, "leave"))
    assert one.captive()[1] == "left"
    assert act(one, ellen, one.ellens, "pay").status_code == 409
    ok(name_price(one, jonas, 5))
    ok(act(one, ellen, one.ellens, "pay"))
    assert model(one, "Storm")[0].status == "living"


@pytest.mark.rule("V7.4", "A13")
def test_nobody_else_answers(app: Flask) -> None:
    one = captured(app)
    ellen, jonas, gm = devices(one)
    assert name_price(one, ellen).status_code == 403
    assert act(one, ellen, one.ellens, "ransom", amount=1, item=one.item("heavy-weapon")).status_code == 422
    ok(name_price(one, jonas))
    assert act(one, jonas, one.jonass, "pay").status_code == 422
    assert act(one, jonas, one.ellens, "pay").status_code == 403
    assert act(one, jonas, one.jonass, "pay", captive="0000000000000").status_code == 404
    ok(act(one, gm, one.ellens, "pay"))
    with app.app_context():
        row = db.session.scalars(select(AuditRow).where(AuditRow.kind == "captive.ransomed")).one()
        assert row.by_gm


@pytest.mark.rule("V7.4")
def test_captives_are_exchanged_with_all_they_carry(app: Flask) -> None:
    one = captured(app)
    ellen, jonas, _gm = devices(one)
    theirs = f"/campaigns/{one.id}/seats/{one.jonass}/settlements/{one.settlement_of(one.jonass)}"
    ok(send(jonas, f"{theirs}/course", version=one.version(one.jonass), objectives=0))
    jern = one.model("Jern 1")
    dice = {"by": "table", "die1": 2, "die2": 1, "model": jern, "version": one.version(one.jonass)}
    ok(send(jonas, f"{theirs}/injuries/roll", **dice))
    with app.app_context():
        held = {
            row.model_id: row.id for row in db.session.scalars(select(Captive).order_by(Captive.created_at))
        }
    storm, jern_captive = held[one.model("Storm")], held[jern]
    offer = {"captive": storm, "other": jern_captive, "version": 1}
    ok(send(jonas, f"/campaigns/{one.id}/seats/{one.jonass}/captives/offer-exchange", **offer))
    assert "Exchange for Jern 1" in ellen.get(f"/campaigns/{one.id}/captives").text
    ours = f"/campaigns/{one.id}/seats/{one.ellens}/captives/exchange"
    assert send(ellen, ours, captive=storm, version=1).status_code == 409
    ok(send(ellen, ours, captive=storm, version=2))
    assert (model(one, "Storm")[0].status, model(one, "Jern 1")[0].status) == ("living", "living")
    assert item(one, "heavy-weapon") == [("held", one.model("Storm"))]
    ok(one.do(devices(one)[2], "reopen/1", reason="the battle was counted wrongly"))
    assert model(one, "Storm")[0].status == "living"
    assert model(one, "Jern 1")[0].status == "captured"


@pytest.mark.rule("V7.4")
def test_without_a_price_a_captive_goes_free_when_dawn_begins(app: Flask) -> None:
    one = captured(app)
    with story.change(app, one.id) as (campaign, _gm, actor):
        captives.release_unnamed(campaign, actor)
    assert model(one, "Storm")[0].status == "living"
    assert item(one, "heavy-weapon") == [("held", one.model("Storm"))]
    assert one.captive()[1] == "released"


@pytest.mark.rule("V7.4")
def test_ransom_ends_with_the_settlement(app: Flask) -> None:
    one = captured(app)
    ellen, jonas, _gm = devices(one)
    ok(name_price(one, jonas))
    one.at_phase(Phase.DAWN)
    assert act(one, ellen, one.ellens, "pay").status_code == 422
    assert name_price(one, jonas, 3).status_code == 422


@pytest.mark.rule("V7.4")
@pytest.mark.parametrize(
    ("deed", "status", "weapon"), [("release", "living", "held"), ("execute", "dead", "lost")]
)
def test_in_dawn_the_captor_chooses(app: Flask, deed: str, status: str, weapon: str) -> None:
    one = captured(app)
    ellen, jonas, _gm = devices(one)
    ok(name_price(one, jonas))
    assert act(one, jonas, one.jonass, "end", deed=deed).status_code == 422
    with story.change(app, one.id) as (campaign, _gm, actor):
        captives.release_unnamed(campaign, actor)
        campaign.phase = Phase.DAWN
    assert one.captive()[1] == "offered"
    assert act(one, ellen, one.ellens, "end", deed=deed).status_code == 422
    ok(act(one, jonas, one.jonass, "end", deed=deed))
    assert model(one, "Storm")[0].status == status
    assert item(one, "heavy-weapon")[0][0] == weapon
    assert act(one, jonas, one.jonass, "end", deed="execute").status_code == 409
    with story.change(app, one.id) as (campaign, _gm, actor):
        captives.recall(campaign, actor)
    assert one.captive()[1] == "offered"
    assert model(one, "Storm")[0].status == "captured"
    assert item(one, "heavy-weapon") == [("held", one.model("Storm"))]


@pytest.mark.rule("V7.4")
def test_at_the_rounds_end_the_undecided_go_free(app: Flask) -> None:
    one = captured(app)
    _ellen, jonas, _gm = devices(one)
    ok(name_price(one, jonas))
    with story.change(app, one.id) as (campaign, _gm, actor):
        campaign.phase = Phase.DAWN
        captives.release_undecided(campaign, actor)
    assert one.captive()[1] == "released"
    assert model(one, "Storm")[0].status == "living"
    assert one.dump()["warbands"][1][3] == ["Thora", "Ulf", "Bjarke", "Runa", "Gunn"]


@pytest.mark.rule("C6.4")
def test_a_unique_item_that_the_captor_keeps_stays_an_award(app: Flask) -> None:
    one = captured(app)
    ellen, jonas, _gm = devices(one)
    weapon = one.item("heavy-weapon")
    with story.change(app, one.id):
        db.session.get_one(CompanyItem, weapon).awarded = True
    ok(name_price(one, jonas))
    ok(act(one, ellen, one.ellens, "pay"))
    with app.app_context():
        got = db.session.scalars(
            select(CompanyItem).where(CompanyItem.item == "heavy-weapon", CompanyItem.status == "held")
        ).one()
        assert got.awarded
        assert db.session.get_one(CompanyModel, one.model("Storm")).status == "living"
