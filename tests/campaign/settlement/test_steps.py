"""V7.1, C5-C9: what each step refuses, once for two devices, and who may look."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from app.campaign.battles.models import Battle
from app.campaign.company.models import CompanyItem, CompanyModel, ModelChange
from app.campaign.settlement.models import Captive, Settlement, SettlementEntry
from app.campaign.settlement.operations import open_settlements
from app.campaign.states import Phase, SeatState, SideOutcome
from app.columns import new_id
from app.extensions import db
from app.journal.models import AuditRow
from tests.campaign.settlement.scene import Scene, devices, scene
from tests.campaign.settlement.test_whole_settlement import item, model, ok, roll
from tests.story import campaign as story
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from flask import Flask


def at_injuries(app: Flask, *taken_out: str, **more: object) -> Scene:
    one = scene(app, taken_out, **more)  # type: ignore[arg-type]  # handed on as they are
    ok(one.do(devices(one)[0], "course", objectives=0))
    return one


def set_model(one: Scene, name: str, **values: object) -> None:
    """Give a model other values, as an earlier round might have."""
    model_id = one.model(name)
    with story.change(one.app, one.id):
        found = db.session.get_one(CompanyModel, model_id)
        for key, value in values.items():
            setattr(found, key, value)


def give_spear(one: Scene, name: str) -> None:
    item_id, model_id = one.item("spear"), one.model(name)
    with story.change(one.app, one.id):
        db.session.get_one(CompanyItem, item_id).model_id = model_id


def befall(one: Scene, name: str, **effect: object) -> None:
    """Change a stat of the model twice, as earlier battles might have."""
    model_id = one.model(name)
    with story.change(one.app, one.id):
        found = db.session.get_one(CompanyModel, model_id)
        for _ in range(2):
            found.changes.append(ModelChange(effect={"kind": "stat_changed", "model": model_id, **effect}))


@pytest.mark.rule("C5.1", "V6.8")
def test_no_more_enemies_than_the_result_says(app: Flask) -> None:
    one = scene(app, lost=2)
    ellen, _jonas, _gm = devices(one)
    answer = one.do(
        ellen, "course", **{f"enemies-{one.line('Thora')}": 2, f"enemies-{one.line('Ulf')}": 1}, objectives=0
    )
    assert answer.status_code == 422
    assert "You count 3 enemies taken out, and by the result it were 2." in answer.text
    assert "/rules/id/C5.1" in answer.text
    assert one.do(ellen, "course", objectives="-1").status_code == 422
    assert one.step() == 1


@pytest.mark.rule("C6.1", "V4.11")
def test_a_grunt_is_replaced_like_for_like_in_its_place_without_its_items(app: Flask) -> None:
    one = scene(app, ("Gunn",))
    give_spear(one, "Gunn")
    ok(one.do(devices(one)[0], "course", objectives=0))
    assert item(one, "spear") == [("lost", None)]
    assert one.dump()["warbands"][1][3] == ["Thora", "Ulf", "Bjarke", "Runa", "Dwarf Levy", "Storm"]
    with app.app_context():
        new = db.session.get_one(CompanyModel, one.model("Dwarf Levy"))
        assert (new.card, new.status, new.experience) == ("dwarfs.dwarf-levy", "living", 0)
    assert "injuries/finish" in devices(one)[0].get(one.url).text


@pytest.mark.rule("C6.2")
@pytest.mark.parametrize(
    ("dice", "stat", "value"),
    [((2, 2), "sp", 3), ((2, 3), "me", 4), ((3, 3), "ra", 7), ((7, 7), "ne", 5), ((7, 8), "ne", 3)],
)
def test_what_marks_a_model_for_good(app: Flask, dice: tuple[int, int], stat: str, value: int) -> None:
    """Storm, an Ironguard: Sp 4, Me 3+, Ra 6+, Ne 4+."""
    one = at_injuries(app, "Storm")
    roll(one, devices(one)[0], "Storm", *dice)
    assert getattr(model(one, "Storm")[1].stats, stat) == value


@pytest.mark.rule("C6.2")
def test_deep_wound_full_recovery_tale_and_death_with_the_items_saved(app: Flask) -> None:
    one = at_injuries(app, "Storm", "Ulf", "Bjarke", "Runa")
    ellen, _jonas, _gm = devices(one)
    roll(one, ellen, "Bjarke", 3, 4)
    roll(one, ellen, "Runa", 8, 8)
    roll(one, ellen, "Storm", 5, 8)
    roll(one, ellen, "Ulf", 4, 4)
    assert model(one, "Bjarke")[0].misses_battle
    assert model(one, "Runa")[0].experience == 2
    assert model(one, "Storm")[0].status == "dead"
    assert item(one, "heavy-weapon") == [("held", None)]
    assert model(one, "Ulf")[0].status == "living"
    assert one.dump()["warbands"][1][3] == ["Thora", "Ulf", "Bjarke", "Runa", "Gunn"]


@pytest.mark.rule("C6.2")
def test_the_owner_chooses_what_robbers_take(app: Flask) -> None:
    one = scene(app, ("Runa",))
    ellen, _jonas, _gm = devices(one)
    give_spear(one, "Runa")
    ok(one.do(ellen, "course", objectives=0))
    roll(one, ellen, "Runa", 6, 6)
    assert one.do(ellen, "injuries/finish").status_code == 422
    foreign = one.do(ellen, "injuries/robbed", model=one.model("Runa"), item=one.item("heavy-weapon"))
    assert foreign.status_code == 422
    ok(one.do(ellen, "injuries/robbed", model=one.model("Runa"), item=one.item("spear")))
    assert item(one, "spear") == [("lost", None)]
    assert item(one, "bandages") == [("held", one.model("Runa"))]
    ok(one.do(ellen, "injuries/finish"))


@pytest.mark.rule("C6.2")
def test_robbers_take_the_only_item_without_asking(app: Flask) -> None:
    one = at_injuries(app, "Storm", "Bjarke")
    ellen, _jonas, _gm = devices(one)
    roll(one, ellen, "Storm", 6, 6)
    roll(one, ellen, "Bjarke", 4, 8)
    assert item(one, "heavy-weapon") == [("lost", None)]
    ok(one.do(ellen, "injuries/finish"))


@pytest.mark.rule("C6.2", "C6.5")
def test_a_roll_below_a_floor_is_kept_and_rolled_again(app: Flask) -> None:
    """Ulf's Ra is 6+: twice blinded it is 8+, and a third time does not count."""
    one = scene(app, ("Ulf",))
    ellen, _jonas, _gm = devices(one)
    befall(one, "Ulf", stat="ra", steps=-1, cause="injury")
    ok(one.do(ellen, "course", objectives=0))
    answer = one.do(ellen, "injuries/roll", model=one.model("Ulf"), by="table", die1=1, die2=5)
    assert answer.status_code == 303
    page = ellen.get(one.url).text
    assert "Roll again for it." in page
    assert "does not count" in page
    assert model(one, "Ulf")[1].stats.ra == 8
    assert [(e.kind, e.rolls, e.by_table) for e in one.entries()][-1] == ("no_fit", [1, 5], True)
    roll(one, ellen, "Ulf", 4, 4)
    ok(one.do(ellen, "injuries/finish"))


