"""Home: my tables, what waits for me, invitations; and what home never shows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.company.models import Company
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Map, Place
from app.campaign.settlement.models import Settlement
from app.campaign.states import Answer, BattleState, Phase, SeatState, State
from app.campaign.warbands.models import Warband
from app.columns import now
from app.extensions import db
from app.home.waiting import Task, waiting_for
from app.journal.writes import writing
from tests.accounts.people import browser, log_in, make_campaign, person
from tests.counting import counted


@pytest.fixture
def people(app: Flask) -> Flask:
    for name in ("Ellen", "Mads", "Jonas"):
        browser(app, name)
    return app


def home(app: Flask, name: str) -> str:
    client = app.test_client()
    log_in(client, name)
    return client.get("/").text


@pytest.fixture
def request_context(people: Flask) -> Iterator[None]:
    with people.test_request_context():
        yield


def table(state: str = State.RUNNING, **more: object) -> Campaign:
    """Ellen's campaign, with Mads and Jonas."""
    return make_campaign("Salzfurt", person("Ellen"), person("Mads"), person("Jonas"), state=state, **more)


def place(campaign: Campaign, name: str = "Harbour", owner: Seat | None = None) -> Place:
    map_ = db.session.query(Map).filter_by(campaign_id=campaign.id).one_or_none()
    if map_ is None:
        map_ = Map(campaign_id=campaign.id, shipped="coast")
        db.session.add(map_)
        db.session.flush()
    made = Place(
        campaign_id=campaign.id, map_id=map_.id, name=name, x=0.5, y=0.5, owner_id=owner.id if owner else None
    )
    db.session.add(made)
    db.session.flush()
    return made


def battle(campaign: Campaign, *seats: Seat, state: str = BattleState.ANNOUNCED) -> Battle:
    made = Battle(
        campaign_id=campaign.id, round=campaign.round, number=1, place_id=place(campaign).id, state=state
    )
    db.session.add(made)
    for position, seat in enumerate(seats):
        warband = Warband(campaign_id=campaign.id, seat_id=seat.id, name="Wolves")
        db.session.add(warband)
        db.session.flush()
        made.sides.append(
            BattleSide(
                seat_id=seat.id, warband_id=warband.id, position=position, warband_name="Wolves", points=90
            )
        )
    db.session.flush()
    return made


def labels(seat: Seat) -> list[str]:
    db.session.flush()
    return [task.label for task in waiting_for(seat)]


def urgent(seat: Seat) -> list[str]:
    db.session.flush()
    return [task.label for task in waiting_for(seat) if task.urgent]


def test_the_front_page_for_strangers(app: Flask) -> None:
    page = app.test_client().get("/")
    assert page.status_code == 200
    assert 'href="/signup"' in page.text
    assert 'href="/login"' in page.text


def test_home_without_tables_says_what_comes(app: Flask) -> None:
    browser(app, "Ellen")
    page = home(app, "Ellen")
    assert "Hello, Ellen." in page
    assert "No tables yet" in page
    assert "Found campaign" in page
    assert page.index("You were invited?") < page.index("Found campaign"), "most newcomers were sent a link"


def test_my_tables_and_nobody_elses(people: Flask) -> None:
    with people.test_request_context(), writing():
        table(round=4, phase=Phase.ORDERS)
        make_campaign("Foreign", person("Jonas"))
        finished = make_campaign("Old times", person("Ellen"), person("Mads"), state=State.FINISHED)
        assert finished.id
    page = home(people, "Mads")
    assert "Salzfurt" in page
    assert "Round 4 · Orders" in page
    assert "1 table waits for you." in page
    assert "Finished campaigns" in page
    assert "Foreign" not in page
    assert "You are the game master" in home(people, "Ellen")


def test_a_seat_one_was_removed_from_is_no_table(people: Flask) -> None:
    with people.test_request_context(), writing():
        campaign = table()
        campaign.seats[1].state = SeatState.REMOVED
        campaign.seats[2].state = SeatState.DROPPED
    assert "Salzfurt" not in home(people, "Mads")
    dropped = home(people, "Jonas")
    assert "Salzfurt" in dropped
    assert "table waits for you" not in dropped


