"""V8.11, V8.12, V8.15, V6.10, V7.6: guilds in battles and at dawn.

Points (tests/campaign/battles/world.py): wolves 85, stags 60, foxes 39.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.accounts.models import Person
from app.accounts.operations.leaving import delete_account
from app.campaign.battles.models import Battle
from app.campaign.dawn import operations as dawn
from app.campaign.dawn.models import DawnFate
from app.campaign.map.models import Place
from app.campaign.orders.models import Order
from app.campaign.states import BattleState, Phase, SideOutcome
from app.extensions import db
from app.journal.writes import writing
from tests.campaign.battles import world as w
from tests.campaign.guilds.hall import admit, do, found_guild, hall

if TYPE_CHECKING:
    from flask import Flask

    from tests.campaign.battles.world import World

BAND = {"ellen": "wolves", "mads": "stags", "rosa": "foxes", "jonas": "foxes", "frida": "stags"}


def sent(world: World, *names: str, place: str = "rabenfels") -> list[str]:
    """They all send a warband there, and battles are announced; the ids of the battles."""
    with world.app.app_context():
        for name in names:
            w.order(world, w.warband(world, name, BAND[name]), place)
        return [battle.id for battle in w.announced(world)]


def won(world: World, *names: str) -> None:
    """Every battle stands: those named won, the rest lost; nobody named is a draw."""
    with world.app.app_context(), writing():
        for battle in db.session.scalars(select(Battle)):
            battle.state = BattleState.CONFIRMED
            for side in battle.sides:
                wins = side.seat_id in [world.seats[name] for name in names]
                side.outcome = (
                    SideOutcome.DRAWN if not names else SideOutcome.WON if wins else SideOutcome.LOST
                )


def dawns(world: World) -> None:
    with world.app.app_context(), writing():
        world.campaign.phase = Phase.DAWN
        dawn.begin(world.campaign, world.actor("gm"))


def owner(world: World, place: str = "rabenfels") -> str | None:
    with world.app.app_context():
        seat = db.session.get_one(Place, world.places[place]).owner_id
        return next((name for name, key in world.seats.items() if key == seat), None)


def fates(world: World) -> set[str | None]:
    with world.app.app_context():
        return set(db.session.scalars(select(Order.fate)))


@pytest.mark.rule("V8.15", "V6.10", "V8.1")
def test_allies_alone_do_not_fight_and_the_founder_takes_the_ownerless_place_unseen(app: Flask) -> None:
    world = hall(app)
    guild = found_guild(world, "ellen")
    do(world, "ellen", f"/{guild}/build")
    admit(world, "ellen", guild, "mads", "rosa")
    assert sent(world, "mads", "rosa") == []
    assert fates(world) == {"unopposed"}
    dawns(world)
    assert owner(world) == "ellen"
    with app.app_context():
        (fate,) = db.session.scalars(select(DawnFate))
        assert (fate.outcome, fate.rule) == ("taken", "V8.15")


@pytest.mark.rule("V8.15", "V7.7")
def test_allies_alone_leave_an_owned_place_to_its_owner(app: Flask) -> None:
    world = hall(app)
    guild = found_guild(world, "ellen")
    admit(world, "ellen", guild, "mads")
    with app.app_context():
        w.own(world, "jonas")
    assert sent(world, "ellen", "mads") == []
    dawns(world)
    assert owner(world) == "jonas"


@pytest.mark.rule("V8.15", "V7.6", "V6.4")
def test_allies_stand_together_and_win_together_and_the_founder_takes_the_place(app: Flask) -> None:
    """Underdog (C3.1) counts against the strongest enemy: Mads' stags (60) and Rosa's foxes (39) are allies
    against Ellen's wolves (85), so 25 and 46 points weaker; the wolves are nobody's underdog."""
    world = hall(app)
    guild = found_guild(world, "frida")
    do(world, "frida", f"/{guild}/build")
    admit(world, "frida", guild, "mads", "rosa")
    (battle_id,) = sent(world, "ellen", "mads", "rosa")
    with app.app_context():
        battle = db.session.get_one(Battle, battle_id)
        ally = {side.seat.name: side.alliance for side in battle.sides}
        assert ally == {"Ellen": None, "Mads": guild, "Rosa": guild}
        strongest = {side.seat.name: (side.underdog_dice, side.bonus_points) for side in battle.sides}
        assert strongest["Ellen"] == (0, 0)
        assert strongest["Rosa"][0] >= strongest["Mads"][0] >= 1
    page = world.browser("mads").get(world.url(f"/battles/{battle_id}")).text
    assert "Havkatten" in page
    won(world, "mads", "rosa")
    dawns(world)
    assert owner(world) == "frida"
    with app.app_context():
        assert db.session.scalars(select(DawnFate.rule)).one() == "V7.6"


@pytest.mark.rule("V7.6", "V7.5")
def test_one_winner_alone_takes_the_place_himself_guild_or_not(app: Flask) -> None:
    world = hall(app)
    guild = found_guild(world, "frida")
    admit(world, "frida", guild, "mads")
    sent(world, "ellen", "mads")
    won(world, "mads")
    dawns(world)
    assert owner(world) == "mads"


@pytest.mark.rule("V7.6", "V7.10")
def test_winners_of_no_common_guild_leave_the_place_to_the_gms_choice(app: Flask) -> None:
    world = hall(app)
    guild = found_guild(world, "frida")
    admit(world, "frida", guild, "mads")
    sent(world, "ellen", "mads", "rosa")
    won(world, "mads", "rosa")
    dawns(world)
    assert owner(world) is None
    with app.app_context():
        (fate,) = db.session.scalars(select(DawnFate))
        assert fate.outcome == "choice"
        assert set(fate.candidates) == {world.seats["mads"], world.seats["rosa"]}
    page = world.browser("gm").get(world.url("/dawn")).text
    assert page.count('name="taker"') == 2
    assert "Mads" in page


@pytest.mark.rule("V8.12")
def test_what_changes_after_the_announcement_counts_from_the_next_round(app: Flask) -> None:
    world = hall(app)
    sent(world, "ellen", "mads", "rosa")
    guild = found_guild(world, "frida")
    do(world, "frida", f"/{guild}/build")
    admit(world, "frida", guild, "mads", "rosa")
    won(world, "mads", "rosa")
    dawns(world)
    # They were no allies when battles were announced, so the guild takes nothing.
    assert owner(world) is None
    with app.app_context():
        assert db.session.scalars(select(DawnFate.outcome)).one() == "choice"


@pytest.mark.rule("V8.12", "V8.11")
def test_who_leaves_after_the_result_was_still_an_ally_at_dawn(app: Flask) -> None:
    world = hall(app)
    guild = found_guild(world, "frida")
    do(world, "frida", f"/{guild}/build")
    admit(world, "frida", guild, "mads", "rosa")
    sent(world, "ellen", "mads", "rosa")
    # While their battle is open nobody leaves, not even who does not fight in it, and nobody dissolves.
    for who, deed in (("mads", "leave"), ("rosa", "leave"), ("frida", "dissolve")):
        refused = do(world, who, f"/{guild}/{deed}")
        assert refused.status_code == 422
        assert "shared battle that is still open" in refused.text
    won(world, "mads", "rosa")
    assert do(world, "mads", f"/{guild}/leave").status_code == 303
    dawns(world)
    assert owner(world) == "frida"


@pytest.mark.rule("V8.11")
def test_a_battle_of_one_member_alone_holds_nobody(app: Flask) -> None:
    world = hall(app)
    guild = found_guild(world, "frida")
    admit(world, "frida", guild, "mads")
    sent(world, "ellen", "mads")
    assert do(world, "mads", f"/{guild}/leave").status_code == 303


@pytest.mark.rule("V8.6", "V8.12")
def test_without_its_founder_a_guild_leaves_its_conquests_to_the_gm(app: Flask) -> None:
    world = hall(app)
    guild = found_guild(world, "frida")
    do(world, "frida", f"/{guild}/build")
    admit(world, "frida", guild, "mads", "rosa")
    sent(world, "ellen", "mads", "rosa")
    with app.app_context(), writing():
        delete_account(db.session.get_one(Person, world.people["frida"]))
    won(world, "mads", "rosa")
    dawns(world)
    with app.app_context():
        (fate,) = db.session.scalars(select(DawnFate))
        assert (fate.outcome, fate.rule) == ("choice", "V8.6")
        assert set(fate.candidates) == {world.seats["mads"], world.seats["rosa"]}


@pytest.mark.rule("V6.2", "V8.1")
def test_lots_keep_allies_in_one_battle_where_the_limit_allows(app: Flask) -> None:
    """Five warbands, at most three in a battle: three and two, and the two of the guild stay together."""
    world = hall(app, warband_limit=3)
    guild = found_guild(world, "mads")
    admit(world, "mads", guild, "rosa")
    ids = sent(world, "ellen", "mads", "rosa", "jonas", "frida")
    with app.app_context():
        sides = [
            {side.seat.name for side in battle.sides}
            for battle in db.session.scalars(select(Battle).where(Battle.id.in_(ids)))
        ]
    assert sorted(map(len, sides)) == [2, 3]
    assert any({"Mads", "Rosa"} < one for one in sides)
