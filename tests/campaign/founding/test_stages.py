"""V0.1, V1.5, V1.9-V1.11, V2.1: from gathering to the first round, and the end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select, update

from app.actor import Deed, may
from app.campaign.company.models import Company
from app.campaign.founding import operations as founding
from app.campaign.founding.models import Campaign
from app.campaign.map.models import Place
from app.campaign.states import Phase, State
from app.extensions import db
from app.journal.models import AuditRow
from app.refusal import Refusal
from tests.story import campaign as story
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from flask import Flask


@pytest.fixture
def gm(app: Flask) -> str:
    return account(app, "Mads")


@pytest.fixture
def players(app: Flask) -> list[str]:
    return [account(app, "Ellen"), account(app, "Jonas")]


def at_hideouts(app: Flask, gm: str, players: list[str], **settings: object) -> tuple[str, list[str]]:
    campaign_id = story.found_campaign(app, gm, **settings)  # type: ignore[arg-type]  # handed on as they are
    seats = [story.join(app, campaign_id, player) for player in players]
    story.open_hideouts(app, campaign_id)
    return campaign_id, seats


@pytest.mark.rule("V1.9")
def test_hideouts_need_a_banner_place_for_every_player(app: Flask, gm: str, players: list[str]) -> None:
    campaign_id = story.found_campaign(app, gm, banners=("Ulvedal",))
    for player in players:
        story.join(app, campaign_id, player)
    mads = browser(app, gm)
    sentence = "2 players need a banner place each, and there is only 1."
    assert sentence in mads.get(f"/campaigns/{campaign_id}").text
    answer = send(mads, f"/campaigns/{campaign_id}/open-hideouts")
    assert answer.status_code == 422
    assert sentence in answer.text
    assert story.state_of(app, campaign_id) == State.GATHERING


@pytest.mark.rule("V1.9", "V0.1")
def test_as_many_banners_as_players_are_enough_and_one_player_is_not(
    app: Flask, gm: str, players: list[str]
) -> None:
    campaign_id = story.found_campaign(app, gm, banners=("Ulvedal", "Rabenfels"))
    story.join(app, campaign_id, players[0])
    with pytest.raises(Refusal, match=r"V1\.10"):
        story.open_hideouts(app, campaign_id)
    story.join(app, campaign_id, players[1])
    story.open_hideouts(app, campaign_id)
    assert story.state_of(app, campaign_id) == State.HIDEOUTS


@pytest.mark.rule("V1.11", "V1.5")
def test_a_hideout_is_a_free_banner_place_and_one_each(app: Flask, gm: str, players: list[str]) -> None:
    campaign_id, (ellen, jonas) = at_hideouts(app, gm, players)
    device = browser(app, players[0])
    url = f"/campaigns/{campaign_id}/seats/{ellen}/hideouts"
    page = device.get(f"/campaigns/{campaign_id}/hideouts").text
    assert "Ulvedal" in page
    assert "Gråkloster" not in page
    plain = send(device, url, place=story.place_id(app, campaign_id, "Salzfurt"))
    assert plain.status_code == 422
    assert "/rules/id/V1.5" in plain.text
    assert send(device, url, place="0000000000000").status_code == 422
    assert send(device, url, place=story.place_id(app, campaign_id, "Ulvedal")).status_code == 303
    assert story.place_owner(app, campaign_id, "Ulvedal") == ellen
    second = send(device, url, place=story.place_id(app, campaign_id, "Rabenfels"))
    assert second.status_code == 422
    assert story.place_owner(app, campaign_id, "Rabenfels") is None
    with pytest.raises(Refusal, match=r"V1\.11"):
        story.choose_hideout(app, campaign_id, jonas, "Ulvedal")
    foreign = send(device, f"/campaigns/{campaign_id}/seats/{jonas}/hideouts", place="x")
    assert foreign.status_code == 403


@pytest.mark.rule("V1.11")
def test_two_on_the_same_banner_place_at_once_are_one_success_and_one_clear_refusal(
    app: Flask, gm: str, players: list[str]
) -> None:
    campaign_id, seats = at_hideouts(app, gm, players)
    place = story.place_id(app, campaign_id, "Rabenfels")
    devices = [browser(app, player) for player in players]
    start = Barrier(2)

    def choose(which: int) -> tuple[int, str]:
        start.wait()
        answer = send(devices[which], f"/campaigns/{campaign_id}/seats/{seats[which]}/hideouts", place=place)
        return answer.status_code, answer.text

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(choose, range(2)))
    codes = [code for code, _ in answers]
    assert sorted(codes) == [303, 422]
    winner, loser = codes.index(303), codes.index(422)
    assert "Rabenfels has just been taken by another player." in answers[loser][1]
    assert "Ulvedal" in answers[loser][1]
    assert story.place_owner(app, campaign_id, "Rabenfels") == seats[winner]
    with app.app_context():
        owned = select(func.count()).where(Place.campaign_id == campaign_id, Place.owner_id.is_not(None))
        assert db.session.execute(owned).scalar_one() == 1


@pytest.mark.rule("V1.11", "V11.5")
def test_the_gm_chooses_for_a_player_without_a_phone(app: Flask, gm: str, players: list[str]) -> None:
    campaign_id, (ellen, _jonas) = at_hideouts(app, gm, players)
    url = f"/campaigns/{campaign_id}/seats/{ellen}/hideouts"
    mads = browser(app, gm)
    assert mads.get(url).status_code == 200
    assert send(mads, url, place=story.place_id(app, campaign_id, "Ulvedal")).status_code == 303
    with app.app_context():
        row = db.session.execute(select(AuditRow).where(AuditRow.kind == "map.taken")).scalar_one()
        assert row.by_gm
        assert row.chronicle


@pytest.mark.rule("V1.11", "V2.1")
def test_the_first_round_waits_for_hideouts_and_companies_and_says_for_whom(
    app: Flask, gm: str, players: list[str]
) -> None:
    campaign_id, (ellen, jonas) = at_hideouts(app, gm, players)
    mads = browser(app, gm)
    answer = send(mads, f"/campaigns/{campaign_id}/start")
    assert answer.status_code == 422
    assert "Ellen has neither a hideout nor a confirmed company." in answer.text
    story.choose_hideout(app, campaign_id, ellen, "Ulvedal")
    story.have_confirmed_company(app, campaign_id, ellen)
    story.choose_hideout(app, campaign_id, jonas, "Rabenfels")
    page = mads.get(f"/campaigns/{campaign_id}").text
    assert "Jonas has not confirmed a company yet." in page
    assert "Ellen has" not in page
    story.have_confirmed_company(app, campaign_id, jonas)
    assert "Everybody is ready: the first round can start." in mads.get(f"/campaigns/{campaign_id}").text
    assert send(mads, f"/campaigns/{campaign_id}/start").status_code == 303
    with app.app_context():
        campaign = db.session.get_one(Campaign, campaign_id)
        assert (campaign.state, campaign.round, campaign.phase) == (State.RUNNING, 1, Phase.PREPARATION)


@pytest.mark.rule("V1.11")
def test_an_unconfirmed_company_keeps_the_round_waiting(app: Flask, gm: str, players: list[str]) -> None:
    campaign_id, (ellen, jonas) = at_hideouts(app, gm, players)
    for seat, place in ((ellen, "Ulvedal"), (jonas, "Rabenfels")):
        story.choose_hideout(app, campaign_id, seat, place)
        story.have_confirmed_company(app, campaign_id, seat)
    with app.app_context():
        db.session.execute(update(Company).where(Company.seat_id == jonas).values(confirmed_at=None))
        db.session.commit()
    with pytest.raises(Refusal, match=r"V1\.11"):
        story.start_rounds(app, campaign_id)


@pytest.mark.rule("V0.1")
def test_only_the_gm_moves_the_campaign_on_and_never_back(app: Flask, gm: str, players: list[str]) -> None:
    campaign_id, seats = at_hideouts(app, gm, players)
    device = browser(app, players[0])
    for step in ("open-hideouts", "start", "finish"):
        assert device.get(f"/campaigns/{campaign_id}/{step}").status_code == 403
        assert send(device, f"/campaigns/{campaign_id}/{step}").status_code == 403
    mads = browser(app, gm)
    again = send(mads, f"/campaigns/{campaign_id}/open-hideouts", seen="gathering.0.")
    assert again.status_code == 409
    assert send(mads, f"/campaigns/{campaign_id}/open-hideouts").status_code == 422
    assert story.state_of(app, campaign_id) == State.HIDEOUTS
    assert len(seats) == 2


@pytest.mark.rule("V0.1")
def test_a_campaign_is_finished_after_a_round_and_then_open_and_read_only(
    app: Flask, gm: str, players: list[str]
) -> None:
    campaign_id, (ellen, jonas) = story.run_campaign(app, gm, *players)
    mads = browser(app, gm)
    early = send(mads, f"/campaigns/{campaign_id}/finish")
    assert early.status_code == 422
    with app.app_context():
        db.session.execute(
            update(Campaign).where(Campaign.id == campaign_id).values(round=3, phase=Phase.ORDERS)
        )
        db.session.commit()
    assert send(mads, f"/campaigns/{campaign_id}/finish").status_code == 422
    with app.app_context():
        db.session.execute(update(Campaign).where(Campaign.id == campaign_id).values(phase=Phase.PREPARATION))
        db.session.commit()
    assert send(mads, f"/campaigns/{campaign_id}/finish").status_code == 303
    assert story.state_of(app, campaign_id) == State.FINISHED
    device = browser(app, players[0])
    page = device.get(f"/campaigns/{campaign_id}").text
    assert "The campaign ended after 2 rounds." in page
    with story.change(app, campaign_id, ellen) as (campaign, own, actor):
        other = next(seat for seat in campaign.seats if seat.id == jonas)
        assert may(actor, Deed.SEE_SECRETS, campaign, other)
        assert may(actor, Deed.SEE_ALL, campaign)
        assert not may(actor, Deed.PLAY, campaign, own)
    arms = send(device, f"/campaigns/{campaign_id}/seats/{ellen}/arms", style="9", emblem="howl")
    assert arms.status_code == 403
    assert send(mads, f"/campaigns/{campaign_id}/rules", house_rules="Nyt").status_code == 403
    with pytest.raises(Refusal), story.change(app, campaign_id) as (campaign, _gm, actor):
        founding.finish(campaign, actor=actor)


@pytest.mark.rule("V0.3")
def test_changes_of_state_stand_in_the_chronicle_in_each_readers_language(
    app: Flask, gm: str, players: list[str]
) -> None:
    campaign_id, _seats = story.run_campaign(app, gm, *players)
    with app.app_context():
        told = db.session.execute(
            select(AuditRow.kind)
            .where(AuditRow.campaign_id == campaign_id, AuditRow.chronicle)
            .order_by(AuditRow.seq)
        ).scalars()
        kinds = list(told)
    assert kinds == [
        "founding.founded",
        "founding.joined",
        "founding.joined",
        "founding.hideouts_opened",
        "map.taken",
        "map.taken",
        "founding.started",
    ]
    page = browser(app, players[1]).get(f"/campaigns/{campaign_id}").text
    assert "Jonas founds a hideout at Rabenfels." in page


@pytest.mark.rule("V1.11")
def test_each_reader_has_one_clear_next_step(app: Flask, gm: str, players: list[str]) -> None:
    campaign_id, (ellen, _jonas) = at_hideouts(app, gm, players)
    device = browser(app, players[0])
    page = device.get(f"/campaigns/{campaign_id}").text
    assert "Choose a free banner place as your hideout." in page
    story.choose_hideout(app, campaign_id, ellen, "Ulvedal")
    story.have_confirmed_company(app, campaign_id, ellen)
    page = device.get(f"/campaigns/{campaign_id}").text
    assert "Jonas has neither a hideout nor a confirmed company." in page
    assert page.count('class="turntext"') == 1
