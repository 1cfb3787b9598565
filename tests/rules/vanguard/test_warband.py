"""V4.1-V4.4, V5.5, C2: the limits of a warband, one breach at a time and all at once."""

from __future__ import annotations

import pytest

from rules.vanguard.carrying import carry_breaches
from rules.vanguard.catalogue import Card, Catalogue, Meta, PowerDice
from rules.vanguard.catalogue_store import shipped_catalogue
from rules.vanguard.names import Breach
from rules.vanguard.tables_store import shipped_tables
from rules.vanguard.warband import Member, Warband, breaches, limit_in_force, points, power_dice

SHIPPED = shipped_catalogue()
TABLE = shipped_tables().warband


def card(key: str, *types: str, points: int = 10, **more: object) -> Card:
    base = bool({"Grunt", "Warrior"} & set(types))
    settings: dict[str, object] = {"faction": "own", "counts_as_base": base, **more}
    return Card(key=key, name=key.title(), points=points, types=types, **settings)  # type: ignore[arg-type]


CARDS = [
    card("captain", "Command", points=20),
    card("grunt", "Grunt", points=5, items_allowed="one_common"),
    card("warrior", "Warrior"),
    card("support", "Support"),
    card("mage", "Spellcaster"),
    card("warlock", "Spellcaster", "Command"),
    card("giant", "Large"),
    card("chief", "Command", "Large"),
    card("elemental", "Large", "Support"),
    card("ogre", "Warrior", "Large", ignores_large_limit=True),
    card("paymaster", "Support", "Large", ignores_large_limit=True, unlocks_extra=("Support",)),
    card("troll", "Large", unlocks_extra=("Large",)),
    card("driller", "Support", same_model_max_small=0),
    card("hero", "Support", character="hero", same_model_max=1),
    card("pup", "Grunt", same_model_max=2, only_with=("launcher",)),
    card("launcher", "Support"),
    card("hound", "Warrior", items_allowed="none"),
    card("rider", "Warrior", traits=("cavalry",)),
    card("brute", "Warrior", traits=("crushing_strength",)),
]
HIRED = [
    card("sword", "Command", faction=None, points=30, power_dice=PowerDice(white=1)),
    card("twin", "Command", faction=None, character="hero"),
]
CATALOGUE = Catalogue(
    meta=Meta("test", "today"),
    factions={},
    models={one.key: one for one in CARDS},
    mercenaries={one.key: one for one in HIRED},
    items=SHIPPED.items,
    spells={},
    scenarios={},
    keywords={},
)


def band(*keys: str, leader: int | None = 0) -> Warband:
    return Warband(tuple(Member(id=i, card=key) for i, key in enumerate(keys)), leader)


def codes(warband: Warband, limit: int = 200) -> list[tuple[str, str]]:
    return [(one.rule, one.code) for one in breaches(warband, limit, CATALOGUE, TABLE)]


@pytest.mark.rule("V4.2", "C2.1")
@pytest.mark.parametrize("second", ["grunt", "warrior"])
def test_v4_2_a_leader_and_a_warrior_are_enough(second: str) -> None:
    assert codes(band("captain", second), 40) == []


@pytest.mark.rule("C2.1", "V4.1")
def test_c2_1_command_and_warrior_are_needed_and_all_is_named_at_once() -> None:
    assert codes(Warband((), None)) == [("V4.1", "no_leader"), ("C2.1", "no_command"), ("C2.1", "no_warrior")]
    assert codes(band("captain")) == [("C2.1", "no_warrior")]


@pytest.mark.rule("V4.1", "C2.8")
def test_v4_1_the_leader_is_a_command_of_the_company() -> None:
    assert codes(band("captain", "grunt", leader=1)) == [("V4.1", "leader_no_command")]
    assert codes(band("captain", "grunt", "sword", leader=2)) == [("V4.1", "leader_no_command")]
    assert codes(band("captain", "grunt", leader=None)) == [("V4.1", "no_leader")]


@pytest.mark.rule("V4.3", "V5.5")
def test_v4_3_an_event_lowers_the_limit_and_never_raises_it() -> None:
    assert limit_in_force(200, None) == 200
    assert limit_in_force(200, 120) == 120
    assert limit_in_force(200, 300) == 200
    assert breaches(band("captain", "warrior"), 29, CATALOGUE, TABLE) == (
        Breach("V4.3", "too_many_points", {"points": 30, "limit": 29}),
    )


