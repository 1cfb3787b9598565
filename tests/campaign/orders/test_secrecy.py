"""V4.7, A1, A4: what A does in orders moves nothing that B can get."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.campaign.events.models import Event
from app.campaign.map.models import Place
from app.extensions import db
from app.journal.models import GM, PUBLIC, Announcement, seat_audience
from app.journal.operations import versions
from tests.campaign.orders.conftest import Night
from tests.story import orders
from tests.story.people import send
from tests.story.sheets import words_on

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

NOT_PAGES = {"static", "live.stream"}
"""Static files are the same for all; what the stream says are the announcements, compared below."""
ONCE = re.compile(r'((?:name="(?:csrf_token|request_id)" value="|ticket=|data-making="/printing/))[^"]*')


def addresses(night: Night, seat_id: str) -> list[str]:
    """Every page, file and answer that can be got, with the ids that B knows, and with A's seat too."""
    with night.app.app_context():
        known = {
            "campaign_id": [night.campaign],
            "seat_id": [seat_id, night.ellen],
            "place_id": list(db.session.execute(select(Place.id)).scalars()),
            "event_id": list(db.session.execute(select(Event.id)).scalars()),
            "warband_id": [night.stags, night.wolves],
            "to": ["battles", "preparation", "end"],
        }
    found = []
    for rule in night.app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.endpoint in NOT_PAGES:
            continue
        if not rule.arguments <= known.keys():
            continue
        urls = [rule.rule]
        for name in rule.arguments:
            urls = [re.sub(rf"<(?:\w+:)?{name}>", value, url) for url in urls for value in known[name]]
        found += urls
    own = orders.orders_url(night.campaign, seat_id)
    found += [f"{own}?place={place}" for place in known["place_id"]]
    return sorted(set(found))


def everything(client: FlaskClient, urls: list[str]) -> dict[str, tuple[int, str]]:
    """What each address answers now, without what is new in every answer."""
    answers = {}
    for url in urls:
        answer = client.get(url)
        answers[url] = (answer.status_code, ONCE.sub(r"\1", said(answer)))
    return answers


def visited(client: FlaskClient, urls: list[str]) -> None:
    """Open every page once, for a first visit may set cookies; nothing is printed."""
    everything(client, [url for url in urls if not url.endswith(".pdf")])


def said(answer: TestResponse) -> str:
    """What an answer says: its text, of a sheet the words on paper without when it was printed."""
    if answer.mimetype != "application/pdf":
        return answer.text
    return words_on(answer.data)


def heard(night: Night, seat_id: str) -> tuple[dict[str, int], list[tuple[str, int]]]:
    """The versions B follows, and what was announced to B's audiences."""
    audiences = [PUBLIC, seat_audience(seat_id)]
    with night.app.app_context():
        announced = db.session.execute(
            select(Announcement.audience, Announcement.version).where(Announcement.audience.in_(audiences))
        )
        return versions(night.campaign, audiences), sorted((row.audience, row.version) for row in announced)


@pytest.mark.rule("V4.7", "V4.9")
def test_nothing_that_another_player_can_get_changes_when_orders_are_given(night: Night) -> None:
    fog = orders.event(night.app, night.campaign, "Salzfurt", "Nebel")
    hired = orders.warband(night.app, night.campaign, night.ellen, "Canary-band", mercenaries=(orders.KUZLO,))
    urls = addresses(night, night.mads)
    assert len(urls) > 20, "the walk found too few pages to look at"
    visited(night.at_mads, urls)
    before, heard_before = everything(night.at_mads, urls), heard(night, night.mads)
    assert sum(code == 200 for code, _text in before.values()) > 10

    url = orders.orders_url(night.campaign, night.ellen)
    orders.order(night.at_ellen, night.campaign, night.ellen, hired, night.place("Salzfurt"), fog)
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Rabenfels"))
    send(night.at_ellen, f"{url}/done", done="1")
    assert len(orders.standing(night.app, night.campaign)) == 2

    after = everything(night.at_mads, urls)
    assert {url: text for url, text in after.items() if before[url] != text} == {}
    assert heard(night, night.mads) == heard_before
    assert not [url for url, (_code, text) in after.items() if "Canary-band" in text]


@pytest.mark.rule("V4.7")
def test_a_revoked_order_moves_nothing_either(night: Night) -> None:
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Rabenfels"))
    urls = addresses(night, night.mads)
    visited(night.at_mads, urls)
    before, heard_before = everything(night.at_mads, urls), heard(night, night.mads)
    page = night.at_gm.get(orders.orders_url(night.campaign, night.ellen)).text
    revoke = re.search(r'href="([^"]+/revoke)"', page)
    assert revoke, "the game master is offered to call back"
    assert send(night.at_gm, revoke[1], reason="Canary", form_key=revoke[1]).status_code == 303
    assert everything(night.at_mads, urls) == before
    assert heard(night, night.mads) == heard_before


@pytest.mark.rule("V4.7", "V4.9")
def test_the_player_and_the_gm_hear_of_an_order_at_once(night: Night) -> None:
    with night.app.app_context():
        before = versions(night.campaign, [PUBLIC, GM, seat_audience(night.ellen)])
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Rabenfels"))
    with night.app.app_context():
        after = versions(night.campaign, [PUBLIC, GM, seat_audience(night.ellen)])
    assert after[PUBLIC] == before[PUBLIC]
    assert after[GM] == before[GM] + 1
    assert after[seat_audience(night.ellen)] == before[seat_audience(night.ellen)] + 1
    at_mads = json.loads(night.at_mads.get("/live/versions").text)
    assert {row["a"] for row in at_mads} <= {"p", "s"}


@pytest.mark.rule("V4.7")
def test_own_arrows_are_on_the_own_map_alone(night: Night) -> None:
    """A11: my arrows are drawn for me; on the other player's map there is none."""
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Rabenfels"))
    own = night.at_ellen.get(orders.orders_url(night.campaign, night.ellen)).text
    assert own.count('<g class="order"') == 1
    other = night.at_mads.get(orders.orders_url(night.campaign, night.mads)).text
    assert '<g class="orders"></g>' in other
    assert "Ulveflokken" not in other
