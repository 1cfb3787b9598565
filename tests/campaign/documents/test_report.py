"""V10.3: the map for the wall and the reports, and that they hold nothing secret (V4.7, V8.17, A10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.campaign.chronicle import operations as chronicle
from app.campaign.chronicle.standings import snapshot
from app.campaign.company.models import Company
from app.campaign.founding.models import Seat
from app.campaign.map.models import Map, Path, Place
from app.campaign.map.operations import give_place
from app.campaign.states import State
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.journal.writes import writing
from tests.campaign.battles.world import World, event, found, order, own, warband
from tests.campaign.documents.paper import Paper, fetch
from tests.campaign.documents.scene import Scene, beacon

if TYPE_CHECKING:
    from pathlib import Path as Folder

    from flask import Flask

CANARY = "Kanarienvogel"
SAFE = 11.0
"""Millimetres to the edge of a poster that hold nothing."""


def outline(paper: Paper) -> list[str]:
    """The titles of the file's outline, those of rounds indented."""

    def titles(items: list, depth: int = 0) -> list[str]:
        found = []
        for item in items:
            if isinstance(item, list):
                found += titles(item, depth + 1)
            else:
                found.append("  " * depth + str(item.title))
        return found

    return titles(paper.reader.outline)


def check_on_the_page(paper: Paper, folder: Folder, safe: float = SAFE) -> None:
    """Every word stands on its page, and no letter is missing."""
    assert paper.missing_glyphs() == 0
    for number in range(1, len(paper.pages) + 1):
        width, height, words = paper.words(number, folder)
        outside = [
            word.text
            for word in words
            if word.left < safe or word.top < safe or word.right > width - safe or word.bottom > height - safe
        ]
        assert not outside, f"page {number}: {outside}"


def with_a_town(app: Flask) -> World:
    """Rabenfels has a map of its own; a one-way path leads from Ulvedal to a market in it."""
    with app.app_context():
        world = found(app, "ellen", "mads", module_paths=True)
        own(world, "mads")
        land = db.session.scalars(select(Map)).one_or_none()
        if land is None:
            land = Map(campaign_id=world.campaign_id, shipped="coast")
            db.session.add(land)
        town = Map(campaign_id=world.campaign_id, shipped="valley", parent_place_id=world.places["rabenfels"])
        db.session.add(town)
        db.session.flush()
        market = Place(
            campaign_id=world.campaign_id,
            map_id=town.id,
            name="Šárka Łukaszs Größe-Markt & Søn",
            x=0.97,
            y=0.98,
        )
        db.session.add(market)
        db.session.flush()
        start = world.places["ulvedal"]
        db.session.add(Path(campaign_id=world.campaign_id, start_id=start, end_id=market.id, one_way=True))
        db.session.commit()
        return world


@pytest.mark.rule("V10.3", "V1.6", "V9.3")
@pytest.mark.parametrize(
    ("sheet", "size"), [("a4", (297, 210)), ("letter", (279, 216)), ("a3", (420, 297)), ("a2", (594, 420))]
)
def test_the_map_for_the_wall_shows_all_maps(
    app: Flask, tmp_path: Folder, sheet: str, size: tuple[int, int]
) -> None:
    world = with_a_town(app)
    paper = fetch(world.browser("ellen"), world.url(f"/map.pdf?sheet={sheet}"))
    assert paper.sizes == {size}
    land, town = paper.pages
    for said in ("Ulvefejden", "Rabenfels", "Ulvedal", "Ellen", "Mads", "Has a map of its own", "One way"):
        assert said in land, said
    assert all(part in town for part in ("Šárka", "Łukaszs", "Größe-Markt", "Søn"))
    check_on_the_page(paper, tmp_path)


@pytest.mark.rule("V4.7")
def test_own_orders_are_on_the_map_for_who_asks_and_nobody_elses(app: Flask) -> None:
    with app.app_context():
        world = found(app, "ellen", "mads")
        own(world, "ellen")
        order(world, warband(world, "ellen", "wolves"), "ulvedal")
        db.session.commit()
    own_map = fetch(world.browser("ellen"), world.url("/map.pdf?mine=1")).text
    assert "My orders" in own_map
    for who in ("mads", "gm"):
        assert "My orders" not in fetch(world.browser(who), world.url("/map.pdf?mine=1")).text
    assert "My orders" not in fetch(world.browser("ellen"), world.url("/map.pdf")).text


