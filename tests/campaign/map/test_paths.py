"""Paths and accesses: drawn by the GM, seen by all, walked by orders; nothing of them without the module
(V1.8, V9.2, V9.3, V4.12)."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from app.campaign.founding.operations import copy_catalogue
from app.campaign.map import queries
from app.campaign.map.models import Path, Place
from app.campaign.states import Phase, State
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.journal.writes import writing
from tests.campaign.map.table import Table, lay_table, words_of
from tests.campaign.map.test_inner_maps import enter, put
from tests.counting import counted
from tests.story import orders
from tests.story.campaign import have_confirmed_company


def switch_on(table: Table, **modules: bool) -> None:
    with table.app.app_context(), writing():
        for name, on in modules.items():
            setattr(table.campaign, f"module_{name}", on)


@pytest.fixture
def ways(table: Table) -> Table:
    """The three places of the land, and the module Paths on."""
    switch_on(table, paths=True)
    return table


def draw(table: Table, start: str, end: str, way: str = "both", who: str = "Gerda") -> int:
    return table.post(
        who, "map/paths", form_key="path", start=table.places[start], end=table.places[end], way=way
    ).status_code


def drawn(table: Table) -> set[tuple[str, str, bool]]:
    names = {key: name for name, key in table.places.items()}
    with table.app.app_context():
        rows = db.session.execute(select(Path).where(Path.campaign_id == table.campaign_id)).scalars()
        return {(names[row.start_id], names[row.end_id], row.one_way) for row in rows}


def lines(page: str) -> int:
    return page.count('class="m-path"')


@pytest.mark.rule("V9.3")
def test_v9_3_the_gm_draws_paths_both_ways_and_one_way(ways: Table) -> None:
    assert draw(ways, "Rabenfels", "Nebelmoor") == 303
    assert draw(ways, "Ulvedal", "Nebelmoor", "back") == 303
    assert drawn(ways) == {("Rabenfels", "Nebelmoor", False), ("Nebelmoor", "Ulvedal", True)}
    page = ways.page("Mads", "map")
    assert (lines(page), page.count('class="m-way"')) == (2, 1), "the one-way path alone bears an arrow"
    sheet = words_of(ways.get("Mads", f"map?place={ways.places['Nebelmoor']}"))
    assert re.search(
        r"Paths Rabenfels both ways Ulvedal one way, from here|Ulvedal one way, from here", sheet
    )
    # Drawn anew between the same two, it is the same path in its new direction.
    assert draw(ways, "Nebelmoor", "Rabenfels", "there") == 303
    assert drawn(ways) == {("Nebelmoor", "Rabenfels", True), ("Nebelmoor", "Ulvedal", True)}
    assert draw(ways, "Ulvedal", "Ulvedal") == 422


@pytest.mark.rule("V9.3")
def test_v9_3_a_path_is_drawn_by_tapping_two_places_and_erased(ways: Table) -> None:
    start, end = ways.places["Rabenfels"], ways.places["Ulvedal"]
    editor = ways.page("Gerda", f"map/edit?place={start}")
    assert f"map/paths?start={start}" in editor
    tap = ways.page("Gerda", f"map/paths?start={start}")
    assert f"map/paths?start={start}&amp;end={end}" in tap.split('class="mapsvg"')[1]
    ask = ways.page("Gerda", f"map/paths?start={start}&end={end}")
    assert "A path between Rabenfels and Ulvedal" in ask
    assert draw(ways, "Rabenfels", "Ulvedal", "there") == 303
    with ways.app.app_context():
        path = db.session.execute(select(Path.id)).scalar_one()
    listed = ways.page("Gerda", "map/edit")
    assert "Rabenfels → Ulvedal" in listed
    assert ways.post("Mads", f"map/paths/{path}/erase").status_code == 403
    assert ways.post("Gerda", f"map/paths/{path}/erase").status_code == 303
    assert drawn(ways) == set()


@pytest.mark.rule("V9.2", "V9.3", "V1.8")
def test_v9_2_without_the_module_paths_leave_no_trace_and_are_refused(table: Table) -> None:
    inside = enter(table, "Rabenfels")
    with table.app.app_context(), writing():
        path = Path(
            campaign_id=table.campaign_id,
            start_id=table.places["Rabenfels"],
            end_id=table.places["Ulvedal"],
        )
        db.session.add(path)
        db.session.flush()
        path_id = path.id
    assert table.get("Gerda", f"map/paths?start={table.places['Rabenfels']}").status_code == 404
    assert draw(table, "Rabenfels", "Nebelmoor") == 404
    assert table.post("Gerda", f"map/paths/{path_id}/erase").status_code == 422
    refused = table.post(
        "Gerda",
        f"map/places{inside}",
        form_key="new-place",
        name="Gate",
        x="0.5",
        y="0.5",
        income="1",
        icon="gate",
        access="y",
    )
    assert refused.status_code == 422
    for page in ("map", f"map?place={table.places['Rabenfels']}", f"places/{table.places['Rabenfels']}"):
        text = table.page("Mads", page)
        assert lines(text) == 0
        assert "both ways" not in text
    for page in ("map/edit", f"map/edit?place={table.places['Rabenfels']}", f"map/edit{inside}"):
        text = table.page("Gerda", page)
        assert "Draw a path" not in text
        assert "No path yet" not in text
        assert 'name="access"' not in text


@pytest.mark.rule("V1.8")
def test_v1_8_an_access_joins_a_place_and_its_map_both_ways(ways: Table) -> None:
    inside = enter(ways, "Rabenfels")
    put(ways, inside, "Gate", access="y")
    put(ways, inside, "Postern", access="y")
    put(ways, inside, "Market")
    assert draw(ways, "Gate", "Market") == 303
    # Two accesses come over the edge of the town's map, one path joins two places of it.
    assert lines(ways.page("Mads", f"map?inside={ways.places['Rabenfels']}")) == 3
    assert lines(ways.page("Mads", "map")) == 0
    sheet = words_of(ways.get("Mads", f"map?place={ways.places['Rabenfels']}"))
    assert sheet.count("access, both ways") == 2
    roads = _reach(ways, "Rabenfels", "Ellen")
    assert roads == {"Rabenfels", "Gate", "Postern"}
    assert _reach(ways, "Market", "Mads") == {"Market", "Gate"}
    with ways.app.app_context(), writing():
        ways.place("Market").owner_id = None
    assert _reach(ways, "Gate", "Mads") == {"Gate", "Market", "Rabenfels"}
    refused = ways.post(
        "Gerda",
        f"map/places/{ways.places['Ulvedal']}",
        form_key="place",
        version="1",
        name="Ulvedal",
        income="5",
        icon="village",
        across="75",
        down="25",
        access="y",
    )
    assert refused.status_code == 422, "nothing lies above a place of the land"


def _reach(table: Table, place: str, owner: str) -> set[str]:
    """Where the owner of the place can send a warband."""
    names = {key: name for name, key in table.places.items()}
    with table.app.app_context(), writing():
        table.place(place).owner_id = table.seats[owner]
    with table.app.test_request_context():
        campaign = table.campaign
        roads = queries.roads_of(campaign, queries.atlas_of(campaign), queries.paths_of(campaign))
        return {names[one] for one in roads.reachable(table.seat(owner), Warband())}


@pytest.mark.rule("V9.3", "V1.6")
def test_v9_3_paths_may_join_places_of_any_maps(ways: Table) -> None:
    inside = enter(ways, "Rabenfels")
    put(ways, inside, "Harbour")
    assert draw(ways, "Harbour", "Ulvedal", "there") == 303
    land, town = ways.page("Mads", "map"), ways.page("Mads", f"map?inside={ways.places['Rabenfels']}")
    assert (lines(land), lines(town)) == (1, 1), "from Rabenfels on the land, over the edge in the town"
    # Rabenfels itself is no end of the path: who holds it reaches nothing by it.
    assert _reach(ways, "Rabenfels", "Ellen") == {"Rabenfels"}
    assert _reach(ways, "Harbour", "Mads") == {"Harbour", "Ulvedal"}


@pytest.fixture
def campaigning(ways: Table) -> Table:
    """Orders of round 1: Ellen holds Rabenfels, Mads Ulvedal; one path, Rabenfels to Nebelmoor."""
    with ways.app.app_context(), writing():
        copy_catalogue(ways.campaign)
        ways.place("Rabenfels").owner_id = ways.seats["Ellen"]
        ways.place("Ulvedal").owner_id = ways.seats["Mads"]
    assert draw(ways, "Rabenfels", "Nebelmoor", "there") == 303
    ways.move_on(phase=Phase.ORDERS)
    for who in ("Ellen", "Mads"):
        have_confirmed_company(ways.app, ways.campaign_id, ways.seats[who])
    return ways


def band(table: Table, who: str, name: str) -> str:
    return orders.warband(table.app, table.campaign_id, table.seats[who], name)


@pytest.mark.rule("V9.3", "V4.6")
def test_v9_3_only_reachable_targets_are_lit_and_a_refusal_says_why(campaigning: Table) -> None:
    table = campaigning
    wolves = band(table, "Ellen", "Wolves")
    seat = f"seats/{table.seats['Ellen']}/orders"
    page = table.page("Ellen", f"{seat}?warband={wolves}")
    svg = page.split('class="mapsvg"')[1].split("</svg>")[0]
    lit = {
        name for name, key in table.places.items() if re.search(rf'class="pm legal"[^>]*data-id="{key}"', svg)
    }
    assert lit == {"Rabenfels", "Nebelmoor"}
    why = "The warband cannot reach Ulvedal: no path leads there from a place you hold."
    assert why in words_of(table.get("Ellen", f"{seat}?warband={wolves}"))
    fields = orders.send_fields(
        table.browsers["Ellen"], table.campaign_id, table.seats["Ellen"], wolves, table.places["Nebelmoor"]
    )
    forced = table.browsers["Ellen"].post(table.url(seat), data={**fields, "place": table.places["Ulvedal"]})
    assert forced.status_code == 422
    assert why in words_of(forced)
    assert "V9.3" in forced.text
    assert table.browsers["Ellen"].post(table.url(seat), data=fields).status_code in (303, 409)


@pytest.mark.rule("V9.3")
def test_v9_3_a_conquered_place_opens_the_next_and_who_holds_none_goes_anywhere(campaigning: Table) -> None:
    table = campaigning
    assert draw(table, "Nebelmoor", "Ulvedal") == 303
    assert _reach(table, "Rabenfels", "Ellen") == {"Rabenfels", "Nebelmoor"}
    assert _reach(table, "Nebelmoor", "Ellen") == {"Rabenfels", "Nebelmoor", "Ulvedal"}
    with table.app.app_context(), writing():
        for name in ("Rabenfels", "Nebelmoor"):
            table.place(name).owner_id = None
    wolves = band(table, "Ellen", "Wolves")
    page = table.page("Ellen", f"seats/{table.seats['Ellen']}/orders?warband={wolves}")
    assert page.count('class="pm legal"') == 3


@pytest.mark.rule("V4.12", "V9.3")
def test_v4_12_an_order_that_no_path_serves_any_more_is_lifted(campaigning: Table) -> None:
    table = campaigning
    wolves = band(table, "Ellen", "Wolves")
    sent = orders.order(
        table.browsers["Ellen"], table.campaign_id, table.seats["Ellen"], wolves, table.places["Nebelmoor"]
    )
    assert sent.status_code == 303
    before = table.page("Mads", "map")
    assert draw(table, "Rabenfels", "Nebelmoor", "both") == 303
    assert orders.standing(table.app, table.campaign_id) == [("Wolves", "Nebelmoor", None)]
    assert draw(table, "Rabenfels", "Nebelmoor", "back") == 303
    assert orders.standing(table.app, table.campaign_id) == []
    with table.app.app_context():
        (row,) = table.rows("order.lifted")
        assert row.audience == f"seat:{table.seats['Ellen']}"
    assert "Wolves" not in before + table.page("Mads", "chronicle") + table.page("Mads", "map")


@pytest.mark.rule("V9.3")
def test_paths_are_the_gms_and_the_campaigns_own(ways: Table) -> None:
    other = lay_table(ways.app, "Another")
    assert draw(ways, "Rabenfels", "Ulvedal", who="Mads") == 403
    foreign = ways.post(
        "Gerda", "map/paths", form_key="path", start=ways.places["Rabenfels"], end=other.places["Ulvedal"]
    )
    assert foreign.status_code == 404
    assert ways.get("Mads", f"map/paths?start={ways.places['Rabenfels']}").status_code == 403
    assert ways.get("Gerda", f"map/paths?start={other.places['Rabenfels']}").status_code == 404


@pytest.mark.rule("V9.3", "V10.2")
def test_drawing_is_told_once_places_have_owners(ways: Table) -> None:
    assert draw(ways, "Rabenfels", "Nebelmoor") == 303
    ways.move_on(State.HIDEOUTS)
    assert draw(ways, "Rabenfels", "Ulvedal", "there") == 303
    chronicle = words_of(ways.get("Mads", "chronicle"))
    assert "A path leads from Rabenfels to Ulvedal, one way." in chronicle
    assert "A path joins Rabenfels and Nebelmoor." not in chronicle


def test_pages_with_paths_ask_little(campaigning: Table) -> None:
    table = campaigning
    inside = enter(table, "Nebelmoor")
    put(table, inside, "Ford", access="y")
    wolves = band(table, "Ellen", "Wolves")
    seat = f"seats/{table.seats['Ellen']}/orders"
    for who, page in (
        ("Ellen", "map"),
        ("Ellen", f"map?place={table.places['Nebelmoor']}"),
        ("Ellen", f"{seat}?warband={wolves}"),
        ("Gerda", "dashboard"),
        ("Gerda", "map/edit"),
    ):
        table.page(who, page)
        with counted(table.app) as asked:
            table.page(who, page)
        assert len(asked) <= 12, (page, len(asked))
    with table.app.app_context():
        assert db.session.execute(select(Place.access).where(Place.name == "Ford")).scalar_one()
