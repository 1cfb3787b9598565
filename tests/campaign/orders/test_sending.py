"""V4.2-V4.10, V5.4, V5.5: what may be sent where, and what it costs."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from app.campaign.company.models import CompanyModel
from app.campaign.gold.models import LedgerRow
from app.campaign.orders.models import Order
from app.campaign.states import Phase
from app.campaign.warbands.models import WarbandMercenary
from app.extensions import db
from app.journal.models import AuditRow
from app.journal.writes import writing
from tests.campaign.orders.conftest import Night
from tests.story import orders
from tests.story.campaign import change
from tests.story.people import send


def refused(night: Night, warband: str, place: str, event: str = "", stamp: str = "x", **more: str) -> str:
    """Post an order past the page; it is refused, and the page says why. Returns the page."""
    answer = send(
        night.at_ellen,
        orders.orders_url(night.campaign, night.ellen),
        warband=warband,
        place=night.place(place),
        event=event,
        stamp=stamp,
        **more,
    )
    assert answer.status_code == 422, answer.text
    return answer.text


@pytest.mark.rule("V4.6", "V2.3")
def test_a_warband_goes_to_a_place_without_events(night: Night) -> None:
    answer = orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Salzfurt"))
    assert answer.status_code == 303
    assert orders.standing(night.app, night.campaign) == [("Ulveflokken", "Salzfurt", None)]
    page = night.at_ellen.get(answer.location).text
    assert "Ulveflokken goes to Salzfurt." in page
    assert "1 of 1 sent" in page


@pytest.mark.rule("V4.6")
def test_several_warbands_go_to_different_events_of_one_place_one_to_each(night: Night) -> None:
    ravens = orders.warband(night.app, night.campaign, night.ellen, "Ravneøje")
    beacon = orders.event(night.app, night.campaign, "Salzfurt", "Das Leuchtfeuer")
    fog = orders.event(night.app, night.campaign, "Salzfurt", "Nebel")
    place = night.place("Salzfurt")
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, place, beacon)
    assert "takes one" in refused(night, ravens, "Salzfurt", beacon)
    orders.order(night.at_ellen, night.campaign, night.ellen, ravens, place, fog)
    assert orders.standing(night.app, night.campaign) == [
        ("Ravneøje", "Salzfurt", "Nebel"),
        ("Ulveflokken", "Salzfurt", "Das Leuchtfeuer"),
    ]


@pytest.mark.rule("V4.6")
def test_a_place_without_events_takes_one_warband_of_each_player(night: Night) -> None:
    ravens = orders.warband(night.app, night.campaign, night.ellen, "Ravneøje")
    place = night.place("Salzfurt")
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, place)
    assert "There is already a warband on its way to Salzfurt" in refused(night, ravens, "Salzfurt")
    orders.order(night.at_mads, night.campaign, night.mads, night.stags, place)
    assert len(orders.standing(night.app, night.campaign)) == 2


@pytest.mark.rule("V4.6")
def test_a_warband_defends_its_own_hideout(night: Night) -> None:
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Ulvedal"))
    page = night.at_ellen.get(orders.orders_url(night.campaign, night.ellen)).text
    assert "Ulveflokken defends the hideout at Ulvedal." in page


@pytest.mark.rule("V4.10")
@pytest.mark.parametrize("locked", [False, True])
def test_a_place_with_an_event_takes_an_order_of_its_owner_alone(night: Night, locked: bool) -> None:
    orders.event(night.app, night.campaign, "Rabenfels", "Belagerung", locked=locked)
    orders.event(night.app, night.campaign, "Ulvedal", "Ulvejagt", locked=locked)
    page = refused(night, night.wolves, "Rabenfels")
    assert "Only the owner can send one to the place itself." in page
    assert "V4.10" in page
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Ulvedal"))
    assert orders.standing(night.app, night.campaign) == [("Ulveflokken", "Ulvedal", None)]


@pytest.mark.rule("V5.4")
def test_nobody_is_sent_to_a_locked_event(night: Night) -> None:
    fog = orders.event(night.app, night.campaign, "Salzfurt", "Nebel", locked=True)
    page = refused(night, night.wolves, "Salzfurt", fog)
    assert "locked: nobody can be sent to it" in page
    assert "V5.4" in page


@pytest.mark.rule("V5.1")
def test_an_event_that_is_over_takes_nobody(night: Night) -> None:
    fog = orders.event(night.app, night.campaign, "Salzfurt", "Nebel", duration=0)
    assert "not running any more" in refused(night, night.wolves, "Salzfurt", fog)


@pytest.mark.rule("V5.5", "V4.3")
def test_an_event_lowers_the_points_and_never_raises_them(night: Night) -> None:
    # The wolves are 31 + 13 = 44 points, the host 31 + 3 × 13 + 8 = 78, with Kuzlo 124; 100 are allowed.
    few = orders.event(night.app, night.campaign, "Salzfurt", "Schmaler Pfad", points_limit=43)
    more = orders.event(night.app, night.campaign, "Gråkloster", "Weites Feld", points_limit=150)
    page = refused(night, night.wolves, "Salzfurt", few)
    assert "44 points" in page
    assert "V5.5" in page
    host = (orders.SERGEANT, orders.IRONCLAD, orders.IRONCLAD, orders.IRONCLAD, orders.LEVY)
    crowd = orders.warband(night.app, night.campaign, night.ellen, "Hæren", host, mercenaries=(orders.KUZLO,))
    page = refused(night, crowd, "Gråkloster", more)
    assert "The warband has 124 points, and 100 are allowed." in page
    assert "V4.3" in page


@pytest.mark.rule("V4.4", "V4.2")
def test_every_breach_of_an_invalid_warband_is_named(night: Night) -> None:
    loners = orders.warband(night.app, night.campaign, night.ellen, "Enspænderne", (orders.LEVY,))
    page = refused(night, loners, "Salzfurt")
    assert "A warband needs at least one Command of the company." in page
    assert "leads the warband, but only a Command can." in page
    list_page = night.at_ellen.get(orders.orders_url(night.campaign, night.ellen)).text
    assert "It cannot be sent as it is:" in list_page


@pytest.mark.rule("C6.2")
def test_a_model_that_sits_the_battle_out_keeps_its_warband_at_home(night: Night) -> None:
    hurt = orders.warband(night.app, night.campaign, night.ellen, "De sårede", wounded=True)
    assert "is out of the next battle" in refused(night, hurt, "Salzfurt")


@pytest.mark.rule("C9.3")
def test_a_company_whose_retinue_has_no_leader_sends_no_warband(night: Night) -> None:
    fields = orders.send_fields(
        night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Salzfurt")
    )
    with change(night.app, night.campaign):
        leader = db.session.scalars(
            select(CompanyModel).where(CompanyModel.name == "Ulveflokken 0", CompanyModel.role == "leader")
        ).one()
        leader.role = None
    url = orders.orders_url(night.campaign, night.ellen)
    assert "Your retinue has no Leader." in night.at_ellen.get(url).text
    answer = night.at_ellen.post(url, data=fields)
    assert answer.status_code == 422
    assert "/rules/id/C9.3" in answer.text
    assert orders.standing(night.app, night.campaign) == []


@pytest.mark.rule("V4.5")
def test_the_fee_is_taken_when_the_warband_is_sent(night: Night) -> None:
    hired = orders.warband(night.app, night.campaign, night.ellen, "Lejet", mercenaries=(orders.KUZLO,))
    orders.order(night.at_ellen, night.campaign, night.ellen, hired, night.place("Salzfurt"))
    assert orders.gold(night.app, night.ellen) == 300 - 46
    with night.app.app_context():
        row = db.session.execute(select(LedgerRow).where(LedgerRow.kind == "order.fee")).scalar_one()
        assert (row.amount, row.seat_id) == (-46, night.ellen)
        assert row.params["mercenaries"] == ["Kuzlo & Madfall"]


@pytest.mark.rule("V4.5")
def test_without_the_gold_for_the_fee_the_warband_stays(night: Night) -> None:
    hired = orders.warband(night.app, night.campaign, night.ellen, "Lejet", mercenaries=(orders.KUZLO,))
    place = night.place("Salzfurt")
    stamp = orders.send_fields(night.at_ellen, night.campaign, night.ellen, hired, place)["stamp"]
    with night.app.app_context(), writing():
        db.session.execute(update(LedgerRow).where(LedgerRow.seat_id == night.ellen).values(amount=45))
    page = refused(night, hired, "Salzfurt", stamp=stamp)
    assert "cost 46 gold, and there is 45" in page
    assert orders.gold(night.app, night.ellen) == 45
    assert orders.standing(night.app, night.campaign) == []


@pytest.mark.rule("V2.3")
@pytest.mark.parametrize("phase", [Phase.PREPARATION, Phase.BATTLES, Phase.SETTLEMENT, Phase.DAWN])
def test_warbands_are_sent_only_in_orders(night: Night, phase: Phase) -> None:
    orders.at_phase(night.app, night.campaign, phase)
    assert "only in the phase Orders" in refused(night, night.wolves, "Salzfurt")


@pytest.mark.rule("V4.8")
def test_a_sent_warband_is_not_sent_again(night: Night) -> None:
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Salzfurt"))
    assert "cannot be called back" in refused(night, night.wolves, "Gråkloster")
    assert orders.standing(night.app, night.campaign) == [("Ulveflokken", "Salzfurt", None)]


@pytest.mark.rule("V4.8")
def test_an_order_from_an_older_page_of_the_warband_is_stale(night: Night) -> None:
    place = night.place("Salzfurt")
    fields = orders.send_fields(night.at_ellen, night.campaign, night.ellen, night.wolves, place)
    with night.app.app_context(), writing():
        db.session.add(WarbandMercenary(warband_id=night.wolves, mercenary=orders.KUZLO))
    answer = night.at_ellen.post(orders.orders_url(night.campaign, night.ellen), data=fields)
    assert answer.status_code == 409
    assert "The warband has changed since this page was made." in answer.text
    # The page shows the fee that would be taken now.
    assert "46" in answer.text.split('<section class="order-ask">')[1]
    assert orders.gold(night.app, night.ellen) == 300


@pytest.mark.rule("V2.9", "V4.8")
def test_a_page_from_before_a_step_back_is_stale(night: Night) -> None:
    place = night.place("Salzfurt")
    fields = orders.send_fields(night.at_ellen, night.campaign, night.ellen, night.wolves, place)
    orders.at_phase(night.app, night.campaign, Phase.PREPARATION)
    answer = night.at_ellen.post(orders.orders_url(night.campaign, night.ellen), data=fields)
    assert answer.status_code == 409
    assert orders.standing(night.app, night.campaign) == []


@pytest.mark.rule("V4.9")
def test_done_can_be_taken_back_and_a_later_order_leaves_it(night: Night) -> None:
    url = orders.orders_url(night.campaign, night.ellen)
    assert "Are you done?" in night.at_ellen.get(url).text
    assert send(night.at_ellen, f"{url}/done", done="1").status_code == 303
    assert "You are done." in night.at_ellen.get(url).text
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Salzfurt"))
    assert "You are done." in night.at_ellen.get(url).text
    send(night.at_ellen, f"{url}/done", done="0")
    assert "Are you done?" in night.at_ellen.get(url).text
    orders.at_phase(night.app, night.campaign, Phase.BATTLES)
    assert send(night.at_ellen, f"{url}/done", done="1").status_code == 422


@pytest.mark.rule("V4.7")
def test_another_player_can_neither_see_nor_give_these_orders(night: Night) -> None:
    url = orders.orders_url(night.campaign, night.ellen)
    assert night.at_mads.get(url).status_code == 403
    answer = send(
        night.at_mads, url, warband=night.wolves, place=night.place("Salzfurt"), event="", stamp="x"
    )
    assert answer.status_code == 403
    assert send(night.at_mads, f"{url}/done", done="1").status_code == 403
    # Nor can he send her warband as his own.
    own = orders.orders_url(night.campaign, night.mads)
    answer = send(
        night.at_mads, own, warband=night.wolves, place=night.place("Salzfurt"), event="", stamp="x"
    )
    assert answer.status_code == 404
    assert orders.standing(night.app, night.campaign) == []


@pytest.mark.rule("V4.7")
def test_a_given_order_is_told_to_its_player_and_the_gm_alone(night: Night) -> None:
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Salzfurt"))
    with night.app.app_context():
        row = db.session.execute(select(AuditRow).where(AuditRow.kind == "order.given")).scalar_one()
        assert row.audience == f"seat:{night.ellen}"
        assert not row.chronicle
        assert db.session.execute(select(Order.points)).scalar_one() == 44


def test_places_and_events_of_another_campaign_are_not_targets(night: Night) -> None:
    answer = send(
        night.at_ellen,
        orders.orders_url(night.campaign, night.ellen),
        warband=night.wolves,
        place="0000000000000",
        event="",
        stamp="x",
    )
    assert answer.status_code == 422
