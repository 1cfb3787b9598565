"""V11.1 for the modules: a player is taken out of a guild, a warband is put where it should stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.campaign.guilds.models import Guild, GuildMember
from app.campaign.map.models import Place
from app.campaign.states import Phase
from app.campaign.warbands.models import Warband
from app.extensions import db
from tests.campaign.dropouts.evening import evening
from tests.story import campaign as story
from tests.story import orders
from tests.story.people import send
from tests.story.reconciled import assert_reconciled

if TYPE_CHECKING:
    from flask import Flask


@pytest.mark.rule("V11.1", "V8.6", "V8.10")
def test_a_member_is_taken_out_and_a_founders_guild_is_dissolved(app: Flask) -> None:
    one = evening(app, ("guilds",))
    gm = one.at("Karin")
    assert "Rosa, Saltets børn" in gm.get(one.url("/dashboard/members")).text
    at = one.url("/dashboard/members")
    fields = {"form_key": "member", "member": one.seats["Rosa"]}
    assert send(gm, at, **fields, reason="").status_code == 422
    assert send(one.at("Ellen"), at, **fields, reason="x").status_code == 403
    assert send(gm, at, **fields, reason="Wrong button").status_code == 303
    told = one.at("Ulf").get(one.url("/chronicle")).text
    assert "takes Rosa out of the guild «Saltets børn»" in told
    assert "Wrong button" in told
    assert send(gm, at, **fields, reason="Again").status_code == 404
    founder = {"form_key": "member", "member": one.seats["Ellen"]}
    assert send(gm, at, **founder, reason="Both wished it").status_code == 303
    with app.app_context():
        assert db.session.scalars(select(GuildMember)).all() == []
        assert db.session.scalars(select(Guild)).one().dissolved_at is not None


@pytest.mark.rule("V11.1", "V8.11")
def test_not_while_members_stand_in_a_shared_open_battle(app: Flask) -> None:
    one = evening(app, ("guilds", "multi"))
    one.switch(Phase.ORDERS)
    gm = one.at("Karin")
    at = story.place_id(app, one.campaign, "Salzfurt")
    # Rosa goes where Ellen goes: both of one guild meet Mads.
    for who in ("Ellen", "Rosa", "Mads"):
        sent = orders.order(gm, one.campaign, one.seats[who], one.bands[who], at, one.event)
        assert sent.status_code == 303
    one.switch(Phase.BATTLES)
    fields = {"form_key": "member", "member": one.seats["Rosa"], "reason": "x"}
    refused = send(gm, one.url("/dashboard/members"), **fields)
    assert refused.status_code == 422
    assert "V8.11" in refused.text


@pytest.mark.rule("V11.1", "V9.4", "V4.8")
def test_a_warband_is_put_at_another_place_unless_it_is_sent(app: Flask) -> None:
    one = evening(app, ("movement",))
    gm = one.at("Karin")
    at = one.url("/dashboard/standing")
    with app.app_context():
        salt = db.session.scalars(
            select(Place.id).where(Place.campaign_id == one.campaign, Place.name == "Salzfurt")
        ).one()
    fields = {"form_key": "standing", "warband": one.bands["Ulf"], "place": salt, "reason": "Typed wrong"}
    assert "Ulfs of Ulf" in gm.get(at).text
    assert send(one.at("Ulf"), at, **fields).status_code == 403
    assert send(gm, at, **{**fields, "place": "0123456789abc"}).status_code == 404
    assert send(gm, at, **fields).status_code == 303
    assert send(gm, at, **fields).status_code == 409
    assert "puts Ulfs of Ulf at Salzfurt" in one.at("Ellen").get(one.url("/chronicle")).text
    with app.app_context():
        assert db.session.get_one(Warband, one.bands["Ulf"]).standing_place_id == salt
    one.play_to(Phase.ORDERS)
    home = story.place_id(app, one.campaign, "Ulvedal")
    refused = send(gm, at, **{**fields, "warband": one.bands["Ellen"], "place": home})
    assert refused.status_code in (409, 422)
    assert_reconciled(app, one.campaign)


@pytest.mark.rule("V9.2")
def test_without_the_modules_there_are_no_such_pages(app: Flask) -> None:
    one = evening(app)
    with story.change(app, one.campaign) as (campaign, _gm, _actor):
        campaign.module_guilds = campaign.module_movement = False
    gm = one.at("Karin")
    for page in ("standing", "members"):
        assert gm.get(one.url(f"/dashboard/{page}")).status_code == 404
        assert send(gm, one.url(f"/dashboard/{page}"), reason="x").status_code == 404
