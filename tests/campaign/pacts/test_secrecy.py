"""V8.17, V8.19, V3.9: until the battles nothing of an alliance reaches anybody outside it.

The table is read by everybody in full before, while the alliance is made, joined, declined and left, and
must not have changed by a byte, nor any version that they follow.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.extensions import db
from app.journal.models import AudienceVersion, AuditRow
from tests.campaign.battles import world as w
from tests.campaign.pacts.tent import accept, conclude, do, tent

if TYPE_CHECKING:
    from flask import Flask

    from tests.campaign.battles.world import World

ONCE = re.compile(r'((?:name="(?:csrf_token|request_id)" value="|nonce-|nonce=")[^"\']*)')
OUTSIDERS = ("gm", "frida", "jonas")


def addresses(world: World, event: str) -> list[str]:
    """Every page of the campaign that somebody outside can ask for, those of the allies' seats too."""
    paths = [
        *("", "/players", "/guilds", "/pacts", "/map", "/events", f"/events/{event}", "/battles"),
        *(
            "/chronicle",
            "/chronicle/standings",
            "/rules",
            "/dashboard",
            "/dashboard/orders",
            "/dashboard/gold",
        ),
        *("/dashboard/results", "/dashboard/awards", "/round/switch", "/round/switch/battles", "/live"),
        *("/dawn", "/documents", f"/map/places/{world.places['rabenfels']}"),
    ]
    for name in ("ellen", "mads", "rosa"):
        seat = world.seats[name]
        paths += [
            f"/seats/{seat}/{page}"
            for page in ("ledger", "log", "company", "shop", "warbands", "orders", "documents", "captives")
        ]
    return [world.url(path) for path in paths] + ["/"]


def seen(world: World, who: str, event: str) -> dict[str, tuple[int, str]]:
    """Everything that ``who`` is shown; what is new in every answer is left out."""
    client = world.browser(who)
    found = {}
    for url in addresses(world, event):
        answer = client.get(url, follow_redirects=True)
        body = answer.get_data(as_text=True) if answer.mimetype == "text/html" else repr(answer.data)
        found[url] = (answer.status_code, ONCE.sub("", body))
    return found


def versions(world: World) -> dict[str, int]:
    """The version of every audience but those of the three allies' own seats and persons."""
    secret = [world.seats[name] for name in ("ellen", "mads", "rosa")]
    secret += [world.people[name] for name in ("ellen", "mads", "rosa")]
    with world.app.app_context():
        rows = db.session.scalars(
            select(AudienceVersion).where(AudienceVersion.campaign_id == world.campaign_id)
        )
        return {
            row.audience: row.version for row in rows if not any(row.audience.endswith(key) for key in secret)
        }


@pytest.mark.rule("V8.17", "V3.9")
def test_nothing_changes_for_anybody_outside(app: Flask) -> None:
    world, event = tent(app)
    before = {who: seen(world, who, event) for who in OUTSIDERS}
    reached = [url for url, (status, _body) in before["gm"].items() if status == 200]
    assert len(reached) >= 30
    counted = versions(world)
    pact = conclude(world, event, "ellen", "mads", "rosa")
    accept(world, pact, "mads")
    assert do(world, "rosa", f"/{pact}/decline").status_code == 303
    assert do(world, "ellen", f"/{pact}/invite", "rosa").status_code == 303
    accept(world, pact, "rosa")
    assert do(world, "rosa", f"/{pact}/withdraw").status_code == 303
    assert versions(world) == counted
    for who in OUTSIDERS:
        after = seen(world, who, event)
        for url, page in before[who].items():
            assert after[url] == page, (who, url)


@pytest.mark.rule("V8.17")
def test_the_invited_see_it_and_the_deed_of_another_does_not_exist(app: Flask) -> None:
    world, event = tent(app)
    pact = conclude(world, event, "ellen", "mads")
    assert "You are invited to this mission alliance." in world.browser("mads").get(world.url("/pacts")).text
    assert f"pact-{pact}" not in world.browser("rosa").get(world.url("/pacts")).text
    for who in ("rosa", "jonas"):
        for deed in ("accept", "decline", "withdraw", "invite"):
            assert do(world, who, f"/{pact}/{deed}").status_code == 404
        assert world.browser(who).get(world.url(f"/pacts/{pact}/withdraw")).status_code == 404
    # The game master has no part in it, neither by name nor in a player's stead.
    assert do(world, "gm", f"/{pact}/accept").status_code == 403
    assert do(world, "gm", "", "ellen", event=event).status_code == 403


@pytest.mark.rule("V8.17", "V4.7")
def test_no_row_of_it_is_public_the_gms_or_a_seats(app: Flask) -> None:
    world, event = tent(app)
    pact = conclude(world, event, "ellen", "mads")
    accept(world, pact, "mads")
    with app.app_context():
        rows = db.session.scalars(select(AuditRow).where(AuditRow.kind.like("pact.%"))).all()
        assert len(rows) >= 4
        assert all(row.chronicle is False for row in rows)
        allies = {world.people["ellen"], world.people["mads"]}
        assert {row.audience.partition(":")[2] for row in rows} == allies
        assert not any(row.audience.startswith("seat:") for row in rows)


@pytest.mark.rule("V8.17", "V6.1")
def test_a_campaign_with_a_secret_announces_the_same_battles_by_the_same_lots(app: Flask) -> None:
    """An alliance elsewhere draws no lot and orders nothing anew: the seed gives the same division."""
    divided = []
    for allied in (False, True):
        world, event = tent(app, warband_limit=3)
        if allied:
            accept(world, conclude(world, event, "ellen", "frida"), "frida")
        with app.app_context():
            w.order(world, w.warband(world, "mads", "stags"))
            w.order(world, w.warband(world, "rosa", "foxes"), "ulvedal")
            w.order(world, w.warband(world, "jonas", "foxes"), "ulvedal")
            battles = w.announced(world)
            divided.append([(len(battle.sides), battle.scenario) for battle in battles])
            cursor = world.campaign.lots_cursor
            divided[-1].append((cursor, None))
    assert divided[0] == divided[1]
