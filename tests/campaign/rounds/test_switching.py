"""V2.1, V2.7, V2.8, V2.9: switching phases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import select, update

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.company.models import CompanyModel
from app.campaign.founding.models import Campaign, Seat
from app.campaign.rounds import queries
from app.campaign.rounds.phases import END, FORWARD, next_after
from app.campaign.settlement.models import Captive, Settlement, SettlementEntry
from app.campaign.states import BattleState, Phase, State
from app.columns import now
from app.extensions import db
from app.journal.models import AuditRow
from app.journal.writes import writing
from tests.campaign.orders.conftest import Night
from tests.story import orders
from tests.story.campaign import change
from tests.story.people import browser, send


def switch(night: Night, to: str, seen: str | None = None) -> int:
    """Press the button that switches; the answer's status code."""
    fields = {} if seen is None else {"seen": seen}
    return send(night.at_gm, night.url(f"/round/switch/{to}"), **fields).status_code


def phase(night: Night) -> tuple[int, str | None]:
    with night.app.app_context():
        campaign = db.session.get_one(Campaign, night.campaign)
        return campaign.round, campaign.phase


def battle(night: Night, state: BattleState, step: int | None = None) -> str:
    """A battle of Ellen and Mads at Salzfurt in this round; with ``step`` Ellen is settling it."""
    place_id = night.place("Salzfurt")
    with change(night.app, night.campaign) as (campaign, _gm, _actor):
        row = Battle(campaign_id=campaign.id, round=campaign.round, number=1, place_id=place_id, state=state)
        db.session.add(row)
        db.session.flush()
        sides = [
            BattleSide(battle_id=row.id, seat_id=seat, warband_id=band, warband_name=name, points=44)
            for seat, band, name in (
                (night.ellen, night.wolves, "Ulveflokken"),
                (night.mads, night.stags, "Graue Hirsche"),
            )
        ]
        db.session.add_all(sides)
        db.session.flush()
        if step is not None:
            db.session.add(Settlement(campaign_id=campaign.id, side_id=sides[0].id, step=step))
        return row.id


def outstanding(night: Night) -> list[tuple[str, bool]]:
    with night.app.test_request_context():
        campaign = db.session.get_one(Campaign, night.campaign)
        return [(one.text, one.blocks) for one in queries.outstanding(campaign)]


@pytest.mark.rule("V2.1")
def test_the_phases_follow_one_another() -> None:
    way = [Phase.PREPARATION]
    while way[-1] in FORWARD:
        way.append(FORWARD[way[-1]])
    assert way == [Phase.PREPARATION, Phase.ORDERS, Phase.BATTLES, Phase.SETTLEMENT, Phase.DAWN]
    assert next_after(Phase.DAWN) == END


@pytest.mark.rule("V2.7")
@pytest.mark.parametrize("present", list(Phase))
@pytest.mark.parametrize("to", list(Phase))
def test_only_the_ways_of_the_rule_are_open(night: Night, present: Phase, to: Phase) -> None:
    expected = {
        (Phase.PREPARATION, Phase.ORDERS),
        (Phase.ORDERS, Phase.BATTLES),
        (Phase.BATTLES, Phase.SETTLEMENT),
        (Phase.SETTLEMENT, Phase.DAWN),
        (Phase.ORDERS, Phase.PREPARATION),
        (Phase.DAWN, Phase.SETTLEMENT),
    }
    orders.at_phase(night.app, night.campaign, present)
    if (present, to) in expected:
        assert switch(night, to) == 303
        assert phase(night) == (1, to)
    else:
        assert switch(night, to) == (409 if present == to else 422)
        assert phase(night) == (1, present)


@pytest.mark.rule("V2.7")
def test_the_page_says_why_there_is_no_way_back(night: Night) -> None:
    orders.at_phase(night.app, night.campaign, Phase.BATTLES)
    page = night.at_gm.get(night.url("/round/switch/orders")).text
    assert "The battles are announced: there is no way back to the orders." in page
    orders.at_phase(night.app, night.campaign, Phase.SETTLEMENT)
    page = night.at_gm.get(night.url("/round/switch/battles")).text
    assert "The settlement has begun: there is no way back to the battles." in page


@pytest.mark.rule("V2.7")
def test_only_the_gm_switches(night: Night) -> None:
    url = night.url("/round/switch/battles")
    assert night.at_ellen.get(url).status_code == 403
    assert send(night.at_ellen, url).status_code == 403
    assert phase(night) == (1, Phase.ORDERS)


@pytest.mark.rule("V2.9")
def test_two_tabs_of_the_gm_switch_once(night: Night) -> None:
    """B5: both tabs show orders and press within the same moment; one switch, one row."""
    with night.app.app_context():
        gm = db.session.scalars(
            select(Seat.person_id).where(Seat.campaign_id == night.campaign, Seat.is_gm)
        ).one()
    tabs = [browser(night.app, str(gm)) for _ in range(2)]
    start = Barrier(2)

    def press(tab: int) -> int:
        start.wait()
        return send(tabs[tab], night.url("/round/switch/battles"), seen="running.1.orders").status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(press, range(2))) == [303, 409]
    assert phase(night) == (1, Phase.BATTLES)
    with night.app.app_context():
        assert len(db.session.scalars(select(AuditRow).where(AuditRow.kind == "round.switched")).all()) == 1


