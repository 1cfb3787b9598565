"""`flask reconcile`: what is kept twice and does not agree is listed, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from app.campaign.company.models import Company, CompanyItem, CompanyModel, ModelChange
from app.campaign.drift import drift
from app.campaign.founding.models import Campaign
from app.campaign.gold.models import LedgerRow
from app.campaign.map.models import Place
from app.campaign.orders.models import Order
from app.campaign.states import ItemStatus, ModelStatus, State
from app.campaign.warbands.models import Warband, WarbandModel
from app.columns import now
from app.extensions import db
from tests.campaign.orders.conftest import Night, night
from tests.story import campaign as story
from tests.story import orders
from tests.story.reconciled import assert_reconciled

__all__ = ["night"]


def first_model(seat_id: str) -> CompanyModel:
    found = db.session.scalars(
        select(CompanyModel).join(Company).where(Company.seat_id == seat_id).order_by(CompanyModel.name)
    ).first()
    assert found is not None
    return found


def too_little_gold(night: Night) -> None:
    db.session.add(LedgerRow(campaign_id=night.campaign, seat_id=night.mads, amount=-301, kind="x"))


def wrong_counter_row(night: Night) -> None:
    row = LedgerRow(campaign_id=night.campaign, seat_id=night.mads, amount=-10, kind="x")
    db.session.add(row)
    db.session.flush()
    db.session.add(
        LedgerRow(campaign_id=night.campaign, seat_id=night.mads, amount=9, kind="x", reverses_id=row.id)
    )


def experience_out_of_nowhere(night: Night) -> None:
    first_model(night.ellen).experience = 4


def experience_not_added(night: Night) -> None:
    model = first_model(night.ellen)
    effect = {"kind": "experience_gained", "model": model.id, "amount": 3, "reason": "won"}
    db.session.add(ModelChange(model_id=model.id, effect=effect, round=1))


def owner_who_dropped_out(night: Night) -> None:
    place = db.session.execute(select(Place).where(Place.name == "Salzfurt")).scalar_one()
    campaign = db.session.get_one(Campaign, night.campaign)
    place.owner_id = next(seat.id for seat in campaign.seats if not seat.plays)


def item_of_a_dead_carrier(night: Night) -> None:
    model = first_model(night.ellen)
    db.session.execute(WarbandModel.__table__.delete())
    for warband in db.session.scalars(select(Warband)):
        warband.leader_id = None
    model.status = ModelStatus.DEAD
    db.session.add(CompanyItem(company_id=model.company_id, item="long-bow", model_id=model.id))


def item_of_another_company(night: Night) -> None:
    other = first_model(night.mads)
    db.session.add(
        CompanyItem(
            company_id=first_model(night.ellen).company_id,
            item="long-bow",
            model_id=other.id,
            status=ItemStatus.HELD,
        )
    )


def dead_model_in_a_warband(night: Night) -> None:
    db.session.get_one(CompanyModel, first_of(night.wolves)).status = ModelStatus.DEAD


def first_of(warband_id: str) -> str:
    found = db.session.scalars(
        select(WarbandModel.model_id)
        .where(WarbandModel.warband_id == warband_id)
        .order_by(WarbandModel.position)
    ).all()
    return found[-1]


def model_of_another_seat(night: Night) -> None:
    db.session.execute(
        select(WarbandModel).where(WarbandModel.model_id == first_of(night.wolves))
    ).scalar_one().warband_id = night.stags


def leader_from_outside(night: Night) -> None:
    db.session.get_one(Warband, night.wolves).leader_id = first_of(night.stags)


def dissolved_with_models(night: Night) -> None:
    db.session.get_one(Warband, night.wolves).dissolved_at = now()


def order_to_a_locked_event(night: Night) -> None:
    order = db.session.scalars(select(Order)).one()
    assert order.event is not None
    order.event.locked = True


def captured_by_nobody(night: Night) -> None:
    model = first_model(night.ellen)
    db.session.execute(WarbandModel.__table__.delete())
    for warband in db.session.scalars(select(Warband)):
        warband.leader_id = None
    model.status = ModelStatus.CAPTURED


FAULTS: dict[Callable[[Night], None], str] = {
    too_little_gold: "balance -1",
    wrong_counter_row: "does not take back row",
    experience_out_of_nowhere: "experience 4, its history adds up to 0",
    experience_not_added: "experience 0, its history adds up to 3",
    owner_who_dropped_out: "is no player",
    item_of_a_dead_carrier: "which is dead",
    item_of_another_company: "of another company",
    dead_model_in_a_warband: "which is dead",
    model_of_another_seat: "of another seat",
    leader_from_outside: "is not in it",
    dissolved_with_models: "is dissolved and holds model",
    order_to_a_locked_event: "V5.4",
    captured_by_nobody: "held by 0, captured: True",
}


@pytest.fixture
def with_an_order(night: Night) -> Night:
    fog = orders.event(night.app, night.campaign, "Salzfurt", "Nebel")
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Salzfurt"), fog)
    return night


def test_a_campaign_as_it_is_played_has_no_drift(with_an_order: Night) -> None:
    assert_reconciled(with_an_order.app, with_an_order.campaign)
    answer = with_an_order.app.test_cli_runner().invoke(args=["reconcile"])
    assert answer.exit_code == 0
    assert "0 found" in answer.output


@pytest.mark.rule("V3.9", "V4.1", "V7.11")
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_each_drift_is_found_and_makes_the_command_fail(
    with_an_order: Night, fault: Callable[[Night], None]
) -> None:
    night = with_an_order
    with story.change(night.app, night.campaign):
        fault(night)
    with night.app.app_context():
        found = [str(one) for one in drift(db.session.get_one(Campaign, night.campaign))]
    assert any(FAULTS[fault] in one for one in found), found
    answer = night.app.test_cli_runner().invoke(args=["reconcile"])
    assert answer.exit_code == 1
    assert FAULTS[fault] in answer.output


def test_drafts_are_not_looked_at(with_an_order: Night) -> None:
    night = with_an_order
    with story.change(night.app, night.campaign) as (campaign, _gm, _actor):
        too_little_gold(night)
        campaign.state = State.DRAFT
    assert night.app.test_cli_runner().invoke(args=["reconcile"]).exit_code == 0