@pytest.mark.rule("C6.5", "C6.2")
@pytest.mark.parametrize("dice", [(0, 3), (9, 1), ("x", 2), ("", ""), ("-1", 4)])
def test_dice_that_cannot_be_are_refused(app: Flask, dice: tuple[object, object]) -> None:
    one = at_injuries(app, "Ulf")
    typed = {"die1": dice[0], "die2": dice[1]}
    answer = one.do(devices(one)[0], "injuries/roll", model=one.model("Ulf"), by="table", **typed)
    assert answer.status_code == 422
    assert [entry.kind for entry in one.entries()] == ["course"]


@pytest.mark.rule("C6.3")
def test_the_healer_repeats_one_roll_of_the_battle_and_the_second_stands(app: Flask) -> None:
    one = at_injuries(app, "Storm", "Ulf")
    ellen, _jonas, _gm = devices(one)
    roll(one, ellen, "Storm", 1, 1)
    roll(one, ellen, "Ulf", 2, 3)
    assert "Runa is Healer" in ellen.get(one.url).text
    ok(one.do(ellen, "injuries/roll", model=one.model("Storm"), repeat=1, by="table", die1=4, die2=4))
    storm = model(one, "Storm")[0]
    assert storm.status == "living"
    assert item(one, "heavy-weapon") == [("held", one.model("Storm"))]
    assert one.dump()["warbands"][1][3][-1] == "Storm"
    page = ellen.get(one.url).text
    assert "Rolled again by the Healer Runa." in page
    assert "Runa is Healer" not in page
    second = one.do(ellen, "injuries/roll", model=one.model("Ulf"), repeat=1, by="table", die1=4, die2=4)
    assert second.status_code == 422
    assert "/rules/id/C6.3" in second.text


