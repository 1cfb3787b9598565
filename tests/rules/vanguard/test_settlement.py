"""C5, C7, C8, C9, V11.1: course, equipment, experience, advances, retinue, and taking effects back."""

from __future__ import annotations

import msgspec
import pytest

from rules.engine.refusal import IllegalAction
from rules.engine.rng import Draw, ScriptedRng
from rules.vanguard.carrying import carry_breaches
from rules.vanguard.catalogue import Card, PowerDice, Stats
from rules.vanguard.catalogue_store import shipped_catalogue
from rules.vanguard.settlement.advances import (
    Advance,
    choose_rule,
    choose_stat,
    new_ranks,
    power_upgrade,
    roll_advance,
)
from rules.vanguard.settlement.course import Course, course_breaches
from rules.vanguard.settlement.effects import (
    Effect,
    ExperienceGained,
    ItemLost,
    PowerDieGained,
    RankReached,
    RoleGiven,
    RoleVacated,
    RuleGained,
    StatChanged,
    counter,
)
from rules.vanguard.settlement.equipment import used_up
from rules.vanguard.settlement.experience import SideCourse, experience, half_standing
from rules.vanguard.settlement.profile import profile, ranks_reached
from rules.vanguard.settlement.retinue import (
    Candidate,
    give_role,
    holder_of,
    leader_need,
    role_cost,
    vacated,
)
from rules.vanguard.tables_store import shipped_tables

TABLES = shipped_tables()
ITEMS = shipped_catalogue().items
CAPTAIN = Card(
    key="own.captain",
    name="Captain",
    points=30,
    types=("Command",),
    faction="own",
    stats=Stats(sp=5, me=4, ar=4, ne=4, wn=4),
)
GRUNT = Card(key="own.grunt", name="Grunt", points=5, types=("Grunt",), faction="own")
HIRED = msgspec.structs.replace(CAPTAIN, faction=None)


def better(stat: str, steps: int = 1) -> StatChanged:
    return StatChanged(model=1, stat=stat, steps=steps, cause="advance")  # type: ignore[arg-type]


# The captain leads two grunts and two warriors; one grunt and one warrior were taken out.
COURSE = (
    Course(1, taken_out=False, enemies=4),
    Course(2, taken_out=False, grunt=True, base=True, enemies=1),
    Course(3, taken_out=True, grunt=True, base=True),
    Course(4, taken_out=False, base=True),
    Course(5, taken_out=True, base=True, enemies=1),
    Course(6, taken_out=False, mercenary=True, enemies=2),
)


@pytest.mark.rule("C5.1")
def test_c5_1_course_is_held_against_the_result() -> None:
    confirmed = {3: True, 5: True}
    assert course_breaches(COURSE, 0, 8, confirmed) == ()
    found = course_breaches(COURSE, -1, 7, {3: True})
    assert [(one.code, one.member) for one in found] == [
        ("objectives_below_zero", None),
        ("more_enemies_than_lost", None),
        ("taken_out_differs", 5),
    ]
    assert found[1].params == {"claimed": 8, "lost": 7}


@pytest.mark.rule("C7.1")
def test_c7_1_single_use_items_are_ticked_off() -> None:
    assert used_up(1, 70, ITEMS["bandages"]) == ItemLost(model=1, item=70, cause="used_up")
    with pytest.raises(IllegalAction):
        used_up(1, 70, ITEMS["lucky-charm"])


@pytest.mark.rule("C7.1", "C2.6")
def test_c7_1_items_move_within_the_carrying_limits() -> None:
    spear, dagger, bow = ITEMS["spear"], ITEMS["wicked-dagger"], ITEMS["bow"]
    assert carry_breaches(1, CAPTAIN, [], [spear, bow], TABLES.warband) == ()
    assert [one.code for one in carry_breaches(1, CAPTAIN, [], [spear, dagger], TABLES.warband)] == [
        "slot_taken"
    ]


def gains(side: SideCourse) -> dict[object, dict[str, int]]:
    found: dict[object, dict[str, int]] = {}
    for gain in experience(side, TABLES.experience):
        found.setdefault(gain.model, {})[gain.reason] = gain.amount
    return found


@pytest.mark.rule("C7.2")
def test_c7_2_experience_of_a_winning_side() -> None:
    side = SideCourse(COURSE, leader=1, won=True, objectives=3, gift_to=5, chronicled=4)
    assert gains(side) == {
        1: {"standing": 1, "enemies": 3, "won": 1, "half_standing": 1, "objectives": 2},
        4: {"standing": 1, "won": 1, "chronicler": 1},
        5: {"enemies": 1, "won": 1, "gift": 1},
    }


@pytest.mark.rule("C7.2")
def test_c7_2_a_losing_side_without_objectives() -> None:
    side = SideCourse(COURSE, leader=1, won=False, dead=frozenset({5}))
    assert gains(side) == {1: {"standing": 1, "enemies": 3, "half_standing": 1}, 4: {"standing": 1}}


