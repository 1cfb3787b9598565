"""V6.7-V6.9, V11.1, V11.5, C5.1: entering, confirming, disputing, deciding, correcting."""

from __future__ import annotations

import io
import threading
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.founding.models import Seat
from app.campaign.settlement.models import Settlement
from app.campaign.states import BattleState, Phase, SeatState
from app.columns import new_id
from app.extensions import db
from tests.campaign.battles import world as w

if TYPE_CHECKING:
    from flask import Flask

    from tests.campaign.battles.world import World


def entry(
    battle_id: str, world: World, winner: str | None = "ellen", version: int = 0, **more: object
) -> dict[str, object]:
    """The form of a result: Ellen's wolves win 7 to 4, a Huscarl and two of the stags are out."""
    with world.app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        wolves, stags = w.side(battle, world, "ellen"), w.side(battle, world, "mads")
        won = w.side(battle, world, winner).id if winner else "draw"
        return {
            "version": version,
            "winner": won,
            "out": [wolves.line_up[1].id, stags.line_up[2].id, stags.line_up[3].id],
            f"enemies-{wolves.line_up[0].id}": 2,
            f"enemies-{stags.line_up[0].id}": 1,
            f"points-{wolves.id}": 7,
            f"points-{stags.id}": 4,
            f"objectives-{wolves.id}": 2,
            "story": "Snow fell all evening.",
            **more,
        }


def enter(world: World, battle_id: str, player: str = "ellen", **more: object) -> int:
    return w.post(
        world.browser(player),
        world.side_url(player, battle_id, "result"),
        more=entry(battle_id, world, **more),
    ).status_code


def answer(world: World, battle_id: str, player: str, what: str, version: int = 1, **fields: object) -> int:
    return w.post(
        world.browser(player), world.side_url(player, battle_id, what), version=version, **fields
    ).status_code


def state(world: World, battle_id: str) -> str:
    with world.app.app_context():
        return db.session.get_one(Battle, battle_id).state


@pytest.mark.rule("V6.7")
@pytest.mark.rule("C5.1")
def test_one_enters_and_the_other_confirms(app: Flask) -> None:
    world, battle_id = w.fight(app)
    assert enter(world, battle_id) == 303
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        wolves, stags = w.side(battle, world, "ellen"), w.side(battle, world, "mads")
        assert (battle.state, battle.result_version) == (BattleState.REPORTED, 1)
        assert (wolves.outcome, stags.outcome) == ("won", "lost")
        assert (wolves.scenario_points, stags.scenario_points, wolves.objectives) == (7, 4, 2)
        assert [model.taken_out for model in wolves.line_up] == [False, True, False, False, False]
        assert [model.taken_out for model in stags.line_up] == [False, False, True, True]
        assert (wolves.line_up[0].enemies_taken_out, stags.line_up[0].enemies_taken_out) == (2, 1)
        assert (wolves.answer, stags.answer) == ("entered", None)
        assert w.rows(world, "battle.confirmed") == []
    assert answer(world, battle_id, "mads", "confirm") == 303
    with app.app_context():
        assert db.session.get_one(Battle, battle_id).state == BattleState.CONFIRMED
        (row,) = w.rows(world, "battle.confirmed")
        assert row.chronicle
        assert row.params["winners"] == [{"player": "Ellen", "warband": "Wolves"}]
        assert row.params["story"] == "Snow fell all evening."


@pytest.mark.rule("V6.7")
def test_a_draw_names_no_winner(app: Flask) -> None:
    world, battle_id = w.fight(app)
    enter(world, battle_id, winner=None)
    answer(world, battle_id, "mads", "confirm")
    with app.app_context():
        assert [side.outcome for side in db.session.get_one(Battle, battle_id).sides] == ["drawn", "drawn"]
        assert w.rows(world, "battle.confirmed")[0].params["winners"] == []