@pytest.mark.rule("V2.9")
def test_the_same_form_twice_gives_the_same_answer(night: Night) -> None:
    url, fields = night.url("/round/switch/battles"), {"seen": "running.1.orders"}
    first = send(night.at_gm, url, "request-0001", **fields)
    again = send(night.at_gm, url, "request-0001", **fields)
    assert (first.status_code, again.status_code) == (303, 303)
    assert phase(night) == (1, Phase.BATTLES)


@pytest.mark.rule("V2.9")
def test_a_switch_is_public_with_its_phase(night: Night) -> None:
    switch(night, "battles")
    with night.app.app_context():
        row = db.session.scalars(select(AuditRow).where(AuditRow.kind == "round.switched")).one()
        assert (row.audience, row.chronicle, row.phase) == ("public", True, Phase.BATTLES)
        assert row.params == {"round": 1, "phase": "battles"}


@pytest.mark.rule("V2.8")
def test_orders_outstanding_are_listed_by_player_without_targets(night: Night) -> None:
    ravens = orders.warband(night.app, night.campaign, night.ellen, "Ravneøje")
    orders.order(night.at_ellen, night.campaign, night.ellen, ravens, night.place("Gråkloster"))
    assert outstanding(night) == [
        ("Ellen has 1 warband without an order.", False),
        ("Mads has sent no warband yet.", False),
    ]
    send(night.at_mads, f"{orders.orders_url(night.campaign, night.mads)}/done", done="1")
    page = night.at_gm.get(night.url("/round/switch/battles")).text
    assert "Gråkloster" not in page
    assert "1 / 2" in page
    assert "1 warband open" in page
    assert "done" in page


@pytest.mark.rule("V2.8", "V7.8")
@pytest.mark.parametrize(
    ("state", "text"),
    [
        (BattleState.ANNOUNCED, "Battle 1 at Salzfurt has no result yet."),
        (BattleState.REPORTED, "The result of battle 1 at Salzfurt is not confirmed yet."),
        (BattleState.DISPUTED, "The result of battle 1 at Salzfurt is disputed."),
    ],
)
def test_an_open_result_holds_up_dawn_and_not_the_settlement(
    night: Night, state: BattleState, text: str
) -> None:
    orders.at_phase(night.app, night.campaign, Phase.BATTLES)
    battle(night, state)
    assert outstanding(night) == [(text, False)]
    assert switch(night, "settlement") == 303
    assert outstanding(night) == [(text, True)]
    assert switch(night, "dawn") == 422
    assert phase(night) == (1, Phase.SETTLEMENT)


@pytest.mark.rule("V7.8", "V2.8")
def test_an_open_settlement_holds_up_dawn(night: Night) -> None:
    orders.at_phase(night.app, night.campaign, Phase.SETTLEMENT)
    battle(night, BattleState.CONFIRMED, step=3)
    text = "Ellen is at step 3 of 6 in the settlement of Ulveflokken."
    assert outstanding(night) == [(text, True)]
    page = night.at_gm.get(night.url("/round/switch/dawn")).text
    assert text in page
    assert 'aria-disabled="true"' in page
    assert switch(night, "dawn") == 422
    with night.app.app_context(), writing():
        db.session.execute(update(Settlement).values(step=7, finished_at=db.func.now()))
    assert switch(night, "dawn") == 303


@pytest.mark.rule("V7.4", "V2.8")
def test_captives_without_a_price_are_named_and_hold_up_nothing(night: Night) -> None:
    orders.at_phase(night.app, night.campaign, Phase.SETTLEMENT)
    battle(night, BattleState.CONFIRMED, step=7)
    with night.app.app_context(), writing():
        model = db.session.scalars(select(CompanyModel).where(CompanyModel.name == "Graue Hirsche 1")).one()
        settlement = db.session.scalars(select(Settlement)).one()
        settlement.finished_at = now()
        roll = SettlementEntry(settlement_id=settlement.id, seq=1, step=2, kind="injury", model_id=model.id)
        db.session.add(roll)
        db.session.flush()
        db.session.add(
            Captive(
                campaign_id=night.campaign,
                round=1,
                model_id=model.id,
                owner_id=night.mads,
                captor_id=night.ellen,
                entry_id=roll.id,
            )
        )
    text = "Ellen has named no price for Graue Hirsche 1, who then goes free."
    assert outstanding(night) == [(text, False)]
    page = night.at_gm.get(night.url("/round/switch/dawn")).text
    assert text in page
    assert 'aria-disabled="true"' not in page


def test_a_campaign_that_does_not_run_has_no_phase_to_switch(night: Night) -> None:
    with change(night.app, night.campaign) as (campaign, _gm, _actor):
        campaign.state, campaign.phase = State.GATHERING, None
    assert night.at_gm.get(night.url("/round/switch/orders")).status_code == 404
