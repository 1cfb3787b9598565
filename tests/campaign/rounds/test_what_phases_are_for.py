"""V2.2, V2.5, V6.3, V0.1: what is done in a phase, and that nothing is when all is over."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import func, select

from app.campaign.battles.models import BattleSide
from app.campaign.events.models import Event
from app.campaign.founding.models import Campaign
from app.campaign.orders.models import Order
from app.campaign.settlement.models import Settlement
from app.campaign.states import BattleState, Phase, State
from app.campaign.warbands.models import Warband
from app.columns import new_id
from app.extensions import db
from app.journal.models import AuditRow
from tests.campaign.orders.conftest import Night
from tests.campaign.rounds.test_switching import battle, switch
from tests.story import orders
from tests.story.campaign import change
from tests.story.people import send

LEVY = "dwarfs.dwarf-levy"


@pytest.mark.rule("V2.2", "V3.3", "V5.6", "V4.1")
def test_preparation_is_for_events_the_shop_and_warbands_but_not_for_orders(night: Night) -> None:
    orders.at_phase(night.app, night.campaign, Phase.PREPARATION)
    event = {"title": "Nebel", "place_id": night.place("Salzfurt"), "duration": "1", "scenario": ""}
    assert send(night.at_gm, night.url("/events/new"), form_key="event", **event).status_code == 303
    seat = night.url(f"/seats/{night.ellen}")
    assert send(night.at_ellen, f"{seat}/shop/models", **{f"count-{LEVY}": 1}).status_code == 303
    assert send(night.at_ellen, f"{seat}/warbands", name="Die Füchse").status_code == 303
    with night.app.app_context():
        assert db.session.scalars(select(Event.title)).all() == ["Nebel"]
        assert db.session.scalar(select(func.count()).where(Warband.name == "Die Füchse")) == 1
    assert orders.gold(night.app, night.ellen) == 300 - 8
    page = night.at_ellen.get(f"{seat}/orders").text
    assert 'class="order-ask"' not in page
    with night.app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Order)) == 0


@pytest.mark.rule("V2.5", "V2.8", "V7.1")
def test_in_the_settlement_each_side_of_a_confirmed_battle_has_its_own_to_work_through(night: Night) -> None:
    battle(night, BattleState.CONFIRMED)
    orders.at_phase(night.app, night.campaign, Phase.BATTLES)
    assert switch(night, "settlement") == 303
    with night.app.app_context():
        rows = db.session.execute(
            select(BattleSide.seat_id, Settlement.step).join(Settlement, Settlement.side_id == BattleSide.id)
        ).all()
        assert sorted(tuple(row) for row in rows) == sorted([(night.ellen, 1), (night.mads, 1)])


@pytest.mark.rule("V6.3", "V7.7")
def test_two_who_march_to_each_others_hideouts_do_not_meet_on_the_way(night: Night) -> None:
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Rabenfels"))
    orders.order(night.at_mads, night.campaign, night.mads, night.stags, night.place("Ulvedal"))
    assert switch(night, "battles") == 303
    with night.app.app_context():
        assert db.session.scalar(select(func.count()).select_from(BattleSide)) == 0
        assert db.session.scalars(select(Order.fate)).all() == ["unopposed", "unopposed"]


@pytest.mark.rule("V0.1", "V3.11", "V3.9", "V4.7")
def test_when_all_is_over_players_find_each_others_companies_ledgers_and_logs(night: Night) -> None:
    order = {"place": night.place("Salzfurt")}
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, order["place"])
    players = night.url("/players")
    theirs = f"/seats/{night.ellen}/company"
    assert theirs not in night.at_mads.get(players).text
    assert theirs in night.at_gm.get(players).text, "the game master sees them all the time"
    _over(night)
    assert theirs in night.at_mads.get(players).text
    company = night.at_mads.get(night.url(theirs)).text
    assert "Ulveflokken" in company
    assert f"/seats/{night.ellen}/ledger" in company
    assert "Starting gold" in night.at_mads.get(night.url(f"/seats/{night.ellen}/ledger")).text
    assert "Ulveflokken" in night.at_mads.get(night.url(f"/seats/{night.ellen}/log")).text


@pytest.mark.rule("V0.1")
def test_when_all_is_over_no_form_of_the_campaign_changes_anything(night: Night) -> None:
    """Every address that takes a form, by the game master and by a player."""
    battle_id = battle(night, BattleState.CONFIRMED, step=1)
    _over(night)
    with night.app.app_context():
        settlement = db.session.scalars(select(Settlement.id)).one()
    known = {
        "campaign_id": night.campaign,
        "seat_id": night.ellen,
        "battle_id": battle_id,
        "warband_id": night.wolves,
        "place_id": night.place("Ulvedal"),
        "settlement_id": settlement,
        "to": "orders",
        "step": "1",
        "kind": "models",
    }
    before = _rows(night)
    tried = 0
    for rule in night.app.url_map.iter_rules():
        if "POST" not in (rule.methods or ()) or "campaign_id" not in rule.arguments:
            continue
        url = re.sub(r"<(?:\w+:)?(\w+)>", lambda one: known.get(one[1], new_id()), rule.rule)
        # The link for the club can be opened and revoked also when all is over (V11.8).
        public = rule.endpoint in ("public.open_link", "public.revoke_link")
        for client in (night.at_ellen,) if public else (night.at_gm, night.at_ellen):
            tried += 1
            answer = client.post(url, data={"request_id": new_id()})
            # Whoever plays already is told so when they accept an invitation again.
            taken = answer.status_code == 303 and not url.endswith("/invitation/accept")
            assert not taken, url
            assert answer.status_code < 500, url
    assert tried > 100
    assert _rows(night) == before


def _over(night: Night) -> None:
    with change(night.app, night.campaign) as (campaign, _gm, _actor):
        campaign.state, campaign.phase, campaign.round = State.FINISHED, None, 2


def _rows(night: Night) -> tuple[int, str]:
    with night.app.app_context():
        count = db.session.scalar(select(func.count()).select_from(AuditRow)) or 0
        return count, db.session.get_one(Campaign, night.campaign).stamp
