"""C6, V7.4: what becomes of models that were taken out."""

from __future__ import annotations

import msgspec
import pytest

from rules.engine.refusal import IllegalAction
from rules.engine.rng import DeclaredRng, DiceWanted, Draw, NoRng, ScriptedRng
from rules.vanguard.catalogue import Card, Stats
from rules.vanguard.settlement.effects import (
    Captured,
    Died,
    Effect,
    Executed,
    ExperienceGained,
    HardenedOnce,
    ItemLost,
    MissesNextBattle,
    Replaced,
    Returned,
    StatChanged,
    counter,
)
from rules.vanguard.settlement.injuries import (
    Fallen,
    Injury,
    Opponent,
    captor,
    check_healer,
    fallen_grunt,
    robbed,
    roll_injury,
)
from rules.vanguard.settlement.profile import profile
from rules.vanguard.settlement.ransom import (
    check_ransom,
    executed,
    fate_when_dawn_begins,
    ransomed,
    released,
)
from rules.vanguard.tables_store import shipped_tables

TABLES = shipped_tables()
WARRIOR = Card(
    key="own.warrior",
    name="Warrior",
    points=10,
    types=("Warrior",),
    faction="own",
    stats=Stats(sp=5, me=5, ra=5, ar=5, ne=5, wn=2),
)
FOE = [Opponent("bo", winner=True, taken_out=1)]


def why(*dice: tuple[int, int]) -> ScriptedRng:
    return ScriptedRng([Draw("C6.2 injury", 8, pair) for pair in dice])


def roll(*dice: tuple[int, int], card: Card = WARRIOR, **more: tuple[object, ...]) -> Injury:
    fallen = Fallen(model=1, card=card, **more)  # type: ignore[arg-type]
    rng = why(*dice)
    injury = roll_injury(fallen, FOE, TABLES.injuries, TABLES.caps, rng)
    assert rng.spent()
    return injury


@pytest.mark.rule("C6.1")
def test_c6_1_a_grunt_dies_and_is_replaced_without_its_items() -> None:
    grunt = msgspec.structs.replace(WARRIOR, key="own.grunt", types=("Grunt",))
    fallen = Fallen(model=1, card=grunt, items=(7,), options=("spear",))
    assert fallen_grunt(fallen) == (
        Died(model=1, items="lost"),
        Replaced(model=1, card="own.grunt", options=("spear",)),
    )
    with pytest.raises(IllegalAction) as refused:
        roll_injury(fallen, FOE, TABLES.injuries, TABLES.caps, NoRng())
    assert refused.value.rule == "C6.1"
    with pytest.raises(IllegalAction):
        fallen_grunt(Fallen(model=1, card=WARRIOR))


@pytest.mark.rule("C6.2")
@pytest.mark.parametrize(
    ("dice", "key", "effects"),
    [
        ((1, 1), "dead", (Died(model=1, items="lost"),)),
        ((1, 2), "captured", (Captured(model=1, captor="bo"),)),
        ((2, 2), "maimed", (StatChanged(model=1, stat="sp", steps=-1, cause="injury"),)),
        ((1, 4), "broken_arm", (StatChanged(model=1, stat="me", steps=-1, cause="injury"),)),
        ((3, 3), "blinded_eye", (StatChanged(model=1, stat="ra", steps=-1, cause="injury"),)),
        ((6, 1), "deep_wound", (MissesNextBattle(model=1),)),
        ((4, 4), "full_recovery", ()),
        ((3, 8), "full_recovery", ()),
        ((5, 8), "dead_items_saved", (Died(model=1, items="store"),)),
        ((7, 7), "shaken", (StatChanged(model=1, stat="ne", steps=-1, cause="injury"),)),
        (
            (7, 8),
            "hardened",
            (HardenedOnce(model=1), StatChanged(model=1, stat="ne", steps=1, cause="injury")),
        ),
        ((8, 8), "tale_of_survival", (ExperienceGained(model=1, amount=2, reason="tale"),)),
    ],
)
def test_c6_2_injury_table(dice: tuple[int, int], key: str, effects: tuple[Effect, ...]) -> None:
    assert roll(dice) == Injury(key, (dice,), effects)


@pytest.mark.rule("C6.2")
def test_c6_2_a_blinded_model_without_ra_loses_me() -> None:
    blind = msgspec.structs.replace(WARRIOR, stats=Stats(sp=5, me=5, ne=5, wn=2))
    assert roll((3, 3), card=blind).effects == (StatChanged(model=1, stat="me", steps=-1, cause="injury"),)


@pytest.mark.rule("C6.2")
def test_c6_2_a_stat_at_its_floor_rolls_again() -> None:
    feeble = msgspec.structs.replace(WARRIOR, stats=Stats(sp=2, me=8, ra=7, ne=5, wn=2))
    injury = roll((2, 2), (1, 4), (3, 3), card=feeble)
    assert injury.rolls == ((2, 2), (1, 4), (3, 3))
    assert injury.effects == (StatChanged(model=1, stat="ra", steps=-1, cause="injury"),)
    again = roll((3, 3), (4, 4), card=feeble, changes=injury.effects)
    assert again.key == "full_recovery"


