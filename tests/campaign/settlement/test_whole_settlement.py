"""V7.1-V7.4, C5-C9: one side settled from the first step to the last, on the pages, with the table's dice.

All figures are counted by hand from the tables of the specification.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.campaign.company.holdings import profile_in
from app.campaign.company.models import CompanyItem, CompanyModel
from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.catalogue import catalogue_of
from app.extensions import db
from rules.vanguard.settlement.profile import Profile
from tests.campaign.settlement.scene import Scene, devices, scene
from tests.story.people import send

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient


def model(one: Scene, name: str) -> tuple[CompanyModel, Profile]:
    with one.app.app_context():
        campaign = db.session.get_one(Campaign, one.id)
        found = db.session.get_one(CompanyModel, one.model(name))
        return found, profile_in(found, catalogue_of(campaign))


def item(one: Scene, key: str) -> list[tuple[str, str | None]]:
    with one.app.app_context():
        found = db.session.scalars(select(CompanyItem).where(CompanyItem.item == key))
        return [(str(row.status), row.model_id) for row in found]


def ok(answer: object) -> None:
    assert answer.status_code == 303, answer.text  # type: ignore[attr-defined]


def roll(one: Scene, client: FlaskClient, name: str, *dice: int) -> None:
    typed = {f"die{number}": value for number, value in enumerate(dice, 1)}
    ok(one.do(client, "injuries/roll", model=one.model(name), by="table", **typed))


@pytest.mark.rule(
    "V7.1", "V7.2", "V7.3", "V7.4", "C5.1", "C6.1", "C6.2", "C6.4", "C6.5", "C7.1", "C7.2", "C8.1", "C8.2",
    "C8.3", "C9.1", "C9.3", "C9.4",
)  # fmt: skip
def test_a_side_is_settled_step_by_step(app: Flask) -> None:
    one = scene(app)
    ellen, jonas, _gm = devices(one)
    before = (one.gold(one.ellens), one.gold(one.jonass))

    page = ellen.get(one.url).text
    assert "Course of battle" in page
    assert "4 enemies were taken out" in page
    ok(
        one.do(
            ellen,
            "course",
            **{f"enemies-{one.line('Thora')}": 2, f"enemies-{one.line('Bjarke')}": 2},
            objectives=3,
        )
    )

    # 2D8: 2 is dead with the items, 3 is captured; Gunn is a Grunt and rolls nothing.
    page = ellen.get(one.url).text
    assert "Dead and replaced" in page
    assert model(one, "Gunn")[0].status == "dead"
    roll(one, ellen, "Ulf", 1, 1)
    roll(one, ellen, "Storm", 2, 1)
    assert model(one, "Ulf")[0].status == "dead"
    assert item(one, "large-shield") == [("lost", None)]
    assert model(one, "Storm")[0].status == "captured"
    assert "Held by Jonas." in ellen.get(one.url).text

    # An Ironguard costs 23: no more can be asked. Jonas keeps the heavy weapon, Ellen pays.
    captive, state, version = one.captive()
    theirs = f"/campaigns/{one.id}/seats/{one.jonass}/captives"
    wants = {"captive": captive, "version": version, "item": one.item("heavy-weapon")}
    assert send(jonas, f"{theirs}/ransom", **wants, amount=24).status_code == 422
    assert send(jonas, f"{theirs}/ransom", captive=captive, version=version, amount=20).status_code == 422
    ok(send(jonas, f"{theirs}/ransom", **wants, amount=20))
    assert "Pay 20 gold" in ellen.get(one.url).text
    captive, state, version = one.captive()
    assert state == "offered"
    ok(send(ellen, f"/campaigns/{one.id}/seats/{one.ellens}/captives/pay", captive=captive, version=version))
    assert model(one, "Storm")[0].status == "living"
    assert (one.gold(one.ellens), one.gold(one.jonass)) == (before[0] - 20, before[1] + 20)
    assert one.ledger(one.ellens)[-1] == ("captive.ransom_paid", -20)
    assert one.ledger(one.jonass)[-1] == ("captive.ransom_got", 20)
    assert sorted(status for status, _ in item(one, "heavy-weapon")) == ["held", "lost"]
    with app.app_context():
        got = db.session.scalars(
            select(CompanyItem).where(CompanyItem.item == "heavy-weapon", CompanyItem.status == "held")
        ).one()
        assert got.company.seat_id == one.jonass
    ok(one.do(ellen, "injuries/finish"))

    # Bandages are single-use; the spear goes from the store to Bjarke.
    page = ellen.get(one.url).text
    assert "Large Shield of Ulf is lost." in page
    ok(
        one.do(
            ellen,
            "equipment",
            used=one.item("bandages"),
            **{f"carrier-{one.item('spear')}": one.model("Bjarke")},
        )
    )
    assert item(one, "bandages") == [("used", None)]
    assert item(one, "spear") == [("held", one.model("Bjarke"))]

    # Thora 1 + 2 + 1 + 1 (2 of 4 Grunts and Warriors stand) + 2 (of 3 objectives) = 7; Bjarke 1 + 2 + 1 = 4;
    # Runa 1 + 1 and the gift = 3; Storm, taken out, 1. Ulf is dead and Gunn was a Grunt.
    page = ellen.get(one.url).text
    assert "leader: half of the warriors still stand" in page
    assert one.do(ellen, "experience").status_code == 422
    ok(one.do(ellen, "experience", gift=one.model("Runa")))
    learnt = {
        name: model(one, name)[0].experience for name in ("Thora", "Bjarke", "Runa", "Storm", "Ulf", "Gunn")
    }
    assert learnt == {"Thora": 7, "Bjarke": 4, "Runa": 3, "Storm": 1, "Ulf": 0, "Gunn": 0}

    # Ranks at 3 and 7: Thora two advances, Bjarke and Runa one each.
    assert one.do(ellen, "advances/finish").status_code == 422
    ok(one.do(ellen, "advances/power", model=one.model("Thora")))
    assert one.do(ellen, "advances/power", model=one.model("Thora")).status_code == 422
    ok(one.do(ellen, "advances/roll", model=one.model("Thora"), by="table", die1=6))
    ok(one.do(ellen, "advances/roll", model=one.model("Bjarke"), by="table", die1=2))
    ok(one.do(ellen, "advances/roll", model=one.model("Runa"), by="table", die1=7))
    assert one.do(ellen, "advances/finish").status_code == 422
    rolled = next(entry for entry in one.entries() if entry.model_id == one.model("Runa") and entry.step == 5)
    assert "Night Eyes" in ellen.get(one.url).text
    assert one.do(ellen, "advances/choose", advance=rolled.id, choice="sp").status_code == 422
    ok(one.do(ellen, "advances/choose", advance=rolled.id, choice="night_eyes"))
    thora, bjarke, runa = (model(one, name)[1] for name in ("Thora", "Bjarke", "Runa"))
    assert thora.ranks == ("blooded", "veteran")
    assert thora.gained_dice.red == 1
    assert (thora.stats.wn, thora.advances) == (4, 2)
    assert (bjarke.stats.me, bjarke.ranks) == (3, ("blooded",))
    assert runa.special_rules == ("night_eyes",)
    ok(one.do(ellen, "advances/finish"))

    # Ulf was Standard Bearer: that role is vacant; the Leader still lives.
    page = ellen.get(one.url).text
    assert "Ulf is gone: the role Standard Bearer is vacant." in page
    assert model(one, "Ulf")[0].role is None
    assert model(one, "Thora")[0].role == "leader"
    ok(one.do(ellen, "retinue/finish"))
    assert one.step() == 7
    page = ellen.get(one.url).text
    assert "All six steps are settled. The battle was won." in page
    assert "at the table" in page
    with app.app_context():
        names = {row.id: row.name for row in db.session.scalars(select(CompanyModel))}
    assert one.dump()["warbands"][1] == (
        "Ulveflokken",
        "Thora",
        False,
        ["Thora", "Bjarke", "Runa", "Dwarf Levy"],
    ), names


@pytest.mark.rule("V7.1", "V7.3", "C6.5")
def test_ten_taps_settle_a_side_by_the_app_alone(app: Flask) -> None:
    one = scene(app, ("Thora", "Ulf", "Bjarke", "Runa", "Gunn", "Storm"), lost=0)
    ellen, _jonas, _gm = devices(one)
    ok(one.do(ellen, "course", objectives=0))
    ok(one.do(ellen, "injuries/roll-all"))
    rolled = [entry for entry in one.entries() if entry.kind == "injury"]
    assert len(rolled) == 5
    assert all(len(entry.rolls) == 2 and not entry.by_table for entry in rolled)
    for entry in rolled:
        if entry.params["choose_item"]:
            carried = one.item("bandages")
            ok(one.do(ellen, "injuries/robbed", model=entry.model_id, item=carried))
    ok(one.do(ellen, "injuries/finish"))
    ok(one.do(ellen, "equipment"))
    living = [
        name for name in ("Thora", "Ulf", "Bjarke", "Runa", "Storm") if model(one, name)[0].status != "dead"
    ]
    ok(one.do(ellen, "experience", **({"gift": one.model(living[0])} if living else {})))
    ok(one.do(ellen, "advances/roll-all"))
    for entry in one.entries():
        if entry.params.get("choose"):
            ok(one.do(ellen, "advances/choose", advance=entry.id, choice="iron_will"))
    ok(one.do(ellen, "advances/finish"))
    if "name another Command" in ellen.get(one.url).text:
        ok(one.do(ellen, "retinue/leader", model=one.model("Dag")))
    ok(one.do(ellen, "retinue/finish"))
    assert one.step() == 7