@pytest.mark.rule("C7.2")
def test_c7_2_half_of_the_warriors_must_stand() -> None:
    assert half_standing(COURSE)
    fewer = [msgspec.structs.replace(one, taken_out=one.base and one.model != 4) for one in COURSE]
    assert not half_standing(fewer)


@pytest.mark.rule("C7.2", "C9.1")
@pytest.mark.parametrize(("field", "rule"), [("gift_to", "C7.2"), ("chronicled", "C9.1")])
@pytest.mark.parametrize("model", [2, 6, 99])
def test_c7_2_a_point_cannot_go_to_who_does_not_learn(field: str, rule: str, model: int) -> None:
    side = msgspec.structs.replace(SideCourse(COURSE, leader=1, won=True), **{field: model})
    with pytest.raises(IllegalAction) as refused:
        experience(side, TABLES.experience)
    assert refused.value.rule == rule


@pytest.mark.rule("C8.1")
def test_c8_1_ranks_at_3_7_12_18_25() -> None:
    assert [row.key for row in ranks_reached(2, 12, TABLES.ranks)] == ["blooded", "veteran", "elite"]
    assert ranks_reached(3, 6, TABLES.ranks) == ()
    assert [row.key for row in ranks_reached(17, 40, TABLES.ranks)] == ["champion", "legend"]


@pytest.mark.rule("C8.1", "C8.2")
def test_c8_1_each_rank_is_reached_once() -> None:
    changes: tuple[Effect, ...] = (ExperienceGained(model=1, amount=7, reason="won"),)
    assert new_ranks(1, CAPTAIN, changes, TABLES) == (
        RankReached(model=1, rank="blooded"),
        RankReached(model=1, rank="veteran"),
    )
    changes = (*changes, RankReached(model=1, rank="blooded"))
    assert new_ranks(1, CAPTAIN, changes, TABLES) == (RankReached(model=1, rank="veteran"),)
    assert new_ranks(1, GRUNT, changes, TABLES) == ()
    assert new_ranks(1, HIRED, changes, TABLES) == ()


def advance(roll: int, *changes: Effect, card: Card = CAPTAIN) -> Advance:
    rng = ScriptedRng([Draw("C8.2 advance", 8, (roll,))])
    return roll_advance(1, card, changes, TABLES, rng)


@pytest.mark.rule("C8.2")
@pytest.mark.parametrize(("roll", "stat"), [(1, "sp"), (2, "me"), (3, "me"), (4, "ne"), (5, "ar"), (6, "wn")])
def test_c8_2_advance_table_for_a_model_without_ra(roll: int, stat: str) -> None:
    assert advance(roll) == Advance(roll, better(stat))


@pytest.mark.rule("C8.2", "C8.3")
@pytest.mark.parametrize("roll", [7, 8])
def test_c8_2_a_special_rule_of_the_players_choice(roll: int) -> None:
    rolled = advance(roll, RuleGained(model=1, special_rule="iron_will"))
    assert rolled.effect is None
    assert rolled.stats == ()
    assert len(rolled.special_rules) == 9
    assert choose_rule(1, rolled, "duelist") == RuleGained(model=1, special_rule="duelist")
    for rule in ("iron_will", "flight"):
        with pytest.raises(IllegalAction) as refused:
            choose_rule(1, rolled, rule)
        assert refused.value.rule == "C8.3"


@pytest.mark.rule("C8.3")
def test_c8_3_a_stat_improves_at_most_twice_then_the_player_chooses_another() -> None:
    assert advance(4, better("ne")).effect == better("ne")
    rolled = advance(4, better("ne"), better("ne"))
    assert rolled.effect is None
    assert rolled.stats == ("sp", "me", "ar", "wn")
    assert len(rolled.special_rules) == 10
    assert choose_stat(1, rolled, "wn") == better("wn")
    with pytest.raises(IllegalAction):
        choose_stat(1, rolled, "ne")


@pytest.mark.rule("C8.3")
def test_c8_3_an_injury_makes_room_for_another_gain() -> None:
    hurt = StatChanged(model=1, stat="ne", steps=-1, cause="injury")
    assert advance(4, better("ne"), better("ne"), hurt).effect == better("ne")


@pytest.mark.rule("C8.3")
@pytest.mark.parametrize(
    ("roll", "stats"), [(1, Stats(sp=10, me=4)), (2, Stats(sp=5, me=2)), (6, Stats(sp=5, me=4, wn=8))]
)
def test_c8_3_never_beyond_2_and_sp_10_and_wn_8(roll: int, stats: Stats) -> None:
    best = msgspec.structs.replace(CAPTAIN, stats=stats)
    assert advance(roll, card=best).effect is None