@pytest.mark.rule("C6.2")
def test_c6_2_hardened_once_per_model_and_never_beyond_2() -> None:
    first = roll((7, 8))
    assert profile(WARRIOR, first.effects).stats.ne == 4
    assert roll((7, 8), changes=first.effects) == Injury("hardened", ((7, 8),), ())
    taken_back = (*first.effects, *(counter(one) for one in first.effects))
    assert roll((7, 8), changes=taken_back).effects == first.effects
    brave = msgspec.structs.replace(WARRIOR, stats=Stats(sp=5, me=5, ne=2, wn=2))
    assert roll((7, 8), card=brave).effects == (HardenedOnce(model=1),)


@pytest.mark.rule("C6.2")
def test_c6_2_robbed_of_one_item_of_the_owners_choice() -> None:
    assert roll((6, 6)) == Injury("robbed", ((6, 6),), ())
    lost = ItemLost(model=1, item="sword", cause="robbed")
    assert roll((6, 6), items=("sword",)).effects == (lost,)
    both = roll((6, 6), items=("sword", "shield"))
    assert both == Injury("robbed", ((6, 6),), (), choose_item=True)
    fallen = Fallen(model=1, card=WARRIOR, items=("sword", "shield"))
    assert robbed(fallen, "sword") == lost
    with pytest.raises(IllegalAction):
        robbed(fallen, "crown")


@pytest.mark.rule("C2.8")
def test_c2_8_a_mercenary_rolls_no_injury() -> None:
    hired = msgspec.structs.replace(WARRIOR, faction=None)
    with pytest.raises(IllegalAction) as refused:
        roll_injury(Fallen(model=1, card=hired), FOE, TABLES.injuries, TABLES.caps, NoRng())
    assert refused.value.rule == "C2.8"


@pytest.mark.rule("C6.3")
def test_c6_3_the_healer_repeats_one_roll() -> None:
    check_healer(living=True, used=False)
    with pytest.raises(IllegalAction) as refused:
        check_healer(living=False, used=False)
    assert refused.value.code == "no_healer"
    with pytest.raises(IllegalAction) as refused:
        check_healer(living=True, used=True)
    assert (refused.value.rule, refused.value.code) == ("C6.3", "healer_used")


@pytest.mark.rule("C6.4")
def test_c6_4_who_holds_the_captive() -> None:
    bo = Opponent("bo", winner=False, taken_out=5)
    cy = Opponent("cy", winner=True, taken_out=1)
    di = Opponent("di", winner=True, taken_out=2)
    assert captor([bo], NoRng()) == "bo"
    assert captor([bo, cy, di], NoRng()) == "di"
    equal = Opponent("el", winner=True, taken_out=2)
    rng = ScriptedRng([Draw("C6.4 captor", 0, (1, 0))])
    assert captor([bo, cy, di, equal], rng) == "el"
    losers = [bo, msgspec.structs.replace(cy, winner=False)]
    assert captor(losers, ScriptedRng([Draw("C6.4 captor", 0, (0, 1))])) == "bo"


@pytest.mark.rule("C6.4")
def test_c6_4_ransom_at_most_the_price() -> None:
    check_ransom(0, 30)
    check_ransom(30, 30)
    for amount in (-1, 31):
        with pytest.raises(IllegalAction) as refused:
            check_ransom(amount, 30)
        assert refused.value.rule == "C6.4"


@pytest.mark.rule("C6.4", "V7.4")
def test_c6_4_a_ransomed_model_comes_back_without_one_item() -> None:
    assert ransomed(1, ["sword", "shield"], "bo", "shield") == (
        ItemLost(model=1, item="shield", cause="ransom", to="bo"),
        Returned(model=1, how="ransomed"),
    )
    assert ransomed(1, [], "bo", None) == (Returned(model=1, how="ransomed"),)
    for item in (None, "crown"):
        with pytest.raises(IllegalAction):
            ransomed(1, ["sword"], "bo", item)


@pytest.mark.rule("V7.4")
def test_v7_4_an_unpaid_captive() -> None:
    assert fate_when_dawn_begins(ransom_named=False) == "released"
    assert fate_when_dawn_begins(ransom_named=True) == "captor_chooses"
    assert released(1) == Returned(model=1, how="released")
    assert released(1, exchanged=True) == Returned(model=1, how="exchanged")
    assert executed(1) == Executed(model=1)


@pytest.mark.rule("C6.5")
def test_c6_5_dice_of_the_table_are_asked_for_and_recorded() -> None:
    fallen = Fallen(model=1, card=WARRIOR)
    with pytest.raises(DiceWanted) as wanted:
        roll_injury(fallen, FOE, TABLES.injuries, TABLES.caps, DeclaredRng([], NoRng()))
    assert (wanted.value.sides, wanted.value.count) == (8, 2)
    rng = DeclaredRng([(4, 4)], NoRng())
    assert roll_injury(fallen, FOE, TABLES.injuries, TABLES.caps, rng).key == "full_recovery"
    assert rng.draws == [Draw("C6.2 injury", 8, (4, 4))]
