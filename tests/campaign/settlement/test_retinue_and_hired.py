"""C9.3, C2.8, V3.10, V7.1: what befalls roles, mercenaries and awards in a settlement, and the way to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.campaign.battles.models import BattleSide, LineUpModel
from app.campaign.company.models import CompanyModel
from app.campaign.states import ModelStatus, SideOutcome
from app.campaign.warbands.models import Warband, WarbandMercenary
from app.campaign.warbands.queries import line_up
from app.extensions import db
from tests.campaign.settlement.scene import Scene, devices, scene
from tests.campaign.settlement.test_whole_settlement import ok, roll
from tests.story import campaign as story

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient


def roles(one: Scene) -> dict[str, str]:
    """Who holds what: role to the names of its holders, the dead too."""
    with one.app.app_context():
        held = db.session.scalars(
            select(CompanyModel)
            .where(CompanyModel.role.is_not(None), CompanyModel.status != ModelStatus.REMOVED)
            .order_by(CompanyModel.name)
        )
        found: dict[str, str] = {}
        for model in held:
            if model.company.seat_id == one.ellens:
                found[str(model.role)] = f"{found.get(str(model.role), '')} {model.name}".strip()
        return found


def set_role(one: Scene, name: str, role: str | None) -> None:
    model_id = one.model(name)
    with story.change(one.app, one.id):
        db.session.get_one(CompanyModel, model_id).role = role


def go_to_retinue(one: Scene, ellen: FlaskClient) -> None:
    """Through equipment, experience and advances; whoever has to choose takes Iron Will."""
    ok(one.do(ellen, "injuries/finish"))
    ok(one.do(ellen, "equipment"))
    ok(one.do(ellen, "experience", gift=one.model("Bjarke")))
    ok(one.do(ellen, "advances/roll-all"))
    for entry in one.entries():
        if entry.params.get("choose"):
            ok(one.do(ellen, "advances/choose", advance=entry.id, choice="iron_will"))
    ok(one.do(ellen, "advances/finish"))


@pytest.mark.rule("C9.3", "C9.2", "V11.1")
def test_a_command_with_another_role_can_follow_the_leader_and_gives_it_up(app: Flask) -> None:
    """Dag is the only Command left and the company's Healer; without this the settlement would never end."""
    one = scene(app, ("Thora",))
    ellen, _jonas, gm = devices(one)
    set_role(one, "Runa", None)
    set_role(one, "Dag", "healer")
    ok(one.do(ellen, "course", objectives=0))
    roll(one, ellen, "Thora", 1, 1)
    go_to_retinue(one, ellen)
    page = ellen.get(one.url).text
    assert "gives up the role Healer" in page
    ok(one.do(ellen, "retinue/leader", model=one.model("Dag")))
    assert roles(one) == {"leader": "Dag", "standard_bearer": "Ulf"}
    assert one.ledger(one.ellens)[-1][0] == "founding.starting_gold", "it is free of charge"
    ok(one.do(ellen, "retinue/finish"))
    ok(one.do(gm, "reopen/6", reason="Dag stays Healer"))
    assert roles(one) == {"healer": "Dag", "standard_bearer": "Ulf"}


@pytest.mark.rule("C9.2", "V11.1")
def test_a_role_that_another_model_was_given_since_does_not_come_back_with_a_correction(app: Flask) -> None:
    """Thora died; in the settlement of another battle Dag was named Leader. Then Thora lives after all."""
    one = scene(app, ("Thora",))
    ellen, _jonas, gm = devices(one)
    ok(one.do(ellen, "course", objectives=0))
    roll(one, ellen, "Thora", 1, 1)
    ok(one.do(ellen, "injuries/finish"))
    set_role(one, "Thora", None)
    set_role(one, "Dag", "leader")
    ok(one.do(gm, "reopen/2", reason="She got up again"))
    assert roles(one) == {"leader": "Dag", "standard_bearer": "Ulf", "healer": "Runa"}
    with app.app_context():
        assert db.session.get_one(CompanyModel, one.model("Thora")).status == ModelStatus.LIVING


@pytest.mark.rule("C2.8", "C6.2", "C7.2", "C8.1")
def test_a_mercenary_rolls_no_injury_learns_nothing_and_joins_no_company(app: Flask) -> None:
    one = scene(app, (), lost=2, outcome=SideOutcome.DRAWN, objectives=0)
    ellen, _jonas, _gm = devices(one)
    with story.change(app, one.id) as (_campaign, _gm_seat, _actor):
        band = db.session.scalars(select(Warband).where(Warband.name == "Ulveflokken")).one()
        db.session.add(WarbandMercenary(warband_id=band.id, mercenary="mercenary.blaine"))
        db.session.flush()
        db.session.expire(band)
        card = line_up(band)[-1]
        side = db.session.scalars(select(BattleSide).where(BattleSide.warband_id == band.id)).one()
        hired = LineUpModel(
            side_id=side.id,
            model_id=None,
            position=9,
            name=card["name"],
            points=card["points"],
            card=card,
            taken_out=True,
        )
        db.session.add(hired)
        db.session.flush()
        line = hired.id
    models = len(one.dump()["models"])
    ok(one.do(ellen, "course", **{f"enemies-{line}": 2}, objectives=0))
    assert "Blaine" not in ellen.get(one.url).text, "nothing is rolled for it"
    assert one.do(ellen, "injuries/roll", model=line, by="app").status_code == 422
    ok(one.do(ellen, "injuries/finish"))
    ok(one.do(ellen, "equipment"))
    assert "Blaine" not in ellen.get(one.url).text, "it learns nothing"
    assert one.do(ellen, "experience", gift=line).status_code == 422
    ok(one.do(ellen, "experience", gift=one.model("Bjarke")))
    ok(one.do(ellen, "advances/finish"))
    ok(one.do(ellen, "retinue/finish"))
    assert one.step() == 7
    assert len(one.dump()["models"]) == models


@pytest.mark.rule("C6.1", "V3.10")
def test_the_grunt_that_follows_an_awarded_one_sells_for_nothing_too(app: Flask) -> None:
    one = scene(app, ("Gunn",))
    ellen, _jonas, _gm = devices(one)
    awarded = one.model("Gunn")
    with story.change(app, one.id):
        db.session.get_one(CompanyModel, awarded).awarded = True
    ok(one.do(ellen, "course", objectives=0))
    with app.app_context():
        fresh = db.session.scalars(
            select(CompanyModel).where(
                CompanyModel.card == "dwarfs.dwarf-levy", CompanyModel.status == ModelStatus.LIVING
            )
        ).one()
        assert fresh.id != awarded
        assert fresh.awarded


@pytest.mark.rule("V7.1", "V3.11", "V7.8")
def test_the_battle_leads_to_the_settlements_that_its_reader_may_read(app: Flask) -> None:
    """The GM finds all of them there, so that dawn does not wait for a player who is gone."""
    one = scene(app)
    ellen, jonas, gm = devices(one)
    page = f"/campaigns/{one.id}/battles/{one.battle}"
    ours, theirs = one.settlement, one.settlement_of(one.jonass)
    assert (ours in ellen.get(page).text, theirs in ellen.get(page).text) == (True, False)
    assert (ours in jonas.get(page).text, theirs in jonas.get(page).text) == (False, True)
    assert "at step 1 of 6" in gm.get(page).text
    assert (ours in gm.get(page).text, theirs in gm.get(page).text) == (True, True)
