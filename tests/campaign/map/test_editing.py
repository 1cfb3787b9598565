"""The map and its places: what the GM may do to them, and when (V1.4, V1.5, V1.12)."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from sqlalchemy import func, select

from app.campaign.events.models import Event
from app.campaign.map import operations
from app.campaign.map.models import Map, Place
from app.campaign.map.operations import PlaceWords
from app.campaign.orders.models import Order
from app.campaign.states import State
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.journal.models import GM, PUBLIC
from app.journal.operations import versions
from app.journal.writes import writing
from app.media.models import Picture
from app.refusal import Refusal, Stale
from tests.campaign.map.table import Table, lay_table, words_of


def _a_picture() -> tuple[io.BytesIO, str]:
    file = io.BytesIO()
    Image.new("RGB", (80, 60), "#cdb").save(file, "PNG")
    file.seek(0)
    return file, "land.png"


def _change(table: Table, name: str, version: int = 1, **other: str) -> dict[str, str]:
    place = {"name": name, "income": "12", "icon": "fort", "description": "", "gm_note": "", "banner": "y"}
    return {"form_key": "place", "version": str(version), "across": "25", "down": "50", **place, **other}


@pytest.mark.rule("V1.4")
def test_a_place_is_set_where_the_map_was_tapped(table: Table) -> None:
    response = table.post(
        "Gerda",
        "map/places",
        form_key="new-place",
        name="Ærøskov",
        income="7",
        icon="oak",
        x="0.12345",
        y="0.9",
        banner="y",
        description="Vor skov.\r\nGammel.",
    )
    assert response.status_code == 303
    with table.app.app_context():
        place = db.session.execute(select(Place).where(Place.name == "Ærøskov")).scalar_one()
        assert (place.x, place.y, place.income, place.banner) == (0.12345, 0.9, 7, True)
        assert place.description == "Vor skov.\nGammel."
        assert response.location.endswith(f"/map/edit?place={place.id}")


@pytest.mark.rule("V1.4")
def test_without_script_a_click_on_the_picture_sets_a_place(table: Table) -> None:
    """175 of 700 pixels from the left, 130 of 520 from the top: a quarter each."""
    click = {"shown_width": "700", "shown_height": "520"}
    assert table.post("Gerda", "map/tap", **click, **{"at.x": "175", "at.y": "130"}).status_code == 303
    assert table.post("Gerda", "map/tap", **click, **{"at.x": "0", "at.y": "0"}).status_code == 303
    with table.app.app_context():
        spots = {
            place.name: (place.x, place.y)
            for place in db.session.execute(select(Place).where(Place.name.startswith("New place"))).scalars()
        }
    assert spots == {"New place": (0.25, 0.25), "New place 2": (0.5, 0.5)}
    assert table.post("Gerda", "map/tap", **click, **{"at.x": "x", "at.y": "1"}).status_code == 422


@pytest.mark.rule("V1.4")
def test_a_dragged_place_stays_where_it_was_dropped(table: Table) -> None:
    place_id = table.places["Rabenfels"]
    moved = table.post("Gerda", "map/move", place=place_id, x="0.4", y="0.6", known=f"{place_id}:1")
    assert moved.status_code == 303
    with table.app.app_context():
        assert (table.place("Rabenfels").x, table.place("Rabenfels").y) == (0.4, 0.6)
        assert table.place("Rabenfels").version == 2
    again = table.post("Gerda", "map/move", place=place_id, x="0.1", y="0.1", known=f"{place_id}:1")
    assert again.status_code == 409
    assert "Rabenfels was changed meanwhile" in words_of(again)
    for wrong in ("1.01", "-0.1", "nan", "inf", ""):
        response = table.post("Gerda", "map/move", place=place_id, x=wrong, y="0.1", known=f"{place_id}:2")
        assert response.status_code == 422, wrong
    with table.app.app_context():
        assert (table.place("Rabenfels").x, table.place("Rabenfels").y) == (0.4, 0.6)


@pytest.mark.rule("V1.4")
def test_a_position_can_be_typed_and_is_kept_when_left_alone(table: Table) -> None:
    with table.app.app_context(), writing():
        table.place("Rabenfels").x = 0.123456
    url = f"map/places/{table.places['Rabenfels']}"
    page = table.page("Gerda", f"map/edit?place={table.places['Rabenfels']}")
    assert 'name="across"' in page
    assert 'value="12.35"' in page
    table.post("Gerda", url, **_change(table, "Rabenfels", across="12.35", down="33,5"))
    with table.app.app_context():
        assert (table.place("Rabenfels").x, table.place("Rabenfels").y) == (0.123456, 0.335)


@pytest.mark.rule("V1.4")
def test_the_map_is_one_of_ours_or_a_picture_and_places_keep_their_spot(table: Table) -> None:
    picture = table.post("Gerda", "map/picture", form_key="map", picture=_a_picture())
    assert picture.status_code == 303, words_of(picture)
    with table.app.app_context():
        map_ = table.map()
        assert map_.shipped is None
        assert map_.picture_id is not None
        place = table.place("Rabenfels")
        assert (place.map_id, place.x, place.y) == (table.map_id, 0.25, 0.5)
    page = table.page("Gerda", "map")
    assert 'data-high="1050.0"' in page, "80 by 60 on a board 1400 wide"
    assert page.count("map-pic") == 1, "a picture of one's own is the same by day and by night"
    assert table.post("Gerda", "map/picture", form_key="map", shipped="valley").status_code == 303
    with table.app.app_context():
        assert (table.map().shipped, table.map().picture_id) == ("valley", None)
        assert db.session.execute(select(func.count(Map.id))).scalar_one() == 1
    for wrong in ("atlantis", ""):
        assert table.post("Gerda", "map/picture", form_key="map", shipped=wrong).status_code == 422


@pytest.mark.rule("V1.4")
def test_a_picture_of_another_campaign_is_no_map(inside: Table) -> None:
    other = lay_table(inside.app, "Another")
    with writing():
        foreign = Picture(campaign_id=other.campaign_id, width=1, height=1, digest="", data=b"")
        db.session.add(foreign)
        db.session.flush()
        with pytest.raises(Refusal) as refused:
            operations.set_campaign_map(inside.campaign, picture=foreign, actor=inside.actor("Gerda"))
        assert refused.value.rule == "V1.4"
        db.session.rollback()


@pytest.mark.rule("V1.4")
def test_the_suggested_places_are_taken_over_in_one_step(table: Table) -> None:
    with table.app.app_context(), writing():
        for place in db.session.execute(select(Place)).scalars():
            db.session.delete(place)
    assert "Use the 14 suggested places" in words_of(table.get("Gerda", "map/edit"))
    assert table.post("Gerda", "map/suggested").status_code == 303
    with table.app.app_context():
        places = {p.name: p for p in db.session.execute(select(Place)).scalars()}
        assert len(places) == 14
        assert sum(place.banner for place in places.values()) == 7
        assert (places["Ironshaft"].income, places["Ironshaft"].icon) == (18, "mine")
    assert table.post("Gerda", "map/suggested").status_code == 422, "only on an empty map"


@pytest.mark.rule("V1.5")
def test_a_name_stands_once_on_a_map(table: Table) -> None:
    words = {"form_key": "new-place", "income": "1", "icon": "fort", "x": "0.1", "y": "0.1"}
    refused = table.post("Gerda", "map/places", **words, name=" rabenFELS ", description="kept text")
    assert refused.status_code == 422
    assert "There is a place called rabenFELS on this map already" in words_of(refused)
    assert "kept text" in refused.text
    renamed = table.post("Gerda", f"map/places/{table.places['Ulvedal']}", **_change(table, "Rabenfels"))
    assert renamed.status_code == 422
    with table.app.app_context():
        assert {p.name for p in db.session.execute(select(Place)).scalars()} == {
            "Rabenfels", "Ulvedal", "Nebelmoor",
        }  # fmt: skip


@pytest.mark.rule("V1.5")
@pytest.mark.parametrize("income", ["-5", "0.5", "1e9", "５", "1,5", "NaN", "", "1000001"])
def test_an_income_is_whole_gold_from_nought(table: Table, income: str) -> None:
    url = f"map/places/{table.places['Rabenfels']}"
    assert table.post("Gerda", url, **_change(table, "Rabenfels", income=income)).status_code == 422
    with table.app.app_context():
        assert table.place("Rabenfels").income == 12


@pytest.mark.rule("V1.5")
def test_two_at_once_change_a_place_and_one_is_told(table: Table) -> None:
    url = f"map/places/{table.places['Rabenfels']}"
    assert table.post("Gerda", url, **_change(table, "Ravnefjeld", income="0")).status_code == 303
    late = table.post("Gerda", url, **_change(table, "Rabenstein"))
    assert late.status_code == 409
    assert 'value="Rabenstein"' in late.text, "what was typed is kept"
    assert 'name="version" value="2"' in late.text, "who has been told may save it after all"
    with table.app.app_context():
        place = table.place("Rabenfels")
        assert (place.name, place.income, place.version) == ("Ravnefjeld", 0, 2)


@pytest.mark.rule("V1.9")
def test_the_editor_says_how_many_banners_are_missing(table: Table) -> None:
    """Four players may come, two places bear a banner: two are missing."""
    text = words_of(table.get("Gerda", "map/edit"))
    assert "3 places, 2 with a banner" in text
    assert "Each of the 4 players needs a place with a banner for a hideout: 2 are missing." in text


@pytest.mark.rule("V1.12")
def test_while_players_gather_everything_may_change(table: Table) -> None:
    url = f"map/places/{table.places['Rabenfels']}"
    assert table.post("Gerda", url, **_change(table, "Rabenfels", banner="", across="30")).status_code == 303
    assert table.post("Gerda", f"{url}/delete", version="2").status_code == 303
    with table.app.app_context():
        assert db.session.get(Place, table.places["Rabenfels"]) is None


@pytest.mark.rule("V1.12")
@pytest.mark.parametrize("state", [State.HIDEOUTS, State.RUNNING])
def test_from_the_hideouts_on_words_and_income_change_but_no_spot_and_no_banner(
    table: Table, state: State
) -> None:
    table.move_on(state)
    place_id = table.places["Rabenfels"]
    url = f"map/places/{place_id}"
    words = _change(table, "Ravnefjeld", income="20", description="Høj.", icon="castle", gm_note="x")
    allowed = {key: value for key, value in words.items() if key not in ("banner", "across", "down")}
    assert table.post("Gerda", url, **allowed).status_code == 303
    with table.app.app_context():
        place = table.place("Rabenfels")
        assert (place.name, place.income, place.banner, place.x) == ("Ravnefjeld", 20, True, 0.25)
        kinds = {row.kind: row.chronicle for kind in ("map.place_renamed", "map.income_changed")
                 for row in table.rows(kind)}  # fmt: skip
        assert kinds == {"map.place_renamed": True, "map.income_changed": True}
    moved = table.post("Gerda", "map/move", place=place_id, x="0.9", y="0.9", known=f"{place_id}:2")
    assert moved.status_code == 422
    assert "places stay where they are" in words_of(moved)
    raised = {**allowed, "name": "Nebelmoor", "version": "1", "banner": "y"}
    banner = table.post("Gerda", f"map/places/{table.places['Nebelmoor']}", **raised)
    assert banner.status_code == 422
    assert table.post("Gerda", "map/picture", form_key="map", shipped="valley").status_code == 422
    new = {"form_key": "new-place", "income": "1", "icon": "fort", "x": "0.1", "y": "0.1", "name": "Fort"}
    assert table.post("Gerda", "map/places", **new).status_code == 303


@pytest.mark.rule("V1.12")
def test_a_place_that_something_holds_on_to_is_not_deleted(inside: Table) -> None:
    inside.move_on()
    gerda = inside.actor("Gerda")
    places = {name: inside.place(name) for name in inside.places}

    def refused(place: Place) -> str:
        with pytest.raises(Refusal) as refusal:
            operations.delete_place(place, version=place.version, campaign=inside.campaign, actor=gerda)
        assert refusal.value.rule == "V1.12"
        return str(refusal.value.message)

    with writing():
        places["Rabenfels"].owner_id = inside.seats["Mads"]
        warband = Warband(campaign_id=inside.campaign_id, seat_id=inside.seats["Mads"], name="Hirsche")
        warband.standing_place_id = places["Ulvedal"].id
        db.session.add(warband)
        event = Event(
            campaign_id=inside.campaign_id, place_id=places["Nebelmoor"].id, title="X", first_round=1
        )
        event.ended_round = 1
        db.session.add(event)
        db.session.flush()
        assert refused(places["Rabenfels"]) == "Rabenfels is somebody's hideout. It cannot be deleted."
        assert "A warband stands there" in refused(places["Ulvedal"])
        assert "There is or was an event" in refused(places["Nebelmoor"])
        warband.standing_place_id = None
        db.session.add(
            Order(
                campaign_id=inside.campaign_id, round=1, seat_id=inside.seats["Mads"], warband_id=warband.id,
                place_id=places["Ulvedal"].id, points=1,
            )
        )  # fmt: skip
        db.session.flush()
        assert "A warband was sent there" in refused(places["Ulvedal"])
        with pytest.raises(Stale):
            operations.delete_place(places["Ulvedal"], version=9, campaign=inside.campaign, actor=gerda)


@pytest.mark.rule("V1.12")
def test_nothing_of_a_finished_campaign_changes(table: Table) -> None:
    table.move_on(State.FINISHED)
    assert table.get("Gerda", "map/edit").status_code == 403
    assert (
        table.post("Gerda", f"map/places/{table.places['Rabenfels']}", **_change(table, "X")).status_code
        == 403
    )
    assert "Edit the map" not in table.page("Gerda", "map")


def test_players_and_strangers_change_nothing(table: Table) -> None:
    """Every address of the editor, by a player and by a GM of another table."""
    stranger = lay_table(table.app, "Another").browsers["Gerda"]
    place_id = table.places["Rabenfels"]
    posts = ["map/picture", "map/suggested", "map/places", "map/tap", "map/move", f"map/places/{place_id}",
             f"map/places/{place_id}/delete", f"places/{place_id}/owner"]  # fmt: skip
    gets = ["map/edit", f"map/places/{place_id}", f"map/places/{place_id}/delete"]
    for rest in gets:
        assert table.get("Mads", rest).status_code == 403, rest
        assert stranger.get(table.url(rest)).status_code == 404, rest
    for rest in posts:
        assert table.post("Mads", rest, **_change(table, "Mine")).status_code == 403, rest
        data = {"request_id": "a-request-id-1", **_change(table, "Mine")}
        assert stranger.post(table.url(rest), data=data).status_code == 404, rest
    for rest in ("map", f"places/{place_id}"):
        assert stranger.get(table.url(rest)).status_code == 404
    with table.app.app_context():
        assert table.place("Rabenfels").version == 1


def test_a_place_of_another_campaign_is_not_found(table: Table) -> None:
    other = lay_table(table.app, "Another")
    foreign = other.places["Rabenfels"]
    assert table.post("Gerda", f"map/places/{foreign}", **_change(table, "Mine")).status_code == 404
    assert table.post("Gerda", f"map/places/{foreign}/delete", version="1").status_code == 404
    assert (
        table.post("Gerda", "map/move", place=foreign, x="0", y="0", known=f"{foreign}:1").status_code == 404
    )
    assert table.get("Gerda", f"places/{foreign}").status_code == 404
    assert f"places/{foreign}" not in table.page("Gerda", f"map?place={foreign}")


@pytest.mark.rule("V1.5")
def test_the_gm_note_reaches_no_player_by_any_way(table: Table) -> None:
    """Neither a byte of a page, nor a number that moves when it changes."""
    with table.app.app_context():
        audiences = [PUBLIC, f"seat:{table.seats['Mads']}", GM]
        before = versions(table.campaign_id, audiences)
    url = f"map/places/{table.places['Rabenfels']}"
    answer = table.post("Gerda", url, **_change(table, "Rabenfels", gm_note="Kanariefugl-7", icon="village"))
    assert answer.status_code == 303
    with table.app.app_context():
        after = versions(table.campaign_id, audiences)
        assert (after[PUBLIC], after[audiences[1]]) == (before[PUBLIC], before[audiences[1]])
        assert after[GM] == before[GM] + 1
        for row in table.rows("map.note_changed"):
            assert row.audience == GM
            assert "Kanariefugl" not in str(row.params)
    pages = ("map", f"map?place={table.places['Rabenfels']}", f"places/{table.places['Rabenfels']}", "events")
    for page in pages:
        assert "Kanariefugl" not in table.page("Mads", page)
        assert "game master's eyes" not in table.page("Mads", page)
    assert "Kanariefugl-7" in table.page("Gerda", pages[1])
    table.move_on(State.FINISHED)
    assert "Kanariefugl" not in table.page("Mads", pages[2])


def test_a_draft_is_told_to_nobody_but_its_gm(inside: Table) -> None:
    with writing():
        inside.campaign.state = State.DRAFT
        words = PlaceWords(name="Tønderhede")
        operations.add_place(
            inside.map(), words, x=0.2, y=0.2, campaign=inside.campaign, actor=inside.actor("Gerda")
        )
        (row,) = inside.rows("map.place_added")
        assert (row.audience, row.chronicle) == (GM, False)


def test_a_repeated_tap_has_one_effect(table: Table) -> None:
    words = {"form_key": "new-place", "income": "1", "icon": "fort", "x": "0.1", "y": "0.1", "name": "Fort"}
    first = table.post("Gerda", "map/places", request_id="the-same-id-1", **words)
    second = table.post("Gerda", "map/places", request_id="the-same-id-1", **words)
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.location == second.location
    with table.app.app_context():
        assert len(table.rows("map.place_added")) == 1


def test_the_phase_of_a_form_must_still_hold(table: Table) -> None:
    late = table.post("Gerda", "map/suggested", seen="draft.0.")
    assert late.status_code == 409
