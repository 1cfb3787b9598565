"""V1.8, V9.3, V9.4, V9.6: where warbands can go with Paths and Movement on or off."""

from __future__ import annotations

import pytest

from rules.vanguard.reach import Path, Place, Ways, gathers_at, nearest_hideouts, reachable

# Town (ann's) — road → mill → hills, one way only; town has a map with gate (its access) and square.
PLACES = [
    Place("town", owner="ann", x=0, y=0),
    Place("mill", x=10, y=0),
    Place("hills", x=20, y=0),
    Place("isle", owner="bo", x=0, y=90),
    Place("gate", parent="town", access=True, x=500, y=500),
    Place("square", parent="town", x=600, y=600),
]
PATHS = [Path("town", "mill"), Path("mill", "hills", one_way=True), Path("gate", "square")]
ALL = {place.id for place in PLACES}

NEITHER = Ways(paths=False, movement=False)
PATHS_ONLY = Ways(paths=True, movement=False)
MOVEMENT_ONLY = Ways(paths=False, movement=True)
BOTH = Ways(paths=True, movement=True)


@pytest.mark.rule("V9.3", "V9.6")
@pytest.mark.parametrize("ways", [NEITHER, MOVEMENT_ONLY])
@pytest.mark.parametrize("standing", [None, "mill"])
def test_v9_6_without_paths_a_warband_goes_anywhere(ways: Ways, standing: str | None) -> None:
    assert reachable("ann", PLACES, PATHS, ways, standing) == ALL


@pytest.mark.rule("V9.3", "V1.8")
def test_v9_3_paths_lead_from_own_places_one_step_also_by_an_access() -> None:
    assert reachable("ann", PLACES, PATHS, PATHS_ONLY) == {"town", "mill", "gate"}
    assert reachable("bo", PLACES, PATHS, PATHS_ONLY) == {"isle"}


@pytest.mark.rule("V9.3")
def test_v9_3_a_conquered_place_opens_the_way_to_the_next() -> None:
    conquered = [*PLACES[:1], Place("mill", owner="ann", x=10), *PLACES[2:]]
    assert reachable("ann", conquered, PATHS, PATHS_ONLY) == {"town", "mill", "gate", "hills"}


@pytest.mark.rule("V9.3")
def test_v9_3_a_one_way_path_leads_one_way() -> None:
    places = [Place("mill"), Place("hills", owner="cy")]
    assert reachable("cy", places, [Path("mill", "hills", one_way=True)], PATHS_ONLY) == {"hills"}


@pytest.mark.rule("V9.3")
def test_v9_3_who_holds_no_place_goes_anywhere() -> None:
    assert reachable("cy", PLACES, PATHS, PATHS_ONLY) == ALL


@pytest.mark.rule("V9.4", "V9.6")
def test_v9_6_with_both_reach_counts_from_where_the_warband_stands() -> None:
    assert reachable("ann", PLACES, PATHS, BOTH, "mill") == {"mill", "town", "hills"}
    assert reachable("ann", PLACES, PATHS, BOTH, "hills") == {"hills"}
    assert reachable("ann", PLACES, PATHS, BOTH, "gate") == {"gate", "square", "town"}
    assert reachable("cy", PLACES, PATHS, BOTH, "mill") == {"mill", "town", "hills"}


@pytest.mark.rule("V9.6")
def test_v9_6_a_warband_that_stands_nowhere_gathers_at_an_own_place() -> None:
    assert reachable("ann", PLACES, PATHS, BOTH) == {"town", "mill", "gate"}
    assert reachable("cy", PLACES, PATHS, BOTH) == ALL


@pytest.mark.rule("V9.6")
def test_v9_6_a_warband_from_nowhere_gathers_where_a_way_leads_on() -> None:
    places = [*PLACES, Place("keep", owner="ann", x=15, y=0)]
    paths = [*PATHS, Path("keep", "hills")]
    assert gathers_at("ann", "town", places, paths, BOTH) == "town"
    assert gathers_at("ann", "mill", places, paths, BOTH) == "town"
    assert gathers_at("ann", "hills", places, paths, BOTH) == "keep"
    # Without Paths the nearer one: the mill at 10 is 5 from the keep at 15 and 10 from the town at 0.
    assert gathers_at("ann", "mill", places, paths, MOVEMENT_ONLY) == "keep"
    assert gathers_at("cy", "mill", places, paths, MOVEMENT_ONLY) is None


@pytest.mark.rule("V9.4", "V9.6")
def test_v9_4_nearest_hideout_by_path_steps() -> None:
    places = [
        Place("field"),
        Place("far", owner="ann"),
        Place("near", owner="ann"),
        Place("between"),
        Place("twin", owner="ann"),
    ]
    paths = [Path("field", "near"), Path("field", "between"), Path("between", "far"), Path("field", "twin")]
    assert nearest_hideouts("ann", "field", places, paths, BOTH) == ("near", "twin")
    assert nearest_hideouts("cy", "field", places, paths, BOTH) == ()


@pytest.mark.rule("V9.6")
def test_v9_6_nearest_hideout_by_distance_with_inner_places_at_their_parent() -> None:
    places = [
        *PLACES,
        Place("keep", owner="ann", x=12, y=0),
        Place("cellar", owner="ann", parent="mill", x=900, y=900),
    ]
    # From the hills at 20: the keep is 8 away; the cellar counts at the mill, 10 away; the town 20.
    assert nearest_hideouts("ann", "hills", places, [], MOVEMENT_ONLY) == ("keep",)
    # From the keep at 12: the cellar, at the mill, is 2 away.
    assert nearest_hideouts("ann", "keep", places, [], MOVEMENT_ONLY) == ("cellar",)


@pytest.mark.rule("V9.6")
def test_v9_6_where_no_path_leads_home_distance_decides() -> None:
    assert nearest_hideouts("bo", "hills", PLACES, PATHS, BOTH) == ("isle",)
