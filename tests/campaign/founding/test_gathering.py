"""V1.1, V1.10, V11.3, V0.2: inviting, joining, leaving, seats and arms."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select, update

from app.accounts.models import Person
from app.accounts.operations.leaving import delete_account
from app.campaign.founding import operations as founding
from app.campaign.founding.links import token_of
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.states import SeatState
from app.columns import new_id, now
from app.extensions import db
from app.journal.models import AuditRow
from app.journal.writes import writing
from app.refusal import Refusal
from tests.story import campaign as story
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from flask import Flask


@pytest.fixture
def gm(app: Flask) -> str:
    return account(app, "Mads")


def seat_states(app: Flask, campaign_id: str) -> dict[str, str]:
    with app.app_context():
        return {
            row.given_name: row.state
            for row in db.session.execute(select(Seat).where(Seat.campaign_id == campaign_id)).scalars()
        }


def gold_rows(app: Flask, seat_id: str) -> list[int]:
    with app.app_context():
        return list(
            db.session.execute(select(LedgerRow.amount).where(LedgerRow.seat_id == seat_id)).scalars()
        )


@pytest.mark.rule("V1.10")
def test_gm_invites_several_by_nickname_and_every_state_is_shown(app: Flask, gm: str) -> None:
    ellen, jonas = account(app, "Ellen"), account(app, "Jonas")
    campaign_id = story.found_campaign(app, gm)
    story.join(app, campaign_id, jonas)
    mads = browser(app, gm)
    answer = send(
        mads,
        f"/campaigns/{campaign_id}/invitations",
        form_key="invite",
        nicknames="ellen, JONAS",
        text="Kom med!",
    )
    assert answer.status_code == 303
    page = mads.get(answer.location).text
    assert "Invited: Ellen." in page
    assert "At the table already: Jonas." in page
    assert "Invited, no answer yet" in page
    invited = browser(app, ellen)
    assert "Kom med!" in invited.get(f"/campaigns/{campaign_id}/invitation").text
    assert send(invited, f"/campaigns/{campaign_id}/invitation/decline").status_code == 303
    assert "Declined" in mads.get(f"/campaigns/{campaign_id}/players").text
    story.invite(app, campaign_id, "Ellen")
    assert seat_states(app, campaign_id)["Ellen"] == SeatState.INVITED
    assert send(invited, f"/campaigns/{campaign_id}/invitation/accept").status_code == 303
    assert seat_states(app, campaign_id)["Ellen"] == SeatState.JOINED


@pytest.mark.rule("V1.10")
def test_unknown_nickname_invites_nobody_and_keeps_what_was_typed(app: Flask, gm: str) -> None:
    account(app, "Ellen")
    campaign_id = story.found_campaign(app, gm)
    answer = send(
        browser(app, gm),
        f"/campaigns/{campaign_id}/invitations",
        form_key="invite",
        nicknames="Ellen\nElen",
        text="Et ord",
    )
    assert answer.status_code == 422
    assert "There is no account called Elen." in answer.text
    assert "Ellen\nElen" in answer.text.replace("\r", "")
    assert "Et ord" in answer.text
    assert "Ellen" not in seat_states(app, campaign_id)


@pytest.mark.rule("V1.10")
def test_a_player_cannot_invite_nor_read_invitations(app: Flask, gm: str) -> None:
    ellen, jonas = account(app, "Ellen"), account(app, "Jonas")
    campaign_id = story.found_campaign(app, gm)
    story.join(app, campaign_id, ellen)
    story.invite(app, campaign_id, "Jonas")
    player = browser(app, ellen)
    assert send(player, f"/campaigns/{campaign_id}/invitations", nicknames="Jonas").status_code == 403
    assert "Jonas" not in player.get(f"/campaigns/{campaign_id}/players").text
    assert browser(app, jonas).get(f"/campaigns/{campaign_id}").status_code == 404


@pytest.mark.rule("V1.2")
def test_starting_gold_comes_once_however_often_a_seat_is_left_and_taken(app: Flask, gm: str) -> None:
    ellen = account(app, "Ellen")
    campaign_id = story.found_campaign(app, gm, starting_gold=275)
    seat = story.join(app, campaign_id, ellen)
    with story.change(app, campaign_id, seat) as (campaign, own, actor):
        founding.leave(own, campaign=campaign, actor=actor)
    assert story.join(app, campaign_id, ellen) == seat
    assert gold_rows(app, seat) == [275]


@pytest.mark.rule("V1.10", "V1.1")
def test_accepting_on_two_devices_at_once_is_one_seat(app: Flask, gm: str) -> None:
    ellen = account(app, "Ellen")
    campaign_id = story.found_campaign(app, gm)
    story.invite(app, campaign_id, "Ellen")
    devices = [browser(app, ellen), browser(app, ellen)]
    start = Barrier(2)

    def accept(device: int) -> int:
        start.wait()
        return send(devices[device], f"/campaigns/{campaign_id}/invitation/accept").status_code

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(accept, range(2))) == [303, 303]
    with app.app_context():
        seats = db.session.execute(
            select(Seat).where(Seat.campaign_id == campaign_id, Seat.person_id == ellen)
        ).scalars()
        (seat,) = seats
        joined = select(func.count()).where(AuditRow.kind == "founding.joined", AuditRow.seat_id == seat.id)
        assert db.session.execute(joined).scalar_one() == 1
        seat_id = seat.id
    assert gold_rows(app, seat_id) == [300]


@pytest.mark.rule("V1.1")
def test_two_joiners_for_the_last_seat_are_one_success_and_one_refusal(app: Flask, gm: str) -> None:
    first, ellen, jonas = account(app, "Ulv"), account(app, "Ellen"), account(app, "Jonas")
    campaign_id = story.found_campaign(app, gm, max_players=2)
    story.join(app, campaign_id, first)
    for name in ("Ellen", "Jonas"):
        story.invite(app, campaign_id, name)
    devices = [browser(app, ellen), browser(app, jonas)]
    start = Barrier(2)

    def accept(device: int) -> tuple[int, str]:
        start.wait()
        answer = send(devices[device], f"/campaigns/{campaign_id}/invitation/accept")
        return answer.status_code, answer.text

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(accept, range(2)))
    assert [code for code, _ in answers] == [303, 422]
    assert "All 2 seats of this campaign are taken." in answers[1][1]
    states = seat_states(app, campaign_id)
    assert sorted([states["Ellen"], states["Jonas"]]) == [SeatState.INVITED, SeatState.JOINED]


@pytest.mark.rule("V1.1", "V0.2")
def test_a_gm_who_plays_takes_one_of_the_seats_and_all_are_told(app: Flask, gm: str) -> None:
    ellen, jonas = account(app, "Ellen"), account(app, "Jonas")
    campaign_id = story.found_campaign(app, gm, max_players=2, gm_plays=True)
    story.join(app, campaign_id, ellen)
    with pytest.raises(Refusal) as refused:
        story.join(app, campaign_id, jonas)
    assert refused.value.rule == "V1.1"
    page = browser(app, ellen).get(f"/campaigns/{campaign_id}/players").text
    assert "The game master plays too" in page
    assert "Game master, plays too" in page


def make_link(app: Flask, campaign_id: str) -> str:
    with story.change(app, campaign_id) as (campaign, _gm, actor):
        founding.open_link(campaign, actor=actor)
        token = token_of(campaign)
    assert token
    return token


@pytest.mark.rule("V1.10")
def test_link_lets_an_account_in_and_never_gives_two_seats(app: Flask, gm: str) -> None:
    ellen = account(app, "Ellen")
    campaign_id = story.found_campaign(app, gm)
    token = make_link(app, campaign_id)
    device = browser(app, ellen)
    assert "Take part as Ellen" in device.get(f"/join/{token}").text
    for _ in range(2):
        answer = send(device, f"/join/{token}")
        assert answer.status_code == 303
        assert answer.location == f"/campaigns/{campaign_id}"
    assert list(seat_states(app, campaign_id)).count("Ellen") == 1
    assert browser(app, ellen).get(f"/campaigns/{campaign_id}").status_code == 200


@pytest.mark.rule("V1.10")
def test_a_revoked_renewed_forged_or_old_link_is_void(app: Flask, gm: str) -> None:
    ellen = account(app, "Ellen")
    campaign_id = story.found_campaign(app, gm)
    first = make_link(app, campaign_id)
    second = make_link(app, campaign_id)
    device = browser(app, ellen)
    assert device.get(f"/join/{first}").status_code == 404
    assert device.get(f"/join/{second}").status_code == 200
    assert device.get(f"/join/{second[:-2]}xx").status_code == 404
    with app.app_context():
        db.session.execute(
            update(Campaign)
            .where(Campaign.id == campaign_id)
            .values(invite_until=now() - timedelta(seconds=1))
        )
        db.session.commit()
    answer = send(device, f"/join/{second}")
    assert answer.status_code == 422
    assert "not good any more" in answer.text
    third = make_link(app, campaign_id)
    assert send(browser(app, gm), f"/campaigns/{campaign_id}/link/revoke").status_code == 303
    assert device.get(f"/join/{third}").status_code == 404
    assert "Ellen" not in seat_states(app, campaign_id)


@pytest.mark.rule("V1.10")
def test_a_guest_joins_with_a_name_alone_and_a_doubled_tap_is_one_guest(app: Flask, gm: str) -> None:
    campaign_id = story.found_campaign(app, gm)
    token = make_link(app, campaign_id)
    phone = app.test_client()
    page = phone.get(f"/join/{token}")
    assert "As a guest" in page.text
    # The second tap leaves the phone before the answer to the first has brought its login.
    cookie = phone.get_cookie("feldtog")
    assert cookie is not None
    again = app.test_client()
    again.set_cookie("feldtog", cookie.value)
    tap = new_id()
    for device in (phone, again, phone):
        answer = send(device, f"/join/{token}/guest", tap, form_key="guest", nickname="Åse")
        assert answer.status_code == 303
        assert answer.location == f"/campaigns/{campaign_id}"
        assert device.get(f"/campaigns/{campaign_id}").status_code == 200
    assert phone.get(f"/campaigns/{campaign_id}").status_code == 200
    with app.app_context():
        assert db.session.execute(select(func.count()).where(Person.guest)).scalar_one() == 1
    assert seat_states(app, campaign_id)["Åse"] == SeatState.JOINED
    assert "Guest" in browser(app, gm).get(f"/campaigns/{campaign_id}/players").text


@pytest.mark.rule("V1.10")
def test_refused_guest_keeps_the_typed_name(app: Flask, gm: str) -> None:
    ellen = account(app, "Ellen")
    campaign_id = story.found_campaign(app, gm)
    story.join(app, campaign_id, ellen)
    token = make_link(app, campaign_id)
    answer = send(app.test_client(), f"/join/{token}/guest", form_key="guest", nickname="ÉLLEN")
    assert answer.status_code == 422
    assert 'value="ÉLLEN"' in answer.text
    assert "has that name already" in answer.text


@pytest.mark.rule("V1.10")
def test_personal_link_of_a_guest_is_shown_once(app: Flask, gm: str) -> None:
    campaign_id = story.found_campaign(app, gm)
    token = make_link(app, campaign_id)
    phone = app.test_client()
    phone.get(f"/join/{token}")
    send(phone, f"/join/{token}/guest", form_key="guest", nickname="Åse")
    with app.app_context():
        seat_id = db.session.execute(select(Seat.id).where(Seat.given_name == "Åse")).scalar_one()
    mads = browser(app, gm)
    answer = send(mads, f"/campaigns/{campaign_id}/seats/{seat_id}/personal-link")
    assert answer.status_code == 303
    shown = mads.get(f"/campaigns/{campaign_id}/players").text
    assert "/guest/" in shown
    assert "<svg" in shown
    assert "/guest/" not in mads.get(f"/campaigns/{campaign_id}/players").text
    assert phone.get(f"/campaigns/{campaign_id}").status_code in (302, 303)


@pytest.mark.rule("V1.10")
def test_removed_players_are_out_and_do_not_come_back_by_link(app: Flask, gm: str) -> None:
    ellen = account(app, "Ellen")
    campaign_id = story.found_campaign(app, gm)
    seat = story.join(app, campaign_id, ellen)
    token = make_link(app, campaign_id)
    mads, device = browser(app, gm), browser(app, ellen)
    assert mads.get(f"/campaigns/{campaign_id}/seats/{seat}/remove").status_code == 200
    assert send(mads, f"/campaigns/{campaign_id}/seats/{seat}/remove").status_code == 303
    assert device.get(f"/campaigns/{campaign_id}").status_code == 404
    assert send(device, f"/join/{token}").status_code == 422
    story.invite(app, campaign_id, "Ellen")
    assert send(device, f"/campaigns/{campaign_id}/invitation/accept").status_code == 303


@pytest.mark.rule("V1.10")
def test_circle_closes_with_the_choice_of_hideouts(app: Flask, gm: str) -> None:
    people = [account(app, name) for name in ("Ellen", "Jonas", "Birk", "Otto")]
    campaign_id = story.found_campaign(app, gm)
    for person in people[:2]:
        story.join(app, campaign_id, person)
    story.invite(app, campaign_id, "Birk")
    token = make_link(app, campaign_id)
    story.open_hideouts(app, campaign_id)
    assert seat_states(app, campaign_id)["Birk"] == SeatState.LAPSED
    late = send(browser(app, people[2]), f"/campaigns/{campaign_id}/invitation/accept")
    assert late.status_code == 422
    assert "circle of players" in late.text
    assert "/rules/id/V1.10" in late.text
    with pytest.raises(Refusal) as refused:
        story.invite(app, campaign_id, "Otto")
    assert refused.value.rule == "V1.10"
    assert browser(app, people[3]).get(f"/join/{token}").status_code == 404


@pytest.mark.rule("V11.3")
def test_a_deputy_has_the_rights_of_the_gm_and_only_the_gm_names_one(app: Flask, gm: str) -> None:
    ellen, jonas = account(app, "Ellen"), account(app, "Jonas")
    campaign_id = story.found_campaign(app, gm)
    seat, other = story.join(app, campaign_id, ellen), story.join(app, campaign_id, jonas)
    deputy = browser(app, ellen)
    url = f"/campaigns/{campaign_id}/seats"
    assert send(deputy, f"{url}/{other}/deputy", deputy="1").status_code == 403
    assert send(browser(app, gm), f"{url}/{seat}/deputy", deputy="1").status_code == 303
    assert send(deputy, f"/campaigns/{campaign_id}/link").status_code == 303
    assert send(deputy, f"{url}/{other}/deputy", deputy="1").status_code == 422
    assert "Deputy" in browser(app, jonas).get(f"/campaigns/{campaign_id}/players").text


@pytest.mark.rule("V11.3")
def test_gm_hands_the_campaign_over(app: Flask, gm: str) -> None:
    ellen = account(app, "Ellen")
    campaign_id = story.found_campaign(app, gm)
    seat = story.join(app, campaign_id, ellen)
    mads = browser(app, gm)
    assert send(mads, f"/campaigns/{campaign_id}/seats/{seat}/hand-over").status_code == 303
    assert send(mads, f"/campaigns/{campaign_id}/link").status_code == 403
    assert send(browser(app, ellen), f"/campaigns/{campaign_id}/link").status_code == 303


@pytest.mark.rule("V1.10")
def test_arms_differ_from_the_start_and_a_player_takes_free_ones(app: Flask, gm: str) -> None:
    campaign_id = story.found_campaign(app, gm, max_players=12)
    seats = [story.join(app, campaign_id, account(app, f"Spiller {n}")) for n in range(12)]
    with app.app_context():
        rows = [db.session.get_one(Seat, seat) for seat in seats]
        assert sorted(row.style for row in rows) == list(range(1, 13))
        assert len({row.emblem for row in rows}) == 12
        first, second = (rows[0].style, rows[0].emblem), (rows[1].style, rows[1].emblem)
        person = rows[0].person_id
    assert first == (1, "wolf")
    assert second == (2, "stag")
    device = browser(app, str(person))
    url = f"/campaigns/{campaign_id}/seats/{seats[0]}/arms"
    assert device.get(url).status_code == 200
    assert send(device, url, form_key="arms", style="2", emblem="wolf").status_code == 422
    assert send(device, url, form_key="arms", style="1", emblem="howl").status_code == 303
    other = f"/campaigns/{campaign_id}/seats/{seats[1]}/arms"
    assert send(device, other, form_key="arms", style="1", emblem="howl").status_code == 403


@pytest.mark.rule("V11.1")
def test_the_seat_of_a_deleted_account_is_given_to_another_with_all_that_hangs_on_it(
    app: Flask, gm: str
) -> None:
    ellen, jonas, otto = account(app, "Ellen"), account(app, "Jonas"), account(app, "Otto")
    campaign_id, (seat, _other) = story.run_campaign(app, gm, ellen, jonas)
    with app.app_context(), writing():
        delete_account(db.session.get_one(Person, ellen))
    mads = browser(app, gm)
    page = mads.get(f"/campaigns/{campaign_id}/players").text
    assert "former player 1" in page
    assert "the game master&#39;s hands" in page.lower()
    url = f"/campaigns/{campaign_id}/seats/{seat}/give"
    assert mads.get(url).status_code == 200
    taken = send(mads, url, form_key="give", nickname="Jonas", reason="Flyttet")
    assert taken.status_code == 422
    assert 'value="Jonas"' in taken.text
    unexplained = send(mads, url, form_key="give", nickname="otto")
    assert unexplained.status_code == 422
    assert "Say why: the players concerned read it." in unexplained.text
    assert send(mads, url, form_key="give", nickname="otto", reason="Flyttet").status_code == 303
    device = browser(app, otto)
    assert device.get(f"/campaigns/{campaign_id}").status_code == 200
    assert story.place_owner(app, campaign_id, "Ulvedal") == seat
    assert gold_rows(app, seat) == [300]
    assert send(mads, url, form_key="give", nickname="Otto", reason="Flyttet").status_code == 422