@pytest.mark.rule("C6.3")
def test_a_dead_healer_heals_nobody(app: Flask) -> None:
    one = at_injuries(app, "Runa", "Ulf")
    ellen, _jonas, _gm = devices(one)
    roll(one, ellen, "Ulf", 2, 3)
    roll(one, ellen, "Runa", 1, 1)
    assert "is Healer" not in ellen.get(one.url).text
    answer = one.do(ellen, "injuries/roll", model=one.model("Ulf"), repeat=1)
    assert answer.status_code == 422
    assert "No living model of the company is its Healer." in answer.text


@pytest.mark.rule("C7.1", "C2.6")
def test_models_swap_items_and_limits_hold(app: Flask) -> None:
    """Ulf has a large shield (Armour), Storm a heavy weapon and the store's spear (both Melee)."""
    one = at_injuries(app)
    ellen, _jonas, _gm = devices(one)
    ok(one.do(ellen, "injuries/finish"))
    ulf, storm = one.model("Ulf"), one.model("Storm")
    shield, weapon, spear = one.item("large-shield"), one.item("heavy-weapon"), one.item("spear")
    answer = one.do(ellen, "equipment", **{f"carrier-{spear}": storm})
    assert answer.status_code == 422
    assert "one slot for Melee" in answer.text
    foreign = one.do(ellen, "equipment", **{f"carrier-{spear}": one.model("Mads")})
    assert foreign.status_code == 422
    outside = one.do(ellen, "equipment", **{f"carrier-{spear}": one.model("Dag")})
    assert outside.status_code == 422
    not_single = one.do(ellen, "equipment", used=weapon)
    assert not_single.status_code == 422
    assert one.step() == 3
    ok(one.do(ellen, "equipment", **{f"carrier-{shield}": storm, f"carrier-{weapon}": ulf}))
    assert item(one, "large-shield") == [("held", storm)]
    assert item(one, "heavy-weapon") == [("held", ulf)]


@pytest.mark.rule("C7.2", "C9.1")
def test_the_chronicler_adds_a_point_and_only_a_living_one(app: Flask) -> None:
    one = scene(app, (), lost=0, outcome=SideOutcome.DRAWN)
    ellen, _jonas, _gm = devices(one)
    for what, fields in (("course", {"objectives": 0}), ("injuries/finish", {}), ("equipment", {})):
        ok(one.do(ellen, what, **fields))
    nobody = one.do(ellen, "experience", gift=one.model("Ulf"), chronicled=one.model("Ulf"))
    assert nobody.status_code == 422
    assert "Chronicler" in nobody.text
    set_model(one, "Dag", role="chronicler")
    assert one.do(ellen, "experience", gift=one.model("Gunn")).status_code == 422
    ok(one.do(ellen, "experience", gift=one.model("Ulf"), chronicled=one.model("Ulf")))
    # Drawn: 1 for standing; gift and Chronicler make 3. Thora has 1, and 1 as half of the warriors stand.
    assert model(one, "Ulf")[0].experience == 3
    assert model(one, "Thora")[0].experience == 2
    assert model(one, "Bjarke")[0].experience == 1


@pytest.mark.rule("C8.3")
def test_a_stat_that_cannot_get_better_leaves_the_choice(app: Flask) -> None:
    """Bjarke rolls Sp with Sp two over the card already: another stat or a special rule."""
    one = scene(app, (), lost=4)
    ellen, _jonas, _gm = devices(one)
    befall(one, "Bjarke", stat="sp", steps=1, cause="advance")
    ok(one.do(ellen, "course", **{f"enemies-{one.line('Bjarke')}": 3}, objectives=0))
    ok(one.do(ellen, "injuries/finish"))
    ok(one.do(ellen, "equipment"))
    ok(one.do(ellen, "experience", gift=one.model("Ulf")))
    ok(one.do(ellen, "advances/roll", model=one.model("Bjarke"), by="table", die1=1))
    entry = one.entries()[-1]
    assert one.do(ellen, "advances/choose", advance=entry.id, choice="sp").status_code == 422
    ok(one.do(ellen, "advances/choose", advance=entry.id, choice="wn"))
    # 14 points, Wn 2: one more makes 3.
    assert model(one, "Bjarke")[1].stats.wn == 3
    assert one.do(ellen, "advances/choose", advance=entry.id, choice="me").status_code == 409


