"""Maps in maps: land, town, quarter; their points are full places, and the land shows what goes on within
(V1.6, V1.7, V1.12)."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from app.campaign.events.models import Event
from app.campaign.founding.operations import copy_catalogue
from app.campaign.map import queries
from app.campaign.map.models import Map, Place
from app.campaign.rounds.operations import pay_income
from app.campaign.states import Phase, State
from app.extensions import db
from app.journal.writes import writing
from tests.campaign.map.table import Table, lay_table, words_of
from tests.counting import counted
from tests.story import orders
from tests.story.campaign import have_confirmed_company
from tests.story.orders import order, warband

MOST_QUERIES = 12
_TAP = {"at.x": "70", "at.y": "52", "shown_width": "700", "shown_height": "520"}


def enter(table: Table, name: str, shipped: str = "valley") -> str:
    """Give the place a map through the editor; returns the address of its editor."""
    at = f"?inside={table.places[name]}"
    response = table.post("Gerda", f"map/picture{at}", form_key="map", shipped=shipped)
    assert response.status_code == 303, words_of(response)
    assert response.location.endswith(f"/map/edit{at}")
    return at


def put(table: Table, inside: str, name: str, **more: str) -> str:
    """Put a place on the map of another through the editor."""
    words = {"income": "6", "icon": "village", "description": "", "gm_note": "", **more}
    response = table.post(
        "Gerda", f"map/places{inside}", form_key="new-place", name=name, x="0.25", y="0.5", **words
    )
    assert response.status_code == 303, words_of(response)
    with table.app.app_context():
        table.places[name] = db.session.execute(
            select(Place.id).where(Place.campaign_id == table.campaign_id, Place.name == name)
        ).scalar_one()
    return table.places[name]


@pytest.fixture
def town(table: Table) -> Table:
    """Rabenfels has a map with the Market, and the Market one with the Well."""
    put(table, enter(table, "Rabenfels"), "Market", banner="y")
    put(table, enter(table, "Market", "coast"), "Well", income="3")
    return table


@pytest.mark.rule("V1.6")
def test_v1_6_three_levels_and_a_fourth_is_refused(town: Table) -> None:
    with town.app.app_context():
        maps = db.session.execute(select(Map).where(Map.campaign_id == town.campaign_id)).scalars().all()
        assert {one.parent_place_id for one in maps} == {
            None,
            town.places["Rabenfels"],
            town.places["Market"],
        }
    refused = town.post("Gerda", f"map/picture?inside={town.places['Well']}", form_key="map", shipped="coast")
    assert refused.status_code == 422
    assert "Well lies on the third level of maps, and there are three in all" in words_of(refused)
    assert "/rulebook/rule/V1.6" in refused.text or "V1.6" in refused.text
    with town.app.app_context():
        assert len(db.session.execute(select(Map)).scalars().all()) == 3
    page = town.page("Gerda", f"map/edit?place={town.places['Well']}")
    assert "Map of the place" not in page
    assert "Map of the place" in town.page("Gerda", f"map/edit?place={town.places['Market']}")


@pytest.mark.rule("V1.7")
def test_v1_7_a_dashed_ring_a_way_in_and_names_that_lead_up(town: Table) -> None:
    land = town.page("Ellen", "map")
    assert land.count('class="pm-sub"') == 1, "Rabenfels alone can be entered"
    assert "You are here" not in land
    assert ">Market<" not in land.split('class="mapsvg"')[1].split("</svg>")[0]
    place = town.page("Ellen", f"map?place={town.places['Rabenfels']}")
    assert f'aria-label="Enter Rabenfels" href="/campaigns/{town.campaign_id}/map?inside=' in place or (
        "Enter Rabenfels" in place and f"map?inside={town.places['Rabenfels']}" in place
    )
    inner = town.page("Ellen", f"map?inside={town.places['Market']}")
    crumbs = inner.split('<ol class="crumbs">')[1].split("</ol>")[0]
    assert crumbs.index("The salt coast") < crumbs.index("Rabenfels") < crumbs.index("Market")
    assert f"map?inside={town.places['Rabenfels']}" in crumbs
    assert 'aria-current="page">Market' in crumbs
    assert "Well" in inner.split('class="mapsvg"')[1]
    # A link to a place opens the map on which it lies.
    assert "Market" in town.page("Ellen", f"map?place={town.places['Well']}").split('class="crumbs"')[1]


@pytest.mark.rule("V1.6")
def test_v1_6_the_land_shows_what_goes_on_within(town: Table) -> None:
    town.move_on(phase=Phase.ORDERS)
    with town.app.app_context(), writing():
        town.place("Well").owner_id = town.seats["Ellen"]
        db.session.add(
            Event(
                campaign_id=town.campaign_id,
                place_id=town.places["Well"],
                title="The drowned bell",
                first_round=1,
            )
        )
    land = town.page("Ellen", "map")
    assert "Rabenfels. Banner place. Has a map of its own. You have a hideout inside. 1 event inside." in land
    assert "Rabenfels. Banner place. Has a map of its own. 1 event inside." in town.page("Mads", "map")
    sheet = words_of(town.get("Mads", f"map?place={town.places['Rabenfels']}"))
    assert "Inside" in sheet
    assert "Market" in sheet
    deep = words_of(town.get("Mads", f"places/{town.places['Well']}"))
    assert "The drowned bell" in deep
    assert "On the map of Market" in deep


@pytest.mark.rule("V1.6", "V1.5", "V7.9")
def test_v1_6_places_of_all_levels_pay_and_count_as_banner_places(town: Table) -> None:
    with town.app.app_context(), writing():
        town.place("Rabenfels").owner_id = town.seats["Ellen"]
        town.place("Well").owner_id = town.seats["Ellen"]
        town.campaign.state, town.campaign.round, town.campaign.phase = State.RUNNING, 1, Phase.DAWN
        pay_income(town.campaign, actor=town.actor("Gerda"))
    # 30 fixed, Rabenfels 12, the Well 3.
    assert orders.gold(town.app, town.seats["Ellen"]) == 45
    assert orders.gold(town.app, town.seats["Mads"]) == 30
    chosen = town.page("Gerda", "map/edit")
    assert "3 places, 2 with a banner" in chosen, "the counts are those of the map at hand"


@pytest.mark.rule("V1.11", "V1.6")
def test_v1_6_a_starting_hideout_may_lie_on_an_inner_map(town: Table) -> None:
    town.move_on(State.HIDEOUTS)
    page = town.page("Ellen", f"seats/{town.seats['Ellen']}/hideouts")
    assert "Rabenfels › Market" in page
    assert "Well" not in page
    taken = town.post(
        "Ellen", f"seats/{town.seats['Ellen']}/hideouts", form_key="hideout", place=town.places["Market"]
    )
    assert taken.status_code == 303
    with town.app.app_context():
        assert town.place("Market").owner_id == town.seats["Ellen"]


@pytest.mark.rule("V1.6", "V4.6")
def test_v1_6_warbands_are_sent_to_places_of_every_level(town: Table) -> None:
    town.move_on(phase=Phase.ORDERS)
    with town.app.app_context(), writing():
        copy_catalogue(town.campaign)
    have_confirmed_company(town.app, town.campaign_id, town.seats["Ellen"])
    band = warband(town.app, town.campaign_id, town.seats["Ellen"], "Ulveflokken")
    seat = f"seats/{town.seats['Ellen']}/orders"
    land = town.page("Ellen", f"{seat}?warband={band}")
    assert "Nobody owns this place · On the map of Market" in land
    tapped = town.page("Ellen", f"{seat}?warband={band}&place={town.places['Rabenfels']}")
    assert "Send this warband?" in tapped
    inner = town.page("Ellen", f"{seat}?warband={band}&inside={town.places['Market']}")
    assert f"warband={band}&amp;place={town.places['Well']}" in inner.split('class="mapsvg"')[1]
    sent = order(town.browsers["Ellen"], town.campaign_id, town.seats["Ellen"], band, town.places["Well"])
    assert sent.status_code == 303
    assert orders.standing(town.app, town.campaign_id) == [("Ulveflokken", "Well", None)]
    assert "Ulveflokken goes to Well." in town.page("Ellen", f"map?place={town.places['Rabenfels']}")
    for page in ("map", f"map?inside={town.places['Market']}", f"map?place={town.places['Well']}"):
        assert "Ulveflokken" not in town.page("Mads", page)


@pytest.mark.rule("V1.12", "V1.6")
def test_v1_12_what_holds_places_stays_and_an_empty_map_goes(town: Table) -> None:
    with town.app.app_context():
        version = town.place("Rabenfels").version
    gone = town.post("Gerda", f"map/places/{town.places['Rabenfels']}/delete", version=str(version))
    assert gone.status_code == 422
    assert "There are places on its map. Delete those first." in words_of(gone)
    url = f"map/places/{town.places['Market']}/map/delete"
    assert town.post("Gerda", url).status_code == 422
    assert town.post("Gerda", f"map/places/{town.places['Well']}/delete", version="1").status_code == 303
    assert town.post("Gerda", url).status_code == 303
    with town.app.app_context():
        assert queries.map_of(town.place("Market")) is None


@pytest.mark.rule("V1.12", "V1.6")
def test_v1_12_a_first_map_may_come_later_but_another_picture_not(town: Table) -> None:
    town.move_on(State.HIDEOUTS)
    at = f"?inside={town.places['Rabenfels']}"
    assert town.post("Gerda", f"map/picture{at}", form_key="map", shipped="coast").status_code == 422
    enter(town, "Ulvedal")
    with town.app.app_context():
        (row,) = [one for one in town.rows("map.place_map") if one.place_id == town.places["Ulvedal"]]
        assert row.chronicle
    assert "Ulvedal has a map of its own." in town.page("Mads", "chronicle")


@pytest.mark.rule("V1.6")
def test_only_the_gm_draws_and_only_in_this_campaign(town: Table) -> None:
    other = lay_table(town.app, "Another")
    at = f"?inside={other.places['Rabenfels']}"
    assert town.post("Gerda", f"map/picture{at}", form_key="map", shipped="coast").status_code == 404
    assert town.post("Gerda", f"map/tap{at}", **_TAP).status_code == 404
    for rest in ("map/picture", "map/places", "map/tap", "map/suggested"):
        assert town.post("Mads", f"{rest}?inside={town.places['Rabenfels']}").status_code == 403
    url = f"map/places/{town.places['Market']}/map/delete"
    assert town.post("Mads", url).status_code == 403
    # What an address asks for that is not here shows the land.
    assert "crumbs" not in town.page("Mads", f"map{at}")


@pytest.mark.rule("V1.6")
def test_suggested_places_and_taps_land_on_the_map_at_hand(table: Table) -> None:
    at = enter(table, "Rabenfels", "valley")
    assert table.post("Gerda", f"map/suggested{at}").status_code == 303
    tapped = table.post("Gerda", f"map/tap{at}", **_TAP)
    assert tapped.status_code == 303
    with table.app.app_context():
        atlas = queries.atlas_of(table.campaign)
        inner = atlas.map_of(table.place("Rabenfels"))
        assert inner is not None
        assert len(atlas.on(inner)) == 17, "sixteen suggested and one tapped"
        assert len(atlas.on(table.map())) == 3


def test_pages_with_inner_maps_ask_little(town: Table) -> None:
    town.move_on(phase=Phase.ORDERS)
    for page in ("map", f"map?place={town.places['Rabenfels']}", f"places/{town.places['Rabenfels']}"):
        town.page("Mads", page)
        with counted(town.app) as asked:
            town.page("Mads", page)
        assert len(asked) <= MOST_QUERIES, (page, len(asked))
    with counted(town.app) as asked:
        town.page("Gerda", f"map/edit?place={town.places['Market']}")
    assert len(asked) <= MOST_QUERIES