@pytest.mark.rule("C9.4")
def test_c9_4_one_power_upgrade_for_a_command() -> None:
    assert power_upgrade(1, CAPTAIN, used=False) == PowerDieGained(model=1)
    for card, used in ((GRUNT, False), (HIRED, False), (CAPTAIN, True)):
        with pytest.raises(IllegalAction) as refused:
            power_upgrade(1, card, used=used)
        assert refused.value.rule == "C9.4"


@pytest.mark.rule("C6.2", "C8.2", "C2.7")
def test_profile_is_the_card_and_all_that_happened() -> None:
    changes: list[Effect] = [
        better("sp"),
        better("me"),
        StatChanged(model=1, stat="ne", steps=-1, cause="injury"),
        RuleGained(model=1, special_rule="duelist"),
        PowerDieGained(model=1),
        ExperienceGained(model=1, amount=3, reason="enemies"),
        ExperienceGained(model=1, amount=2, reason="tale"),
        RankReached(model=1, rank="blooded"),
    ]
    now = profile(CAPTAIN, changes)
    assert now.stats == Stats(sp=6, me=3, ar=4, ne=5, wn=4)
    assert now.special_rules == ("duelist",)
    assert now.gained_dice == PowerDice(red=1)
    assert now.experience == 5
    assert now.ranks == ("blooded",)
    assert now.advances == 4


@pytest.mark.rule("V11.1")
def test_v11_1_counters_take_every_effect_back() -> None:
    changes: list[Effect] = [
        better("sp"),
        RuleGained(model=1, special_rule="duelist"),
        PowerDieGained(model=1),
        ExperienceGained(model=1, amount=3, reason="enemies"),
        RankReached(model=1, rank="blooded"),
    ]
    assert profile(CAPTAIN, [*changes, *(counter(one) for one in changes)]) == profile(CAPTAIN, [])
    assert counter(counter(changes[0])) == changes[0]


@pytest.mark.rule("V11.1")
def test_v11_1_effects_survive_being_stored() -> None:
    changes: list[Effect] = [better("sp"), counter(ItemLost(model=1, item="a", cause="robbed"))]
    stored = msgspec.json.encode(changes)
    assert msgspec.json.decode(stored, type=list[Effect]) == changes


LEADER = Candidate(1, CAPTAIN)
OTHER = Candidate(2, msgspec.structs.replace(GRUNT, types=("Warrior",)))


@pytest.mark.rule("C9.2")
def test_c9_2_leader_and_second_role_are_free_and_each_further_costs() -> None:
    table = TABLES.retinue
    assert role_cost("leader", {}, table, 150) == 0
    assert role_cost("healer", {"leader": 1}, table, 150) == 0
    assert role_cost("healer", {}, table, 150) == 0
    # 3 points at 1.50 are 4.5, rounded up.
    assert role_cost("scout", {"leader": 1, "healer": 2}, table, 150) == 5
    assert role_cost("leader", {"healer": 2, "scout": 3}, table, 150) == 0
    given = give_role("scout", OTHER, {"leader": 1, "healer": 3}, table, 100)
    assert given == RoleGiven(model=2, role="scout", cost=3)


@pytest.mark.rule("C9.1", "C9.2", "C2.8")
@pytest.mark.parametrize(
    ("role", "candidate", "holders", "rule", "code"),
    [
        ("healer", OTHER, {"healer": 5}, "C9.2", "role_taken"),
        ("healer", OTHER, {"scout": 2}, "C9.2", "model_has_role"),
        ("leader", OTHER, {}, "C9.1", "role_needs_command"),
        ("cook", OTHER, {}, "C9.1", "role_unknown"),
        ("leader", Candidate(9, HIRED), {}, "C2.8", "mercenary_no_role"),
    ],
)
def test_c9_2_roles_that_are_refused(
    role: str, candidate: Candidate, holders: dict[str, str | int], rule: str, code: str
) -> None:
    with pytest.raises(IllegalAction) as refused:
        give_role(role, candidate, holders, TABLES.retinue, 100)
    assert (refused.value.rule, refused.value.code) == (rule, code)


@pytest.mark.rule("C9.3")
def test_c9_3_the_check_after_losses() -> None:
    holders = {"leader": 1, "healer": 2}
    assert vacated(holders, {1, 7}) == (RoleVacated(model=1, role="leader"),)
    assert leader_need(holders, [LEADER], TABLES.retinue) == "none"
    assert leader_need({"healer": 2}, [OTHER, LEADER], TABLES.retinue) == "name_command"
    assert leader_need({"healer": 2}, [OTHER], TABLES.retinue) == "buy_command"


@pytest.mark.rule("C9.1", "C6.3")
def test_c9_1_who_has_the_effect_of_a_role() -> None:
    holders = {"leader": 1, "healer": 2}
    assert holder_of("red_die", holders, TABLES.retinue) == 1
    assert holder_of("reroll_injury", holders, TABLES.retinue) == 2
    assert holder_of("half_resale_loss", holders, TABLES.retinue) is None
