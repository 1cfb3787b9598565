"""V10.3: chosen models, blank sheets, saved ways to print, rosters as a table, and the sheets of a round."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from sqlalchemy import select

from app.campaign.documents.models import PrintSetup
from app.campaign.warbands.models import Warband
from app.extensions import db
from tests.campaign.battles.world import announced, event, found, order, own, post, warband
from tests.campaign.documents.paper import fetch
from tests.campaign.documents.scene import NAMES, Scene, battle_of_three, crowd, models_of, wolves
from tests.campaign.documents.test_report import check_on_the_page

if TYPE_CHECKING:
    from pathlib import Path as Folder

    from flask import Flask


def ids_of(app: Flask, scene: Scene, *numbers: int) -> list[str]:
    with app.app_context():
        models = models_of(scene.world, "ellen")
        return [models[number].id for number in numbers]


def ticked(ids: list[str], **more: object) -> str:
    """An address's parameters for exactly these models."""
    return urlencode([("chosen", 1), *(("model", one) for one in ids), *more.items()])


@pytest.mark.rule("V10.3")
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_only_the_chosen_models_are_printed_with_blank_cards(app: Flask, tmp_path: Folder, size: str) -> None:
    scene = wolves(app)
    ids = ids_of(app, scene, 0, 3)
    paper = fetch(scene.world.browser("ellen"), f"{scene.roster}?{ticked(ids, blank=2, size=size)}")
    assert NAMES[0] in paper.text
    assert NAMES[3] in paper.text
    for left in (NAMES[1], NAMES[2], NAMES[4], "Blaine"):
        assert left not in paper.text
    # Two cards of models and two blank ones. Points: Thegn 39 with a Lucky Charm 1, Clansman 8.
    assert paper.pages[1].count("Injured") == 4
    assert "48 / 200" in paper.pages[0]
    assert paper.missing_glyphs() == 0
    nobody = fetch(scene.world.browser("ellen"), f"{scene.roster}?chosen=1&blank=3")
    assert not any(name in nobody.text for name in NAMES)
    assert nobody.text.count("Injured") == 3


@pytest.mark.rule("V10.3")
def test_twenty_five_models_with_long_rules_lose_nothing_when_all_are_ticked(app: Flask) -> None:
    scene = wolves(app)
    names = crowd(app, scene)
    ids = ids_of(app, scene, *range(len(names)))
    browser = scene.world.browser("ellen")
    ticks = fetch(browser, f"{scene.roster}?{ticked(ids)}&model=mercenary.blaine").text.partition(
        "printed on"
    )
    plain = fetch(browser, scene.roster).text.partition("printed on")
    assert ticks == plain or ticks[0] == plain[0]


@pytest.mark.rule("V10.3")
def test_a_way_to_print_is_saved_applied_renamed_and_deleted(app: Flask) -> None:
    scene = wolves(app)
    ellen, mads = scene.world.browser("ellen"), scene.world.browser("mads")
    page = scene.of("ellen", f"/warbands/{scene.warband}/print")
    ids = ids_of(app, scene, 0, 3)
    asked = {"chosen": "1", "model": ids, "blank": "2", "cards": "1", "size": "letter", "ink": "little"}
    kept = ellen.get(f"{page}/keep", query_string=asked)
    assert kept.status_code == 200
    assert NAMES[3] in kept.text
    saved = post(ellen, f"{page}/keep", name='  Ægir "Ulv"  Größe ', form_key="keep", **asked)
    assert saved.status_code == 303, saved.text
    applied = ellen.get(saved.location).text
    assert [f'value="{one}" checked' in applied for one in ids] == [True, True]
    assert applied.count('name="model"') == 6
    assert applied.count(" checked") - len(ids) == 3  # with cards, letter, little ink
    menu = ellen.get(scene.of("ellen", "/print")).text
    assert "As saved:" in menu
    # A model that stands elsewhere is refused, not passed over.
    foreign = {**asked, "model": [*ids, "0123456789abc"]}
    assert post(ellen, f"{page}/keep", name="Fremd", form_key="keep", **foreign).status_code == 409
    # The same name once more replaces it.
    again = {**asked, "model": ids[:1]}
    assert post(ellen, f"{page}/keep", name='Ægir "Ulv" Größe', form_key="keep", **again).status_code == 303
    with app.app_context():
        one = db.session.scalars(select(PrintSetup)).one()
        assert (one.name, one.models, one.blank, one.size) == ('Ægir "Ulv" Größe', ids[:1], 2, "letter")
        setup_url = scene.of("ellen", f"/print/setups/{one.id}")
    for url in (page, f"{page}/keep", setup_url):
        assert mads.get(url).status_code == 403, url
    assert post(mads, setup_url, name="Mein", form_key="rename").status_code == 403
    assert post(mads, f"{setup_url}/delete").status_code == 403
    empty = post(ellen, setup_url, name=" ", form_key="rename")
    assert empty.status_code == 422
    assert post(ellen, setup_url, name="Liste", form_key="rename").status_code == 303
    assert ellen.get(setup_url).text.count("Liste") >= 1
    assert post(ellen, f"{setup_url}/delete").status_code == 303
    assert ellen.get(setup_url).status_code == 404


