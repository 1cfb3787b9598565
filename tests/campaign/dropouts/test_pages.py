"""V11.1: the pages that close a seat and open it again: what they tell before, and who reads what after."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from app.campaign.battles.models import Battle
from app.campaign.founding import operations as founding
from app.campaign.founding.models import Campaign, Seat
from app.campaign.guilds import operations as guilds
from app.campaign.guilds.models import Guild, GuildOffer
from app.campaign.map.models import Place
from app.campaign.orders.models import Order
from app.campaign.settlement.models import Captive, Settlement
from app.campaign.states import CaptiveState, ModelStatus, Phase, SeatState
from app.extensions import db
from app.journal.models import AuditRow
from tests.campaign.dropouts.evening import Evening, evening
from tests.story import campaign as story
from tests.story import orders
from tests.story.people import account, browser, send
from tests.story.reconciled import assert_reconciled

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

ALL = ("guilds", "alliances", "messages", "transfers", "movement")


def close(one: Evening, client: FlaskClient, who: str, **fields: Any) -> TestResponse:
    at = {"form_key": "dropout", "reason": "Moved to Ribe", **fields}
    return send(client, one.of(who, "/dropout"), **at)


def rows(app: Flask, campaign: str, *kinds: str) -> list[AuditRow]:
    with app.app_context():
        query = select(AuditRow).where(AuditRow.campaign_id == campaign, AuditRow.kind.in_(kinds))
        return list(db.session.scalars(query.order_by(AuditRow.seq)))


@pytest.mark.rule("V11.1", "V0.3")
def test_the_page_tells_all_that_follows_and_the_chronicle_that_it_did(app: Flask) -> None:
    one = evening(app, ("guilds", "movement"))
    one.play_to(Phase.ORDERS)
    gm = one.at("Karin")
    page = gm.get(one.of("Ellen", "/dropout"))
    assert page.status_code == 200
    for words in (
        "Orders are taken back",
        "Ellens goes to «Salzfund» at Salzfurt.",
        "Ellens, at Ulvedal",
        "The guild is dissolved.",
        "Saltets børn",
        "Places become ownerless",
        "until the next phase begins",
    ):
        assert words in page.text
    assert close(one, gm, "Ellen", reason="").status_code == 422
    assert close(one, gm, "Ellen").status_code == 303
    told = one.at("Ulf").get(one.url("/chronicle")).text
    assert "Ellen has dropped out of the campaign." in told
    assert "Moved to Ribe" in told
    assert "Ulvedal no longer belongs to Ellen and has no owner." in told
    assert "Dropped out" in one.at("Ulf").get(one.url("/players")).text
    # That she had sent a warband is secret until the battles, and so is its correction (V4.7).
    assert "took back the order" not in told
    assert "Ellens" not in told
    assert_reconciled(app, one.campaign)


@pytest.mark.rule("V11.1", "V4.5")
def test_the_fee_of_mercenaries_comes_back_with_the_order(app: Flask) -> None:
    one = evening(app)
    band = orders.warband(app, one.campaign, one.seats["Ulf"], "Hired", mercenaries=(orders.KUZLO,))
    one.play_to(Phase.ORDERS)
    before = orders.gold(app, one.seats["Ulf"])
    at = story.place_id(app, one.campaign, "Salzfurt")
    # 44 points and Kuzlo's 46 keep the limit of 100.
    sent = orders.order(one.at("Ulf"), one.campaign, one.seats["Ulf"], band, at, one.event)
    assert sent.status_code == 303
    assert orders.gold(app, one.seats["Ulf"]) == before - 46
    assert close(one, one.at("Karin"), "Ulf").status_code == 303
    assert orders.gold(app, one.seats["Ulf"]) == before


@pytest.mark.rule("V11.1", "V6.7")
def test_an_open_battle_is_the_game_masters_to_decide(app: Flask) -> None:
    one = evening(app)
    one.play_to(Phase.BATTLES)
    gm = one.at("Karin")
    assert close(one, gm, "Ellen").status_code == 303
    assert "the game master decides the battle at Salzfurt" in one.at("Mads").get(one.url("/chronicle")).text
    with app.app_context():
        battle_id = db.session.scalars(select(Battle.id)).one()
    page = gm.get(one.url(f"/battles/{battle_id}")).text
    assert "/decision" in page
    assert "Ellen has dropped out: the game master decides." in page
    one.play_to(Phase.DAWN)
    with app.app_context():
        settled = db.session.scalars(select(Settlement)).all()
        assert [one_.side.seat_id for one_ in settled] == [one.seats["Mads"]]


@pytest.mark.rule("V11.1", "V7.4", "C6.4")
@pytest.mark.parametrize("who", ["Ellen", "Mads"])
def test_captives_of_and_with_the_company_go_free_and_dawn_does_not_take_them_back(
    app: Flask, who: str
) -> None:
    one = evening(app)
    one.play_to(Phase.SETTLEMENT)
    page = one.at("Karin").get(one.of(who, "/dropout")).text
    assert "go free, without a ransom" in page
    assert "Ellens 1 of Ellen" in page
    gold = orders.gold(app, one.seats[who])
    one.drop_out(who)
    assert orders.gold(app, one.seats[who]) == gold
    one.play_to(Phase.DAWN)
    one.switch(Phase.SETTLEMENT)
    with app.app_context():
        captive = db.session.scalars(select(Captive)).one()
        assert captive.state == CaptiveState.RELEASED
        assert captive.model.status == ModelStatus.LIVING
    assert_reconciled(app, one.campaign)


@pytest.mark.rule("V11.1", "V2.7", "V7.10")
def test_what_it_won_falls_to_nobody_else_and_dawn_taken_back_gives_it_nothing(app: Flask) -> None:
    """Mads won at Salzfurt, which nobody owns; Ellen lost: nobody takes it."""
    one = evening(app)
    one.play_to(Phase.SETTLEMENT)
    one.drop_out("Mads")
    one.play_to(Phase.DAWN)
    assert story.place_owner(app, one.campaign, "Salzfurt") is None
    one.switch(Phase.SETTLEMENT)
    one.switch(Phase.DAWN)
    one.drop_out("Rosa")
    assert story.place_owner(app, one.campaign, "Gråkloster") is None, "Rosa took it unopposed"
    one.switch(Phase.SETTLEMENT)
    assert story.place_owner(app, one.campaign, "Gråkloster") is None
    one.switch(Phase.DAWN)
    assert story.place_owner(app, one.campaign, "Gråkloster") is None
    one.end_round()
    assert_reconciled(app, one.campaign)


@pytest.mark.rule("V11.1")
def test_it_is_taken_back_until_the_next_phase_with_places_and_settlement(app: Flask) -> None:
    one = evening(app, ("guilds",))
    one.play_to(Phase.SETTLEMENT)
    gm = one.at("Karin")
    assert close(one, gm, "Ellen").status_code == 303
    assert story.place_owner(app, one.campaign, "Ulvedal") is None
    assert "Take it back" in gm.get(one.url("/players")).text
    ask = gm.get(one.of("Ellen", "/dropout/take-back")).text
    assert "Settlements go on at the step they stood at." in ask
    back = one.of("Ellen", "/dropout/take-back")
    assert send(gm, back, form_key="take-back", reason="A mistake").status_code == 303
    assert story.place_owner(app, one.campaign, "Ulvedal") == one.seats["Ellen"]
    with app.app_context():
        seat = db.session.get_one(Seat, one.seats["Ellen"])
        assert (seat.state, seat.person_id) == (SeatState.JOINED, one.people["Ellen"])
        campaign = db.session.get_one(Campaign, one.campaign)
        bench = one.bench("Ellen", campaign)
        assert bench is not None
        assert bench.settlement.step == 2
    assert "the seat plays again" in one.at("Ulf").get(one.url("/chronicle")).text
    assert one.at("Ellen").get(one.of("Ellen", "/company")).status_code == 200
    one.end_round()
    assert_reconciled(app, one.campaign)
    # The next phase has come: now it is for good.
    assert close(one, gm, "Ellen").status_code == 303
    one.switch(Phase.ORDERS)
    assert "Take it back" not in gm.get(one.url("/players")).text
    assert send(gm, back, form_key="take-back", reason="Too late").status_code == 422
    one.switch(Phase.PREPARATION)
    assert send(gm, back, form_key="take-back", reason="Too late").status_code == 422


@pytest.mark.rule("V11.1")
def test_a_result_that_came_to_stand_meanwhile_has_its_settlement_when_it_is_taken_back(app: Flask) -> None:
    one = evening(app)
    one.play_to(Phase.BATTLES)
    one.switch(Phase.SETTLEMENT)
    one.drop_out("Ellen")
    one._decide()
    one.take_back("Ellen")
    with app.app_context():
        campaign = db.session.get_one(Campaign, one.campaign)
        assert one.bench("Ellen", campaign) is not None
    one.end_round()
    assert_reconciled(app, one.campaign)


@pytest.mark.rule("V11.1", "V1.11")
def test_while_hideouts_are_chosen_the_place_is_free_again(app: Flask) -> None:
    people = [account(app, name) for name in ("Karin", "Ellen", "Mads")]
    campaign = story.found_campaign(app, people[0])
    seats = [story.join(app, campaign, person) for person in people[1:]]
    gm = browser(app, people[0])
    url = f"/campaigns/{campaign}/seats/{seats[0]}/dropout"
    early = send(gm, url, form_key="dropout", reason="gone")
    assert early.status_code == 422, "while players gather one is taken out of the circle instead"
    story.open_hideouts(app, campaign)
    story.choose_hideout(app, campaign, seats[0], "Ulvedal")
    assert send(gm, url, form_key="dropout", reason="gone").status_code == 303
    story.choose_hideout(app, campaign, seats[1], "Ulvedal")
    story.have_confirmed_company(app, campaign, seats[1])
    assert send(gm, f"{url}/take-back", form_key="take-back", reason="oops").status_code == 303
    assert story.place_owner(app, campaign, "Ulvedal") == seats[1], "what another has taken stays theirs"
    assert send(gm, url, form_key="dropout", reason="gone").status_code == 303
    story.start_rounds(app, campaign)
    assert_reconciled(app, campaign)


@pytest.mark.rule("V11.1", "V11.3")
def test_game_master_and_deputy_close_seats_nobody_else_and_never_the_game_masters(app: Flask) -> None:
    one = evening(app)
    with story.change(app, one.campaign) as (campaign, gm_seat, actor):
        founding.name_deputy(
            db.session.get_one(Seat, one.seats["Rosa"]), True, campaign=campaign, actor=actor
        )
        gms = gm_seat.id
    assert close(one, one.at("Mads"), "Ellen").status_code == 403
    assert one.at("Mads").get(one.of("Ellen", "/dropout")).status_code == 403
    stranger = browser(app, account(app, "Oskar"))
    assert close(one, stranger, "Ellen").status_code == 404
    rosa = one.at("Rosa")
    assert "cannot be closed" in rosa.get(one.url(f"/seats/{gms}/dropout")).text
    assert send(rosa, one.url(f"/seats/{gms}/dropout"), form_key="dropout", reason="x").status_code == 422
    assert close(one, rosa, "Ellen").status_code == 303
    assert close(one, rosa, "Ellen").status_code == 409, "a second device is told"
    assert close(one, rosa, "Rosa").status_code == 303, "a deputy may go"
    assert rosa.get(one.url("/dashboard")).status_code == 403
    assert rosa.get(one.url("/players")).status_code == 200
    # Who has dropped out reads what all read, and acts no more.
    ellen = one.at("Ellen")
    assert ellen.get(one.url("/chronicle")).status_code == 200
    assert ellen.get(one.of("Ellen", "/orders")).status_code == 403


@pytest.mark.rule("V11.1", "V8.17", "V8.20")
def test_nothing_of_an_alliance_is_told_by_closing_a_seat(app: Flask) -> None:
    """The pages about Mads, who has concluded one, and about Rosa, who is in none, say the same of it; only
    his ally learns that it has ended."""
    one = evening(app, ("alliances",))
    gm = one.at("Karin")

    def said(who: str) -> str:
        text = gm.get(one.of(who, "/dropout")).text
        text = re.sub(r'name="(csrf_token|request_id)" value="[^"]*"|nonce="[^"]*"', "", text)
        for name in ("Mads", "Rosa", "Rabenfels", "Mühlgrund", one.seats["Mads"], one.seats["Rosa"]):
            text = text.replace(name, "~")
        return re.sub(r"data-versions=\S+|pubver\S+", "", text)

    assert said("Mads") == said("Rosa")
    assert close(one, gm, "Mads").status_code == 303
    assert "Salzfund" not in gm.get(one.url("/chronicle")).text
    assert "Salzfund" in one.at("Ulf").get(one.of("Ulf", "/log")).text
    sealed = rows(app, one.campaign, "pact.ended")
    assert {row.audience for row in sealed} == {f"own:{one.people[who]}" for who in ("Mads", "Ulf")}


@pytest.mark.rule("V11.1", "V2.9")
def test_two_devices_close_a_seat_while_its_player_orders(app: Flask) -> None:
    one = evening(app)
    one.play_to(Phase.PREPARATION)
    one.switch(Phase.ORDERS)
    at = story.place_id(app, one.campaign, "Salzfurt")
    ellen, first, second = one.at("Ellen"), one.at("Karin"), one.at("Karin")
    fields = orders.send_fields(ellen, one.campaign, one.seats["Ellen"], one.bands["Ellen"], at, one.event)
    with ThreadPoolExecutor(3) as pool:
        sent = pool.submit(ellen.post, orders.orders_url(one.campaign, one.seats["Ellen"]), data=fields)
        closed = [pool.submit(close, one, device, "Ellen") for device in (first, second)]
        codes = sorted(answer.result().status_code for answer in closed)
    assert codes == [303, 409]
    assert sent.result().status_code in (303, 403)
    with app.app_context():
        standing = select(Order).where(Order.seat_id == one.seats["Ellen"], Order.lifted_at.is_(None))
        assert db.session.scalars(standing).all() == []
    assert len(rows(app, one.campaign, "dropout.dropped")) == 1
    assert_reconciled(app, one.campaign)


@pytest.mark.rule("V11.1", "B8", "V8.17", "V11.3")
def test_a_player_is_replaced_with_all_that_hangs_on_the_seat_but_no_secret(app: Flask) -> None:
    one = evening(app, ("guilds", "alliances"))
    with story.change(app, one.campaign) as (campaign, _gm, actor):
        founding.name_deputy(
            db.session.get_one(Seat, one.seats["Mads"]), True, campaign=campaign, actor=actor
        )
    freja = account(app, "Freja")
    gm, mads = one.at("Karin"), one.at("Mads")
    give = one.of("Mads", "/give")
    assert send(gm, give, form_key="give", nickname="Freja", reason="").status_code == 422
    assert send(gm, give, form_key="give", nickname="Freja", reason="Swapped").status_code == 303
    assert mads.get(one.url()).status_code == 404, "the old login has lost the seat"
    at_freja = browser(app, freja)
    assert at_freja.get(one.of("Mads", "/company")).status_code == 200
    assert at_freja.get(one.url("/dashboard")).status_code == 403, "a deputy is a person, not a seat"
    ledger = at_freja.get(one.of("Mads", "/ledger")).text
    assert "Secret of an earlier player" in ledger
    for url in (one.of("Mads", "/ledger"), one.url("/pacts"), one.of("Mads", "/log")):
        assert "alliance for" not in at_freja.get(url).text
        assert "Ulf joins" not in at_freja.get(url).text
    told = one.at("Ulf").get(one.url("/chronicle")).text
    assert "Freja takes over the seat of Mads." in told
    assert "Swapped" in told
    assert story.place_owner(app, one.campaign, "Rabenfels") == one.seats["Mads"]
    with story.change(app, one.campaign) as (_campaign, gm_seat, _actor):
        gms = gm_seat.id
    own = send(gm, one.url(f"/seats/{gms}/give"), form_key="give", nickname="Freja", reason="x")
    assert own.status_code == 422
    with app.app_context():
        assert db.session.scalars(select(Place.name).where(Place.owner_id == one.seats["Mads"])).all()
    one.end_round()
    assert_reconciled(app, one.campaign)


@pytest.mark.rule("V11.1", "V8.3")
def test_what_is_open_between_the_seat_and_others_ends_with_it(app: Flask) -> None:
    one = evening(app, ("guilds", "messages", "transfers"))
    with story.change(app, one.campaign, one.seats["Mads"]) as (campaign, seat, actor):
        guilds.request(db.session.scalars(select(Guild)).one(), campaign=campaign, seat=seat, actor=actor)
    one.drop_out("Mads")
    with app.app_context():
        assert db.session.scalars(select(GuildOffer)).all() == []
    ellen = one.at("Ellen")
    letter = send(ellen, one.url("/letters"), form_key="letter", to=one.seats["Mads"], text="Kom hjem")
    gold = send(ellen, one.url("/transfer"), form_key="transfer", to=one.seats["Mads"], gold="5")
    assert (letter.status_code, gold.status_code) == (422, 422)
    for page in ("/letters/write", "/transfer"):
        assert f'value="{one.seats["Mads"]}"' not in ellen.get(one.url(page)).text
