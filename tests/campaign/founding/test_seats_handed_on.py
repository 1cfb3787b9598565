"""V11.1, V0.3: a player's account is deleted in a running campaign; the seat goes on in other hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.accounts.models import Person
from app.accounts.operations.leaving import delete_account
from app.campaign.company.models import Company
from app.campaign.founding.models import Seat
from app.campaign.map.models import Place
from app.campaign.states import SeatState
from app.extensions import db
from app.journal.models import AuditRow
from app.journal.writes import writing
from tests.campaign.settlement.scene import devices, scene
from tests.campaign.settlement.test_whole_settlement import ok
from tests.story import campaign as story
from tests.story.people import account, browser, send
from tests.story.reconciled import assert_reconciled

if TYPE_CHECKING:
    from flask import Flask


def delete(app: Flask, person_id: str) -> None:
    with app.app_context(), writing():
        delete_account(db.session.get_one(Person, person_id))


@pytest.mark.rule("V11.1", "V7.1", "V7.8", "B8")
def test_company_gold_places_and_an_open_settlement_pass_on_and_the_old_login_ends(app: Flask) -> None:
    one = scene(app, ("Ulf",))
    ellen, _jonas, gm = devices(one)
    ok(one.do(ellen, "course", objectives=0))
    gold = one.gold(one.ellens)
    delete(app, one.ellen)
    assert "/login" in ellen.get(one.url).location
    assert "former player 1" in gm.get(f"/campaigns/{one.id}/players").text
    # The GM finds the settlement at its battle and works on it for the seat in their hands.
    assert one.settlement in gm.get(f"/campaigns/{one.id}/battles/{one.battle}").text
    ok(one.do(gm, "injuries/roll", model=one.model("Ulf"), by="table", die1=4, die2=4))

    freja = account(app, "Freja")
    at_freja = browser(app, freja)
    assert at_freja.get(one.url).status_code == 404
    give = f"/campaigns/{one.id}/seats/{one.ellens}/give"
    assert send(gm, give, form_key="give", nickname="Nobody at all", reason="moved away").status_code == 422
    ok(send(gm, give, form_key="give", nickname="Freja", reason="moved away"))
    assert send(gm, give, form_key="give", nickname="Freja", reason="moved away").status_code == 422, (
        "the seat has a player now"
    )

    ok(one.do(at_freja, "injuries/finish"))
    assert one.gold(one.ellens) == gold
    with app.app_context():
        seat = db.session.get_one(Seat, one.ellens)
        assert (seat.person_id, str(seat.name), seat.former) == (freja, "Freja", None)
        assert db.session.scalars(select(Place.name).where(Place.owner_id == seat.id)).all() == ["Ulvedal"]
        assert db.session.scalars(select(Company.seat_id).where(Company.seat_id == seat.id)).one()
        assert (
            db.session.scalars(select(AuditRow).where(AuditRow.kind == "founding.seat_given")).one().chronicle
        )
    assert "Freja" in gm.get(f"/campaigns/{one.id}/players").text
    assert_reconciled(app, one.id)


@pytest.mark.rule("V11.1", "V1.10")
def test_a_seat_goes_to_somebody_who_never_took_up_an_invitation_but_to_no_other_player(app: Flask) -> None:
    gm, ellen, mads, freja = (account(app, name) for name in ("Karin", "Ellen", "Mads", "Freja"))
    campaign = story.found_campaign(app, gm)
    seats = [story.join(app, campaign, one) for one in (ellen, mads)]
    story.invite(app, campaign, "Freja")
    story.open_hideouts(app, campaign)
    delete(app, ellen)
    at_gm = browser(app, gm)
    give = f"/campaigns/{campaign}/seats/{seats[0]}/give"
    assert send(at_gm, give, form_key="give", nickname="Mads", reason="moved away").status_code == 422
    ok(send(at_gm, give, form_key="give", nickname="Freja", reason="moved away"))
    with app.app_context():
        held = db.session.scalars(select(Seat).where(Seat.person_id == freja)).all()
        assert [(one.id, one.state) for one in held] == [(seats[0], SeatState.JOINED)]
    assert browser(app, freja).get(f"/campaigns/{campaign}/seats/{seats[0]}/company").status_code == 200