def test_a_second_name_cannot_be_taken_twice(app: Flask) -> None:
    scene = wolves(app)
    ellen = scene.world.browser("ellen")
    page = scene.of("ellen", f"/warbands/{scene.warband}/print")
    for name in ("Eins", "Zwei"):
        post(ellen, f"{page}/keep", name=name, form_key="keep", chosen="1")
    with app.app_context():
        second = db.session.scalars(select(PrintSetup).where(PrintSetup.name == "Zwei")).one().id
    refused = post(ellen, scene.of("ellen", f"/print/setups/{second}"), name="Eins", form_key="rename")
    assert refused.status_code == 422
    assert "another one under this name" in refused.text


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_blank_sheets_hold_boxes_and_nobodys_names(app: Flask, tmp_path: Folder, size: str) -> None:
    scene = wolves(app)
    paper = fetch(scene.world.browser("ellen"), scene.of("ellen", f"/blank.pdf?size={size}"))
    assert len(paper.pages) == 3
    assert paper.pages[2].count("Injured") == {"a4": 9, "letter": 8}[size]
    assert not any(name in paper.text for name in NAMES)
    for said in ("WARBAND ROSTER", "COMPANY SHEET", "Retinue", "Store"):
        assert said in paper.text
    check_on_the_page(paper, tmp_path, safe=13.0)
    cards = fetch(scene.world.browser("ellen"), scene.of("ellen", "/blank.pdf?what=cards"))
    assert len(cards.pages) == 1


@pytest.mark.rule("V11.4")
def test_rosters_come_as_a_table_in_which_no_cell_is_a_formula(app: Flask) -> None:
    scene = wolves(app)
    with app.app_context():
        models_of(scene.world, "ellen")[1].name = "=cmd|' /C calc'!A0"
        db.session.get_one(Warband, scene.warband).name = "@SUM(1)"
        db.session.commit()
    answer = scene.world.browser("ellen").get(scene.of("ellen", "/rosters.csv"))
    assert answer.mimetype == "text/csv"
    rows = list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig"))))
    # Five models and the mercenary below the heading, every row as wide as it.
    assert len(rows) == 7
    assert {len(row) for row in rows} == {len(rows[0])}
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
    assert [row[1] for row in rows[1:]][2:5] == [NAMES[2], NAMES[3], NAMES[4]]
    assert rows[1][6] == "40"  # Thegn 39 with a Lucky Charm 1
    assert scene.world.browser("mads").get(scene.of("ellen", "/rosters.csv")).status_code == 403


@pytest.mark.rule("V4.7", "V3.11")
def test_the_sheets_of_a_round_hold_everybodys_orders_for_the_gm_and_ones_own_for_a_player(
    app: Flask, tmp_path: Folder
) -> None:
    with app.app_context():
        world = found(app, "ellen", "mads")
        own(world, "mads")
        pack = warband(world, "ellen", "wolves")
        pack.name = "Ulveflokken"
        warband(world, "mads", "stags").name = "Šárkas Łukasz"
        order(world, pack, to=event(world, "Der Jahrmarkt", text="Ein Fest.", reward="Ein Horn"))
        db.session.commit()
    papers = {who: fetch(world.browser(who), world.url("/pack.pdf")) for who in ("gm", "ellen", "mads")}
    for who, holds, lacks in (
        ("gm", ("Ulveflokken", "Šárkas Łukasz"), ()),
        ("ellen", ("Ulveflokken",), ("Šárkas Łukasz",)),
        ("mads", ("Šárkas Łukasz",), ("Ulveflokken",)),
    ):
        text = papers[who].text
        for said in (*holds, "Der Jahrmarkt", "Ein Fest.", "Ein Horn", "Rabenfels", "Signature"):
            assert said in text, (who, said)
        for said in lacks:
            assert said not in text, (who, said)
        check_on_the_page(papers[who], tmp_path, safe=13.0)
    # Two players: one battle could be fought. Two order sheets, events, map, battle sheet; each one page.
    assert [len(papers[who].pages) for who in ("gm", "ellen")] == [5, 4]
    # What is written on the sheet is no order yet: nothing of an order is printed on it.
    for page in papers["gm"].pages[:2]:
        assert "Jahrmarkt" not in page
    only = fetch(world.browser("gm"), world.url("/pack.pdf?part=events&size=letter"))
    assert len(only.pages) == 1


@pytest.mark.rule("V6.11", "V3.11")
def test_battle_sheets_of_the_round_come_for_those_who_may_read_them(app: Flask) -> None:
    scene = battle_of_three(app)
    text = fetch(scene.world.browser("rosa"), scene.world.url("/pack.pdf?part=battles")).text
    assert "Signature of Rosa, Foxes" in text
    with app.app_context():
        world = found(app, "ellen", "mads", "rosa")
        order(world, warband(world, "ellen", "wolves"))
        order(world, warband(world, "mads", "stags"))
        announced(world)
    held = fetch(world.browser("gm"), world.url("/pack.pdf?part=battles")).text
    assert "Signature of Mads, Stags" in held
    assert "Signature of Mads" not in fetch(world.browser("rosa"), world.url("/pack.pdf?part=battles")).text
