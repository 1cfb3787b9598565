"""V8.1-V8.6, V8.9, V8.10: guilds from founding to dissolving, with the figures of ``hall.AMOUNTS``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from app.accounts.models import Person
from app.accounts.operations.leaving import delete_account
from app.campaign.gold.models import LedgerRow
from app.campaign.guilds.models import Guild
from app.campaign.rounds import operations as rounds
from app.campaign.states import Phase
from app.extensions import db
from app.journal.models import AuditRow
from app.journal.writes import writing
from tests.campaign.guilds.hall import admit, at, do, found_guild, gold_of, hall, members, paid
from tests.counting import counted

if TYPE_CHECKING:
    from flask import Flask


@pytest.mark.rule("V8.1", "V8.5", "V8.10")
def test_a_player_founds_a_guild_for_the_cost_of_level_one(app: Flask) -> None:
    world = hall(app, "ellen", "mads")
    guild = found_guild(world, "ellen", "  Hav   katten ".replace("   ", " ").strip())
    assert gold_of(world, "ellen") == 300 - 60
    assert paid(world, "ellen") == [("guild.founded", -60)]
    assert members(world, guild) == {"ellen"}
    page = world.browser("mads").get(world.url("/guilds")).text
    assert "Hav katten" in page
    assert "Ellen founds the guild «Hav katten»." in world.browser("mads").get(world.url("/chronicle")).text


@pytest.mark.rule("V8.1", "V8.4", "V3.2")
def test_no_second_guild_no_name_twice_and_none_without_the_gold(app: Flask) -> None:
    world = hall(app, "ellen", "mads", each=59)
    poor = do(world, "ellen", "", form_key="found", name="Havkatten")
    assert poor.status_code == 422
    assert "That costs 60 gold, and there is 59." in poor.text
    assert 'value="Havkatten"' in poor.text
    rich = hall(app, "ellen", "mads")
    found_guild(rich, "ellen")
    again = do(rich, "ellen", "", form_key="found", name="Ulven")
    assert again.status_code == 422
    assert "Dissolve the guild that you founded first." in again.text
    twin = do(rich, "mads", "", form_key="found", name="HAVKATTEN")
    assert twin.status_code == 422
    assert "There is a guild of that name already." in twin.text
    assert do(rich, "mads", "", form_key="found", name=" ").status_code == 422
    assert gold_of(rich, "mads") == 300


@pytest.mark.rule("V8.3", "V8.6", "V8.10")
def test_a_request_costs_its_fee_and_whoever_is_admitted_pays_the_entry(app: Flask) -> None:
    world = hall(app, "ellen", "mads", "rosa")
    guild = found_guild(world, "ellen")
    assert do(world, "mads", f"/{guild}/request").status_code == 303
    assert do(world, "mads", f"/{guild}/request").status_code == 409
    assert gold_of(world, "mads") == 300 - 5
    assert members(world, guild) == {"ellen"}
    # Nobody joins by oneself, and nobody but the founder answers.
    assert do(world, "mads", f"/{guild}/join").status_code == 409
    assert do(world, "rosa", f"/{guild}/answer", player="mads", answer="yes").status_code == 422
    assert do(world, "ellen", f"/{guild}/answer", player="mads", answer="yes").status_code == 303
    assert do(world, "mads", f"/{guild}/join").status_code == 303
    assert members(world, guild) == {"ellen", "mads"}
    assert gold_of(world, "mads") == 300 - 5 - 15
    # What was asked is not in the chronicle, what came of it is.
    with app.app_context():
        public = list(
            db.session.scalars(
                select(AuditRow.kind).where(AuditRow.audience == "public", AuditRow.kind.like("guild.%"))
            )
        )
    assert sorted(public) == ["guild.founded", "guild.joined"]


@pytest.mark.rule("V8.3")
def test_the_request_fee_is_not_returned_however_it_ends(app: Flask) -> None:
    world = hall(app, "ellen", "mads", "rosa")
    guild = found_guild(world, "ellen")
    assert do(world, "mads", f"/{guild}/request").status_code == 303
    assert do(world, "ellen", f"/{guild}/answer", player="mads", answer="no").status_code == 303
    assert do(world, "rosa", f"/{guild}/request").status_code == 303
    assert do(world, "rosa", f"/{guild}/withdraw").status_code == 303
    assert (gold_of(world, "mads"), gold_of(world, "rosa")) == (295, 295)
    assert do(world, "rosa", f"/{guild}/withdraw").status_code == 409


@pytest.mark.rule("V8.3", "V8.6")
def test_an_invitation_is_free_of_the_request_fee(app: Flask) -> None:
    world = hall(app, "ellen", "mads", "rosa")
    guild = found_guild(world, "ellen")
    assert do(world, "mads", f"/{guild}/invite", player="rosa").status_code == 422
    assert do(world, "ellen", f"/{guild}/invite", player="mads").status_code == 303
    assert do(world, "ellen", f"/{guild}/invite", player="mads").status_code == 409
    assert do(world, "rosa", f"/{guild}/join").status_code == 409
    assert do(world, "mads", f"/{guild}/join").status_code == 303
    assert paid(world, "mads") == [("guild.joined", -15)]
    assert do(world, "ellen", f"/{guild}/invite", player="rosa").status_code == 303
    assert do(world, "rosa", f"/{guild}/decline").status_code == 303
    assert gold_of(world, "rosa") == 300
    assert do(world, "rosa", f"/{guild}/join").status_code == 409


@pytest.mark.rule("V8.5")
def test_a_level_allows_so_many_allies_and_the_next_costs_its_number_of_times(app: Flask) -> None:
    world = hall(app)
    guild = found_guild(world, "ellen")
    admit(world, "ellen", guild, "mads")
    assert do(world, "ellen", f"/{guild}/invite", player="rosa").status_code == 303
    full = do(world, "rosa", f"/{guild}/join")
    assert full.status_code == 422
    assert "The guild is full" in full.text
    assert do(world, "mads", f"/{guild}/build").status_code == 422
    assert do(world, "ellen", f"/{guild}/build").status_code == 303
    assert paid(world, "ellen") == [("guild.founded", -60), ("guild.built", -120)]
    assert do(world, "rosa", f"/{guild}/join").status_code == 303
    assert members(world, guild) == {"ellen", "mads", "rosa"}
    # Two is the highest level of this campaign.
    assert do(world, "ellen", f"/{guild}/build").status_code == 422


@pytest.mark.rule("V8.4", "V8.6")
def test_one_guild_each_and_a_founder_dissolves_before_changing(app: Flask) -> None:
    world = hall(app)
    mine, theirs = found_guild(world, "ellen"), found_guild(world, "jonas", "Ulven")
    admit(world, "ellen", mine, "mads")
    assert do(world, "jonas", f"/{theirs}/invite", player="mads").status_code == 303
    assert do(world, "jonas", f"/{theirs}/invite", player="ellen").status_code == 303
    taken = do(world, "mads", f"/{theirs}/join")
    assert taken.status_code == 422
    assert "You are in a guild already: Havkatten. Leave it first." in taken.text
    assert "Dissolve the guild that you founded first." in do(world, "ellen", f"/{theirs}/join").text
    assert do(world, "ellen", f"/{mine}/leave").status_code == 422
    assert do(world, "mads", f"/{mine}/dissolve").status_code == 422
    # Leaving is free and at once.
    before = gold_of(world, "mads")
    assert do(world, "mads", f"/{mine}/leave").status_code == 303
    assert gold_of(world, "mads") == before
    assert do(world, "mads", f"/{theirs}/join").status_code == 303
    assert do(world, "ellen", f"/{mine}/dissolve").status_code == 303
    assert members(world, mine) == set()
    assert gold_of(world, "ellen") == 300 - 60
    assert world.browser("ellen").get(world.url(f"/guilds/{mine}/leave")).status_code == 404
    assert members(world, theirs) == {"jonas", "mads"}


@pytest.mark.rule("V8.6")
def test_whoever_joins_ends_what_is_open_elsewhere(app: Flask) -> None:
    world = hall(app)
    one, other = found_guild(world, "ellen"), found_guild(world, "jonas", "Ulven")
    assert do(world, "mads", f"/{other}/request").status_code == 303
    admit(world, "ellen", one, "mads")
    assert do(world, "jonas", f"/{other}/answer", player="mads", answer="yes").status_code == 409


@pytest.mark.rule("V8.9", "V7.9")
def test_the_guilds_income_is_shared_and_each_share_rounded_up(app: Flask) -> None:
    """Level 2 earns 2 x 20 = 40; three members get 13.33, rounded up 14 each. Fixed income 30."""
    world = hall(app)
    guild = found_guild(world, "ellen")
    admit(world, "ellen", guild, "mads")
    do(world, "ellen", f"/{guild}/build")
    admit(world, "ellen", guild, "rosa")
    at(world, Phase.DAWN)
    before = {name: gold_of(world, name) for name in ("ellen", "mads", "rosa", "jonas")}
    with app.app_context(), writing():
        rounds.end_round(world.campaign, actor=world.actor("gm"))
    got = {name: gold_of(world, name) - before[name] for name in before}
    assert got == {"ellen": 44, "mads": 44, "rosa": 44, "jonas": 30}
    ledger = world.browser("rosa").get(world.url(f"/seats/{world.seats['rosa']}/ledger")).text
    assert "Income of round 1: 30 fixed, 0 from places, 14 from the guild." in ledger
    with app.app_context():
        rows = db.session.scalar(
            select(func.count()).select_from(LedgerRow).where(LedgerRow.kind == "round.income")
        )
        assert rows == 5


@pytest.mark.rule("V8.6")
def test_a_deleted_founder_dissolves_the_guild_and_a_deleted_member_leaves(app: Flask) -> None:
    world = hall(app)
    guild = found_guild(world, "ellen")
    admit(world, "ellen", guild, "mads")
    with app.app_context(), writing():
        delete_account(db.session.get_one(Person, world.people["mads"]))
    assert members(world, guild) == {"ellen"}
    with app.app_context(), writing():
        delete_account(db.session.get_one(Person, world.people["ellen"]))
    with app.app_context():
        assert db.session.get_one(Guild, guild).dissolved_at is not None
        kinds = list(
            db.session.scalars(
                select(AuditRow.kind)
                .where(AuditRow.kind.like("guild.%"), AuditRow.audience == "public")
                .order_by(AuditRow.seq)
            )
        )
        assert kinds[-2:] == ["guild.left", "guild.dissolved"]


@pytest.mark.rule("V9.2")
def test_without_the_module_there_is_no_trace_and_nothing_is_taken(app: Flask) -> None:
    world = hall(app, module_guilds=False)
    ellen = world.browser("ellen")
    assert ellen.get(world.url("/guilds")).status_code == 404
    assert do(world, "ellen", "", form_key="found", name="Havkatten").status_code == 404
    for page in ("", "/players", "/chronicle", "/map", "/battles"):
        assert "guild" not in ellen.get(world.url(page), follow_redirects=True).text.lower()
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Guild)) == 0


@pytest.mark.rule("V8.6")
def test_a_guild_of_another_campaign_is_not_found(app: Flask) -> None:
    world, other = hall(app), hall(app)
    guild = found_guild(world, "ellen")
    for deed in ("request", "join", "leave", "dissolve", "build", "decline", "withdraw"):
        assert do(other, "mads", f"/{guild}/{deed}").status_code == 404
    assert do(world, "gm", f"/{guild}/request").status_code == 403


def test_the_page_asks_the_database_little(app: Flask) -> None:
    world = hall(app)
    guild = found_guild(world, "ellen")
    admit(world, "ellen", guild, "mads")
    do(world, "rosa", f"/{guild}/request")
    found_guild(world, "jonas", "Ulven")
    ellen = world.browser("ellen")
    ellen.get(world.url("/guilds"))
    with counted(app) as queries:
        assert ellen.get(world.url("/guilds")).status_code == 200
    assert len(queries) <= 12
