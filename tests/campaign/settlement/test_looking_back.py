"""V3.8, V3.11, V7.1: what a battle did can be looked up long after it is settled, by whoever may read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.campaign.settlement.models import Settlement
from app.campaign.states import Phase, State
from app.columns import now
from app.extensions import db
from tests.campaign.settlement.scene import Scene, devices, scene
from tests.campaign.settlement.test_whole_settlement import ok, roll
from tests.story import campaign as story

if TYPE_CHECKING:
    from flask import Flask


def rounds_later(one: Scene) -> None:
    """Both sides are settled and the campaign is in the preparation of round 3."""
    with story.change(one.app, one.id) as (campaign, _gm, _actor):
        for settlement in db.session.query(Settlement):
            settlement.step, settlement.finished_at = 7, now()
        campaign.round, campaign.phase = 3, Phase.PREPARATION


@pytest.mark.rule("V7.1", "V3.8")
def test_company_and_model_lead_to_a_settlement_of_an_earlier_round(app: Flask) -> None:
    one = scene(app, ("Ulf",))
    ellen, jonas, gm = devices(one)
    ok(one.do(ellen, "course", objectives=0))
    roll(one, ellen, "Ulf", 4, 4)
    rounds_later(one)
    own = f"/campaigns/{one.id}/seats/{one.ellens}"
    company = ellen.get(f"{own}/company").text
    assert f'href="{one.url}"' in company
    assert "Round 1" in company
    assert "won, settled" in company
    assert f'href="{one.url}"' in ellen.get(f"{own}/models/{one.model('Ulf')}").text
    page = ellen.get(one.url)
    assert page.status_code == 200
    assert "Full recovery" in page.text
    assert "<form" not in page.text.split('id="main"')[1].split("</main>")[0], "it is there to be read"
    assert one.settlement_of(one.jonass) not in company
    assert jonas.get(one.url).status_code == 403
    assert f'href="{one.url}"' in gm.get(f"{own}/company").text


@pytest.mark.rule("V0.1", "V3.11")
def test_when_the_campaign_is_finished_everybody_reads_what_a_battle_did(app: Flask) -> None:
    one = scene(app, ())
    _ellen, jonas, _gm = devices(one)
    rounds_later(one)
    with story.change(app, one.id) as (campaign, _gm_seat, _actor):
        campaign.state = State.FINISHED
    assert jonas.get(one.url).status_code == 200
    assert f'href="{one.url}"' in jonas.get(f"/campaigns/{one.id}/seats/{one.ellens}/company").text


def test_a_battle_that_is_not_settled_yet_leads_from_a_model_to_the_battle(app: Flask) -> None:
    one = scene(app, ())
    ellen, _jonas, _gm = devices(one)
    with story.change(app, one.id):
        db.session.query(Settlement).delete()
    page = ellen.get(f"/campaigns/{one.id}/seats/{one.ellens}/models/{one.model('Ulf')}").text
    assert f'href="/campaigns/{one.id}/battles/{one.battle}"' in page.split('class="history')[1]