@pytest.mark.rule("V10.3", "V10.4")
def test_the_report_tells_the_campaign_with_contents_and_outline(app: Flask, tmp_path: Folder) -> None:
    scene = beacon(app)
    with app.app_context(), writing():
        campaign = scene.world.campaign
        campaign.story = 'Es war einmal: Ægir "Ulv" Größe & Søn 🐺 und Šárka Łukasz.'
        # A chart has lines from the second round on.
        for campaign.round in (2, 1):
            snapshot(campaign)
            db.session.flush()
    paper = fetch(scene.world.browser("ellen"), scene.world.url("/report.pdf"))
    assert outline(paper) == ["Story", "Map", "Standings", "Chronicle", "  Round 1"]
    for said in (
        *("REPORT AS OF ROUND 1", "Contents", 'Ægir "Ulv" Größe & Søn 🐺 und Šárka Łukasz'),
        *("Battle for Rabenfels", "no result yet", "Das Leuchtfeuer entzünden", "Ein Horn", "Ulveflokken"),
        *("Income per round", "Company value", "Battles won"),
    ):
        assert said in paper.text, said
    contents = paper.pages[1]
    assert "Es war einmal" in contents, "the story begins under the contents"
    assert contents.partition("Story")[2].lstrip(" .").startswith("2")
    for title in ("Map", "Standings", "Chronicle"):
        page = next(n for n, text in enumerate(paper.pages, 1) if n > 2 and text.startswith(title))
        assert contents.partition(title)[2].lstrip(" .").startswith(str(page)), title
    # The letters of a heading at the very top reach a little into the margin of 14 mm.
    check_on_the_page(paper, tmp_path, safe=13)


@pytest.mark.rule("V3.11", "V4.7")
def test_a_report_in_mid_round_holds_no_secret_whoever_prints_it(app: Flask) -> None:
    with app.app_context():
        world = found(app, "ellen", "mads")
        own(world, "mads")
        pack = warband(world, "ellen", "wolves")
        pack.name = CANARY
        db.session.execute(
            select(Company).where(Company.seat_id == world.seats["ellen"])
        ).scalar_one().name = f"{CANARY} Kompanie"
        order(world, pack, to=event(world, "Der Jahrmarkt"))
        with writing():
            chronicle.add_entry(
                world.campaign, f"{CANARY} note", picture=None, for_all=False, actor=world.actor("gm")
            )
        db.session.get_one(Place, world.places["rabenfels"]).gm_note = CANARY
        db.session.commit()
    papers = {
        (who, path): fetch(world.browser(who), world.url(path))
        for who in ("ellen", "mads", "gm")
        for path in ("/report.pdf", "/round.pdf", "/map.pdf")
    }
    for (who, path), paper in papers.items():
        assert CANARY not in paper.text, (who, path)
        # The same sheet for every reader: it may be handed round.
        told = paper.text.partition("printed on")[0]
        assert told == papers["mads", path].text.partition("printed on")[0], (who, path)


@pytest.mark.rule("V0.1")
def test_companies_stand_in_the_report_once_the_campaign_is_finished(app: Flask) -> None:
    scene = beacon(app)
    browser = scene.world.browser("rosa")
    assert "Åse Skjoldmø" not in fetch(browser, scene.world.url("/report.pdf")).text
    with app.app_context():
        scene.world.campaign.state = State.FINISHED
        db.session.commit()
    told = fetch(browser, scene.world.url("/report.pdf"))
    assert "Åse Skjoldmø" in told.text
    assert "  Kompanie Nordwacht Northern Alliance · Ellen" in outline(told)


@pytest.mark.rule("V7.11", "V10.3")
def test_the_report_of_a_past_round_shows_who_owned_what_then(app: Flask) -> None:
    with app.app_context():
        world = found(app, "ellen", "mads")
        campaign = world.campaign
        place = db.session.get_one(Place, world.places["ulvedal"])
        mads, ellen = (db.session.get_one(Seat, world.seats[name]) for name in ("mads", "ellen"))
        place.owner_id = None
        with writing():
            give_place(place, to=mads, campaign=campaign, actor=world.actor("gm"), how="start")
            campaign.round = 2
            give_place(place, to=ellen, campaign=campaign, actor=world.actor("gm"), how="conquest")
        counts = {
            seat.name: db.session.query(Place).filter_by(owner_id=seat.id).count() for seat in (mads, ellen)
        }
        db.session.commit()
    first = fetch(world.browser("mads"), world.url("/round.pdf?round=1")).text
    second = fetch(world.browser("mads"), world.url("/round.pdf?round=2")).text
    for text, moved in ((first, 1), (second, 0)):
        for name, change in (("Mads", moved), ("Ellen", -moved)):
            places = counts[name] + change
            assert f"{name} {places} place" in text, (name, places, text[:600])
    assert world.browser("mads").get(world.url("/round.pdf?round=3")).status_code == 404


def test_little_ink_prints_the_same_words_with_less_ink(app: Flask, tmp_path: Folder) -> None:
    scene: Scene = beacon(app)
    browser = scene.world.browser("ellen")
    for path in (scene.world.url("/map.pdf"), scene.roster):
        full, little = (fetch(browser, f"{path}?ink={ink}") for ink in ("full", "little"))
        assert full.text.partition("printed on")[0] == little.text.partition("printed on")[0]
        ink = [
            sum(255 - value for value in paper.picture(len(paper.pages), tmp_path, 50).tobytes())
            for paper in (full, little)
        ]
        assert ink[1] < 0.93 * ink[0], path


def test_the_pages_for_printing_remember_paper_and_ink(app: Flask) -> None:
    scene = beacon(app)
    browser = scene.world.browser("ellen")
    fetch(browser, scene.world.url("/map.pdf?size=letter&ink=little"))
    for url in (scene.world.url("/print"), scene.of("ellen", "/print")):
        page = browser.get(url).text
        assert 'value="letter" checked' in page
        assert 'value="little" checked' in page
    with app.app_context():
        assert db.session.query(Warband).count()
