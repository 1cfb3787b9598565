"""V11.8: what whoever has the link reads, what nobody does, and how the link opens and ends."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.campaign.chronicle.operations import add_entry
from app.campaign.export.belonging import SECRET_COLUMNS
from app.campaign.founding import operations as founding
from app.campaign.founding.models import Campaign
from app.campaign.letters import operations as letters
from app.campaign.states import Phase
from app.campaign.transfers import operations as transfers
from app.extensions import db
from app.journal.models import GM, PUBLIC
from app.media.models import Picture
from tests.campaign.dropouts.evening import Evening, evening
from tests.story import campaign as story
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

PAGES = ("", "/standings", "/map")
ALL = ("guilds", "alliances", "messages", "transfers", "movement")


def open_link(one: Evening, client: FlaskClient | None = None) -> str:
    """The GM opens the link; returns its path."""
    client = client or one.at("Karin")
    assert send(client, one.url("/public"), form_key="open").status_code == 303
    with one.app.app_context():
        nonce = db.session.scalar(select(Campaign.public_nonce).where(Campaign.id == one.campaign))
    return f"/public/{nonce}"


def read(client: FlaskClient, path: str) -> dict[str, str]:
    return {page: client.get(path + page).text for page in PAGES}


@pytest.mark.rule("V11.8")
def test_anybody_with_the_link_reads_and_nobody_is_told_apart(app: Flask) -> None:
    one = evening(app, ALL)
    path = open_link(one)
    stranger = app.test_client()
    answers = [stranger.get(path + page) for page in PAGES]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    chronicle, standings, map_ = answers
    assert "Ellen founds a hideout at Ulvedal." in chronicle.text
    assert "No round is over yet" in standings.text
    assert "Hideout of Ellen." in map_.text
    for answer in answers:
        assert "Set-Cookie" not in answer.headers
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow, noarchive"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert "<form" not in answer.text
        assert "csrf" not in answer.text
        assert f"/campaigns/{one.campaign}" not in answer.text
        assert '<meta name="robots" content="noindex, nofollow, noarchive">' in answer.text
        assert 'property="og:title" content="Arven efter Salzfurt"' in answer.text
    # The game master reads the very same bytes as somebody without an account.
    assert read(one.at("Karin"), path) == read(stranger, path)


@pytest.mark.rule("V11.8", "V4.7", "V8.17", "V8.22", "V8.23", "V3.11")
def test_nothing_secret_of_any_module_changes_a_byte(app: Flask) -> None:
    """Orders, alliances, letters, transfers, notes: whatever is done in secret, the public pages and their
    marks stay what they were."""
    one = evening(app, ALL)
    one.play_to(Phase.PREPARATION)
    one.switch(Phase.ORDERS)
    path = open_link(one)
    stranger = app.test_client()
    before = read(stranger, path)
    marks = [stranger.get(path + page).headers["ETag"] for page in PAGES]
    one._order_all()
    with story.change(app, one.campaign, one.seats["Ellen"]) as (campaign, seat, actor):
        mads = next(other for other in campaign.seats if other.id == one.seats["Mads"])
        letters.send("Kanarieord", mads, answers=None, campaign=campaign, seat=seat, actor=actor)
        transfers.transfer(mads, 7, campaign=campaign, seat=seat, actor=actor)
    with story.change(app, one.campaign) as (campaign, _gm, actor):
        add_entry(campaign, "Kanarienotat", for_all=False, actor=actor)
    send(one.at("Ellen"), one.of("Ellen", "/orders/done"), done="1")
    assert read(stranger, path) == before
    for page, mark in zip(PAGES, marks, strict=True):
        again = stranger.get(path + page, headers={"If-None-Match": mark})
        assert (again.status_code, again.get_data()) == (304, b"")
    everything = "".join(before.values())
    for word in ("Kanarie", "Salzfund», which", "mission alliance", "gold pieces"):
        assert word not in everything
    for band in one.bands.values():
        assert band not in everything
    # With the battles the orders are public, here too.
    one.switch(Phase.BATTLES)
    after = read(stranger, path)
    assert "Mads" in after[""]
    assert after[""] != before[""]
    assert "Kanarie" not in "".join(after.values())


@pytest.mark.rule("V11.8", "V11.1", "V4.7")
def test_a_correction_of_a_secret_stays_secret_here_too(app: Flask) -> None:
    one = evening(app)
    one.play_to(Phase.ORDERS)
    path = open_link(one)
    one.drop_out("Ellen", reason="Moved to Ribe")
    text = app.test_client().get(path).text
    assert "Ellen has dropped out of the campaign." in text
    assert "Moved to Ribe" in text
    assert "took back the order" not in text


@pytest.mark.rule("V11.8")
def test_the_link_is_renewed_and_revoked_also_after_the_end(app: Flask) -> None:
    one = evening(app)
    gm, stranger = one.at("Karin"), app.test_client()
    first = open_link(one, gm)
    shown = gm.get(one.url("/public")).text
    assert first in shown
    second = open_link(one, gm)
    assert second != first
    assert len(second.removeprefix("/public/")) == 24, "144 bits"
    for page in PAGES:
        assert stranger.get(first + page).status_code == 404
        assert stranger.get(second + page).status_code == 200
    one.end_round()
    with story.change(app, one.campaign) as (campaign, _gm, actor):
        founding.finish(campaign, actor=actor)
    assert stranger.get(second).status_code == 200
    assert send(gm, one.url("/public/revoke"), form_key="revoke").status_code == 303
    void, never = stranger.get(second), stranger.get("/public/" + "x" * 24)
    assert (void.status_code, never.status_code) == (404, 404)
    nonce = second.removeprefix("/public/")
    told_void, told_never = (
        re.sub(r'(name="(?:csrf_token|request_id)" value=")[^"]*', r"\1", one.text) for one in (void, never)
    )
    assert told_void == told_never.replace("x" * 24, nonce), "a link that was is told like one that never was"
    told = one.at("Ulf").get(one.url("/chronicle")).text
    assert "The public link was revoked." in told
    assert "can be read by everybody who has the public link" in told


@pytest.mark.rule("V11.8", "V11.3")
def test_only_game_master_and_deputy_see_and_change_the_link(app: Flask) -> None:
    one = evening(app)
    path = open_link(one)
    for who in ("Ellen",):
        client = one.at(who)
        assert client.get(one.url("/public")).status_code == 403
        assert send(client, one.url("/public"), form_key="open").status_code == 403
        assert send(client, one.url("/public/revoke"), form_key="revoke").status_code == 403
        assert path not in client.get(one.url("/chronicle")).text
        assert "Everybody who has the public link reads this too." in client.get(one.url("/chronicle")).text
    stranger = browser(app, account(app, "Oskar"))
    assert stranger.get(one.url("/public")).status_code == 404
    assert send(stranger, one.url("/public"), form_key="open").status_code == 404
    assert app.test_client().get(path).status_code == 200, "nobody has changed it"
    assert "public_nonce" in SECRET_COLUMNS


@pytest.mark.rule("V11.8")
def test_the_language_is_the_browsers_or_the_addresses(app: Flask) -> None:
    one = evening(app)
    path = open_link(one)
    stranger = app.test_client()
    danish = stranger.get(path, headers={"Accept-Language": "da"})
    assert '<html lang="da"' in danish.text
    assert "Accept-Language" in danish.headers["Vary"]
    german = stranger.get(f"{path}?lang=de", headers={"Accept-Language": "da"}).text
    assert '<html lang="de"' in german
    assert re.findall(r'href="(/public/[^"]+)"', german)
    ways = [way for way in re.findall(r'href="(/public/[^"]+)"', german) if "/pictures/" not in way]
    assert all("lang=" in way for way in ways), "the language goes along"
    assert '<html lang="en"' in stranger.get(f"{path}?lang=tlh").text
    # Whoever is logged in with another language reads the same page.
    assert '<html lang="de"' in one.at("Karin").get(f"{path}?lang=de").text


@pytest.mark.rule("V11.8")
@pytest.mark.parametrize(
    "asked",
    [
        "?round=9999999999",
        "?round=-1",
        "?group=%00",
        "?before=nothing&after=nothing",
        "?of=%F0%9F%90%BA",
        "?inside='; drop table place",
        "?lang=" + "x" * 2000,
        "?seat=1&player=%27",
        "?_scheme=javascript&_external=1&_anchor=x&endpoint=home.home&nonce=x&_method=POST",
    ],
)
def test_whatever_the_address_asks_for_the_pages_stand(app: Flask, asked: str) -> None:
    one = evening(app)
    path = open_link(one)
    for page in PAGES:
        answer = app.test_client().get(path + page + asked)
        assert answer.status_code == 200
        assert "javascript:" not in answer.text
        assert "_external" not in answer.text


@pytest.mark.rule("V11.8", "A10")
def test_pictures_of_the_chronicle_are_shown_and_no_others(app: Flask) -> None:
    one = evening(app)
    path = open_link(one)
    with story.change(app, one.campaign) as (campaign, _gm, actor):
        shown, note, loose = (
            Picture(campaign_id=campaign.id, audience=audience, digest=name, width=1, height=1, data=b"RIFF")
            for name, audience in (("a", PUBLIC), ("b", GM), ("c", PUBLIC))
        )
        db.session.add_all([shown, note, loose])
        db.session.flush()
        add_entry(campaign, "Byen", picture=shown, for_all=True, actor=actor)
        add_entry(campaign, "", picture=note, for_all=False, actor=actor)
        ids = shown.id, note.id, loose.id
    stranger = app.test_client()
    assert f"{path}/pictures/{ids[0]}.webp" in stranger.get(path).text
    got = [stranger.get(f"{path}/pictures/{key}.webp") for key in ids]
    assert [answer.status_code for answer in got] == [200, 404, 404]
    assert got[0].mimetype == "image/webp"
    assert send(one.at("Karin"), one.url("/public/revoke"), form_key="revoke").status_code == 303
    assert stranger.get(f"{path}/pictures/{ids[0]}.webp").status_code == 404
