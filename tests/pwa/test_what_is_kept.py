"""What a device may keep for when there is no net: a player's own things, never another's (asks F6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.campaign.battles import world as w
from tests.counting import counted

if TYPE_CHECKING:
    from flask import Flask

KEPT = (
    "/seats/{ellen}/company",
    "/seats/{ellen}/warbands",
    "/seats/{ellen}/warbands/{band}",
    "/battles/{battle}",
)
NEVER = ("", "/map", "/battles", "/chronicle", "/players", "/seats/{ellen}/shop", "/seats/{ellen}/ledger")


@pytest.fixture
def world(app: Flask) -> w.World:
    return w.fight(app, "ellen", "mads", "rosa")[0]


def answers(world: w.World, reader: str, paths: tuple[str, ...]) -> dict[str, str | None]:
    """Path → what the page says to the service worker; only of pages that the reader gets."""
    with world.app.app_context():
        from app.campaign.battles.models import Battle
        from app.campaign.warbands.models import Warband
        from app.extensions import db

        names = {
            "ellen": world.seats["ellen"],
            "band": db.session.scalars(
                db.select(Warband.id).where(Warband.seat_id == world.seats["ellen"])
            ).one(),
            "battle": db.session.scalars(db.select(Battle.id)).one(),
        }
    client = world.browser(reader)
    found = {path: client.get(world.url(path.format(**names))) for path in paths}
    return {path: one.headers.get("X-Offline") for path, one in found.items() if one.status_code == 200}


def test_a_player_keeps_own_company_warbands_and_battles_alone(world: w.World) -> None:
    assert answers(world, "ellen", KEPT) == dict.fromkeys(KEPT, "keep")
    assert answers(world, "ellen", NEVER) == dict.fromkeys(NEVER)


def test_nobody_keeps_what_is_another_players(world: w.World) -> None:
    assert answers(world, "gm", KEPT) == dict.fromkeys(KEPT), "the game master reads all four"
    assert answers(world, "mads", KEPT) == {"/battles/{battle}": "keep"}
    assert answers(world, "rosa", KEPT) == {"/battles/{battle}": None}


def test_a_page_that_tells_what_was_done_is_not_the_one_to_keep(world: w.World) -> None:
    """It would say so again tomorrow; the worker fetches the page once more."""
    client = world.browser("ellen")
    path = world.url(f"/seats/{world.seats['ellen']}/warbands")
    sent = w.post(client, world.url(f"/seats/{world.seats['ellen']}/company/name"), name="Ravnene")
    assert sent.status_code == 303
    assert client.get(path).headers["X-Offline"] == "again"
    assert client.get(path).headers["X-Offline"] == "keep"


def test_the_overview_names_the_pages_to_keep(world: w.World) -> None:
    with counted(world.app) as asked:
        text = world.browser("ellen").get(world.url()).get_data(as_text=True)
    assert len(asked) <= 13, "the login's own row is one"
    for path in (*KEPT[:1], *KEPT[2:]):
        assert path.partition("{")[0] in text
    named = [line for line in text.split("<a ") if "data-offline" in line.partition(">")[0]]
    hrefs = [line.partition('href="')[2].partition('"')[0] for line in named]
    assert [href.split("/")[-2] for href in hrefs] == [
        "battles",
        "warbands",
        world.seats["ellen"],
        *["rules"] * 2,
    ]
    assert (
        "data-offline"
        not in world.browser("gm").get(world.url()).get_data(as_text=True).partition("/rules/")[0]
    )