@pytest.mark.rule("C9.4")
@pytest.mark.parametrize("gone", ["sold", "removed", "dead"])
def test_the_power_upgrade_is_used_once_whatever_became_of_its_model(app: Flask, gone: str) -> None:
    """Dag had it and is no longer with the company. Thora has 3 experience, is Blooded and rolls."""
    one = scene(app, (), lost=0)
    ellen, _jonas, _gm = devices(one)
    set_model(one, "Dag", power_upgrade=True, status=gone)
    model_id = one.model("Thora")
    with story.change(app, one.id):
        found = db.session.get_one(CompanyModel, model_id)
        effect = {"kind": "experience_gained", "model": model_id, "amount": 3, "reason": "won"}
        found.changes.append(ModelChange(effect=effect))
    for what, fields in (("course", {"objectives": 0}), ("injuries/finish", {}), ("equipment", {})):
        ok(one.do(ellen, what, **fields))
    ok(one.do(ellen, "experience", gift=model_id))
    assert "Take the power die" not in ellen.get(one.url).text
    assert one.do(ellen, "advances/power", model=model_id).status_code == 422
    ok(one.do(ellen, "advances/roll", model=model_id, by="table", die1=1))


@pytest.mark.rule("C9.3", "C9.2")
def test_a_lost_leader_is_followed_by_another_command(app: Flask) -> None:
    one = at_injuries(app, "Thora")
    ellen, _jonas, _gm = devices(one)
    roll(one, ellen, "Thora", 1, 1)
    for what, fields in (
        ("injuries/finish", {}),
        ("equipment", {}),
        ("experience", {"gift": one.model("Runa")}),
        ("advances/roll-all", {}),
    ):
        ok(one.do(ellen, what, **fields))
    for entry in one.entries():
        if entry.params.get("choose"):
            ok(one.do(ellen, "advances/choose", advance=entry.id, choice="iron_will"))
    ok(one.do(ellen, "advances/finish"))
    assert "The Leader is gone" in ellen.get(one.url).text
    assert one.do(ellen, "retinue/finish").status_code == 422
    assert one.do(ellen, "retinue/leader", model=one.model("Ulf")).status_code == 422
    before = one.gold(one.ellens)
    ok(one.do(ellen, "retinue/leader", model=one.model("Dag")))
    assert model(one, "Dag")[0].role == "leader"
    assert one.gold(one.ellens) == before
    ok(one.do(ellen, "retinue/finish"))


@pytest.mark.rule("C9.3")
def test_without_any_command_the_settlement_can_end_and_one_may_be_bought(app: Flask) -> None:
    one = at_injuries(app, "Thora")
    ellen, _jonas, _gm = devices(one)
    set_model(one, "Dag", status="sold")
    roll(one, ellen, "Thora", 1, 1)
    for what, fields in (
        ("injuries/finish", {}),
        ("equipment", {}),
        ("experience", {"gift": one.model("Ulf")}),
        ("advances/roll-all", {}),
    ):
        ok(one.do(ellen, what, **fields))
    for entry in one.entries():
        if entry.params.get("choose"):
            ok(one.do(ellen, "advances/choose", advance=entry.id, choice="iron_will"))
    ok(one.do(ellen, "advances/finish"))
    assert "No Command is left" in ellen.get(one.url).text
    ok(one.do(ellen, "retinue/finish"))
    assert one.step() == 7


