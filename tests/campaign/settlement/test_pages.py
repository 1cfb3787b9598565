"""The pages of settlement, captives and dawn: sound in structure, few queries, tasks that lead to them."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.campaign.founding.models import Seat
from app.campaign.states import Phase
from app.extensions import db
from app.home.waiting import waiting
from tests.campaign.settlement.scene import Scene, devices, scene
from tests.campaign.settlement.test_whole_settlement import ok, roll
from tests.counting import counted
from tests.story.people import send
from tests.tags import Page

if TYPE_CHECKING:
    from flask import Flask

ICONS = Path(__file__).resolve().parents[3] / "static" / "icons"
MOST_QUERIES = 12


def check_sound(html: str) -> None:
    page = Page(html)
    inline = [a for _, a in page.tags if "style" in a or any(name.startswith("on") for name in a)]
    assert inline == []
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert sorted(ids) == sorted(set(ids))
    assert len(page.all("h1")) == len(page.all("main")) == 1
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels
    labelled = {attrs.get("for") for attrs in page.all("label")}
    loose = re.sub(r"<label(?! class=\"lbl).*?</label>", "", html, flags=re.S)
    inputs = [a for a in Page(loose).all("input", "select", "textarea") if a.get("type") != "hidden"]
    assert [a for a in inputs if a.get("id") not in labelled] == []
    forms = {attrs.get("id") for attrs in page.all("form")}
    assert {a["form"] for a in page.all("button") if "form" in a} - forms == set()
    for sheet, name in set(re.findall(r'href="/static/[^/"]+/icons/([\w-]+\.svg)#([\w-]+)"', html)):
        assert f'id="{name}"' in (ICONS / sheet).read_text("utf-8"), name


def through_the_steps(one: Scene) -> list[str]:
    """Every page on the way through a settlement with all there is."""
    ellen, jonas, gm = devices(one)
    pages = [ellen.get(one.url).text]
    enemies = {f"enemies-{one.line('Thora')}": 2, f"enemies-{one.line('Bjarke')}": 2}
    ok(one.do(ellen, "course", **enemies, objectives=2))
    pages.append(ellen.get(one.url).text)
    roll(one, ellen, "Storm", 1, 2)
    captive, _state, version = one.captive()
    theirs = f"/campaigns/{one.id}/seats/{one.jonass}/captives/ransom"
    price = {"captive": captive, "version": version, "amount": 9, "item": one.item("heavy-weapon")}
    pages.append(jonas.get(f"/campaigns/{one.id}/captives").text)
    ok(send(jonas, theirs, **price))
    roll(one, ellen, "Ulf", 2, 3)
    pages += [ellen.get(one.url).text, gm.get(f"/campaigns/{one.id}/captives").text]
    ok(one.do(ellen, "injuries/finish"))
    pages.append(ellen.get(one.url).text)
    ok(one.do(ellen, "equipment"))
    pages.append(ellen.get(one.url).text)
    ok(one.do(ellen, "experience", gift=one.model("Runa")))
    pages.append(ellen.get(one.url).text)
    ok(one.do(ellen, "advances/roll", model=one.model("Bjarke"), by="table", die1=7))
    pages.append(ellen.get(one.url).text)
    choice = one.entries()[-1].id
    ok(one.do(ellen, "advances/choose", advance=choice, choice="duelist"))
    for name in ("Thora", "Thora", "Runa"):
        ok(one.do(ellen, "advances/roll", model=one.model(name), by="table", die1=6))
    ok(one.do(ellen, "advances/finish"))
    pages.append(ellen.get(one.url).text)
    ok(one.do(ellen, "retinue/finish"))
    pages += [ellen.get(one.url).text, gm.get(one.url).text, gm.get(f"{one.url}/reopen/3").text]
    pages += [ellen.get(f"{one.url}/steps/{step}").text for step in range(1, 7)]
    one.at_phase(Phase.DAWN)
    pages += [gm.get(f"/campaigns/{one.id}/dawn").text, jonas.get(f"/campaigns/{one.id}/captives").text]
    return pages


@pytest.mark.rule("V7.1")
def test_every_page_is_sound(app: Flask) -> None:
    pages = through_the_steps(scene(app, ("Ulf", "Gunn", "Storm")))
    assert len(pages) == 21
    for html in pages:
        check_sound(html)


@pytest.mark.rule("V7.1")
def test_no_page_asks_the_database_much(app: Flask) -> None:
    """Counted on the page with most of it: injuries with a captive."""
    one = scene(app, ("Ulf", "Gunn", "Storm"))
    ellen, _jonas, _gm = devices(one)
    with counted(app) as asked:
        ellen.get(one.url)
        course = len(asked)
        ok(one.do(ellen, "course", objectives=0))
        roll(one, ellen, "Storm", 1, 2)
        asked.clear()
        ellen.get(one.url)
        injuries = len(asked)
    assert course <= MOST_QUERIES
    assert injuries <= MOST_QUERIES + 3, asked


@pytest.mark.rule("V7.1", "V7.4")
def test_what_waits_leads_to_the_settlement_and_the_captives(app: Flask) -> None:
    one = scene(app, ("Storm",))
    ellen, jonas, _gm = devices(one)

    def tasks(seat_id: str) -> list[tuple[str, str]]:
        with app.test_request_context():
            seat = db.session.get_one(Seat, seat_id)
            return [(task.text, task.url) for task in waiting([seat])[seat_id]]

    assert ("Your settlement is at step 1 of 6.", one.url) in tasks(one.ellens)
    ok(one.do(ellen, "course", objectives=0))
    roll(one, ellen, "Storm", 1, 2)
    to_captives = f"/campaigns/{one.id}/captives"
    assert ("You hold Storm captive. Name a price before dawn.", to_captives) in tasks(one.jonass)
    captive, _state, version = one.captive()
    theirs = f"/campaigns/{one.id}/seats/{one.jonass}/captives/ransom"
    price = {"captive": captive, "version": version, "amount": 9, "item": one.item("heavy-weapon")}
    ok(send(jonas, theirs, **price))
    assert ("A ransom is asked for Storm. Do you pay?", to_captives) in tasks(one.ellens)
    one.at_phase(Phase.DAWN)
    assert ("Release or execution of Storm: you choose.", to_captives) in tasks(one.jonass)
