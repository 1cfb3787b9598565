"""V3.11, V5.3, V6.5, V6.6, V6.11, C4.1, D9: what the pages of battles show, and to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.campaign.battles.models import Battle
from app.campaign.company.models import CompanyModel
from app.extensions import db
from tests.campaign.battles import world as w
from tests.campaign.battles.test_results import answer, enter
from tests.counting import counted

if TYPE_CHECKING:
    from flask import Flask

    from tests.campaign.battles.world import World


def page(world: World, player: str, rest: str) -> str:
    answered = world.browser(player).get(world.url(rest))
    assert answered.status_code == 200
    return answered.get_data(as_text=True)


@pytest.mark.rule("V3.11")
@pytest.mark.rule("V6.4")
def test_both_line_ups_are_open_to_the_players_and_closed_to_others_until_the_result(app: Flask) -> None:
    world, battle_id = w.fight(app, "ellen", "mads", "rosa")
    one = f"/battles/{battle_id}"
    for reader in ("ellen", "mads", "gm"):
        seen = page(world, reader, one)
        assert "Wolves thegn 0" in seen
        assert "Stags ironclad 1" in seen
        assert "85 points" in seen
        assert "Stags is the underdog" in seen
    hidden = ("Wolves thegn", "Stags ironclad", "85 points", "60 points", "underdog", "Power dice")
    for reader_page in (page(world, "rosa", one), page(world, "rosa", "/battles")):
        assert "Battle for Rabenfels" in reader_page
        assert not any(text in reader_page for text in hidden)
    enter(world, battle_id)
    seen = page(world, "rosa", one)
    assert "Everybody sees it" in seen
    assert not any(text in seen for text in (*hidden, "Victory", "Snow fell"))
    answer(world, battle_id, "mads", "confirm")
    seen = page(world, "rosa", one)
    assert all(
        text in seen for text in ("Wolves thegn 0", "Stags ironclad 1", "85 points", "Victory of Wolves")
    )
    # A correction hides nothing that everybody has seen.
    w.post(world.browser("gm"), world.url(f"{one}/correction"), reason="Mixed up.")
    assert "Wolves thegn 0" in page(world, "rosa", one)


@pytest.mark.rule("V3.11")
def test_the_line_up_of_a_warband_that_met_nobody_is_never_shown(app: Flask) -> None:
    """V3.11 opens the line-ups of a battle; who met nobody had none."""
    with app.app_context():
        world = w.found(app)
        w.order(world, w.warband(world, "ellen", "wolves"))
        w.announced(world)
    for reader in ("mads", "gm"):
        seen = page(world, reader, "/battles")
        assert "Wolves" in seen
        assert "met nobody" in seen
        assert "thegn" not in seen.lower()
        assert "85 p" not in seen


def test_the_list_has_ones_own_battles_first(app: Flask) -> None:
    with app.app_context():
        world = w.found(app, "ellen", "mads", "rosa", "bo")
        for place, one, other in (("rabenfels", "ellen", "mads"), ("ulvedal", "rosa", "bo")):
            w.order(world, w.warband(world, one, "wolves"), place)
            w.order(world, w.warband(world, other, "stags"), place)
        w.announced(world)
    for reader, first, second in (("ellen", "Rabenfels", "Ulvedal"), ("bo", "Ulvedal", "Rabenfels")):
        seen = page(world, reader, "/battles")
        assert (
            seen.index("My battles") < seen.index(f"Battle for {first}") < seen.index(f"Battle for {second}")
        )
    assert "My battles" not in page(world, "gm", "/battles")


def test_before_any_battle_the_list_says_what_comes(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        w.order(world, w.warband(world, "ellen", "wolves"))
    seen = page(world, "mads", "/battles")
    assert "No battles yet" in seen
    assert "Wolves" not in seen


@pytest.mark.rule("C4.1")
@pytest.mark.rule("V5.3")
def test_light_the_beacon_says_where_its_rules_stand_and_what_the_defender_adds(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        w.own(world, "mads")
        beacon = w.event(world, "The beacon", scenario="light-the-beacon")
        w.order(world, w.warband(world, "ellen", "wolves"), to=beacon)
        w.order(world, w.warband(world, "mads", "stags"), to=beacon)
        battle_id = w.announced(world)[0].id
    seen = page(world, "ellen", f"/battles/{battle_id}")
    assert "Vanguard rulebook 1.0 (2018), page 50" in seen
    assert "free of charge and off the list" in seen
    assert "owns the place" in seen
    assert "Mads, defender" in seen


@pytest.mark.rule("C4.1")
def test_the_groups_summary_of_the_scenario_stands_at_the_battle(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        grab = w.event(world, "The grab", scenario="supply-grab")
        w.order(world, w.warband(world, "ellen", "wolves"), to=grab)
        w.order(world, w.warband(world, "mads", "stags"), to=grab)
        battle_id = w.announced(world)[0].id
    entry = world.url("/catalogue/entries/scenario/supply-grab")
    w.post(world.browser("gm"), entry, name="Supply Grab", sides="two", summary="Five crates, in the middle.")
    assert "Five crates, in the middle." in page(world, "ellen", f"/battles/{battle_id}")


@pytest.mark.rule("V5.2")
def test_another_mission_is_told_by_the_event(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        hunt = w.event(world, "The hunt", scenario="other", text="Whoever brings the stag home wins.")
        w.order(world, w.warband(world, "ellen", "wolves"), to=hunt)
        w.order(world, w.warband(world, "mads", "stags"), to=hunt)
        (battle,) = w.announced(world)
        battle_id = battle.id
        assert (battle.scenario, battle.scenario_drawn) == ("other", False)
    seen = page(world, "ellen", f"/battles/{battle_id}")
    assert "Other mission" in seen
    assert "Whoever brings the stag home wins." in seen


@pytest.mark.rule("V6.6")
def test_the_note_is_written_by_its_players_and_nobody_writes_over_another(app: Flask) -> None:
    world, battle_id = w.fight(app, "ellen", "mads", "rosa")
    note = world.url(f"/battles/{battle_id}/note")
    ellen = world.browser("ellen")
    assert w.post(ellen, note, version=1, note="Six turns.", form_key="note").status_code == 303
    stale = w.post(world.browser("mads"), note, version=1, note="Eight turns.", form_key="note")
    seen = stale.get_data(as_text=True)
    assert stale.status_code == 409
    assert "Six turns." in seen
    assert "Eight turns." in seen
    assert w.post(world.browser("rosa"), note, version=2, note="Mine.", form_key="note").status_code == 422
    assert w.post(world.browser("gm"), note, version=2, note="Seven.", form_key="note").status_code == 303
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        assert (battle.note, battle.note_version) == ("Seven.", 3)


def rolled(app: Flask) -> tuple[World, str]:
    """A battle whose attacker and defender the app has rolled."""
    with app.app_context():
        world = w.found(app)
        burn = w.event(world, "The stores", scenario="burn-the-stores")
        w.order(world, w.warband(world, "ellen", "wolves"), to=burn)
        w.order(world, w.warband(world, "mads", "stags"), to=burn)
        return world, w.announced(world)[0].id


@pytest.mark.rule("V6.5")
def test_the_roll_of_the_table_takes_the_place_of_the_apps_once(app: Flask) -> None:
    world, battle_id = rolled(app)
    mads = world.browser("mads")
    roll = world.side_url("mads", battle_id, "roll")
    equal = w.post(mads, roll, first=5, second=5, form_key="roll")
    assert equal.status_code == 422
    assert "roll again" in equal.get_data(as_text=True)
    assert w.post(mads, roll, first=9, second=5, form_key="roll").status_code == 422
    assert w.post(mads, roll, first=3, second=8, form_key="roll").status_code == 303
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        first, second = battle.sides
        assert (first.role, first.role_rolls) == ("defender", [3])
        assert (second.role, second.role_rolls) == ("attacker", [8])
        assert battle.roles_by_table
        (row,) = w.rows(world, "battle.roles_typed")
        assert row.draws == [{"why": "V6.5 roles", "sides": 8, "values": [3, 8]}]
    assert w.post(mads, roll, first=8, second=3, form_key="roll").status_code == 422
    assert "Rolled at the table." in page(world, "ellen", f"/battles/{battle_id}")


@pytest.mark.rule("V6.5")
def test_nothing_is_rolled_where_the_owner_defends_or_a_result_is_there(app: Flask) -> None:
    world, battle_id = w.fight(app)
    roll = world.side_url("ellen", battle_id, "roll")
    with app.app_context():
        assert {side.role for side in db.session.get_one(Battle, battle_id).sides} <= {
            None,
            "attacker",
            "defender",
        }
        for one in db.session.get_one(Battle, battle_id).sides:
            one.role, one.role_rolls = None, []
        db.session.commit()
    assert w.post(world.browser("ellen"), roll, first=3, second=8, form_key="roll").status_code == 422
    world, battle_id = rolled(app)
    enter(world, battle_id)
    late = w.post(world.browser("ellen"), world.side_url("ellen", battle_id, "roll"), first=3, second=8)
    assert late.status_code == 422


@pytest.mark.rule("C9.1")
def test_a_scout_has_the_roll_made_again_once_a_round(app: Flask) -> None:
    world, battle_id = rolled(app)
    again = world.side_url("ellen", battle_id, "roll-again")
    ellen = world.browser("ellen")
    assert w.post(ellen, again, form_key="again").status_code == 422
    with app.app_context():
        scout = db.session.scalars(
            db.select(CompanyModel).where(CompanyModel.name == "Wolves huscarl 1")
        ).one()
        scout.role = "scout"
        db.session.commit()
    assert "Have the Scout roll again" in page(world, "ellen", f"/battles/{battle_id}")
    assert "Have the Scout roll again" not in page(world, "mads", f"/battles/{battle_id}")
    assert w.post(ellen, again, first=7, form_key="again").status_code == 422
    assert w.post(ellen, again, form_key="again").status_code == 303
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        assert w.side(battle, world, "ellen").rolled_again
        assert {side.role for side in battle.sides} == {"attacker", "defender"}
        (row,) = w.rows(world, "battle.roles_again")
        assert row.draws[-1]["why"] == "V6.5 roles"
    assert w.post(ellen, again, first=7, second=2, form_key="again").status_code == 422
    with app.app_context():
        stands = [list(side.role_rolls) for side in db.session.get_one(Battle, battle_id).sides]
    mads = world.browser("mads")
    assert "Take the roll of the table instead" not in page(world, "mads", f"/battles/{battle_id}")
    typed = w.post(mads, world.side_url("mads", battle_id, "roll"), first=1, second=8, form_key="roll")
    assert typed.status_code == 422
    assert "the second roll stands" in typed.get_data(as_text=True)
    with app.app_context():
        assert [list(side.role_rolls) for side in db.session.get_one(Battle, battle_id).sides] == stands


@pytest.mark.rule("V6.11")
def test_the_dice_board_is_offered_to_the_players_with_their_dice(app: Flask) -> None:
    """Mads has 3 red dice and one white, and two more red as underdog (C3.1)."""
    world, battle_id = w.fight(app, "ellen", "mads", "rosa")
    seen = page(world, "mads", f"/battles/{battle_id}")
    assert 'name="tray-red" value="5"' in seen
    assert 'name="tray-white" value="1"' in seen
    assert "needs JavaScript" in seen
    assert "data-dice" not in page(world, "rosa", f"/battles/{battle_id}")


@pytest.mark.parametrize("rest", ["/battles", "/battles/{}", "/seats/{}/battles/{}/result"])
def test_pages_ask_the_database_a_fixed_few_times(app: Flask, rest: str) -> None:
    world, battle_id = w.fight(app)
    places = [world.seats["ellen"], battle_id] if "seats" in rest else [battle_id]
    client = world.browser("ellen")
    client.get(world.url(rest.format(*places)))
    with counted(app) as asked:
        assert client.get(world.url(rest.format(*places))).status_code == 200
    assert len(asked) <= 12, "\n".join(asked)


@pytest.mark.rule("V10.1")
def test_the_phones_bar_has_what_the_phase_needs(app: Flask) -> None:
    """The fourth tab leads to the battles while there are some; a game master always has the dashboard."""
    world, _battle = w.fight(app, "ellen", "mads")

    def bar(player: str, rest: str = "") -> str:
        return page(world, player, rest).split('data-live="tabs"')[1].split("<details")[0]

    assert "/battles" in bar("ellen")
    assert "/warbands" not in bar("ellen")
    assert "/warbands" in bar("ellen", f"/seats/{world.seats['ellen']}/warbands")
    assert "/dashboard" in bar("gm")
    assert bar("gm").count("<a ") == bar("ellen").count("<a ") == 4
