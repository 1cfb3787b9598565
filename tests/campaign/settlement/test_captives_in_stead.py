"""V11.5, V7.4, V8.22: the GM answers for a party of a captive, also where the other party is the GM."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.campaign.gold import operations as gold
from app.campaign.settlement.models import Captive
from app.campaign.states import Phase
from app.extensions import db
from app.journal.models import AuditRow
from tests.campaign.settlement.scene import Scene, devices
from tests.campaign.settlement.test_captives import act, captured, name_price
from tests.campaign.settlement.test_whole_settlement import model, ok
from tests.story import campaign as story
from tests.story.people import send

if TYPE_CHECKING:
    from flask import Flask


def held_by_a_playing_gm(app: Flask, *, gone: bool = True) -> Scene:
    """Jonas, who holds Storm, is the GM as well; Ellen's account is deleted if she is ``gone``."""
    one = captured(app)
    with story.change(app, one.id) as (campaign, gm, _actor):
        gm.is_gm = False
        seats = {seat.id: seat for seat in campaign.seats}
        seats[one.jonass].is_gm = True
        if gone:
            seats[one.ellens].person_id, seats[one.ellens].former = None, 1
    return one


def cards(one: Scene, client: object) -> str:
    page = client.get(f"/campaigns/{one.id}/captives").text  # type: ignore[attr-defined]
    return str(page.split('id="live-captives"')[1].split("</main>")[0])


@pytest.mark.rule("V11.5", "V7.4")
def test_a_gm_who_is_the_captor_answers_for_a_player_who_left(app: Flask) -> None:
    one = held_by_a_playing_gm(app)
    _ellen, jonas, _gm = devices(one)
    ok(name_price(one, jonas))
    page = cards(one, jonas)
    assert "For former player 1, by the game master:" in page
    for seat, deed in ((one.ellens, "pay"), (one.ellens, "leave"), (one.jonass, "ransom")):
        assert f'action="/campaigns/{one.id}/seats/{seat}/captives/{deed}"' in page
    before = one.gold(one.ellens), one.gold(one.jonass)
    ok(act(one, jonas, one.ellens, "pay"))
    assert (one.gold(one.ellens), one.gold(one.jonass)) == (before[0] - 20, before[1] + 20)
    assert model(one, "Storm")[0].status == "living"
    with app.app_context():
        assert db.session.scalars(select(AuditRow).where(AuditRow.kind == "captive.ransomed")).one().by_gm


@pytest.mark.rule("V11.5", "V8.22", "V3.9")
def test_the_gm_is_told_no_more_of_that_players_gold_than_a_gm_may_know(app: Flask) -> None:
    """Ellen sent all but 3 gold away in private before she left; it does not pay, and nobody says why."""
    one = held_by_a_playing_gm(app)
    _ellen, jonas, _gm = devices(one)
    ok(name_price(one, jonas))
    left = one.gold(one.ellens) - 3
    with story.change(app, one.id, one.ellens) as (campaign, seat, actor):
        gold.enter(seat, -left, "transfer.sent", campaign=campaign, actor=actor, private=True)
    assert "You have" not in cards(one, jonas)
    refused = act(one, jonas, one.ellens, "pay")
    assert refused.status_code == 422
    told = refused.text.split('id="refusal"')[1].split("</div>")[0]
    assert "3 gold" not in told
    assert model(one, "Storm")[0].status == "captured"


@pytest.mark.rule("V11.5")
def test_for_a_player_who_is_there_a_gm_who_is_the_other_party_is_offered_nothing(app: Flask) -> None:
    one = held_by_a_playing_gm(app, gone=False)
    _ellen, jonas, _gm = devices(one)
    ok(name_price(one, jonas))
    page = cards(one, jonas)
    assert f"/seats/{one.ellens}/captives/" not in page
    assert f"/seats/{one.jonass}/captives/ransom" in page


@pytest.mark.rule("V11.5", "V7.4")
def test_a_gm_outside_takes_an_exchange_for_a_player_though_no_price_is_named(app: Flask) -> None:
    one = captured(app)
    _ellen, jonas, gm = devices(one)
    theirs = f"/campaigns/{one.id}/seats/{one.jonass}/settlements/{one.settlement_of(one.jonass)}"
    ok(send(jonas, f"{theirs}/course", version=one.version(one.jonass), objectives=0))
    jern = one.model("Jern 1")
    dice = {"by": "table", "die1": 2, "die2": 1, "model": jern, "version": one.version(one.jonass)}
    ok(send(jonas, f"{theirs}/injuries/roll", **dice))
    with app.app_context():
        held = {row.model_id: row.id for row in db.session.scalars(select(Captive))}
    storm = held[one.model("Storm")]
    offer = {"captive": storm, "other": held[jern], "version": 1}
    ok(send(jonas, f"/campaigns/{one.id}/seats/{one.jonass}/captives/offer-exchange", **offer))
    page = cards(one, gm)
    assert "Exchange for Jern 1" in page
    assert "For Ellen, by the game master:" in page
    exchange = f"/campaigns/{one.id}/seats/{one.ellens}/captives/exchange"
    ok(send(gm, exchange, captive=storm, version=2))
    assert (model(one, "Storm")[0].status, model(one, "Jern 1")[0].status) == ("living", "living")


@pytest.mark.rule("V11.5", "V7.4")
def test_in_dawn_a_gm_who_is_the_owner_decides_for_a_captor_who_left(app: Flask) -> None:
    one = captured(app)
    _ellen, jonas, _gm = devices(one)
    ok(name_price(one, jonas))
    with story.change(app, one.id) as (campaign, gm, _actor):
        gm.is_gm = False
        seats = {seat.id: seat for seat in campaign.seats}
        seats[one.ellens].is_gm = True
        seats[one.jonass].person_id, seats[one.jonass].former = None, 1
        campaign.phase = Phase.DAWN
    ellen = devices(one)[0]
    page = ellen.get(f"/campaigns/{one.id}/dawn").text
    assert f"/seats/{one.jonass}/captives/end" in page
    assert "For former player 1, by the game master:" in page
    ok(act(one, ellen, one.jonass, "end", deed="release"))
    assert model(one, "Storm")[0].status == "living"