@pytest.mark.rule("C2.2")
def test_c2_2_types_per_three_warriors() -> None:
    three = ("grunt", "grunt", "warrior")
    assert codes(band("captain", *three, "support", "mage")) == []
    assert breaches(band("captain", "grunt", "grunt", "support"), 200, CATALOGUE, TABLE) == (
        Breach("C2.2", "too_many_type", {"type": "Support", "count": 1, "most": 0}),
    )
    assert codes(band("captain", "captain", *three)) == [("C2.2", "too_many_type")]
    assert codes(band("captain", "captain", *three, *three)) == []


@pytest.mark.rule("C2.2")
def test_c2_2_a_command_that_is_also_spellcaster_counts_only_as_command() -> None:
    assert codes(band("warlock", "grunt")) == []
    assert codes(band("captain", "mage", "grunt")) == [("C2.2", "too_many_type")]


@pytest.mark.rule("C2.2", "C2.3")
def test_c2_2_other_models_of_two_types_count_as_both() -> None:
    assert codes(band("captain", "elemental", "grunt")) == [("C2.2", "too_many_type")]
    three = ("grunt", "grunt", "grunt")
    assert codes(band("captain", "elemental", "giant", *three), 200) == [("C2.3", "too_many_large")]


@pytest.mark.rule("C2.2")
def test_c2_2_the_slips_of_the_data_are_mended() -> None:
    models = SHIPPED.models
    counted = ["ogres.red-goblin", "ogres.boomer", "ogres.crocodog", "salamanders.lekelidon"]
    assert all(models[key].counts_as_base for key in counted)
    assert not models["basileans.veteran-sergeant"].counts_as_base
    assert not models["ratkin.ratkin-warlock"].counts_as_base


@pytest.mark.rule("C2.3")
def test_c2_3_large_models_per_150_points_and_one_below() -> None:
    assert codes(band("captain", "grunt", "giant"), 100) == []
    assert codes(band("captain", "grunt", "giant", "giant"), 299) == [("C2.3", "too_many_large")]
    assert codes(band("captain", "grunt", "giant", "giant"), 300) == []


@pytest.mark.rule("C2.3")
def test_c2_3_first_large_command_is_free_and_flags_count() -> None:
    assert codes(band("chief", "grunt", "giant"), 200) == []
    assert codes(band("chief", "chief", *("grunt",) * 3, "giant"), 200).count(("C2.3", "too_many_large")) == 1
    assert codes(band("captain", "ogre", "ogre", "ogre", "giant"), 200) == []
    assert codes(band("captain", "grunt", "troll", "troll"), 200) == []


@pytest.mark.rule("C2.3")
def test_c2_3_an_unlocking_model_makes_room_for_one_of_its_type() -> None:
    assert codes(band("captain", "grunt", "paymaster")) == []
    assert codes(band("captain", "grunt", "paymaster", "support")) == [("C2.2", "too_many_type")]


@pytest.mark.rule("C2.4")
def test_c2_4_same_model_per_40_points() -> None:
    assert codes(band("captain", *("grunt",) * 5), 200) == []
    assert breaches(band("captain", *("grunt",) * 5), 199, CATALOGUE, TABLE) == (
        Breach("C2.4", "too_many_same", {"card": "Grunt", "count": 5, "most": 4}),
    )
    assert codes(band("captain", "grunt"), 39) == []
    assert codes(band("captain", "grunt", "grunt"), 39) == [("C2.4", "too_many_same")]


@pytest.mark.rule("C2.4")
def test_c2_4_the_card_overrides_the_limit() -> None:
    three = ("grunt", "grunt", "warrior")
    assert codes(band("captain", *three, "driller"), 101) == []
    assert codes(band("captain", *three, "driller"), 100) == [("C2.4", "too_many_same")]
    assert codes(band("captain", "grunt", "pup")) == [("C2.4", "needs_model")]
    assert codes(band("captain", "grunt", "pup", "pup", "launcher")) == []
    assert codes(band("captain", "grunt", "pup", "pup", "pup", "launcher")) == [("C2.4", "too_many_same")]


@pytest.mark.rule("C2.5", "C2.8")
def test_c2_5_one_of_each_character_also_as_a_mercenary() -> None:
    six = ("grunt", "grunt", "grunt", "warrior", "warrior", "warrior")
    assert codes(band("captain", *six, "hero", "hero")) == [("C2.5", "character_twice")]
    assert codes(band("captain", *six, "hero", "twin")) == [("C2.5", "character_twice")]
    firebrands = {SHIPPED.models["salamanders.firebrand"].character}
    assert firebrands == {SHIPPED.mercenaries["mercenary.firebrand"].character}


@pytest.mark.rule("C2.8")
def test_c2_8_mercenaries_count_for_points_alone() -> None:
    assert codes(band("captain", "grunt", "sword", "twin")) == []
    assert codes(band("captain", "grunt", "sword", "sword")) == [("C2.8", "mercenary_twice")]
    assert ("C2.1", "no_command") in codes(band("sword", "grunt", leader=None))
    assert points(band("captain", "grunt", "sword"), CATALOGUE, TABLE) == 55


