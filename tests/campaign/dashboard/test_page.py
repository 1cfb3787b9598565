"""V11.2: phases, players, orders, disputes and battles, chronicle and ways to step in, for the GM alone."""

from __future__ import annotations

import re
from html import unescape

import pytest
from sqlalchemy import select

from app.campaign.company.models import Company, CompanyModel
from app.campaign.founding.models import Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.settlement.models import Captive
from app.campaign.states import BattleState, CaptiveState, ModelStatus, Phase, State
from app.extensions import db
from app.journal.operations import record_private
from tests.campaign.dashboard.conftest import battle, phase, seat_of, settlement
from tests.campaign.orders.conftest import Night
from tests.counting import counted
from tests.story import campaign as story
from tests.story import orders
from tests.story.people import send


def part(page: str, name: str) -> str:
    """The words of one part of the page, without its tags."""
    found = re.search(rf'data-live="{name}">(.*?)</section>', page, flags=re.S)
    assert found, name
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[1])).split())


def rows_of(page: str) -> list[str]:
    """The lines of the players' table in words."""
    table = page.split('data-live="gm-out"')[1].split("</table>")[0]
    lines = re.findall(r"<tr>(.*?)</tr>", table, flags=re.S)[1:]
    return [" ".join(unescape(re.sub(r"<[^>]+>", " ", line)).split()) for line in lines]


def dashboard(night: Night) -> str:
    answer = night.at_gm.get(night.url("/dashboard"))
    assert answer.status_code == 200
    return answer.text


@pytest.mark.rule("V11.2")
def test_orders_of_each_player_by_number_gold_and_state(night: Night) -> None:
    """B14: done, some left, nothing at all."""
    orders.warband(night.app, night.campaign, night.ellen, "Anden flok")
    assert rows_of(dashboard(night)) == [
        "Ellen 0 / 2 300 nothing sent",
        "Mads 0 / 1 300 nothing sent",
    ]
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Salzfurt"))
    orders.order(night.at_mads, night.campaign, night.mads, night.stags, night.place("Salzfurt"))
    assert rows_of(dashboard(night)) == [
        "Ellen 1 / 2 300 1 warband left",
        "Mads 1 / 1 300 not said done",
    ]
    assert "Still open 2 players" in part(dashboard(night), "gm-out")
    send(night.at_mads, f"{orders.orders_url(night.campaign, night.mads)}/done", done="1")
    page = dashboard(night)
    assert rows_of(page)[1] == "Mads 1 / 1 300 done"
    assert "Still open 1 player " in part(page, "gm-out")


@pytest.mark.rule("V11.2", "V4.7")
def test_all_orders_are_on_the_map_in_their_owners_tinctures_and_in_words(night: Night) -> None:
    fog = orders.event(night.app, night.campaign, "Salzfurt", "Nebel")
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Salzfurt"), fog)
    orders.order(night.at_mads, night.campaign, night.mads, night.stags, night.place("Ulvedal"))
    page = dashboard(night)
    arrows = re.findall(r'<g class="order of-seat (t-p\d)"[^>]*aria-label="([^"]+)"', page)
    assert sorted(arrows) == [
        ("t-p1", "Ellen: Ulveflokken goes to Salzfurt: Nebel."),
        ("t-p2", "Mads: Graue Hirsche goes to Ulvedal."),
    ]
    matters = part(page, "gm-matters")
    assert "Nebel Salzfurt · Ellen 1 warband" in matters
    assert "Ulvedal without an event · Mads 1 warband" in matters


@pytest.mark.rule("V11.2", "V0.2")
def test_a_gm_who_plays_sees_every_order_and_their_own_in_their_tincture(night: Night) -> None:
    with story.change(night.app, night.campaign) as (campaign, _gm, _actor):
        for seat in campaign.seats:
            seat.is_gm = seat.id == night.ellen
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Salzfurt"))
    orders.order(night.at_mads, night.campaign, night.mads, night.stags, night.place("Salzfurt"))
    page = night.at_ellen.get(night.url("/dashboard")).text
    assert sorted(re.findall(r'<g class="order of-seat (t-p\d)"', page)) == ["t-p1", "t-p2"]
    assert "Ellen against Mads 2 warbands" in part(page, "gm-matters")


@pytest.mark.rule("V11.2", "V2.7")
def test_the_stepper_leads_to_the_switches_there_are(night: Night) -> None:
    page = dashboard(night)
    steps = page.split('data-live="gm-steps"')[1].split("</ol>")[0]
    assert re.findall(r'<li class="(\w*)"', steps) == ["done", "now", "", "", ""]
    assert re.findall(r'href="[^"]*/switch/(\w+)"', steps) == ["preparation", "battles"]
    assert "Announce battles" in page