@pytest.mark.rule("V6.7")
@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"winner": ""}, "Say who won"),
        ({"story": "x" * 4001}, "4000"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_typed_is_lost(
    app: Flask, more: dict[str, object], said: str
) -> None:
    world, battle_id = w.fight(app)
    fields = {"form_key": "result", **entry(battle_id, world), **more}
    answered = w.post(world.browser("ellen"), world.side_url("ellen", battle_id, "result"), more=fields)
    page = answered.get_data(as_text=True)
    assert answered.status_code == 422
    assert said in page
    assert page.count("checked") >= 3
    assert 'value="7"' in page
    assert state(world, battle_id) == BattleState.ANNOUNCED


@pytest.mark.rule("C5.1")
def test_more_enemies_than_fell_are_refused(app: Flask) -> None:
    world, battle_id = w.fight(app)
    with app.app_context():
        leader = w.side(db.session.get_one(Battle, battle_id), world, "ellen").line_up[0].id
    fields = {"form_key": "result", **entry(battle_id, world), f"enemies-{leader}": 3}
    answered = w.post(world.browser("ellen"), world.side_url("ellen", battle_id, "result"), more=fields)
    assert answered.status_code == 422
    assert "taken out 3 enemies" in answered.get_data(as_text=True)
    for nonsense in ("-1", "1.5", "100", "²"):
        fields[f"enemies-{leader}"] = nonsense
        answered = w.post(world.browser("ellen"), world.side_url("ellen", battle_id, "result"), more=fields)
        assert answered.status_code == 422
    assert state(world, battle_id) == BattleState.ANNOUNCED


@pytest.mark.rule("V6.7")
def test_who_did_not_fight_enters_nothing(app: Flask) -> None:
    world, battle_id = w.fight(app, "ellen", "mads", "rosa")
    rosa = world.browser("rosa")
    fields = entry(battle_id, world)
    # In another's name it is forbidden, in her own there is no side.
    assert w.post(rosa, world.side_url("ellen", battle_id, "result"), more=fields).status_code == 403
    assert w.post(rosa, world.side_url("rosa", battle_id, "confirm"), version=0).status_code == 422
    assert w.post(rosa, world.side_url("rosa", battle_id, "result"), more=fields).status_code == 422
    assert rosa.get(world.side_url("ellen", battle_id, "result")).status_code == 403
    assert state(world, battle_id) == BattleState.ANNOUNCED


def test_a_battle_of_another_campaign_is_not_found(app: Flask) -> None:
    world, battle_id = w.fight(app)
    with app.app_context():
        other = w.found(app, "ellen", "mads")
    client = other.browser("ellen")
    for url in (f"/battles/{battle_id}", "/battles/nothing"):
        assert client.get(other.url(url)).status_code == 404
    for what, fields in (("result", entry(battle_id, world)), ("confirm", {"version": 0}), ("roll", {})):
        answered = w.post(client, other.side_url("ellen", battle_id, what), more=fields)
        assert answered.status_code == 404
    assert client.get(world.url(f"/battles/{battle_id}")).status_code == 404


@pytest.mark.rule("V6.8")
def test_one_confirms_exactly_the_version_one_saw(app: Flask) -> None:
    world, battle_id = w.fight(app)
    enter(world, battle_id)
    # Ellen changes what she entered while Mads looks at the first version.
    assert enter(world, battle_id, winner="mads", version=1) == 303
    mads = world.browser("mads")
    stale = w.post(
        mads,
        world.side_url("mads", battle_id, "confirm"),
        version=1,
        form_key=f"confirm-{world.seats['mads']}",
    )
    page = stale.get_data(as_text=True)
    assert stale.status_code == 409
    assert "has changed since you saw it" in page
    assert "Victory of Stags" in page
    assert 'name="version" value="2"' in page
    assert state(world, battle_id) == BattleState.REPORTED
    assert answer(world, battle_id, "mads", "confirm", version=2) == 303
    assert state(world, battle_id) == BattleState.CONFIRMED


@pytest.mark.rule("V6.8")
def test_changing_ones_entry_asks_everybody_again(app: Flask) -> None:
    world, battle_id = w.fight(app, "ellen", "mads", "rosa")
    with app.app_context():
        third(world, battle_id)
    enter(world, battle_id)
    answer(world, battle_id, "mads", "confirm")
    assert enter(world, battle_id, winner="mads", version=1) == 303
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        assert {side.seat.name: side.answer for side in battle.sides} == {
            "Ellen": "entered",
            "Mads": None,
            "Rosa": None,
        }


@pytest.mark.rule("V6.9")
def test_the_second_of_two_entries_becomes_confirm_or_dispute(app: Flask) -> None:
    world, battle_id = w.fight(app)
    enter(world, battle_id)
    fields = {"form_key": "result", **entry(battle_id, world, winner="mads"), "story": "Mine"}
    answered = w.post(world.browser("mads"), world.side_url("mads", battle_id, "result"), more=fields)
    page = answered.get_data(as_text=True)
    assert answered.status_code == 409
    assert "was entered while you wrote" in page
    assert "Victory of Wolves" in page
    # What he had typed differently is ready as the text of a dispute.
    assert "I have as winner: Stags." in page
    assert state(world, battle_id) == BattleState.REPORTED
    with app.app_context():
        assert db.session.get_one(Battle, battle_id).result_version == 1


@pytest.mark.rule("V6.9")
def test_two_sides_that_enter_at_once_make_one_result(app: Flask) -> None:
    world, battle_id = w.fight(app)
    codes: list[int] = []
    forms = {name: entry(battle_id, world, winner=name) for name in ("ellen", "mads")}
    clients = {name: world.browser(name) for name in forms}
    start = threading.Barrier(2)

    def send(name: str) -> None:
        start.wait()
        codes.append(
            w.post(clients[name], world.side_url(name, battle_id, "result"), more=forms[name]).status_code
        )

    threads = [threading.Thread(target=send, args=(name,)) for name in forms]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [303, 409]
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        assert (battle.state, battle.result_version) == (BattleState.REPORTED, 1)
        (winner,) = [side for side in battle.sides if side.outcome == "won"]
        assert winner.answer == "entered"


@pytest.mark.rule("V6.7")
def test_confirming_at_once_and_twice_makes_one_row(app: Flask) -> None:
    world, battle_id = w.fight(app)
    enter(world, battle_id)
    clients = [world.browser("mads"), world.browser("mads")]
    request_id = new_id()
    start = threading.Barrier(4)
    codes: list[int] = []

    def send(client_number: int, key: str) -> None:
        client = clients[client_number]
        start.wait()
        codes.append(
            w.post(
                client, world.side_url("mads", battle_id, "confirm"), version=1, request_id=key
            ).status_code
        )

    jobs = [(0, request_id), (0, request_id), (1, new_id()), (1, new_id())]
    threads = [threading.Thread(target=send, args=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(codes) <= {303, 409}
    assert 303 in codes
    with app.app_context():
        assert len(w.rows(world, "battle.confirmed")) == 1


@pytest.mark.rule("V6.7")
def test_a_dispute_is_decided_by_the_gm(app: Flask) -> None:
    world, battle_id = w.fight(app)
    enter(world, battle_id)
    assert answer(world, battle_id, "mads", "dispute", text="  ") == 422
    assert answer(world, battle_id, "mads", "dispute", text="The Ironclad stood to the end.") == 303
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        assert battle.state == BattleState.DISPUTED
        assert w.side(battle, world, "mads").dispute == "The Ironclad stood to the end."
        (row,) = w.rows(world, "battle.disputed")
        assert not row.chronicle
    # The one who entered does not write over a dispute.
    assert enter(world, battle_id, winner="mads", version=1) == 409
    assert (
        w.post(world.browser("ellen"), world.url(f"/battles/{battle_id}/decision"), version=1).status_code
        == 403
    )
    decided = w.post(
        world.browser("gm"),
        world.url(f"/battles/{battle_id}/decision"),
        more=entry(battle_id, world, winner="mads", version=1),
    )
    assert decided.status_code == 303
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        assert (battle.state, battle.decided_by_gm, battle.decided_own) == (
            BattleState.CONFIRMED,
            True,
            False,
        )
        assert w.side(battle, world, "mads").outcome == "won"
        assert w.rows(world, "battle.confirmed")[0].params["decided"] is True


@pytest.mark.rule("V6.7")
def test_an_answer_to_a_result_that_stands_is_told_so(app: Flask) -> None:
    world, battle_id = w.fight(app)
    enter(world, battle_id)
    answer(world, battle_id, "mads", "confirm")
    late = w.post(
        world.browser("mads"),
        world.side_url("mads", battle_id, "dispute"),
        version=1,
        text="No.",
        form_key=f"dispute-{world.seats['mads']}",
    )
    assert late.status_code == 409
    assert "This result stands already." in late.get_data(as_text=True)


@pytest.mark.rule("V6.7")
def test_a_dispute_can_be_withdrawn_by_confirming(app: Flask) -> None:
    world, battle_id = w.fight(app)
    enter(world, battle_id)
    answer(world, battle_id, "mads", "dispute", text="No.")
    assert answer(world, battle_id, "mads", "confirm") == 303
    assert state(world, battle_id) == BattleState.CONFIRMED


@pytest.mark.rule("V6.7")
@pytest.mark.rule("V11.3")
def test_a_playing_gms_own_dispute_is_the_deputys(app: Flask) -> None:
    with app.app_context():
        world = w.found(app, "ellen", "mads", gm_plays=True)
        w.order(world, w.warband(world, "gm", "wolves"))
        w.order(world, w.warband(world, "mads", "stags"))
        battle_id = w.announced(world)[0].id
        db.session.get_one(Seat, world.seats["ellen"]).is_deputy = True
        db.session.commit()
        battle = db.session.get_one(Battle, battle_id)
        mine, his = w.side(battle, world, "gm").id, w.side(battle, world, "mads").id
    gm, deputy = world.browser("gm"), world.browser("ellen")
    decision = world.url(f"/battles/{battle_id}/decision")
    assert (
        w.post(gm, world.side_url("gm", battle_id, "result"), more={"version": 0, "winner": mine}).status_code
        == 303
    )
    assert answer(world, battle_id, "mads", "dispute", text="It was a draw.") == 303
    refused = w.post(gm, decision, more={"version": 1, "winner": mine})
    assert refused.status_code == 422
    assert "the deputy decides" in refused.get_data(as_text=True)
    # Nor does the GM answer for the opponent.
    assert w.post(gm, world.side_url("mads", battle_id, "confirm"), version=1).status_code == 422
    assert "the deputy decides" in gm.get(world.url(f"/battles/{battle_id}")).get_data(as_text=True)
    assert w.post(deputy, decision, more={"version": 1, "winner": his}).status_code == 303
    with app.app_context():
        assert db.session.get_one(Battle, battle_id).decided_own is False


@pytest.mark.rule("V6.7")
def test_without_a_deputy_it_is_marked_as_the_gms_own(app: Flask) -> None:
    with app.app_context():
        world = w.found(app, "ellen", "mads", gm_plays=True)
        w.order(world, w.warband(world, "gm", "wolves"))
        w.order(world, w.warband(world, "mads", "stags"))
        battle_id = w.announced(world)[0].id
        mine = w.side(db.session.get_one(Battle, battle_id), world, "gm").id
    gm = world.browser("gm")
    w.post(gm, world.side_url("gm", battle_id, "result"), more={"version": 0, "winner": mine})
    answer(world, battle_id, "mads", "dispute", text="It was a draw.")
    decision = world.url(f"/battles/{battle_id}/decision")
    assert w.post(gm, decision, more={"version": 1, "winner": mine}).status_code == 303
    with app.app_context():
        assert db.session.get_one(Battle, battle_id).decided_own is True
        assert w.rows(world, "battle.confirmed")[0].params["own"] is True
    assert "who fought in it" in world.browser("ellen").get(world.url(f"/battles/{battle_id}")).get_data(
        as_text=True
    )


@pytest.mark.rule("V11.5")
def test_the_gm_enters_and_confirms_in_the_players_stead_marked_by_gm(app: Flask) -> None:
    world, battle_id = w.fight(app)
    gm = world.browser("gm")
    fields = entry(battle_id, world)
    assert w.post(gm, world.side_url("ellen", battle_id, "result"), more=fields).status_code == 303
    assert w.post(gm, world.side_url("mads", battle_id, "confirm"), version=1).status_code == 303
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        assert battle.state == BattleState.CONFIRMED
        assert [side.answered_by_gm for side in battle.sides] == [True, True]
        assert w.rows(world, "battle.entered")[0].by_gm
        assert w.rows(world, "battle.agreed")[0].by_gm


@pytest.mark.rule("V2.8")
@pytest.mark.rule("V11.1")
@pytest.mark.parametrize("phase", [Phase.DAWN, Phase.PREPARATION, Phase.ORDERS])
def test_results_are_closed_once_dawn_begins(app: Flask, phase: Phase) -> None:
    world, battle_id = w.fight(app)
    with app.app_context():
        world.campaign.phase = phase
        db.session.commit()
    fields = entry(battle_id, world)
    assert (
        w.post(world.browser("ellen"), world.side_url("ellen", battle_id, "result"), more=fields).status_code
        == 422
    )
    assert (
        w.post(world.browser("gm"), world.url(f"/battles/{battle_id}/decision"), more=fields).status_code
        == 422
    )
    correction = world.url(f"/battles/{battle_id}/correction")
    assert w.post(world.browser("gm"), correction, reason="Wrong.").status_code == 422


@pytest.mark.rule("V11.1")
def test_the_gm_corrects_a_result_with_a_reason_all_may_read(app: Flask) -> None:
    world, battle_id = w.fight(app)
    enter(world, battle_id)
    answer(world, battle_id, "mads", "confirm")
    gm = world.browser("gm")
    correction = world.url(f"/battles/{battle_id}/correction")
    assert w.post(gm, correction, reason=" ").status_code == 422
    assert w.post(world.browser("ellen"), correction, reason="I want").status_code == 403
    assert w.post(gm, correction, reason="The winner was mixed up.").status_code == 303
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        assert (battle.state, battle.result_version) == (BattleState.ANNOUNCED, 2)
        assert [(side.outcome, side.answer) for side in battle.sides] == [(None, None)] * 2
        (row,) = w.rows(world, "battle.corrected")
        assert row.chronicle
        assert row.reason == "The winner was mixed up."
    # An old page of the result is stale; the new one counts.
    assert enter(world, battle_id, version=1) == 409
    assert enter(world, battle_id, winner="mads", version=2) == 303
    assert answer(world, battle_id, "ellen", "confirm", version=3) == 422
    assert answer(world, battle_id, "mads", "confirm", version=3) == 303


def third(world: World, battle_id: str) -> BattleSide:
    """Rosa's foxes join the battle as a third side; inside an app context."""
    battle = db.session.get_one(Battle, battle_id)
    foxes = w.warband(world, "rosa", "foxes")
    side = BattleSide(
        battle=battle,
        seat_id=world.seats["rosa"],
        warband_id=foxes.id,
        warband_name="Foxes",
        position=2,
        points=39,
        power_dice={"red": 3, "white": 1, "blue": 0},
    )
    db.session.add(side)
    db.session.commit()
    return side


@pytest.mark.rule("V6.7")
def test_of_three_sides_the_winners_are_ticked_and_the_rest_lose(app: Flask) -> None:
    with app.app_context():
        world = w.found(app, "ellen", "mads", "rosa", module_multi=True)
        for player, band in (("ellen", "wolves"), ("mads", "stags"), ("rosa", "foxes")):
            w.order(world, w.warband(world, player, band))
        (battle,) = w.announced(world)
        battle_id = battle.id
        ids = {name: w.side(battle, world, name).id for name in ("ellen", "mads", "rosa")}
    ellen = world.browser("ellen")
    page = ellen.get(world.side_url("ellen", battle_id, "result")).get_data(as_text=True)
    assert page.count('type="checkbox" class="vh" name="winner"') == 3
    result = world.side_url("ellen", battle_id, "result")
    assert w.post(ellen, result, more={"version": 0, "winner": list(ids.values())}).status_code == 422
    two = {"version": 0, "winner": [ids["ellen"], ids["rosa"]]}
    assert w.post(ellen, result, more=two).status_code == 303
    assert answer(world, battle_id, "mads", "confirm") == 303
    assert state(world, battle_id) == BattleState.REPORTED
    assert answer(world, battle_id, "rosa", "confirm") == 303
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        assert {side.seat.name: side.outcome for side in battle.sides} == {
            "Ellen": "won",
            "Mads": "lost",
            "Rosa": "won",
        }
        assert battle.state == BattleState.CONFIRMED


@pytest.mark.rule("V6.7")
def test_of_three_sides_nobody_ticked_is_a_draw(app: Flask) -> None:
    world, battle_id = w.fight(app, "ellen", "mads", "rosa")
    with app.app_context():
        third(world, battle_id)
    ellen = world.browser("ellen")
    assert w.post(ellen, world.side_url("ellen", battle_id, "result"), version=0).status_code == 303
    with app.app_context():
        assert {side.outcome for side in db.session.get_one(Battle, battle_id).sides} == {"drawn"}


@pytest.mark.rule("V6.8")
@pytest.mark.rule("C2.8")
def test_a_mercenary_can_be_taken_out(app: Flask) -> None:
    with app.app_context():
        world = w.found(app)
        w.order(world, w.warband(world, "ellen", "wolves", mercenary="mercenary.blaine"))
        w.order(world, w.warband(world, "mads", "stags"))
        (battle,) = w.announced(world)
        battle_id, blaine = battle.id, w.side(battle, world, "ellen").line_up[-1].id
        won = w.side(battle, world, "mads").id
    fields = {"version": 0, "winner": won, "out": [blaine]}
    assert (
        w.post(world.browser("mads"), world.side_url("mads", battle_id, "result"), more=fields).status_code
        == 303
    )
    with app.app_context():
        line_up = w.side(db.session.get_one(Battle, battle_id), world, "ellen").line_up
        assert [model.name for model in line_up if model.taken_out] == ["Blaine"]


def test_a_story_and_a_picture_go_with_the_result(app: Flask) -> None:
    world, battle_id = w.fight(app)
    picture = io.BytesIO()
    Image.new("RGB", (40, 30), "red").save(picture, "PNG")
    fields = {**entry(battle_id, world), "picture": (io.BytesIO(picture.getvalue()), "battle.png")}
    result = world.side_url("ellen", battle_id, "result")
    assert w.post(world.browser("ellen"), result, more=fields).status_code == 303
    answer(world, battle_id, "mads", "confirm")
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        kept = battle.picture_id
        assert w.rows(world, "battle.confirmed")[0].picture_id == kept
    seen = world.browser("mads").get(world.url(f"/battles/{battle_id}")).get_data(as_text=True)
    assert f"/pictures/{kept}.webp" in seen
    assert "Snow fell all evening." in seen


@pytest.mark.rule("V11.1")
def test_the_gm_decides_a_battle_whose_player_has_dropped_out(app: Flask) -> None:
    world, battle_id = w.fight(app)
    with app.app_context():
        db.session.get_one(Seat, world.seats["mads"]).state = SeatState.DROPPED
        db.session.commit()
    gm = world.browser("gm")
    fields = entry(battle_id, world)
    # Nobody answers for who has left; the result is decided instead.
    assert w.post(gm, world.side_url("mads", battle_id, "result"), more=fields).status_code == 403
    assert w.post(gm, world.url(f"/battles/{battle_id}/decision"), more=fields).status_code == 303
    assert state(world, battle_id) == BattleState.CONFIRMED


@pytest.mark.rule("V2.8")
@pytest.mark.rule("V7.1")
def test_a_result_that_comes_late_opens_its_own_settlements(app: Flask) -> None:
    world, battle_id = w.fight(app)
    enter(world, battle_id)
    with app.app_context():
        world.campaign.phase = Phase.SETTLEMENT
        db.session.commit()
    assert answer(world, battle_id, "mads", "confirm") == 303
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        opened = db.session.scalars(db.select(Settlement)).all()
        assert {one.side_id for one in opened} == {side.id for side in battle.sides}
        assert {one.step for one in opened} == {1}
        versions = {one.side_id: one.version for one in opened}
    # A correction starts them anew; the new result opens no second ones.
    correction = world.url(f"/battles/{battle_id}/correction")
    assert w.post(world.browser("gm"), correction, reason="The winner was mixed up.").status_code == 303
    assert enter(world, battle_id, winner="mads", version=2) == 303
    assert answer(world, battle_id, "mads", "confirm", version=3) == 303
    with app.app_context():
        again = db.session.scalars(db.select(Settlement)).all()
        assert {one.side_id for one in again} == set(versions)
        assert all(one.version > versions[one.side_id] for one in again)


def test_while_battles_are_fought_a_result_opens_no_settlement(app: Flask) -> None:
    world, battle_id = w.fight(app)
    enter(world, battle_id)
    answer(world, battle_id, "mads", "confirm")
    with app.app_context():
        assert db.session.scalars(db.select(Settlement)).all() == []
