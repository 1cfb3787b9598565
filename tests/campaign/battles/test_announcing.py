"""V6.1-V6.5, V4.10, V5.2, V3.11: from orders to announced battles."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.campaign.battles.models import Battle
from app.campaign.company.models import CompanyModel
from app.campaign.orders.models import Order
from app.campaign.states import Fate
from app.extensions import db
from app.journal.models import AudienceVersion
from rules.vanguard.catalogue_store import shipped_catalogue
from tests.campaign.battles import world as w

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient


@pytest.mark.rule("V6.1")
def test_two_warbands_at_one_place_fight(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        sent = [
            w.order(world, w.warband(world, "ellen", "wolves")),
            w.order(world, w.warband(world, "mads", "stags")),
        ]
        (battle,) = w.announced(world)
        assert {side.warband_name for side in battle.sides} == {"Wolves", "Stags"}
        assert (battle.round, battle.number, battle.event_id) == (1, 1, None)
        assert {db.session.get_one(Order, one.id).fate for one in sent} == {Fate.BATTLE}


@pytest.mark.rule("V6.4")
@pytest.mark.rule("C3.1")
@pytest.mark.rule("C2.9")
def test_the_weaker_gets_the_dice_of_the_table(app: Flask) -> None:
    """85 against 60: 25 points weaker, two dice, no bonus model. Red dice: 3 of every warband, the
    Thegn's card adds a blue one, the Dwarf Sergeant's a white one."""
    world, battle_id = w.fight(app)
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        wolves, stags = w.side(battle, world, "ellen"), w.side(battle, world, "mads")
        assert (wolves.points, wolves.underdog_dice, wolves.bonus_points) == (85, 0, 0)
        assert (stags.points, stags.underdog_dice, stags.bonus_points) == (60, 2, 0)
        assert wolves.power_dice == {"red": 3, "white": 0, "blue": 1}
        assert stags.power_dice == {"red": 3, "white": 1, "blue": 0}


@pytest.mark.rule("V6.4")
@pytest.mark.rule("C3.1")
@pytest.mark.parametrize(
    ("mercenary", "difference", "dice", "bonus"),
    [
        (None, 46, 2, 15),
        # Blaine costs 62: 147 against 39 is 108, three dice and 108 / 3 = 36 points.
        ("mercenary.blaine", 108, 3, 36),
    ],
)
def test_mercenaries_count_and_a_bonus_model_comes_with_a_larger_difference(
    app: Flask, mercenary: str | None, difference: int, dice: int, bonus: int
) -> None:
    with app.app_context():
        world = w.found(app)
        w.order(world, w.warband(world, "ellen", "wolves", mercenary=mercenary))
        w.order(world, w.warband(world, "mads", "foxes"))
        (battle,) = w.announced(world)
        wolves, foxes = w.side(battle, world, "ellen"), w.side(battle, world, "mads")
        assert wolves.points - foxes.points == difference
        assert (foxes.underdog_dice, foxes.bonus_points) == (dice, bonus)


@pytest.mark.rule("C9.1")
def test_the_retinues_leader_brings_a_red_die(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        wolves = w.warband(world, "ellen", "wolves")
        db.session.get_one(CompanyModel, wolves.leader_id).role = "leader"
        w.order(world, wolves)
        w.order(world, w.warband(world, "mads", "stags"))
        (battle,) = w.announced(world)
        assert w.side(battle, world, "ellen").power_dice == {"red": 4, "white": 0, "blue": 1}


@pytest.mark.rule("V4.11")
def test_the_line_up_stays_as_it_was_announced(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        wolves = w.warband(world, "ellen", "wolves", mercenary="mercenary.blaine")
        item = shipped_catalogue().items["long-bow"]
        huscarl = wolves.places[1].model_id
        w.give_item(huscarl, "long-bow")
        sent = w.order(world, wolves)
        w.order(world, w.warband(world, "mads", "stags"))
        (battle,) = w.announced(world)
        side = w.side(battle, world, "ellen")
        assert [model.name for model in side.line_up][:2] == ["Wolves thegn 0", "Wolves huscarl 1"]
        assert [model.is_leader for model in side.line_up] == [True, False, False, False, False, False]
        assert side.line_up[1].points == 15 + item.points
        assert side.line_up[1].card["items"][0]["name"] == item.name
        assert side.line_up[5].model_id is None
        assert side.line_up[5].points == 62
        model = db.session.get_one(CompanyModel, huscarl)
        model.name = "Another name"
        db.session.commit()
        frozen = db.session.get_one(Order, sent.id).line_up
        assert frozen is not None
        assert [card["name"] for card in frozen][1] == "Wolves huscarl 1"
        assert (
            w.side(db.session.get_one(Battle, battle.id), world, "ellen").line_up[1].name
            == "Wolves huscarl 1"
        )


@pytest.mark.rule("V6.2")
def test_with_three_and_the_module_off_the_lot_leaves_one_over(app: Flask) -> None:
    with app.app_context():
        world = w.found(app, "ellen", "mads", "rosa")
        for player, band in (("ellen", "wolves"), ("mads", "stags"), ("rosa", "foxes")):
            w.order(world, w.warband(world, player, band))
        (battle,) = w.announced(world)
        assert len(battle.sides) == 2
        fates = sorted(str(one.fate) for one in db.session.scalars(select(Order)))
        assert fates == ["battle", "battle", "left_over"]
        (left,) = w.rows(world, "battle.left_over")
        assert left.chronicle
        assert [draw["why"] for draw in left.draws] == ["V6.2 division"]
        (told,) = w.rows(world, "battle.announced")
        assert "V6.2 division" in [draw["why"] for draw in told.draws]


@pytest.mark.rule("V6.1")
@pytest.mark.rule("V5.2")
def test_with_the_module_on_three_fight_at_once_as_king_of_the_hill(app: Flask) -> None:
    with app.app_context():
        world = w.found(app, "ellen", "mads", "rosa", module_multi=True, warband_limit=None)
        for player, band in (("ellen", "wolves"), ("mads", "stags"), ("rosa", "foxes")):
            w.order(world, w.warband(world, player, band))
        (battle,) = w.announced(world)
        assert len(battle.sides) == 3
        assert (battle.scenario, battle.scenario_drawn) == ("king-of-the-hill", False)
        # V6.4: each against the strongest single enemy, here the wolves with 85.
        assert [
            (s.points, s.underdog_dice, s.bonus_points) for s in sorted(battle.sides, key=lambda s: -s.points)
        ] == [
            (85, 0, 0),
            (60, 2, 0),
            (39, 2, 15),
        ]


@pytest.mark.rule("V7.7")
@pytest.mark.rule("V6.10")
def test_a_warband_that_meets_nobody_has_no_battle(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        sent = w.order(world, w.warband(world, "ellen", "wolves"))
        assert w.announced(world) == []
        assert db.session.get_one(Order, sent.id).fate == Fate.UNOPPOSED
        (row,) = w.rows(world, "battle.unopposed")
        assert row.params["warband"] == "Wolves"


@pytest.mark.rule("V5.2")
def test_an_events_scenario_is_taken_and_without_one_it_is_drawn_and_recorded(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        beacon = w.event(world, "The beacon", scenario="burn-the-stores")
        raid = w.event(world, "The raid", "ulvedal")
        for to, place in ((beacon, "rabenfels"), (raid, "ulvedal")):
            w.order(world, w.warband(world, "ellen", "wolves"), place, to)
            w.order(world, w.warband(world, "mads", "stags"), place, to)
        battles = {battle.event_id: battle for battle in w.announced(world)}
        chosen, drawn = battles[beacon.id], battles[raid.id]
        assert (chosen.scenario, chosen.scenario_drawn) == ("burn-the-stores", False)
        two_sided = {one.key for one in shipped_catalogue().scenarios.values() if one.sides == "two"}
        assert len(two_sided) == 14
        assert drawn.scenario in two_sided
        assert drawn.scenario_drawn
        by_battle = {row.battle_id: row for row in w.rows(world, "battle.announced")}
        whys = [draw["why"] for draw in by_battle[drawn.id].draws]
        assert whys.count("V5.2 scenario") == 1
        assert "V5.2 scenario" not in [draw["why"] for draw in by_battle[chosen.id].draws]


@pytest.mark.rule("V6.5")
def test_the_owner_of_the_place_defends_without_a_roll(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        w.own(world, "mads")
        burn = w.event(world, "The stores", scenario="burn-the-stores")
        w.order(world, w.warband(world, "ellen", "wolves"), to=burn)
        w.order(world, w.warband(world, "mads", "stags"), to=burn)
        (battle,) = w.announced(world)
        assert (w.side(battle, world, "ellen").role, w.side(battle, world, "mads").role) == (
            "attacker",
            "defender",
        )
        assert [side.role_rolls for side in battle.sides] == [[], []]


@pytest.mark.rule("V6.5")
def test_otherwise_a_d8_each_decides_and_is_recorded(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        burn = w.event(world, "The stores", scenario="burn-the-stores")
        w.order(world, w.warband(world, "ellen", "wolves"), to=burn)
        w.order(world, w.warband(world, "mads", "stags"), to=burn)
        (battle,) = w.announced(world)
        attacker, defender = (
            next(s for s in battle.sides if s.role == role) for role in ("attacker", "defender")
        )
        assert attacker.role_rolls[-1] > defender.role_rolls[-1]
        assert all(1 <= value <= 8 for side in battle.sides for value in side.role_rolls)
        # Equal dice before the deciding ones are kept too.
        assert attacker.role_rolls[:-1] == defender.role_rolls[:-1]
        (row,) = w.rows(world, "battle.announced")
        rolled = [draw["values"] for draw in row.draws if draw["why"] == "V6.5 roles"]
        assert rolled == [
            list(pair) for pair in zip(*(side.role_rolls for side in battle.sides), strict=True)
        ]


@pytest.mark.rule("V4.10")
def test_a_warband_that_waits_in_its_hideout_joins_the_event_that_others_came_to(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        w.own(world, "mads")
        quiet, raid = w.event(world, "Quiet"), w.event(world, "The raid")
        waiting = w.order(world, w.warband(world, "mads", "stags"))
        w.order(world, w.warband(world, "ellen", "wolves"), to=raid)
        (battle,) = w.announced(world)
        assert battle.event_id == raid.id != quiet.id
        waiting = db.session.get_one(Order, waiting.id)
        assert (waiting.fought_event_id, waiting.fate) == (raid.id, Fate.BATTLE)
        (row,) = w.rows(world, "battle.joined")
        assert (row.params["event"], row.params["by_lot"], row.draws) == ("The raid", False, [])


@pytest.mark.rule("V4.10")
def test_of_several_events_one_is_drawn_and_recorded(app: Flask) -> None:
    with app.app_context():
        world = w.found(app, "ellen", "mads", "rosa")
        w.own(world, "mads")
        raid, hunt = w.event(world, "The raid"), w.event(world, "The hunt")
        w.order(world, w.warband(world, "mads", "stags"))
        w.order(world, w.warband(world, "ellen", "wolves"), to=raid)
        w.order(world, w.warband(world, "rosa", "foxes"), to=hunt)
        (battle,) = w.announced(world)
        assert battle.event_id in (raid.id, hunt.id)
        (row,) = w.rows(world, "battle.joined")
        assert row.params["by_lot"] is True
        assert [draw["why"] for draw in row.draws] == ["V4.10 event to join"]


@pytest.mark.rule("V4.10")
def test_a_waiting_warband_over_the_events_limit_met_nobody(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        w.own(world, "ellen")
        raid = w.event(world, "The raid", points_limit=60)
        waiting = w.order(world, w.warband(world, "ellen", "wolves"))
        w.order(world, w.warband(world, "mads", "stags"), to=raid)
        assert w.announced(world) == []
        waiting = db.session.get_one(Order, waiting.id)
        assert (waiting.fought_event_id, waiting.fate) == (None, Fate.UNOPPOSED)


@pytest.mark.rule("V3.11")
@pytest.mark.rule("V4.7")
def test_the_announcement_is_public_but_tells_nothing_of_the_line_ups(app: Flask) -> None:
    world, _battle = w.fight(app)
    with app.app_context():
        revealed = w.rows(world, "battle.revealed")
        assert {(row.params["player"], row.params["place"]) for row in revealed} == {
            ("Ellen", "Rabenfels"),
            ("Mads", "Rabenfels"),
        }
        (told,) = w.rows(world, "battle.announced")
        assert told.chronicle
        assert told.audience == "public"
        assert sorted(side["warband"] for side in told.params["sides"]) == ["Stags", "Wolves"]
        said = repr([row.params for row in (*revealed, told)])
        assert not any(secret in said for secret in ("85", "60", "huscarl", "Huscarl", "ironclad"))
        version = db.session.get_one(AudienceVersion, (world.campaign_id, "public"))
        assert version.version == 3


@pytest.mark.rule("V4.7")
def test_arrivals_are_taken_by_their_random_keys(app: Flask) -> None:
    """Neither who ordered first nor who sits first may show in the order of the rows."""
    world, _battle = w.fight(app)
    with app.app_context():
        keys = sorted((order.id, order.seat_id) for order in db.session.scalars(select(Order)))
        assert [row.seat_id for row in w.rows(world, "battle.revealed")] == [seat for _key, seat in keys]


@pytest.mark.rule("V6.2")
def test_lifted_orders_do_not_arrive(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        w.order(world, w.warband(world, "ellen", "wolves"))
        gone = w.order(world, w.warband(world, "mads", "stags"))
        gone.lifted_at = gone.given_at
        db.session.commit()
        assert w.announced(world) == []
        assert db.session.get_one(Order, gone.id).fate is None


@pytest.mark.rule("V2.9")
def test_two_tabs_that_announce_at_once_make_one_announcement(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        w.order(world, w.warband(world, "ellen", "wolves"))
        w.order(world, w.warband(world, "mads", "stags"))
    tabs = [world.browser("gm"), world.browser("gm")]
    start = threading.Barrier(2)
    codes: list[int] = []

    def press(tab: FlaskClient) -> None:
        start.wait()
        codes.append(w.post(tab, world.url("/round/switch/battles"), seen="running.1.orders").status_code)

    threads = [threading.Thread(target=press, args=(tab,)) for tab in tabs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [303, 409]
    with app.app_context():
        assert len(db.session.scalars(select(Battle)).all()) == 1
        (told,) = w.rows(world, "battle.announced")
        assert told.phase == "battles"
        assert len(w.rows(world, "battle.revealed")) == 2
