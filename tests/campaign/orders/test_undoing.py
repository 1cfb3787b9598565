"""V4.12, V11.1: orders that the GM takes back, and those that become illegal."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from app.campaign.events import operations as events
from app.campaign.events.models import Event
from app.campaign.gold.models import LedgerRow
from app.campaign.map.models import Place
from app.campaign.map.operations import hand_place
from app.campaign.orders import operations
from app.campaign.orders.models import Order
from app.campaign.orders.wording import KINDS
from app.campaign.states import Phase
from app.campaign.warbands.models import WarbandMercenary
from app.extensions import db
from app.journal.models import AuditRow
from app.journal.writes import writing
from tests.campaign.orders.conftest import Night
from tests.story import orders
from tests.story.campaign import change
from tests.story.people import send


def sent(night: Night, place: str = "Salzfurt", event: str = "") -> str:
    """Ellen's hired warband is sent there for 46 gold; returns the order's id."""
    hired = orders.warband(night.app, night.campaign, night.ellen, "Lejet", mercenaries=(orders.KUZLO,))
    answer = orders.order(night.at_ellen, night.campaign, night.ellen, hired, night.place(place), event)
    assert answer.status_code == 303
    with night.app.app_context():
        return db.session.execute(select(Order.id).where(Order.warband_id == hired)).scalar_one()


def rows(night: Night, kind: str) -> list[AuditRow]:
    with night.app.app_context():
        return list(db.session.execute(select(AuditRow).where(AuditRow.kind == kind)).scalars())


def lift(night: Night) -> list[str]:
    with change(night.app, night.campaign) as (campaign, _gm, actor):
        return [order.warband.name for order in operations.lift_illegal(campaign, actor)]


@pytest.mark.rule("V11.1", "V4.5", "V4.8")
def test_the_gm_calls_a_warband_back_and_its_fee_is_returned(night: Night) -> None:
    order_id = sent(night)
    url = f"{orders.orders_url(night.campaign, night.ellen)}/{order_id}/revoke"
    assert "Lejet goes to Salzfurt." in night.at_gm.get(url).text
    assert orders.gold(night.app, night.ellen) == 254
    answer = send(night.at_gm, url, reason="Wrong place tapped.", form_key=url)
    assert answer.status_code == 303
    assert orders.gold(night.app, night.ellen) == 300
    assert orders.standing(night.app, night.campaign) == []
    with night.app.app_context():
        fee, back = db.session.execute(
            select(LedgerRow).where(LedgerRow.kind.like("order.%")).order_by(LedgerRow.amount)
        ).scalars()
        assert (fee.amount, back.amount, back.reverses_id) == (-46, 46, fee.id)
    (told,) = rows(night, "order.revoked")
    assert (told.audience, told.by_gm, told.reason) == (f"seat:{night.ellen}", True, "Wrong place tapped.")
    # B1: the log does not name the target.
    with night.app.test_request_context():
        assert KINDS[told.kind](told.params) == "The game master took back the order to Lejet."
    # The warband can be sent again.
    again = night.at_ellen.get(orders.orders_url(night.campaign, night.ellen)).text
    assert "2 of 2" not in again
    assert "No order yet" in again


@pytest.mark.rule("V11.1")
def test_calling_back_needs_a_reason_the_phase_and_the_gm(night: Night) -> None:
    order_id = sent(night)
    url = f"{orders.orders_url(night.campaign, night.ellen)}/{order_id}/revoke"
    answer = send(night.at_gm, url, reason="", form_key=url)
    assert answer.status_code == 422
    assert "Say why." in answer.text
    assert send(night.at_ellen, url, reason="Please", form_key=url).status_code == 403
    orders.at_phase(night.app, night.campaign, Phase.BATTLES)
    assert send(night.at_gm, url, reason="Too late", form_key=url).status_code == 422
    assert len(orders.standing(night.app, night.campaign)) == 1
    assert orders.gold(night.app, night.ellen) == 254


@pytest.mark.rule("V2.9", "V11.1")
def test_calling_back_twice_returns_the_fee_once(night: Night) -> None:
    order_id = sent(night)
    url = f"{orders.orders_url(night.campaign, night.ellen)}/{order_id}/revoke"
    send(night.at_gm, url, reason="Once", form_key=url)
    answer = send(night.at_gm, url, reason="Twice", form_key=url)
    assert answer.status_code == 409
    assert "already taken back" in answer.text
    assert orders.gold(night.app, night.ellen) == 300


@pytest.mark.rule("V4.12", "V5.4")
def test_an_order_to_an_event_that_was_locked_is_lifted(night: Night) -> None:
    fog = orders.event(night.app, night.campaign, "Salzfurt", "Nebel")
    sent(night, "Salzfurt", fog)
    assert lift(night) == []
    orders.at_phase(night.app, night.campaign, Phase.PREPARATION)
    with night.app.app_context(), writing():
        db.session.execute(update(Event).where(Event.id == fog).values(locked=True))
    assert lift(night) == ["Lejet"]
    assert orders.gold(night.app, night.ellen) == 300
    assert orders.standing(night.app, night.campaign) == []
    (told,) = rows(night, "order.lifted")
    assert told.audience == f"seat:{night.ellen}"
    assert told.params["rule"] == "V5.4"
    with night.app.test_request_context():
        assert KINDS[told.kind](told.params) == (
            "The order to Lejet was lifted. The event «Nebel» is locked: nobody can be sent to it."
        )


@pytest.mark.rule("V4.12")
def test_an_order_to_an_ended_event_is_lifted(night: Night) -> None:
    fog = orders.event(night.app, night.campaign, "Salzfurt", "Nebel")
    sent(night, "Salzfurt", fog)
    with night.app.app_context(), writing():
        db.session.execute(update(Event).where(Event.id == fog).values(ended_round=1))
    assert lift(night) == ["Lejet"]


@pytest.mark.rule("V4.12", "V5.5")
def test_an_order_over_a_lowered_limit_is_lifted(night: Night) -> None:
    fog = orders.event(night.app, night.campaign, "Salzfurt", "Nebel", points_limit=90)
    sent(night, "Salzfurt", fog)  # 44 points and Kuzlo's 46
    assert lift(night) == []
    with night.app.app_context(), writing():
        db.session.execute(update(Event).where(Event.id == fog).values(points_limit=89))
    assert lift(night) == ["Lejet"]
    (told,) = rows(night, "order.lifted")
    with night.app.test_request_context():
        assert "90 points and the limit is 89 now" in KINDS[told.kind](told.params)


@pytest.mark.rule("V4.12", "V4.10")
def test_an_event_added_after_a_step_back_lifts_orders_to_its_place_but_the_owners(night: Night) -> None:
    sent(night, "Rabenfels")
    orders.order(night.at_mads, night.campaign, night.mads, night.stags, night.place("Rabenfels"))
    orders.at_phase(night.app, night.campaign, Phase.PREPARATION)
    orders.event(night.app, night.campaign, "Rabenfels", "Belagerung")
    assert lift(night) == ["Lejet"]
    assert orders.standing(night.app, night.campaign) == [("Graue Hirsche", "Rabenfels", None)]


@pytest.mark.rule("V2.7")
def test_a_step_back_keeps_orders(night: Night) -> None:
    sent(night)
    send(night.at_gm, night.url("/round/switch/preparation"), seen="running.1.orders")
    assert len(orders.standing(night.app, night.campaign)) == 1
    page = night.at_ellen.get(orders.orders_url(night.campaign, night.ellen)).text
    assert "Lejet goes to Salzfurt." in page
    assert 'name="stamp"' not in page


@pytest.mark.rule("V7.9", "V4.5")
def test_the_end_of_the_round_lifts_all_orders_and_mercenaries_leave(night: Night) -> None:
    sent(night)
    with change(night.app, night.campaign) as (campaign, _gm, _actor):
        operations.lift_all(campaign)
        campaign.round += 1
    with night.app.app_context():
        assert db.session.execute(select(WarbandMercenary)).all() == []
    page = night.at_ellen.get(orders.orders_url(night.campaign, night.ellen)).text
    assert "0 of 2 sent" in page
    assert orders.gold(night.app, night.ellen) == 254


@pytest.mark.rule("V4.12", "V5.6")
def test_an_event_changed_by_the_gm_lifts_what_it_no_longer_allows(night: Night) -> None:
    fog = orders.event(night.app, night.campaign, "Salzfurt", "Nebel")
    sent(night, "Salzfurt", fog)
    orders.at_phase(night.app, night.campaign, Phase.PREPARATION)
    with change(night.app, night.campaign) as (campaign, _gm, actor):
        events.end_event(db.session.get_one(Event, fog), campaign=campaign, actor=actor)
    assert orders.standing(night.app, night.campaign) == []
    assert orders.gold(night.app, night.ellen) == 300


@pytest.mark.rule("V4.12", "V4.10")
def test_a_place_handed_over_lifts_its_former_owners_waiting_warband(night: Night) -> None:
    orders.event(night.app, night.campaign, "Rabenfels", "Belagerung")
    place_id = night.place("Rabenfels")
    orders.order(night.at_mads, night.campaign, night.mads, night.stags, place_id)
    with change(night.app, night.campaign) as (campaign, _gm, actor):
        hand_place(
            db.session.get_one(Place, place_id),
            to=next(seat for seat in campaign.seats if seat.id == night.ellen),
            reason="As agreed.",
            campaign=campaign,
            actor=actor,
        )
    assert orders.standing(night.app, night.campaign) == []


@pytest.mark.rule("V4.12")
@pytest.mark.parametrize("phase", [Phase.BATTLES, Phase.SETTLEMENT, Phase.DAWN])
def test_once_battles_are_announced_nothing_is_lifted(night: Night, phase: Phase) -> None:
    fog = orders.event(night.app, night.campaign, "Salzfurt", "Nebel")
    sent(night, "Salzfurt", fog)
    with night.app.app_context(), writing():
        db.session.execute(update(Event).where(Event.id == fog).values(ended_round=1))
    orders.at_phase(night.app, night.campaign, phase)
    assert lift(night) == []
    assert len(orders.standing(night.app, night.campaign)) == 1
