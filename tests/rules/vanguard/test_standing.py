"""V9.4-V9.7: which standing warbands defend, and who stays, returns or withdraws."""

from __future__ import annotations

import pytest

from rules.engine.rng import SeededRng
from rules.vanguard.announce import Arrival, RunningEvent, announce
from rules.vanguard.bonds import Bonds, Guild
from rules.vanguard.standing import Move, Result, Stance, Standing, defenders, move_after

ALONE = Bonds()
PACT = Bonds(guilds=(Guild("g", "ann", frozenset({"ann", "bo"})),))


def posts(*args: object) -> list[tuple[object, object]]:
    return [(post.standing.warband, post.event) for post in defenders(*args)]  # type: ignore[arg-type]


@pytest.mark.rule("V9.5", "V9.7")
def test_v9_5_a_standing_warband_fights_when_an_ordered_one_from_outside_comes() -> None:
    guard = [Standing("guard", "ann", "town", 40)]
    assert posts({("town", None): ["bo"]}, guard, ALONE) == [("guard", None)]
    assert posts({("mill", None): ["bo"]}, guard, ALONE) == [], "they came elsewhere"
    assert posts({}, guard, ALONE) == []
    assert posts({("town", None): ["bo"]}, guard, PACT) == [], "an ally came"
    assert posts({("town", None): ["bo", "cy"]}, guard, PACT) == [("guard", None)]


@pytest.mark.rule("V9.7")
def test_v9_7_one_per_player_an_ordered_one_first_then_the_strongest_then_the_older() -> None:
    band = [
        Standing("old", "ann", "town", 40),
        Standing("strong", "ann", "town", 60),
        Standing("young", "ann", "town", 40),
        Standing("guest", "cy", "town", 10),
    ]
    assert posts({("town", None): ["bo"]}, band, ALONE) == [("strong", None), ("guest", None)]
    assert posts({("town", None): ["bo", "ann"]}, band, ALONE) == [("guest", None)]
    both = {("town", "feast"): ["bo"], ("town", "fire"): ["bo"], ("town", None): []}
    assert posts(both, band, ALONE) == [("strong", "feast"), ("guest", "feast"), ("old", "fire")]
    four = {("town", one): ["bo"] for one in ("a", "b", "c", "d")}
    assert posts(four, band[:3], ALONE) == [("strong", "a"), ("old", "b"), ("young", "c")]
    feast = {("town", "feast"): ["bo", "ann"], ("town", "fire"): ["bo"]}
    assert posts(feast, band[:3], ALONE) == [("strong", "fire")]


@pytest.mark.rule("V9.7", "V6.1")
def test_v9_7_who_defends_stands_in_the_battle_that_is_announced() -> None:
    told = announce(
        [Arrival("raid", "bo", "town", None, 50), Arrival("walk", "bo", "mill", None, 30)],
        [],
        2,
        ALONE,
        SeededRng(b"\xab" * 32, 0),
        standing=[Standing("guard", "ann", "town", 40), Standing("other", "ann", "mill", 20)],
    )
    assert [(spot.place, spot.battles, spot.unopposed) for spot in told.spots] == [
        ("town", (("raid", "guard"),), ()),
        ("mill", (("walk", "other"),), ()),
    ]
    assert [post.standing.warband for post in told.posts] == ["guard", "other"]


@pytest.mark.rule("V9.7")
def test_v9_7_standing_warbands_never_fight_one_another() -> None:
    told = announce(
        [],
        [],
        None,
        ALONE,
        SeededRng(b"\xab" * 32, 0),
        standing=[Standing("guard", "ann", "town", 40), Standing("guest", "bo", "town", 20)],
    )
    assert told.spots == ()
    assert told.posts == ()


@pytest.mark.rule("V9.7", "V4.10")
def test_v9_7_a_warband_that_waits_at_home_and_joined_an_event_is_an_ordered_one() -> None:
    told = announce(
        [Arrival("raid", "bo", "town", "feast", 50), Arrival("watch", "ann", "town", None, 30)],
        [RunningEvent("feast", "town", 100)],
        2,
        ALONE,
        SeededRng(b"\xab" * 32, 0),
        standing=[Standing("guard", "ann", "town", 90)],
    )
    (spot,) = told.spots
    assert sorted(spot.battles[0]) == ["raid", "watch"]
    assert told.posts == ()


@pytest.mark.rule("V9.4", "V9.6")
@pytest.mark.parametrize(
    ("stance", "result", "move"),
    [
        (Stance.ATTACK, Result.WON, Move.STAYS),
        (Stance.ATTACK, None, Move.STAYS),
        (Stance.ATTACK, Result.LOST, Move.RETURNS),
        (Stance.ATTACK, Result.DRAWN, Move.RETURNS),
        (Stance.HOME, Result.LOST, Move.WITHDRAWS),
        (Stance.HOME, Result.DRAWN, Move.STAYS),
        (Stance.HOME, None, Move.STAYS),
        (Stance.STANDING, Result.WON, Move.STAYS),
        (Stance.STANDING, Result.DRAWN, Move.STAYS),
        (Stance.STANDING, Result.LOST, Move.WITHDRAWS),
    ],
)
def test_v9_4_who_stays_returns_and_withdraws(stance: Stance, result: Result | None, move: Move) -> None:
    assert move_after(stance, result) == move
