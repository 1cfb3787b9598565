"""What the event stream says, to whom, and what it never says (architecture §3, V4.7)."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.live.site import Site


class Ears:
    """A raw stream: every byte that a browser would get, with the moment of its arrival."""

    def __init__(self, site: Site, name: str) -> None:
        host = site.url.removeprefix("http://")
        client = site.client(name)
        cookie = client.get_cookie("feldtog")
        assert cookie is not None
        self.connection = http.client.HTTPConnection(host, timeout=10)
        self.connection.request("GET", "/live", headers={"Cookie": f"feldtog={cookie.value}"})
        self.response = self.connection.getresponse()
        self.heard: list[tuple[float, bytes]] = []
        self.news = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while line := self.response.readline():
                with self.news:
                    self.heard.append((time.monotonic(), line))
                    self.news.notify_all()
        except (OSError, ValueError, AttributeError):
            return

    @property
    def bytes(self) -> bytes:
        with self.news:
            return b"".join(line for _, line in self.heard)

    def wait(self, count: int) -> list[dict[str, object]]:
        """The messages heard, once there are so many."""

        def messages() -> list[dict[str, object]]:
            return [json.loads(line[6:]) for _, line in self.heard if line.startswith(b"data: ")]

        with self.news:
            assert self.news.wait_for(lambda: len(messages()) >= count, timeout=5), self.heard
            return messages()


@contextmanager
def listening(site: Site, *names: str) -> Iterator[list[Ears]]:
    ears = [Ears(site, name) for name in names]
    for ear in ears:
        with ear.news:
            assert ear.news.wait_for(lambda ear=ear: ear.heard, timeout=5)
    yield ears
    for ear in ears:
        ear.connection.close()


@pytest.mark.rule("V4.7")
def test_a_secret_reaches_its_seat_and_the_gm_alone(site: Site) -> None:
    with listening(site, "Astrid", "Bodil", "Gudrun") as (astrid, bodil, gudrun):
        before = bodil.bytes
        site.say("Astrid", "canary-in-an-order", secret=True)
        assert astrid.wait(1) == [{"c": site.table.campaign, "a": "s", "v": 1}]
        assert gudrun.wait(1) == [{"c": site.table.campaign, "a": "g", "v": 1}]
        site.say("Bodil", "for all to hear")
        # The public news comes after the secret; had the secret come to Bodil, it would be here by now.
        assert bodil.wait(1) == [{"c": site.table.campaign, "a": "p", "v": 1}]
        assert bodil.bytes.count(b"data:") == 1
        assert bodil.bytes.startswith(before)
        assert b"canary" not in astrid.bytes + bodil.bytes + gudrun.bytes


@pytest.mark.rule("V4.7")
def test_a_secret_changes_no_byte_of_what_another_player_can_ask(site: Site) -> None:
    bodil = site.client("Bodil")
    page, versions = f"/test/{site.table.campaign}", "/live/versions"
    before = bodil.get(versions).data, _without_ids(bodil.get(page).text)
    site.say("Astrid", "canary-in-an-order", secret=True)
    assert (bodil.get(versions).data, _without_ids(bodil.get(page).text)) == before
    assert {"c": site.table.campaign, "a": "s", "v": 1} in site.client("Astrid").get(versions).json


def _without_ids(html: str) -> str:
    return "\n".join(line for line in html.splitlines() if "request_id" not in line)


def test_news_comes_much_sooner_than_by_asking(site: Site) -> None:
    with listening(site, "Bodil") as (bodil,):
        waits = []
        for number in range(5):
            began = time.monotonic()
            site.say("Astrid", f"news {number}")
            bodil.wait(number + 1)
            waits.append(time.monotonic() - began)
    print("tap to stream:", [f"{wait * 1000:.0f} ms" for wait in waits])
    assert sorted(waits)[2] < 4 / 2  # a page without a stream asks every 4 seconds, so waits 2 on average


def test_versions_name_the_audiences_of_the_reader(site: Site) -> None:
    site.say("Astrid", "one")
    site.say("Astrid", "two")
    here = site.table.campaign
    assert site.client("Bodil").get("/live/versions").json == [
        {"c": here, "a": "p", "v": 2},
        {"c": here, "a": "s", "v": 0},
    ]
    assert site.client("Gudrun").get("/live/versions").json == [
        {"c": here, "a": "p", "v": 2},
        {"c": here, "a": "s", "v": 0},
        {"c": here, "a": "g", "v": 0},
    ]


def test_the_page_carries_the_versions_it_was_read_at(site: Site) -> None:
    site.say("Astrid", "one")
    html = site.client("Bodil").get(f"/test/{site.table.campaign}").text
    here = site.table.campaign
    expected = json.dumps([[here, "p", 1], [here, "s", 0]], separators=(",", ":")).replace('"', "&#34;")
    assert f'data-versions="{expected}"' in html


@pytest.mark.parametrize("site", [{"stream_cap": 1}], indirect=True)
def test_beyond_its_cap_the_server_sends_to_asking(site: Site) -> None:
    with listening(site, "Astrid"):
        refused = site.client("Bodil").get("/live")
        assert refused.status_code == 503
        assert refused.headers["Retry-After"]
        assert site.client("Bodil").get("/live/versions").status_code == 200


def test_strangers_hear_nothing(site: Site) -> None:
    stranger = site.app.test_client()
    assert stranger.get("/live").status_code == 401
    assert stranger.get("/live/versions").status_code == 401


def test_a_refresh_in_the_background_leaves_the_session_alone(site: Site) -> None:
    client = site.client("Astrid")
    path = f"/test/{site.table.campaign}"
    assert "Set-Cookie" in client.get(path).headers  # a lasting session is renewed by reading
    assert "Set-Cookie" not in client.get(path, headers={"X-Live": "1"}).headers
    assert "Set-Cookie" not in client.get("/live/versions").headers
    assert "Set-Cookie" not in client.get(f"/static/{site.app.config['BUILD']}/js/app.js").headers


@pytest.mark.rule("V4.7", "V11.1")
def test_who_lost_a_seat_hears_no_more_of_it(site: Site) -> None:
    """By a stream that was open before: not when the new player does something in secret."""
    from app.campaign.founding.models import Seat
    from app.extensions import db
    from app.journal.writes import writing

    with listening(site, "Astrid", "Gudrun") as (astrid, gudrun):
        with site.app.app_context(), writing():
            db.session.get_one(Seat, site.table.seats["Bodil"]).person_id = None
            db.session.flush()
            db.session.get_one(Seat, site.table.seats["Astrid"]).person_id = site.table.people["Bodil"]
        site.say("Bodil", "canary-in-an-order", secret=True)
        assert gudrun.wait(1) == [{"c": site.table.campaign, "a": "g", "v": 1}]
        site.say("Bodil", "for all to hear")
        gudrun.wait(2)
        assert b"data:" not in astrid.bytes


def test_a_login_that_ended_hears_no_more(site: Site) -> None:
    from app.accounts.models import Login
    from app.extensions import db
    from app.journal.writes import writing

    with listening(site, "Astrid", "Bodil") as (astrid, bodil):
        with site.app.app_context(), writing():
            db.session.execute(db.delete(Login).where(Login.person_id == site.table.people["Astrid"]))
        site.say("Gudrun", "for all to hear")
        assert bodil.wait(1) == [{"c": site.table.campaign, "a": "p", "v": 1}]
        assert b"data:" not in astrid.bytes