@pytest.mark.rule("V7.1", "V2.9")
def test_a_double_tap_rolls_once(app: Flask) -> None:
    one = at_injuries(app, "Ulf")
    ellen, _jonas, _gm = devices(one)
    request_id = new_id()
    fields = {"model": one.model("Ulf"), "version": one.version()}
    first, second = (send(ellen, f"{one.url}/injuries/roll", request_id, **fields) for _ in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert sum(entry.kind == "injury" for entry in one.entries()) == 1


@pytest.mark.rule("V7.1", "V2.9")
@pytest.mark.parametrize("what", ["injuries/roll", "injuries/roll-all", "injuries/finish"])
def test_of_two_devices_one_answers(app: Flask, what: str) -> None:
    one = at_injuries(app, *(() if what.endswith("finish") else ("Ulf",)))
    phone, tablet = browser(app, one.ellen), browser(app, one.ellen)
    fields = {"model": one.model("Ulf"), "version": one.version()}
    assert send(phone, f"{one.url}/{what}", **fields).status_code == 303
    step, entries = one.step(), len(one.entries())
    answer = send(tablet, f"{one.url}/{what}", **fields)
    assert answer.status_code == 409
    assert "This is how it stands now." in answer.text
    assert (one.step(), len(one.entries())) == (step, entries)


@pytest.mark.rule("V3.11", "V11.5", "V7.1")
def test_only_the_owner_and_the_gm_see_and_settle(app: Flask) -> None:
    one = scene(app)
    _ellen, jonas, gm = devices(one)
    stranger = browser(app, account(app, "Fremmed"))
    assert jonas.get(one.url).status_code == 403
    assert stranger.get(one.url).status_code == 404
    assert one.do(jonas, "course", objectives=0).status_code == 403
    assert one.do(stranger, "course", objectives=0).status_code == 404
    mine = f"/campaigns/{one.id}/seats/{one.jonass}/settlements/{one.settlement}"
    assert jonas.get(mine).status_code == 404
    assert send(jonas, f"{mine}/course", version=1, objectives=0).status_code == 404
    assert one.step() == 1
    assert "You settle for Ellen." in gm.get(one.url).text
    ok(one.do(gm, "course", objectives=0))
    with app.app_context():
        row = db.session.scalars(select(AuditRow).where(AuditRow.kind == "settlement.course")).one()
        assert row.by_gm


@pytest.mark.rule("V3.11", "D6")
def test_a_death_is_told_to_nobody_else_but_a_capture_to_all(app: Flask) -> None:
    one = at_injuries(app, "Ulf", "Storm")
    ellen, _jonas, _gm = devices(one)
    roll(one, ellen, "Ulf", 1, 1)
    roll(one, ellen, "Storm", 1, 2)
    with app.app_context():
        public = db.session.scalars(
            select(AuditRow.kind).where(AuditRow.audience == "public", AuditRow.kind.like("%.%"))
        ).all()
        assert [kind for kind in public if kind.startswith(("settlement", "captive"))] == ["captive.taken"]
        assert db.session.scalar(select(func.count(Captive.id))) == 1


@pytest.mark.rule("V2.8", "V7.1")
def test_nothing_is_settled_outside_the_settlement(app: Flask) -> None:
    one = scene(app)
    ellen, _jonas, _gm = devices(one)
    one.at_phase(Phase.DAWN)
    answer = one.do(ellen, "course", objectives=0)
    assert answer.status_code == 422
    assert "Battles are settled in the phase Settlement." in answer.text
    with app.app_context():
        assert db.session.scalar(select(func.count(SettlementEntry.id))) == 0


@pytest.mark.rule("V7.1")
def test_a_step_is_worked_on_in_its_turn(app: Flask) -> None:
    one = scene(app)
    ellen, _jonas, _gm = devices(one)
    for what in ("injuries/finish", "equipment", "experience", "advances/finish", "retinue/finish"):
        assert one.do(ellen, what).status_code == 409
    assert one.step() == 1
    assert ellen.get(f"{one.url}/steps/1").status_code == 200
    assert ellen.get(f"{one.url}/steps/7").status_code == 404


@pytest.mark.rule("V11.1", "V7.8")
def test_nobody_settles_for_a_player_who_dropped_out(app: Flask) -> None:
    one = scene(app)
    battle_id = one.battle
    with story.change(app, one.id) as (campaign, _gm, actor):
        for settlement in db.session.scalars(select(Settlement)):
            db.session.delete(settlement)
        next(seat for seat in campaign.seats if seat.id == one.jonass).state = SeatState.DROPPED
        db.session.flush()
        opened = open_settlements(db.session.get_one(Battle, battle_id), campaign, actor)
        assert [settlement.side.seat_id for settlement in opened] == [one.ellens]