@pytest.mark.rule("C2.9", "C9.1", "C9.4")
def test_c2_9_power_dice() -> None:
    warband = Warband(
        (
            Member(id=7, card="captain", gained_dice=PowerDice(red=1)),
            Member(id=8, card="grunt"),
            Member(id=9, card="sword"),
        ),
        7,
    )
    assert power_dice(warband, CATALOGUE, TABLE) == PowerDice(red=4, white=1)
    assert power_dice(warband, CATALOGUE, TABLE, retinue_leader=7) == PowerDice(red=5, white=1)
    assert power_dice(warband, CATALOGUE, TABLE, retinue_leader=99) == PowerDice(red=4, white=1)


def carried(key: str, *items: str, options: tuple[str, ...] = ()) -> list[str]:
    found = carry_breaches(1, CATALOGUE.card(key), options, [CATALOGUE.items[one] for one in items], TABLE)
    assert all(one.rule in ("C2.6", "C2.8") and one.member == 1 for one in found)
    return [one.code for one in found]


@pytest.mark.rule("C2.6", "V3.7")
@pytest.mark.parametrize(
    ("key", "items", "expected"),
    [
        ("warrior", ("spear", "buckler"), []),
        ("warrior", ("spear", "buckler", "bow"), ["too_many_items"]),
        ("warrior", ("spear", "wicked-dagger"), ["slot_taken"]),
        ("warrior", ("crude-throwing-knife", "bow"), ["slot_taken"]),
        ("grunt", ("spear",), []),
        ("grunt", ("spear", "buckler"), ["too_many_items"]),
        ("grunt", ("long-bow",), ["grunt_item"]),
        ("hound", ("spear",), ["no_items"]),
        ("mage", ("large-shield",), ["type_barred"]),
        ("mage", ("energy-crystal",), []),
        ("warrior", ("energy-crystal",), ["type_needed"]),
        ("warrior", ("power-rune",), ["type_needed"]),
        ("warrior", ("banner-of-the-griffin",), ["type_barred"]),
        ("rider", ("common-mount",), ["trait_barred"]),
        ("brute", ("heavy-weapon",), ["trait_barred"]),
        ("giant", ("common-mount",), ["type_barred"]),
        ("warrior", ("common-mount", "orcsbains-amulet-of-thorns"), ["trait_barred"]),
        ("sword", ("spear",), ["mercenary_items"]),
    ],
)
def test_c2_6_what_a_model_may_carry(key: str, items: tuple[str, ...], expected: list[str]) -> None:

    assert carried(key, *items) == expected


@pytest.mark.rule("C2.6")
def test_c2_6_an_option_bars_an_item_too() -> None:
    foot_soldier = SHIPPED.models["kingdoms-of-men.foot-soldier"]
    spear = [SHIPPED.items["spear"]]
    assert [one.code for one in carry_breaches(1, foot_soldier, ["spear"], spear, TABLE)] == ["trait_barred"]
    assert carry_breaches(1, foot_soldier, [], spear, TABLE) == ()


@pytest.mark.rule("C2.6")
def test_c2_6_some_cards_take_no_mount() -> None:
    decimator = SHIPPED.models["abyssal-dwarfs.decimator"]
    found = carry_breaches(1, decimator, [], [SHIPPED.items["common-mount"]], TABLE)
    assert [one.code for one in found] == ["no_mount"]


@pytest.mark.rule("C2.6")
def test_c2_6_rare_items_not_twice_in_a_warband() -> None:
    def armed(item: str) -> Warband:
        return Warband(
            (
                Member(id=1, card="captain", items=(item,)),
                Member(id=2, card="warrior", items=(item,)),
            ),
            1,
        )

    assert codes(armed("long-bow")) == [("C2.6", "item_twice")]
    assert codes(armed("bow")) == []


@pytest.mark.rule("V4.4")
def test_v4_4_every_breach_is_named_in_one_answer() -> None:
    warband = Warband(
        (
            Member(id=1, card="grunt", items=("spear", "buckler")),
            Member(id=2, card="giant"),
            Member(id=3, card="giant"),
            Member(id=4, card="support"),
        ),
        None,
    )
    assert set(codes(warband, 30)) == {
        ("V4.3", "too_many_points"),
        ("V4.1", "no_leader"),
        ("C2.1", "no_command"),
        ("C2.2", "too_many_type"),
        ("C2.3", "too_many_large"),
        ("C2.4", "too_many_same"),
        ("C2.6", "too_many_items"),
    }