@pytest.mark.rule("V1.10")
def test_invitations_can_be_answered_while_the_campaign_gathers(people: Flask) -> None:
    with people.test_request_context(), writing():
        campaign = table(State.GATHERING)
        campaign.seats[1].state = SeatState.INVITED
    page = home(people, "Mads")
    assert "Ellen invites you to Salzfurt" in page
    assert "1 of 4 seats taken" in page
    assert "Take part" in page
    assert "Decline" in page
    with people.test_request_context(), writing():
        db.session.query(Campaign).one().state = State.HIDEOUTS
    assert "invites you" not in home(people, "Mads")


@pytest.mark.rule("V3.5", "V1.11")
@pytest.mark.usefixtures("request_context")
def test_before_the_rounds() -> None:
    campaign = table(State.GATHERING)
    gm, mads, jonas = campaign.seats
    assert labels(mads) == ["Build company"]
    assert urgent(gm) == []
    assert [task.text for task in waiting_for(gm)] == ["2 players are not ready yet."]
    for seat in (mads, jonas):
        db.session.add(Company(campaign_id=campaign.id, seat_id=seat.id, faction="x", name=seat.name))
    assert labels(mads) == ["Go to company"]
    campaign.state = State.HIDEOUTS
    assert labels(mads) == ["Choose hideout", "Go to company"]
    place(campaign, "Harbour", mads)
    assert labels(mads) == ["Go to company"]
    db.session.query(Company).filter_by(seat_id=mads.id).one().confirmed_at = now()
    assert labels(mads) == []
    assert [task.text for task in waiting_for(gm)] == ["1 player is not ready yet."]
    db.session.query(Company).filter_by(seat_id=jonas.id).one().confirmed_at = now()
    place(campaign, "Mill", jonas)
    db.session.flush()
    (ready,) = waiting_for(gm)
    assert ready.urgent
    assert "the first round can start" in ready.text


@pytest.mark.rule("V4.1")
@pytest.mark.usefixtures("request_context")
def test_in_preparation_a_player_without_a_warband_is_told_to_form_one() -> None:
    campaign = table(round=1, phase=Phase.PREPARATION)
    gm, mads, jonas = campaign.seats
    band = Warband(campaign_id=campaign.id, seat_id=mads.id, name="Wolves")
    db.session.add(band)
    db.session.flush()
    assert labels(mads) == []
    assert labels(jonas) == ["Form a warband"]
    assert "Form a warband" not in labels(gm)
    band.dissolved_at = now()
    db.session.flush()
    assert labels(mads) == ["Form a warband"]


@pytest.mark.rule("V4.9")
@pytest.mark.usefixtures("request_context")
def test_orders_wait_until_done() -> None:
    campaign = table(round=3, phase=Phase.ORDERS)
    gm, mads, jonas = campaign.seats
    mads.done_round = 3
    jonas.done_round = 2
    assert labels(mads) == []
    assert labels(jonas) == ["Give orders"]
    assert urgent(gm) == []


@pytest.mark.rule("V6.7", "V6.8")
@pytest.mark.usefixtures("request_context")
def test_results_to_enter_confirm_and_decide() -> None:
    campaign = table(round=1, phase=Phase.BATTLES)
    gm, mads, jonas = campaign.seats
    fought = battle(campaign, mads, jonas)
    assert labels(mads) == labels(jonas) == ["To the battle"]
    fought.state = BattleState.REPORTED
    fought.sides[0].answer = Answer.ENTERED
    assert labels(mads) == []
    assert labels(jonas) == ["Confirm result"]
    fought.sides[1].answer = Answer.DISPUTED
    fought.state = BattleState.DISPUTED
    assert labels(jonas) == []
    assert urgent(gm) == ["Decide"]
    fought.state = BattleState.CONFIRMED
    assert urgent(gm) == []


