"""V4.11, C2.9: losses leave the warband, line-ups stay as they were."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from app.campaign.company.models import CompanyModel, ModelChange
from app.campaign.company.operations import add_model
from app.campaign.founding.models import Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.orders import operations as orders
from app.campaign.states import ModelStatus, Phase, State
from app.campaign.warbands import operations as warbands
from app.campaign.warbands.frozen import frozen
from app.campaign.warbands.models import Warband
from app.campaign.warbands.queries import breaches, leader_of, line_up, mercenary_fees, power_dice
from app.extensions import db
from tests.campaign.company.conftest import Table, table_of
from tests.story import company as companies
from tests.story.campaign import change

IRONCLAD, SERGEANT, LEVY = "dwarfs.ironclad", "dwarfs.dwarf-sergeant", "dwarfs.dwarf-levy"


@pytest.fixture
def table(app) -> Table:  # the fixture of all
    return table_of(app, starting_gold=1000)


def buy(table: Table, card: str, count: int = 1) -> list[str]:
    return companies.buy(table.app, table.campaign, table.ellen, card, count)


def lose(table: Table, *models: str, replaced: Mapping[str, str] | None = None) -> None:
    """The losses of a battle, in the settlement."""
    with change(table.app, table.campaign, table.ellen) as (campaign, seat, actor):
        campaign.state, campaign.round, campaign.phase = State.RUNNING, 1, Phase.SETTLEMENT
        gone = [db.session.get_one(CompanyModel, one) for one in models]
        for model in gone:
            model.status = ModelStatus.DEAD
        heirs = {dead: db.session.get_one(CompanyModel, heir) for dead, heir in (replaced or {}).items()}
        warbands.after_losses(gone, campaign=campaign, seat=seat, actor=actor, replaced=heirs)


@pytest.mark.rule("V4.11")
def test_the_dead_leave_at_once_and_the_leader_is_gone(table: Table) -> None:
    (sergeant,), irons = buy(table, SERGEANT), buy(table, IRONCLAD, 2)
    band = companies.form_warband(table.app, table.campaign, table.ellen, "Ulve", [sergeant, *irons])
    lose(table, sergeant, irons[0])
    assert companies.models_in(table.app, band) == [irons[1]]
    assert companies.warband(table.app, band)[2:] == (None, False)
    with table.app.app_context():
        codes = [one.code for one in breaches(db.session.get_one(Warband, band), 100)]
    assert codes == ["no_leader", "no_command"], "it still stands, but is not sent like this"


@pytest.mark.rule("V4.11", "C6.1")
def test_a_replaced_grunt_takes_the_dead_ones_place(table: Table) -> None:
    (sergeant,), levies = buy(table, SERGEANT), buy(table, LEVY, 2)
    band = companies.form_warband(table.app, table.campaign, table.ellen, "Ulve", [levies[0], sergeant])
    with change(table.app, table.campaign, table.ellen) as (campaign, seat, _actor):
        card = catalogue_of(campaign).card(LEVY)
        heir = add_model(companies.company_in(seat), card, (), (), campaign=campaign).id
    lose(table, levies[0], replaced={levies[0]: heir})
    assert companies.models_in(table.app, band) == [heir, sergeant]


@pytest.mark.rule("V4.11")
def test_an_empty_warband_is_dissolved_and_one_outside_is_untouched(table: Table) -> None:
    first, second, outside = buy(table, SERGEANT, 3)
    gone = companies.form_warband(table.app, table.campaign, table.ellen, "Ulve", [first])
    stays = companies.form_warband(table.app, table.campaign, table.ellen, "Hjorte", [second])
    lose(table, first, outside)
    assert companies.warband(table.app, gone)[3]
    assert not companies.warband(table.app, stays)[3]


@pytest.mark.rule("V4.11", "C2.7", "C2.8")
def test_the_line_up_is_everything_a_battle_needs_and_stays_as_it_was(table: Table) -> None:
    app, campaign, seat = table.app, table.campaign, table.ellen
    (sergeant,) = buy(table, SERGEANT)
    (levy,) = companies.buy(app, campaign, seat, LEVY, options=["spear"])
    (item,) = companies.buy_item(app, campaign, seat, "buckler")
    companies.give_item(app, campaign, seat, item, sergeant)
    companies.confirm(app, campaign, seat)
    band = companies.form_warband(app, campaign, seat, "Ulve", [levy, sergeant])
    with change(app, campaign, seat) as (campaign_row, own, actor):
        warbands.hire(
            db.session.get_one(Warband, band),
            "mercenary.blaine",
            campaign=campaign_row,
            seat=own,
            actor=actor,
        )
        db.session.add(
            ModelChange(
                model_id=sergeant,
                effect={
                    "kind": "stat_changed",
                    "model": sergeant,
                    "stat": "me",
                    "steps": 1,
                    "cause": "advance",
                },
            )
        )
    with app.app_context():
        stored = line_up(db.session.get_one(Warband, band))
    cards = [frozen(one) for one in stored]
    assert [card.name for card in cards] == ["Dwarf Levy", "Dwarf Sergeant", "Blaine"]
    first, leader, hired = cards
    assert (first.model_id, first.grunt, first.points, first.options) == (levy, True, 9, ("Spear",))
    # 31 for the card, 2 for the buckler, 2 for the advance.
    assert (leader.leader, leader.command, leader.points, leader.role) == (True, True, 35, "leader")
    assert [(one.id, one.key) for one in leader.items] == [(item, "buckler")]
    assert leader.steps == {"me": 1}
    assert (hired.model_id, hired.mercenary, hired.points) == (None, True, 62)
    lose(table, sergeant)
    assert [frozen(one).name for one in stored] == ["Dwarf Levy", "Dwarf Sergeant", "Blaine"]


@pytest.mark.rule("C2.9", "V4.5")
def test_power_dice_fees_and_the_leader(table: Table) -> None:
    app, campaign, seat = table.app, table.campaign, table.ellen
    (sergeant,), (ironclad,) = buy(table, SERGEANT), buy(table, IRONCLAD)
    companies.confirm(app, campaign, seat)
    band = companies.form_warband(app, campaign, seat, "Ulve", [sergeant, ironclad])
    with change(app, campaign, seat) as (campaign_row, own, actor):
        warband = db.session.get_one(Warband, band)
        for hired in ("mercenary.blaine", "mercenary.kuzlo-madfall"):
            warbands.hire(warband, hired, campaign=campaign_row, seat=own, actor=actor)
    with app.app_context():
        warband = db.session.get_one(Warband, band)
        # 62 and 46 points x 1.50.
        assert mercenary_fees(warband) == 93 + 69
        leader = leader_of(warband)
        assert leader is not None
        assert leader.id == sergeant
        # 3 red and 1 for the Leader; one white on each card of the sergeant and the two mercenaries.
        assert power_dice(warband) == {"red": 4, "white": 3, "blue": 0}
        db.session.get_one(CompanyModel, sergeant).role = None
        assert power_dice(warband) == {"red": 3, "white": 3, "blue": 0}
        db.session.rollback()


@pytest.mark.rule("V4.5")
def test_mercenaries_leave_after_the_round(table: Table) -> None:
    band = companies.form_warband(table.app, table.campaign, table.ellen, "Ulve", buy(table, SERGEANT))
    with change(table.app, table.campaign, table.ellen) as (campaign, seat, actor):
        warband = db.session.get_one(Warband, band)
        warbands.hire(warband, "mercenary.blaine", campaign=campaign, seat=seat, actor=actor)
    with change(table.app, table.campaign) as (campaign, _gm, _actor):
        orders.lift_all(campaign)
    with table.app.app_context():
        assert db.session.get_one(Warband, band).mercenaries == []
        assert db.session.get_one(Seat, table.ellen).name == "Ellen"
