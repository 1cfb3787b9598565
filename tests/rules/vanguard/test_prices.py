"""V1.2, V3.2, V3.4, V3.6, V3.10, V4.5, C2.7, C9.1, C10.1: points and gold."""

from __future__ import annotations

import pytest

from rules.engine.refusal import IllegalAction
from rules.vanguard.catalogue_store import shipped_catalogue
from rules.vanguard.choices import check_choice, choice_points, choices
from rules.vanguard.prices import (
    GoldSettings,
    check_affordable,
    check_gold_settings,
    check_item_bought,
    item_price,
    model_points,
    model_price,
    price,
    resale,
    sale,
)
from rules.vanguard.tables_store import shipped_tables
from rules.vanguard.value import CompanyValue, company_value
from rules.vanguard.warband import Member

CATALOGUE = shipped_catalogue()
TABLE = shipped_tables().warband


@pytest.mark.rule("V1.2", "V3.2")
@pytest.mark.parametrize(
    ("points", "factor", "gold"),
    [(21, 100, 21), (21, 150, 32), (20, 150, 30), (7, 33, 3), (0, 150, 0), (1, 1, 1)],
)
def test_v1_2_price_is_rounded_up(points: int, factor: int, gold: int) -> None:
    assert price(points, factor) == gold


@pytest.mark.rule("V1.2", "V3.4")
@pytest.mark.parametrize(
    ("gold", "loss", "back"), [(32, 50, 16), (33, 50, 16), (10, 0, 10), (10, 100, 0), (99, 33, 66)]
)
def test_v3_4_resale_is_rounded_down(gold: int, loss: int, back: int) -> None:
    assert resale(gold, loss) == back


@pytest.mark.rule("C9.1")
def test_c9_1_quartermaster_halves_the_loss_exactly() -> None:
    # 25 per cent becomes 12.5: 33 × 0.875 = 28.875.
    assert resale(33, 25) == 24
    assert resale(33, 25, quartermaster=True) == 28
    # 5 per cent becomes 2.5: 40 × 0.975 = 39.
    assert resale(40, 5, quartermaster=True) == 39


@pytest.mark.rule("V3.4", "V3.10")
def test_v3_10_awards_sell_for_nothing_and_unconfirmed_ones_for_the_full_price() -> None:
    assert sale(31, 50, confirmed=False, awarded=False) == 31
    assert sale(31, 50, confirmed=True, awarded=False) == 15
    assert sale(31, 50, confirmed=False, awarded=True) == 0


@pytest.mark.rule("V1.2")
@pytest.mark.parametrize(
    ("gold", "code"),
    [
        (GoldSettings(-1, 0, 100, 0), "amount_below_zero"),
        (GoldSettings(0, -1, 100, 0), "amount_below_zero"),
        (GoldSettings(0, 0, 0, 0), "factor_not_positive"),
        (GoldSettings(0, 0, 100, 101), "resale_loss_out_of_range"),
    ],
)
def test_v1_2_gold_settings_are_checked(gold: GoldSettings, code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        check_gold_settings(gold)
    assert (refused.value.rule, refused.value.code) == ("V1.2", code)


def test_v1_2_gold_settings_at_their_bounds_are_fine() -> None:
    check_gold_settings(GoldSettings(0, 0, 1, 100))


@pytest.mark.rule("V3.6")
def test_v3_6_unique_items_are_not_bought() -> None:
    check_item_bought(CATALOGUE.items["full-plate-armour"])
    with pytest.raises(IllegalAction) as refused:
        check_item_bought(CATALOGUE.items["power-rune"])
    assert refused.value.rule == "V3.6"
    assert refused.value.params == {"item": "Power Rune"}


@pytest.mark.rule("V3.2")
def test_v3_2_gold_never_falls_below_zero() -> None:
    check_affordable(20, 20)
    with pytest.raises(IllegalAction):
        check_affordable(20, 21)


@pytest.mark.rule("C2.7", "V3.10")
def test_c2_7_points_of_a_model() -> None:
    foot_soldier = CATALOGUE.models["kingdoms-of-men.foot-soldier"]
    items = [CATALOGUE.items["buckler"]]
    # Card, 2 for the heavy weapon, 2 for the buckler, 2 for each of three advances.
    assert (
        model_points(foot_soldier, ["heavy-weapon"], [], items, 3, TABLE) == foot_soldier.points + 2 + 2 + 6
    )
    assert model_price(foot_soldier, 150, ["heavy-weapon"]) == price(foot_soldier.points + 2, 150)
    assert item_price(items[0], 150) == 3


@pytest.mark.rule("C2.7")
def test_c2_7_one_faction_spell_is_free_and_further_ones_cost_ten() -> None:
    wizard = CATALOGUE.models["kingdoms-of-men.wizard"]
    offered = choices(wizard)
    assert offered.basic_spells == ("fireball", "heal", "lightning-bolt")
    assert {one.spell for one in offered.faction_spells} == {"adrenaline-shot", "instill-courage"}
    assert len(offered.book_spells) == 6
    assert choice_points(wizard, [], []) == 0
    assert choice_points(wizard, [], ["instill-courage"]) == 0
    assert choice_points(wizard, [], ["instill-courage", "adrenaline-shot"]) == 10
    assert choice_points(wizard, [], ["instill-courage", "stoneskin"]) == 10


@pytest.mark.rule("C2.7")
def test_c2_7_a_spell_of_the_card_is_not_offered_again() -> None:
    caster = CATALOGUE.models["abyssal-dwarfs.iron-caster"]
    assert [one.spell for one in choices(caster).faction_spells] == ["iron-slam"]


@pytest.mark.rule("C2.7")
@pytest.mark.parametrize(
    ("options", "spells", "code"),
    [
        (["halberd"], [], "option_unknown"),
        (["bow", "bow"], [], "option_twice"),
        (["bow", "poisoned-throwing-weapon"], [], "options_too_many"),
        (["mask-of-the-reaper", "guise-of-the-deceiver"], [], "options_too_many"),
        ([], ["fireball"], "spell_unknown"),
    ],
)
def test_c2_7_choices_are_checked(options: list[str], spells: list[str], code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        check_choice(CATALOGUE.models["varangur.night-raider"], options, spells)
    assert (refused.value.rule, refused.value.code) == ("C2.7", code)


def test_c2_7_one_gift_and_one_weapon_go_together() -> None:
    check_choice(CATALOGUE.models["varangur.night-raider"], ["mask-of-the-reaper", "bow"], [])
    with pytest.raises(IllegalAction):
        check_choice(CATALOGUE.models["kingdoms-of-men.wizard"], [], ["stoneskin", "stoneskin"])


@pytest.mark.rule("V4.5")
def test_v4_5_fee_of_a_mercenary() -> None:
    assert model_price(CATALOGUE.mercenaries["mercenary.blaine"], 150) == 93
    # 54 for Firebrand and 2 for the pistol at 1.25: 70.
    assert model_price(CATALOGUE.mercenaries["mercenary.firebrand"], 125, ["pistol"]) == 70


@pytest.mark.rule("C10.1")
def test_c10_1_company_value() -> None:
    decimator = Member(id=1, card="abyssal-dwarfs.decimator", items=("buckler",), advances=1)
    # 21 + 2 + 2 and 21.
    living = [decimator, Member(id=2, card="abyssal-dwarfs.decimator")]
    assert company_value(living, CATALOGUE, TABLE, 150) == CompanyValue(points=46, gold=69)
