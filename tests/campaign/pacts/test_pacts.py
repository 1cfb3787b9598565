"""V8.16, V8.18-V8.20: mission alliances from concluding to the round's end; the fee is 7 gold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from app.accounts.models import Person
from app.accounts.operations.leaving import delete_account
from app.campaign.battles.models import Battle
from app.campaign.gold.models import LedgerRow
from app.campaign.pacts.models import Pact
from app.campaign.rounds import operations as rounds
from app.campaign.states import Phase
from app.extensions import db
from app.journal.writes import writing
from tests.campaign.battles import world as w
from tests.campaign.guilds.hall import admit, at, found_guild, gold_of, members
from tests.campaign.guilds.hall import do as do_guild
from tests.campaign.guilds.test_fights import BAND, dawns, owner, won
from tests.campaign.pacts.tent import EVENT, accept, conclude, do, part, tent
from tests.counting import counted

if TYPE_CHECKING:
    from flask import Flask

    from tests.campaign.battles.world import World


def sent(world: World, event: str, *names: str) -> list[str]:
    """They send a warband each to the event, and battles are announced; the ids of the battles."""
    from app.campaign.events.models import Event

    with world.app.app_context():
        for name in names:
            found = db.session.get_one(Event, event)
            w.order(world, w.warband(world, name, BAND[name]), to=found)
        return [battle.id for battle in w.announced(world)]


@pytest.mark.rule("V8.16")
@pytest.mark.parametrize("phase", [Phase.PREPARATION, Phase.ORDERS])
def test_all_members_pay_the_concluder_at_once_the_others_on_accepting(app: Flask, phase: Phase) -> None:
    world, event = tent(app)
    at(world, phase)
    pact = conclude(world, event, "ellen", "mads", "rosa")
    assert [gold_of(world, name) for name in ("ellen", "mads", "rosa")] == [293, 300, 300]
    accept(world, pact, "mads")
    assert do(world, "rosa", f"/{pact}/decline").status_code == 303
    assert [gold_of(world, name) for name in ("ellen", "mads", "rosa")] == [293, 293, 300]
    assert [part(world, pact, name) for name in ("ellen", "mads", "rosa", "jonas")] == [
        "joined",
        "joined",
        "declined",
        None,
    ]
    # Answered is answered, and nobody joins unasked.
    assert do(world, "rosa", f"/{pact}/accept").status_code == 404
    assert do(world, "jonas", f"/{pact}/accept").status_code == 404


@pytest.mark.rule("V8.16", "V3.2")
def test_not_in_battles_not_twice_not_without_gold_and_for_running_events_alone(app: Flask) -> None:
    world, event = tent(app, each=6)
    poor = do(world, "ellen", "", "mads", event=event)
    assert poor.status_code == 422
    assert "That costs 7 gold, and there is 6." in poor.text
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Pact)) == 0
    world, event = tent(app)
    conclude(world, event, "ellen", "mads")
    again = do(world, "ellen", "", "rosa", event=event)
    assert again.status_code == 422
    assert "You have a mission alliance for this event already." in again.text
    assert do(world, "mads", "", event="0123456789abc").status_code == 422
    assert do(world, "mads", "", "gm", event=event).status_code == 422
    at(world, Phase.BATTLES)
    assert do(world, "rosa", "", event=event).status_code == 422


@pytest.mark.rule("V8.16")
def test_at_most_one_alliance_per_player_and_event(app: Flask) -> None:
    world, event = tent(app)
    one = conclude(world, event, "ellen", "rosa")
    other = conclude(world, event, "mads", "rosa")
    accept(world, one, "rosa")
    refused = do(world, "rosa", f"/{other}/accept")
    assert refused.status_code == 422
    assert gold_of(world, "rosa") == 293
    # For another event of the round there may be another one.
    with app.app_context():
        second = w.event(world, "Vagttårnet", "ulvedal").id
    assert do(world, "rosa", "", "jonas", event=second).status_code == 303


@pytest.mark.rule("V8.16", "V8.20")
def test_who_concluded_it_ends_it_by_withdrawing_and_nothing_is_returned(app: Flask) -> None:
    world, event = tent(app)
    pact = conclude(world, event, "ellen", "mads", "rosa")
    accept(world, pact, "mads")
    page = world.browser("ellen").get(world.url(f"/pacts/{pact}/withdraw")).text
    assert "the mission alliance ends" in page
    assert do(world, "ellen", f"/{pact}/withdraw").status_code == 303
    assert [gold_of(world, name) for name in ("ellen", "mads")] == [293, 293]
    assert do(world, "rosa", f"/{pact}/accept").status_code == 404
    assert do(world, "mads", f"/{pact}/withdraw").status_code == 404
    # Free again, both may conclude anew.
    assert do(world, "mads", "", "ellen", event=event).status_code == 303


@pytest.mark.rule("V8.20", "V8.17", "V3.9")
def test_with_the_battles_the_chronicle_names_those_who_stayed(app: Flask) -> None:
    world, event = tent(app)
    pact = conclude(world, event, "ellen", "mads", "rosa", "jonas")
    accept(world, pact, "mads", "rosa")
    assert do(world, "rosa", f"/{pact}/withdraw").status_code == 303
    assert "alliance" not in world.browser("gm").get(world.url("/chronicle")).text
    sent(world, event, "ellen", "frida")
    said = f"Ellen had concluded a mission alliance for «{EVENT}» at Rabenfels, with Mads."
    assert said in world.browser("gm").get(world.url("/chronicle")).text
    assert "Mads" in world.browser("frida").get(world.url("/pacts")).text
    with app.app_context():
        assert (
            db.session.scalar(
                select(func.count()).select_from(LedgerRow).where(LedgerRow.secret_until_battles)
            )
            == 0
        )
    # From now on nobody leaves it.
    assert do(world, "mads", f"/{pact}/withdraw").status_code == 422


@pytest.mark.rule("V8.18", "V6.10", "V8.16")
def test_allies_alone_do_not_fight_and_the_concluder_takes_the_place_unseen(app: Flask) -> None:
    world, event = tent(app)
    pact = conclude(world, event, "ellen", "mads", "rosa")
    accept(world, pact, "mads", "rosa")
    assert sent(world, event, "mads", "rosa") == []
    dawns(world)
    assert owner(world) == "ellen"


@pytest.mark.rule("V8.18", "V7.6")
def test_allies_win_together_and_the_concluder_takes_the_place(app: Flask) -> None:
    world, event = tent(app)
    pact = conclude(world, event, "rosa", "mads")
    accept(world, pact, "mads")
    (battle,) = sent(world, event, "ellen", "mads", "rosa")
    with app.app_context():
        sides = {s.seat.name: s.alliance for s in db.session.get_one(Battle, battle).sides}
    assert sides == {"Ellen": None, "Mads": pact, "Rosa": pact}
    assert "mission alliance of Rosa" in world.browser("frida").get(world.url(f"/battles/{battle}")).text
    won(world, "mads", "rosa")
    dawns(world)
    assert owner(world) == "rosa"


@pytest.mark.rule("V8.16", "V8.18")
def test_an_alliance_holds_for_its_event_alone(app: Flask) -> None:
    world, event = tent(app)
    pact = conclude(world, event, "ellen", "mads")
    accept(world, pact, "mads")
    with app.app_context():
        elsewhere = w.event(world, "Vagttårnet", "ulvedal").id
    (battle,) = sent(world, elsewhere, "ellen", "mads")
    with app.app_context():
        assert {side.alliance for side in db.session.get_one(Battle, battle).sides} == {None}


@pytest.mark.rule("V8.18")
def test_it_ends_with_the_round(app: Flask) -> None:
    world, event = tent(app)
    with app.app_context(), writing():
        from app.campaign.events.models import Event

        db.session.get_one(Event, event).duration = 3
    pact = conclude(world, event, "ellen", "mads")
    accept(world, pact, "mads")
    sent(world, event, "ellen", "mads")
    dawns(world)
    with app.app_context(), writing():
        rounds.end_round(world.campaign, actor=world.actor("gm"))
    assert do(world, "mads", f"/{pact}/withdraw").status_code == 404
    at(world, Phase.ORDERS)
    with app.app_context():
        from app.campaign.bonds import bonds_of

        assert bonds_of(world.campaign, 2).missions == ()
    assert do(world, "mads", "", event=event).status_code == 303


@pytest.mark.rule("V8.19")
def test_members_of_a_guild_conclude_none_and_join_none(app: Flask) -> None:
    world, event = tent(app)
    guild = found_guild(world, "frida")
    admit(world, "frida", guild, "mads")
    for name in ("mads", "frida"):
        refused = do(world, name, "", "rosa", event=event)
        assert refused.status_code == 422
        assert "Members of a guild take no part in this." in refused.text
    pact = conclude(world, event, "ellen", "mads")
    assert do(world, "mads", f"/{pact}/accept").status_code == 422
    assert gold_of(world, "mads") == 300 - 15


@pytest.mark.rule("V8.19")
def test_whoever_is_in_one_joins_a_guild_only_after_it(app: Flask) -> None:
    world, event = tent(app)
    guild = found_guild(world, "frida")
    pact = conclude(world, event, "ellen", "mads")
    accept(world, pact, "mads")
    # A founder may always invite; only the invited learns why accepting must wait.
    assert do_guild(world, "frida", f"/{guild}/invite", player="mads").status_code == 303
    refused = do_guild(world, "mads", f"/{guild}/join")
    assert refused.status_code == 422
    assert "You are in a mission alliance of this round." in refused.text
    assert do_guild(world, "mads", f"/{guild}/request").status_code == 422
    assert do_guild(world, "ellen", "", form_key="found", name="Ulven").status_code == 422
    assert do(world, "mads", f"/{pact}/withdraw").status_code == 303
    assert do_guild(world, "mads", f"/{guild}/join").status_code == 303
    assert members(world, guild) == {"frida", "mads"}


@pytest.mark.rule("V8.19")
def test_joining_takes_back_ones_own_requests_as_if_by_hand(app: Flask) -> None:
    world, event = tent(app)
    guild = found_guild(world, "frida")
    for name in ("mads", "rosa"):
        assert do_guild(world, name, f"/{guild}/request").status_code == 303
    pact = conclude(world, event, "ellen", "mads")
    accept(world, pact, "mads")
    assert do_guild(world, "rosa", f"/{guild}/withdraw").status_code == 303
    founders = world.browser("frida").get(world.url(f"/seats/{world.seats['frida']}/log")).text
    assert founders.count("takes back the request to «Havkatten».") == 2
    assert do_guild(world, "frida", f"/{guild}/answer", player="mads", answer="yes").status_code == 409


@pytest.mark.rule("V8.16", "V8.20", "V8.12")
def test_a_deleted_player_withdraws_and_the_concluders_alliance_ends(app: Flask) -> None:
    world, event = tent(app)
    pact = conclude(world, event, "ellen", "mads", "rosa")
    accept(world, pact, "mads")
    with app.app_context(), writing():
        delete_account(db.session.get_one(Person, world.people["mads"]))
    assert part(world, pact, "mads") == "withdrawn"
    with app.app_context(), writing():
        delete_account(db.session.get_one(Person, world.people["ellen"]))
    assert do(world, "rosa", f"/{pact}/accept").status_code == 404


@pytest.mark.rule("V8.2", "V8.16")
def test_where_guilds_are_called_alliances_these_are_mission_pacts(app: Flask) -> None:
    world, event = tent(app, guild_word="alliance")
    pact = conclude(world, event, "ellen", "mads")
    accept(world, pact, "mads")
    page = world.browser("mads").get(world.url("/pacts")).text
    assert "Mission pacts" in page
    assert "mission alliance" not in page.lower()
    sent(world, event, "ellen", "frida")
    chronicle = world.browser("frida").get(world.url("/chronicle")).text
    assert f"Ellen had concluded a mission pact for «{EVENT}» at Rabenfels, with Mads." in chronicle
    # Without guilds the word is not taken.
    other, _event = tent(app, guild_word="alliance", module_guilds=False)
    assert "Mission alliances" in other.browser("ellen").get(other.url("/pacts")).text


@pytest.mark.rule("V9.2")
def test_without_the_module_there_is_no_trace_and_nothing_is_taken(app: Flask) -> None:
    world, event = tent(app, module_alliances=False, module_guilds=False)
    ellen = world.browser("ellen")
    assert ellen.get(world.url("/pacts")).status_code == 404
    assert do(world, "ellen", "", "mads", event=event).status_code == 404
    for page in ("", "/players", "/chronicle", "/events", f"/events/{event}", "/battles"):
        assert "alliance" not in ellen.get(world.url(page), follow_redirects=True).text.lower()


def test_the_page_asks_the_database_little(app: Flask) -> None:
    world, event = tent(app)
    with app.app_context():
        second = w.event(world, "Vagttårnet", "ulvedal").id
    conclude(world, event, "ellen", "mads", "rosa")
    conclude(world, second, "rosa", "ellen")
    ellen = world.browser("ellen")
    ellen.get(world.url("/pacts"))
    with counted(app) as queries:
        assert ellen.get(world.url("/pacts")).status_code == 200
    assert len(queries) <= 12


@pytest.mark.rule("V8.16", "V8.17", "V8.6")
def test_what_waits_is_told_to_the_invited_and_to_the_founder_alone(app: Flask) -> None:
    world, event = tent(app)
    guild = found_guild(world, "frida")
    assert do_guild(world, "jonas", f"/{guild}/request").status_code == 303
    conclude(world, event, "ellen", "mads")
    said = {
        name: world.browser(name).get(world.url()).text for name in ("ellen", "mads", "frida", "jonas", "gm")
    }
    invited, asked = "You are invited to a mission alliance.", "Somebody asks to join your guild."
    assert [name for name, page in said.items() if invited in page] == ["mads"]
    assert [name for name, page in said.items() if asked in page] == ["frida"]
