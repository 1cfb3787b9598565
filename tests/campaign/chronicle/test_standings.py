"""V10.4, C10.1: the standings are public facts as of the last End round."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from sqlalchemy import select

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.chronicle.chart import Course, chart
from app.campaign.chronicle.models import Standing
from app.campaign.chronicle.standings import snapshot
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.map.models import Place
from app.campaign.rounds.operations import end_round
from app.campaign.states import BattleState, ModelStatus, Phase, SideOutcome
from app.campaign.warbands.models import Warband
from app.extensions import db
from tests.campaign.chronicle.conftest import Hall


def fill(hall: Hall) -> None:
    """Ellen: Ulvedal (5) and Salzfurt (9); a Sergeant (31) with a Long Bow, a dead Levy. One win, one open.

    Mads: Rabenfels (12); an Ironclad (13) and a captive Levy (8). One loss, one draw.
    """
    with hall.change() as (campaign, _actor, _seats):
        campaign.gold_factor = 150
        company = {one.seat_id: one.id for one in db.session.scalars(select(Company))}
        sergeant = CompanyModel(company_id=company[hall.ellen], card="dwarfs.dwarf-sergeant", name="Bryn")
        levy = CompanyModel(
            company_id=company[hall.ellen], card="dwarfs.dwarf-levy", name="Dag", status=ModelStatus.DEAD
        )
        ironclad = CompanyModel(company_id=company[hall.mads], card="dwarfs.ironclad", name="Eik")
        captive = CompanyModel(
            company_id=company[hall.mads], card="dwarfs.dwarf-levy", name="Fin", status=ModelStatus.CAPTURED
        )
        db.session.add_all([sergeant, levy, ironclad, captive])
        db.session.flush()
        db.session.add(CompanyItem(company_id=company[hall.ellen], item="long-bow", model_id=sergeant.id))
        salzfurt = db.session.execute(select(Place).where(Place.name == "Salzfurt")).scalar_one()
        salzfurt.owner_id = hall.ellen
        bands = [
            Warband(campaign_id=campaign.id, seat_id=seat, name=seat) for seat in (hall.ellen, hall.mads)
        ]
        db.session.add_all(bands)
        db.session.flush()
        won, lost, drawn = SideOutcome.WON, SideOutcome.LOST, SideOutcome.DRAWN
        for number, (state, ours, theirs) in enumerate(
            [(BattleState.CONFIRMED, won, lost), (BattleState.REPORTED, won, lost)], start=1
        ):
            battle = Battle(
                campaign_id=campaign.id, round=1, number=number, place_id=salzfurt.id, state=state
            )
            db.session.add(battle)
            for band, outcome in zip(bands, (ours, theirs), strict=True):
                battle.sides.append(
                    BattleSide(
                        seat_id=band.seat_id, warband_id=band.id, warband_name="x", points=40, outcome=outcome
                    )
                )
        lone = Battle(
            campaign_id=campaign.id, round=1, number=3, place_id=salzfurt.id, state=BattleState.CONFIRMED
        )
        db.session.add(lone)
        lone.sides.append(
            BattleSide(seat_id=hall.mads, warband_id=bands[1].id, warband_name="x", points=40, outcome=drawn)
        )


def figures(hall: Hall) -> dict[str, tuple[int, ...]]:
    with hall.app.app_context():
        return {
            one.seat_id: (one.places, one.income, one.company_value, one.won, one.drawn, one.lost)
            for one in db.session.scalars(select(Standing))
        }


@pytest.mark.rule("V10.4", "C10.1")
def test_figures_of_an_end_round_by_hand(hall: Hall) -> None:
    fill(hall)
    with hall.change() as (campaign, _actor, _seats):
        snapshot(campaign)
    with hall.app.app_context():
        bow = catalogue_of(db.session.get_one(Campaign, hall.campaign)).items["long-bow"].points
    # Income: fixed 30 and the places. Value: points × 1.5, rounded up; the dead do not count, a captive does.
    assert figures(hall) == {
        hall.ellen: (2, 30 + 5 + 9, -(-(31 + bow) * 3 // 2), 1, 0, 0),
        hall.mads: (1, 30 + 12, -(-(13 + 8) * 3 // 2), 0, 1, 1),
    }


@pytest.mark.rule("V10.4", "V7.9")
def test_end_round_draws_them_up(hall: Hall) -> None:
    with hall.change() as (campaign, actor, _seats):
        campaign.phase = Phase.DAWN
        end_round(campaign, actor=actor)
    with hall.app.app_context():
        assert {one.round for one in db.session.scalars(select(Standing))} == {1}
    assert "As of the end of round 1." in hall.at_mads.get(hall.url("standings")).text


@pytest.mark.rule("V10.4")
def test_a_second_call_for_the_same_round_writes_no_second_row(hall: Hall) -> None:
    for _time in range(2):
        with hall.change() as (campaign, _actor, _seats):
            snapshot(campaign)
    assert len(figures(hall)) == 2


@pytest.mark.rule("V10.4")
def test_what_has_happened_since_is_not_in_them(hall: Hall) -> None:
    url = hall.url("standings")
    assert "No round is over yet" in hall.at_mads.get(url).text
    with hall.change() as (campaign, _actor, _seats):
        snapshot(campaign)
        campaign.round = 2
    before = hall.at_mads.get(url).text
    assert "As of the end of round 1." in before
    fill(hall)
    assert table(hall.at_mads.get(url).text) == table(before)


@pytest.mark.rule("V10.4")
def test_the_table_ranks_by_places_then_income_and_marks_ones_own(hall: Hall) -> None:
    fill(hall)
    with hall.change() as (campaign, _actor, _seats):
        snapshot(campaign)
    page = hall.at_mads.get(hall.url("standings")).text
    rows = re.findall(r"<tr[^>]*>(<td class=\"num\">.*?)</tr>", page, flags=re.S)
    assert ["Ellen" in rows[0], "Mads" in rows[1]] == [True, True]
    assert page.count('<tr class="mine">') == 1
    assert "1 / 0 / 0" in rows[0]
    assert "0 / 1 / 1" in rows[1]


@pytest.mark.rule("V10.4")
def test_the_chart_can_be_read_without_colours_and_as_a_table(hall: Hall) -> None:
    with hall.change() as (campaign, _actor, _seats):
        for round_ in (1, 2):
            campaign.round = round_
            snapshot(campaign)
    page = hall.at_mads.get(hall.url("standings?of=places")).text
    drawing = page.split('<svg class="chart"')[1].split("</svg>")[0]
    assert 'role="img"' in drawing
    assert "style=" not in drawing
    dashes = re.findall(r'class="course"[^>]* stroke-dasharray="([^"]+)"', drawing)
    marks = set(re.findall(r'class="mark" d="([^"]+)"', drawing))
    assert len(set(dashes)) == len(marks) == 2
    assert "Ellen 1" in drawing
    figures_table = page.split("The figures as a table")[1]
    assert re.findall(r'<th scope="row" class="num">(\d+)</th>', figures_table) == ["1", "2"]
    assert re.search(r'aria-current="true"><svg[^>]*><use[^>]*/></svg>Places</a>', page)


def table(page: str) -> str:
    return page.split("<table")[1].split("</table>")[0]


def test_chart_lines_go_from_zero_to_a_round_figure() -> None:
    drawn = chart([1, 2, 3], [Course("Ellen", 1, {1: 30, 2: 44, 3: 61}), Course("Mads", 7, {2: 10, 3: 0})])
    assert [tick.text for tick in drawn.across] == ["0", "20", "40", "60", "80"]
    ellen, mads = drawn.lines
    assert [point.x for point in ellen.points] == [48, 289, 530]
    # 288 units stand for 80: 61 lies 61 / 80 of them above the lower end at 306.
    assert ellen.points[-1].y == pytest.approx(306 - 288 * 61 / 80, abs=0.1)
    assert mads.points[-1].y == 306
    assert (ellen.dash, ellen.mark) == (mads.dash, mads.mark)
    assert (ellen.hollow, mads.hollow) == (False, True)


def test_chart_labels_never_lie_on_one_another() -> None:
    drawn = chart([4], [Course(f"Player {n}", n, {4: 7}) for n in range(1, 13)])
    heights = sorted(line.label.y for line in drawn.lines)
    assert all(second - first >= 18 for first, second in pairwise(heights))
    assert heights[-1] < drawn.height


def test_chart_of_nothing_but_noughts_and_long_names() -> None:
    drawn = chart([1], [Course("A name that does not fit beside it", 3, {1: 0})])
    assert [tick.text for tick in drawn.across] == ["0", "1"]
    assert drawn.lines[0].name == "A name that doe…"
