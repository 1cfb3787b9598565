"""V7.5-V7.11, V8.6-V8.18: who holds a place after the round, and what End round pays."""

from __future__ import annotations

import pytest

from rules.vanguard.bonds import Bonds, Guild, Mission
from rules.vanguard.dawn import Fought, GmChooses, Kept, Ownerless, Taken, Unopposed, choose, place_fate
from rules.vanguard.income import Income, guild_share, round_income

NO_BONDS = Bonds()
# Fay founded the guild and sent no warband.
GUILD = Bonds(guilds=(Guild("g", "fay", frozenset({"ann", "bo", "fay"})),))
ORPHANED = Bonds(guilds=(Guild("g", None, frozenset({"ann", "bo"})),))
MISSION = Bonds(missions=(Mission("m", "raid", "fay", frozenset({"ann", "bo", "fay"})),))


def won(*winners: str, event: str | None = "raid") -> Fought:
    return Fought(event, winners)


def alone(seat: str, event: str | None = "raid") -> Unopposed:
    return Unopposed(event, seat)


@pytest.mark.rule("V7.5", "V7.6", "V7.11")
@pytest.mark.parametrize("owner", [None, "cy"])
def test_v7_5_the_sole_winner_takes_the_place_whoever_held_it(owner: str | None) -> None:
    assert place_fate(owner, [won("ann")], [], NO_BONDS) == Taken("ann", "V7.5")


@pytest.mark.rule("V7.6")
def test_v7_6_one_winner_alone_takes_it_himself_guild_or_not() -> None:
    assert place_fate("cy", [won("ann")], [], GUILD) == Taken("ann", "V7.5")
    assert place_fate("cy", [won("ann")], [], MISSION) == Taken("ann", "V7.5")


@pytest.mark.rule("V7.5", "V7.10")
def test_v7_5_an_owner_who_wins_alone_keeps_it() -> None:
    assert place_fate("ann", [won("ann")], [], NO_BONDS) == Kept("ann", "V7.5")


@pytest.mark.rule("V7.6", "V8.15")
def test_v7_6_winners_of_one_guild_give_it_to_the_founder_though_absent() -> None:
    assert place_fate("cy", [won("ann", "bo")], [], GUILD) == Taken("fay", "V7.6")
    assert place_fate("fay", [won("ann", "bo")], [], GUILD) == Kept("fay", "V7.6")


@pytest.mark.rule("V7.6", "V8.16", "V8.18")
def test_v7_6_winners_of_one_mission_alliance_give_it_to_who_concluded_it() -> None:
    assert place_fate("cy", [won("ann", "bo")], [], MISSION) == Taken("fay", "V7.6")
    # At another event of the place the alliance does not hold.
    elsewhere = [won("ann"), won("bo", event="feast")]
    assert place_fate("cy", elsewhere, [], MISSION) == GmChooses(("ann", "bo"), "V7.6")


@pytest.mark.rule("V7.6")
def test_v7_6_other_winners_leave_the_choice_to_the_gm() -> None:
    fate = place_fate("cy", [won("ann", "di")], [], GUILD)
    assert fate == GmChooses(("ann", "di"), "V7.6")
    assert choose(fate, "di", "cy") == Taken("di", "V7.6")
    assert choose(fate, "cy", "cy") is None
    owner_among = GmChooses(("cy", "di"), "V7.6")
    assert choose(owner_among, "cy", "cy") == Kept("cy", "V7.6")


@pytest.mark.rule("V8.6")
def test_v8_6_a_guild_without_founder_leaves_the_choice_to_the_gm() -> None:
    assert place_fate(None, [won("ann", "bo")], [], ORPHANED) == GmChooses(("ann", "bo"), "V8.6")


@pytest.mark.rule("V7.10")
def test_v7_10_winners_of_all_battles_there_count_and_draws_hinder_none() -> None:
    assert place_fate("cy", [won("ann"), won(), won("ann", event=None)], [], NO_BONDS) == Taken("ann", "V7.5")
    assert place_fate("cy", [won("ann"), won("di", event="feast")], [], NO_BONDS) == GmChooses(
        ("ann", "di"), "V7.6"
    )


@pytest.mark.rule("V7.6", "V7.10")
def test_v7_10_without_a_winner_the_owner_keeps_the_place() -> None:
    assert place_fate("cy", [won()], [], NO_BONDS) == Kept("cy", "V7.10")
    assert place_fate("cy", [won()], [alone("ann", "feast")], NO_BONDS) == Kept("cy", "V7.10")
    assert place_fate(None, [won()], [], NO_BONDS) == Ownerless("V7.10")


@pytest.mark.rule("V7.7", "V7.10")
def test_v7_7_who_met_nobody_takes_only_an_ownerless_place() -> None:
    assert place_fate(None, [], [alone("ann")], NO_BONDS) == Taken("ann", "V7.7")
    assert place_fate(None, [won()], [alone("ann", "feast")], NO_BONDS) == Taken("ann", "V7.7")
    assert place_fate("cy", [], [alone("ann")], NO_BONDS) == Kept("cy", "V7.7")
    assert place_fate(None, [won("di")], [alone("ann", "feast")], NO_BONDS) == Taken("di", "V7.5")


@pytest.mark.rule("V7.7")
def test_v7_7_two_warbands_of_one_player_are_one_player() -> None:
    assert place_fate(None, [], [alone("ann"), alone("ann", "feast")], GUILD) == Taken("ann", "V7.7")


@pytest.mark.rule("V8.15", "V8.18", "V7.10")
def test_v8_15_several_who_met_nobody() -> None:
    both = [alone("ann"), alone("bo")]
    assert place_fate(None, [], both, GUILD) == Taken("fay", "V8.15")
    assert place_fate(None, [], both, MISSION) == Taken("fay", "V8.18")
    assert place_fate("cy", [], both, GUILD) == Kept("cy", "V7.7")
    apart = [alone("ann"), alone("di", "feast")]
    assert place_fate(None, [], apart, NO_BONDS) == GmChooses(("ann", "di"), "V7.10")


@pytest.mark.rule("V8.12")
def test_v8_12_bonds_are_facts_given_to_dawn() -> None:
    battles = [won("ann", "bo")]
    assert place_fate("cy", battles, [], GUILD) != place_fate("cy", battles, [], NO_BONDS)


@pytest.mark.rule("V7.9")
def test_v7_9_income_of_a_round() -> None:
    income = round_income(20, [5, 0, 12], 4)
    assert income == Income(fixed=20, places=17, guild=4)
    assert income.total == 41
    assert round_income(0, []).total == 0


@pytest.mark.rule("V8.9")
@pytest.mark.parametrize(
    ("level", "income", "members", "share"),
    [(2, 10, 3, 7), (1, 9, 3, 3), (3, 0, 2, 0), (1, 1, 5, 1), (2, 10, 0, 0)],
)
def test_v8_9_guild_income_is_shared_and_rounded_up(
    level: int, income: int, members: int, share: int
) -> None:
    assert guild_share(level, income, members) == share
