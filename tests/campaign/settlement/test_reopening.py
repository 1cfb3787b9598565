"""V11.1: reopening a step gives back exactly what was there when the step began."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from app.campaign.battles.models import Battle
from app.campaign.company.models import ModelChange
from app.campaign.gold.operations import enter
from app.campaign.settlement import operations as settling
from app.campaign.settlement.models import Settlement
from app.campaign.states import BattleState, Phase
from app.extensions import db
from app.journal.models import AuditRow
from app.refusal import Refusal
from tests.campaign.settlement.scene import Scene, devices, scene
from tests.campaign.settlement.test_whole_settlement import ok, roll
from tests.story import campaign as story
from tests.story.people import send

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient


def reopen(one: Scene, gm: FlaskClient, step: int, **fields: Any) -> Any:
    return one.do(gm, f"reopen/{step}", **{"reason": "Storm stood to the end", **fields})


def settle_everything(one: Scene) -> dict[int, dict[str, Any]]:
    """The whole settlement with a death, a ransom, a retinue change; what stood when each step began."""
    ellen, jonas, _gm = devices(one)
    began = {1: one.dump()}
    ok(one.do(ellen, "course", **{f"enemies-{one.line('Thora')}": 2}, objectives=1))
    began[2] = one.dump()
    roll(one, ellen, "Thora", 1, 1)
    roll(one, ellen, "Storm", 1, 2)
    roll(one, ellen, "Ulf", 3, 2)
    captive, _state, version = one.captive()
    theirs = f"/campaigns/{one.id}/seats/{one.jonass}/captives/ransom"
    price = {"captive": captive, "version": version, "item": one.item("heavy-weapon"), "amount": 20}
    ok(send(jonas, theirs, **price))
    captive, _state, version = one.captive()
    ours = f"/campaigns/{one.id}/seats/{one.ellens}/captives/pay"
    ok(send(ellen, ours, captive=captive, version=version))
    ok(one.do(ellen, "injuries/finish"))
    began[3] = one.dump()
    moves = {f"carrier-{one.item('spear')}": one.model("Bjarke"), f"carrier-{one.item('large-shield')}": ""}
    ok(one.do(ellen, "equipment", used=one.item("bandages"), **moves))
    began[4] = one.dump()
    ok(one.do(ellen, "experience", gift=one.model("Bjarke")))
    began[5] = one.dump()
    ok(one.do(ellen, "advances/roll", model=one.model("Bjarke"), by="table", die1=1))
    ok(one.do(ellen, "advances/finish"))
    began[6] = one.dump()
    ok(one.do(ellen, "retinue/leader", model=one.model("Dag")))
    ok(one.do(ellen, "retinue/finish"))
    return began


def fallen_scene(app: Flask) -> Scene:
    return scene(app, ("Thora", "Ulf", "Gunn", "Storm"), lost=4)


@pytest.mark.rule("V11.1")
@pytest.mark.parametrize("step", [6, 5, 4, 3, 2, 1])
def test_each_step_reopened_gives_back_what_stood_when_it_began(app: Flask, step: int) -> None:
    one = fallen_scene(app)
    began = settle_everything(one)
    _ellen, _jonas, gm = devices(one)
    assert one.dump() != began[step]
    assert one.step() == 7
    ok(reopen(one, gm, step))
    assert one.step() == step
    assert one.dump() == began[step]


@pytest.mark.rule("V11.1", "C9.3")
def test_a_reopened_settlement_can_be_settled_otherwise(app: Flask) -> None:
    one = fallen_scene(app)
    settle_everything(one)
    ellen, _jonas, gm = devices(one)
    ok(reopen(one, gm, 2))
    assert "The game master opened this step again: Storm stood to the end" in ellen.get(one.url).text
    roll(one, ellen, "Thora", 4, 4)
    roll(one, ellen, "Storm", 4, 5)
    roll(one, ellen, "Ulf", 4, 6)
    for what, fields in (
        ("injuries/finish", {}),
        ("equipment", {}),
        ("experience", {"gift": one.model("Thora")}),
        # Won, two enemies, one objective, half of the warriors stand, the gift: 6 points, one rank.
        ("advances/roll", {"model": one.model("Thora"), "by": "table", "die1": 6}),
        ("advances/finish", {}),
        ("retinue/finish", {}),
    ):
        ok(one.do(ellen, what, **fields))
    assert one.step() == 7
    living = {row[0]: (row[2], row[3]) for row in one.dump()["models"]}
    assert living["Thora"] == ("living", "leader")
    assert living["Dag"] == ("living", "")
    assert living["Storm"][0] == "living"


@pytest.mark.rule("V11.1", "V0.3")
def test_counters_are_written_and_the_reason_is_kept(app: Flask) -> None:
    one = fallen_scene(app)
    settle_everything(one)
    _ellen, _jonas, gm = devices(one)
    ok(reopen(one, gm, 4))
    with app.app_context():
        changes = db.session.scalars(select(ModelChange).where(ModelChange.model_id == one.model("Bjarke")))
        told = [(c.effect["kind"], c.effect.get("undone", False), c.reversed_at is not None) for c in changes]
        # Bjarke stood, won and got the gift: three points, the first rank, Sp 4 to 5.
        for kind, count in (("experience_gained", 3), ("rank_reached", 1), ("stat_changed", 1)):
            assert told.count((kind, False, True)) == count
            assert told.count((kind, True, True)) == count
        assert all(marked for _kind, _undone, marked in told)
        row = db.session.scalars(select(AuditRow).where(AuditRow.kind == "settlement.reopened")).one()
        assert (row.audience, row.reason, row.by_gm) == (f"seat:{one.ellens}", "Storm stood to the end", True)
        assert row.params["step"] == 4


@pytest.mark.rule("V11.1", "V7.1")
def test_only_the_gm_reopens_with_a_reason_and_only_what_is_finished(app: Flask) -> None:
    one = scene(app)
    ellen, _jonas, gm = devices(one)
    ok(one.do(ellen, "course", objectives=0))
    assert ellen.get(f"{one.url}/reopen/1").status_code == 403
    assert reopen(one, ellen, 1).status_code == 403
    assert reopen(one, gm, 1, reason=" ").status_code == 422
    assert gm.get(f"{one.url}/reopen/2").status_code == 404
    settlement_id = one.settlement
    with story.change(app, one.id) as (campaign, _seat, actor):
        settlement = db.session.get_one(Settlement, settlement_id)
        early = {"version": settlement.version, "campaign": campaign, "actor": actor}
        with pytest.raises(Refusal, match=r"V11\.1"):
            settling.reopen(settlement, 2, "too early", **early)
    stale = one.version()
    ok(reopen(one, gm, 1))
    assert reopen(one, gm, 1, version=stale).status_code == 409
    one.at_phase(Phase.DAWN)
    answer = reopen(one, gm, 1)
    assert answer.status_code in (404, 422)


@pytest.mark.rule("V11.1", "V3.2")
def test_a_ransom_that_is_spent_leaves_the_gm_a_choice_and_no_debt(app: Flask) -> None:
    one = fallen_scene(app)
    settle_everything(one)
    _ellen, _jonas, gm = devices(one)
    before = one.gold(one.ellens)
    left = one.gold(one.jonass)
    with story.change(app, one.id, one.jonass) as (campaign, seat, actor):
        enter(
            seat,
            -(left - 5),
            "shop.items_bought",
            campaign=campaign,
            actor=actor,
            params={"count": 1, "name": "x"},
        )
    answer = reopen(one, gm, 2)
    assert answer.status_code == 422
    assert "Jonas has less left than the 20 gold of the ransom for Storm." in answer.text
    assert (one.gold(one.ellens), one.gold(one.jonass)) == (before, 5)
    assert one.step() == 7
    ok(reopen(one, gm, 2, forgive="1"))
    assert (one.gold(one.ellens), one.gold(one.jonass)) == (before + 20, 0)
    assert one.ledger(one.jonass)[-1] == ("captive.ransom_back", -5)


@pytest.mark.rule("V11.1", "D4")
def test_a_corrected_result_takes_the_settlements_of_all_its_sides_back(app: Flask) -> None:
    one = fallen_scene(app)
    began = settle_everything(one)
    ellen, _jonas, _gm = devices(one)
    with story.change(app, one.id) as (campaign, _seat, actor):
        battle = db.session.get_one(Battle, one.battle)
        settling.reopen_for_correction(battle, reason="counted anew", campaign=campaign, actor=actor)
        battle.state = BattleState.ANNOUNCED
    assert one.dump() == began[1]
    assert one.step() == 1
    assert "The result of this battle is not confirmed." in ellen.get(one.url).text
    assert one.do(ellen, "course", objectives=0).status_code == 422
    with story.change(app, one.id) as (campaign, _seat, actor):
        battle = db.session.get_one(Battle, one.battle)
        battle.state = BattleState.CONFIRMED
        assert settling.open_settlements(battle, campaign, actor) == []
    ok(one.do(ellen, "course", objectives=0))