@pytest.mark.rule("V11.2")
def test_disputes_stand_first_and_are_one_tap_from_their_decision(night: Night) -> None:
    phase(night, Phase.BATTLES)
    battle(night, "Ulvedal", BattleState.CONFIRMED, number=1)
    battle(night, "Rabenfels", BattleState.ANNOUNCED, number=2)
    battle(night, "Mühlgrund", BattleState.REPORTED, number=3)
    disputed = battle(night, "Ærøskov", BattleState.DISPUTED, number=4, dispute="The troll fled")
    page = dashboard(night)
    matters = part(page, "gm-matters")
    found = re.findall(r"Battle for (\w+)", matters)
    assert found == ["Ærøskov", "Rabenfels", "Mühlgrund", "Ulvedal"]
    assert "Disputes and battles 1 to decide" in matters
    assert "Mads: «The troll fled» Decide" in matters
    assert night.url(f"/battles/{disputed}/decision") in page
    words = [matters.split(f"Battle for {place}")[1].split("Battle")[0] for place in found[1:]]
    assert [word.split("Mads ")[1].strip() for word in words] == [
        "to be fought",
        "to be confirmed",
        "result stands",
    ]


@pytest.mark.rule("V11.2")
@pytest.mark.parametrize(
    ("state", "ellens", "mads"),
    [
        (BattleState.ANNOUNCED, "no result", "no result"),
        (BattleState.REPORTED, "waits for the others", "has to confirm"),
        (BattleState.DISPUTED, "disputed", "disputed"),
        (BattleState.CONFIRMED, "result stands", "result stands"),
    ],
)
def test_how_far_each_player_is_with_a_battle(night: Night, state: str, ellens: str, mads: str) -> None:
    phase(night, Phase.BATTLES)
    assert rows_of(dashboard(night)) == ["Ellen 300 no battle", "Mads 300 no battle"]
    battle(night, "Ulvedal", state, number=1)
    assert rows_of(dashboard(night)) == [f"Ellen 300 {ellens}", f"Mads 300 {mads}"]


@pytest.mark.rule("V11.2", "V7.4")
def test_how_far_each_player_is_with_settlement_and_captives(night: Night) -> None:
    phase(night, Phase.SETTLEMENT)
    fought = battle(night, "Ulvedal", BattleState.CONFIRMED, number=1)
    settlement(night, fought, night.ellen, 3)
    settlement(night, fought, night.mads, 7)
    assert rows_of(dashboard(night)) == ["Ellen 300 step 3 of 6", "Mads 300 settled"]
    with story.change(night.app, night.campaign) as (campaign, _gm, _actor):
        model = db.session.scalars(
            select(CompanyModel).join(Company).where(Company.seat_id == night.ellen)
        ).first()
        assert model is not None
        model.name, model.status = "Bryn", ModelStatus.CAPTURED
        db.session.add(
            Captive(
                campaign_id=campaign.id,
                round=1,
                model_id=model.id,
                owner_id=night.ellen,
                captor_id=night.mads,
            )
        )
    page = dashboard(night)
    assert rows_of(page)[1] == "Mads 300 has a captive"
    assert "Bryn Mads holds this model of Ellen. captive" in part(page, "gm-matters"), "D6"
    with story.change(night.app, night.campaign):
        held = db.session.scalars(select(Captive)).one()
        held.state = CaptiveState.LEFT
    phase(night, Phase.DAWN)
    assert rows_of(dashboard(night))[1] == "Mads 300 decides on a captive"


@pytest.mark.rule("V11.2", "V1.11")
def test_before_the_rounds_it_says_what_is_missing(night: Night) -> None:
    phase(night, None, State.HIDEOUTS)
    with story.change(night.app, night.campaign):
        company = db.session.execute(select(Company).where(Company.seat_id == night.mads)).scalar_one()
        company.confirmed_at = None
    page = dashboard(night)
    assert rows_of(page) == ["Ellen 300 done", "Mads 300 company not confirmed"]
    assert "Start the first round" in page
    assert "Orders" not in part(page, "gm-out")


