"""V7.9, V4.5, V5.1, C6.2: what End round pays and closes."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from app.campaign.company.models import CompanyModel, ModelChange
from app.campaign.founding.models import Campaign
from app.campaign.gold.models import LedgerRow
from app.campaign.map.models import Place
from app.campaign.rounds.wording import KINDS, LEDGER
from app.campaign.states import BattleState, Phase
from app.extensions import db
from app.journal.models import AuditRow
from tests.campaign.orders.conftest import Night
from tests.campaign.rounds.test_switching import battle, phase, switch
from tests.story import orders
from tests.story.campaign import change


@pytest.fixture
def dawn(night: Night) -> Night:
    orders.at_phase(night.app, night.campaign, Phase.DAWN)
    return night


def model(night: Night, name: str) -> CompanyModel:
    with night.app.app_context():
        return db.session.scalars(select(CompanyModel).where(CompanyModel.name == name)).one()


@pytest.mark.rule("V7.9")
def test_each_player_gets_fixed_income_and_that_of_all_own_places(dawn: Night) -> None:
    # Ulvedal brings 5, Gråkloster 3, Rabenfels 12; the fixed income is 30.
    with change(dawn.app, dawn.campaign) as (campaign, _gm, _actor):
        db.session.scalars(
            select(Place).where(Place.campaign_id == campaign.id, Place.name == "Gråkloster")
        ).one().owner_id = dawn.ellen
    assert switch(dawn, "end") == 303
    assert orders.gold(dawn.app, dawn.ellen) == 300 + 30 + 5 + 3
    assert orders.gold(dawn.app, dawn.mads) == 300 + 30 + 12
    with dawn.app.test_request_context():
        rows = db.session.scalars(select(LedgerRow).where(LedgerRow.kind == "round.income")).all()
        assert len(rows) == 2
        (row,) = [row for row in rows if row.seat_id == dawn.ellen]
        assert LEDGER[row.kind](row.params) == "Income of round 1: 30 fixed, 8 from places."


@pytest.mark.rule("V7.9", "V2.6")
def test_the_next_round_begins_with_its_preparation(dawn: Night) -> None:
    assert switch(dawn, "end", "running.1.dawn") == 303
    assert phase(dawn) == (2, Phase.PREPARATION)
    with dawn.app.test_request_context():
        told = db.session.scalars(
            select(AuditRow).where(AuditRow.chronicle, AuditRow.kind.like("round.%")).order_by(AuditRow.seq)
        ).all()
        assert [KINDS[row.kind](row.params) for row in told] == [
            "Round 1 is over. Income is paid.",
            "Round 2: phase Preparation begins.",
        ]


@pytest.mark.rule("V2.9", "V7.9")
def test_income_is_paid_once(dawn: Night) -> None:
    assert switch(dawn, "end", "running.1.dawn") == 303
    assert switch(dawn, "end", "running.1.dawn") == 409
    assert orders.gold(dawn.app, dawn.ellen) == 335
    assert phase(dawn) == (2, Phase.PREPARATION)


@pytest.mark.rule("V2.6", "V7.9")
@pytest.mark.parametrize("present", [p for p in Phase if p != Phase.DAWN])
def test_a_round_ends_only_in_dawn(night: Night, present: Phase) -> None:
    orders.at_phase(night.app, night.campaign, present)
    assert switch(night, "end") == 422
    assert orders.gold(night.app, night.ellen) == 300


@pytest.mark.rule("V7.9")
def test_players_who_dropped_out_are_not_paid(dawn: Night) -> None:
    with change(dawn.app, dawn.campaign, dawn.mads) as (_campaign, seat, _actor):
        seat.state = "dropped"
    switch(dawn, "end")
    assert orders.gold(dawn.app, dawn.mads) == 300


@pytest.mark.rule("V5.1", "V7.9")
def test_events_whose_time_is_up_are_over_and_told(dawn: Night) -> None:
    orders.event(dawn.app, dawn.campaign, "Salzfurt", "Nebel")
    orders.event(dawn.app, dawn.campaign, "Salzfurt", "Belagerung", duration=2)
    switch(dawn, "end")
    with dawn.app.test_request_context():
        (row,) = db.session.scalars(select(AuditRow).where(AuditRow.kind == "round.event_over"))
        assert KINDS[row.kind](row.params) == "The event «Nebel» at Salzfurt is over."
        campaign = db.session.get_one(Campaign, dawn.campaign)
        assert campaign.round == 2


@pytest.mark.rule("V4.9", "V7.9")
def test_done_is_said_anew_in_each_round(night: Night) -> None:
    url = orders.orders_url(night.campaign, night.ellen)
    night.at_ellen.post(f"{url}/done", data={"request_id": "request-0001", "done": "1"})
    orders.at_phase(night.app, night.campaign, Phase.DAWN)
    switch(night, "end")
    switch(night, "orders")
    assert "Are you done?" in night.at_ellen.get(url).text


@pytest.mark.rule("C6.2")
def test_a_deep_wound_lasts_until_the_company_has_fought_without_the_model(night: Night) -> None:
    """A round without a battle of the company does not count, nor does the battle of the wound."""
    orders.warband(night.app, night.campaign, night.ellen, "De sårede", wounded=True)
    name = "De sårede 1"
    wounded = model(night, name).id
    with change(night.app, night.campaign):
        effect = {"kind": "misses_next_battle", "model": wounded}
        db.session.add(ModelChange(model_id=wounded, round=1, effect=effect))
    battle(night, BattleState.CONFIRMED)
    orders.at_phase(night.app, night.campaign, Phase.DAWN)
    switch(night, "end")
    assert model(night, name).misses_battle, "the battle of the wound is not the next one"
    orders.at_phase(night.app, night.campaign, Phase.DAWN)
    switch(night, "end")
    assert model(night, name).misses_battle, "in round 2 the company has not fought"
    battle(night, BattleState.CONFIRMED)
    orders.at_phase(night.app, night.campaign, Phase.DAWN)
    switch(night, "end")
    assert not model(night, name).misses_battle