@pytest.mark.rule("V7.1")
@pytest.mark.usefixtures("request_context")
def test_settlements_wait_until_finished() -> None:
    campaign = table(round=1, phase=Phase.SETTLEMENT)
    _, mads, jonas = campaign.seats
    fought = battle(campaign, mads, jonas, state=BattleState.CONFIRMED)
    settlement = Settlement(campaign_id=campaign.id, side_id=fought.sides[0].id, step=3)
    db.session.add(settlement)
    assert labels(mads) == ["Go on settling"]
    assert waiting_for(mads)[0].text == "Your settlement is at step 3 of 6."
    assert labels(jonas) == []
    settlement.finished_at = now()
    assert labels(mads) == []


@pytest.mark.rule("V2.7")
@pytest.mark.usefixtures("request_context")
@pytest.mark.parametrize("phase", list(Phase))
def test_the_gm_sees_the_next_step_and_players_do_not(phase: Phase) -> None:
    campaign = table(round=1, phase=phase)
    gm, mads, _ = campaign.seats
    assert "To the campaign" in labels(gm)
    assert "To the campaign" not in labels(mads)


@pytest.mark.usefixtures("request_context")
def test_the_most_pressing_comes_first() -> None:
    campaign = table(round=1, phase=Phase.BATTLES)
    battle(campaign, campaign.seats[1], campaign.seats[2], state=BattleState.DISPUTED)
    tasks: list[Task] = waiting_for(campaign.seats[0])
    assert [task.label for task in tasks] == ["Decide", "To the campaign"]


@pytest.mark.rule("V4.7", "V4.9")
def test_home_says_nothing_of_what_others_do_in_orders(people: Flask) -> None:
    with people.test_request_context(), writing():
        campaign = table(round=1, phase=Phase.ORDERS)
        campaign.seats[1].done_round = 1

    def page() -> str:
        import re

        return re.sub(r'value="[^"]*"', "", home(people, "Mads"))

    before = page()
    with people.test_request_context(), writing():
        db.session.query(Seat).filter_by(given_name="Jonas").one().done_round = 1
    assert page() == before


def test_the_page_takes_few_queries_however_many_tables(people: Flask) -> None:
    def queries() -> int:
        client = people.test_client()
        log_in(client, "Mads")
        with counted(people) as asked:
            assert client.get("/").status_code == 200
        return len(asked)

    with people.test_request_context(), writing():
        _one_of_each()
    few = queries()
    with people.test_request_context(), writing():
        for _ in range(4):
            _one_of_each()
    assert queries() == few
    assert few <= 13


def _one_of_each() -> None:
    for phase in Phase:
        campaign = table(round=1, phase=phase)
        if phase in (Phase.BATTLES, Phase.SETTLEMENT):
            battle(campaign, campaign.seats[1], campaign.seats[2])
    table(State.HIDEOUTS)
    invited = table(State.GATHERING)
    invited.seats[1].state = SeatState.INVITED
    table(State.FINISHED)


@pytest.mark.parametrize(
    ("pasted", "location"),
    [
        ("https://feldtog.example/guest/abc-DEF_1", "/guest/abc-DEF_1"),
        ("http://evil.example/guest/abc", "/guest/abc"),
        ("javascript:alert(1)", "/"),
        ("//evil.example", "/"),
        ("<script>", "/"),
        ("", "/"),
        ("x" * 301, "/"),
    ],
)
def test_a_pasted_link_opens_a_page_of_ours_or_none(app: Flask, pasted: str, location: str) -> None:
    client = app.test_client()
    assert client.get("/enter", query_string={"link": pasted}).location == location


def test_names_are_text_not_markup(people: Flask) -> None:
    with people.test_request_context(), writing():
        make_campaign("<script>alert(1)</script>", person("Ellen"), person("Mads"))
    page = home(people, "Mads")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


@pytest.mark.parametrize("name", ["Ellen", "Mads"])
def test_a_table_opens_at_a_page_that_its_reader_may_see(people: Flask, name: str) -> None:
    """The game master's opens the dashboard, which players may not see (V11.2)."""
    with people.app_context(), writing():
        campaign_id = table(round=1, phase=Phase.ORDERS).id
    client = people.test_client()
    log_in(client, name)
    page = client.get("/").text.split(f'id="table-{campaign_id}"')[1]
    address = page.split('class="hit" href="')[1].split('"')[0]
    assert client.get(address).status_code == 200