@pytest.mark.rule("V3.9", "V8.22")
def test_gold_leaves_out_what_the_gm_may_not_know_and_says_so(night: Night) -> None:
    with story.change(night.app, night.campaign) as (campaign, _gm, _actor):
        campaign.module_transfers, campaign.module_alliances = False, False
    assert "* without" not in dashboard(night), "a module that is off leaves no trace"
    with story.change(night.app, night.campaign) as (campaign, _gm, _actor):
        campaign.module_alliances = True
    page = dashboard(night)
    assert "private transfers" not in page, "a module that is off leaves no trace"
    assert "* without what is secret until the battles" in page
    with story.change(night.app, night.campaign) as (campaign, _gm, _actor):
        campaign.module_transfers = True
        for amount, private, secret in ((-40, True, False), (-7, False, True), (-1, False, False)):
            db.session.add(
                LedgerRow(
                    campaign_id=campaign.id,
                    seat_id=night.ellen,
                    amount=amount,
                    kind="test",
                    private=private,
                    secret_until_battles=secret,
                )
            )
    page = dashboard(night)
    assert rows_of(page)[0].startswith("Ellen 0 / 1 299 ")
    assert "without private transfers" in page


@pytest.mark.rule("V11.2")
def test_the_recent_chronicle_and_nothing_private_of_players_in_it(night: Night) -> None:
    with story.change(night.app, night.campaign) as (campaign, _gm, actor):
        params = {"warband": "x", "place": "Geheim", "event": None}
        seat = seat_of(night.ellen)
        record_private("order.given", campaign=campaign, actor=actor, seat=seat, params=params)
    send(night.at_gm, night.url("/chronicle/new"), text="For me alone", readers="gm", form_key="entry")
    news = part(dashboard(night), "gm-news")
    assert "For me alone" in news
    assert "The first round begins." in news
    assert "Geheim" not in news


@pytest.mark.rule("V11.1", "V11.2")
@pytest.mark.parametrize(
    ("at", "there", "absent"),
    [
        (Phase.PREPARATION, ["Add an event"], ["Call back", "Correct a result", "Reopen a step"]),
        (Phase.ORDERS, ["Call back"], ["Correct a result", "Reopen a step"]),
        (Phase.BATTLES, ["Correct a result"], ["Call back", "Reopen a step"]),
        (Phase.SETTLEMENT, ["Correct a result", "Reopen a step"], ["Call back"]),
        (Phase.DAWN, [], ["Correct a result", "Reopen a step", "Call back"]),
    ],
)
def test_the_ways_to_step_in_are_those_of_the_phase(
    night: Night, at: Phase, there: list[str], absent: list[str]
) -> None:
    phase(night, at)
    page = dashboard(night)
    acts = part(page, "gm-acts")
    always = ["Give or take gold", "Award", "Take away", "Hand over a place", "Seats", "Write an entry"]
    assert [label for label in (*there, *always) if label not in acts] == []
    assert [label for label in absent if label in acts] == []
    for url in re.findall(r'href="([^"]+)"', page.split('data-live="gm-acts"')[1].split("</section>")[0]):
        assert night.at_gm.get(url).status_code == 200, url


@pytest.mark.rule("V11.2", "V0.1")
def test_a_finished_campaign_can_be_looked_at_and_not_stepped_into(night: Night) -> None:
    phase(night, Phase.PREPARATION, State.FINISHED)
    page = dashboard(night)
    assert "gm-acts" not in page
    assert "/switch/" not in page
    assert night.at_mads.get(night.url("/dashboard")).status_code == 403


def test_a_draft_has_no_dashboard_but_its_wizard(night: Night) -> None:
    with night.app.app_context():
        gm = story_gm(night)
    draft = story.draft_campaign(night.app, gm)
    answer = night.at_gm.get(f"/campaigns/{draft}/dashboard")
    assert answer.status_code == 302
    assert answer.location.endswith(f"/campaigns/{draft}/found")


def story_gm(night: Night) -> str:
    found = db.session.execute(
        select(Seat.person_id).where(Seat.campaign_id == night.campaign, Seat.is_gm)
    ).scalar_one()
    assert found
    return found


@pytest.mark.parametrize("at", list(Phase))
def test_questions_to_the_database_are_few_in_every_phase(night: Night, at: Phase) -> None:
    phase(night, at)
    fought = battle(night, "Ulvedal", BattleState.CONFIRMED, number=1)
    battle(night, "Rabenfels", BattleState.DISPUTED, number=2, dispute="No")
    settlement(night, fought, night.ellen, 2)
    night.at_gm.get(night.url("/dashboard"))
    with counted(night.app) as asked:
        assert night.at_gm.get(night.url("/dashboard")).status_code == 200
    assert len(asked) <= 12, "\n".join(asked)
