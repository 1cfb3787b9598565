"""The net goes, the roster stays: what a player's phone still shows (asks F6, H2)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from app.demo import vanguard
from app.extensions import db
from e2e.device import PHONE, device, log_in
from e2e.stages import house, set_up

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

    from e2e.server import Server

_KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    if (name.startsWith("feldtog-kept-"))
      for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  return found;
}"""


def test_a_player_without_a_net_opens_the_own_roster(server: Server, browser: Browser) -> None:
    """Having seen the overview alone is enough: it names the pages, and the worker fetches them."""
    at = device(browser, server.url, "Ellen", "da-DK", PHONE)
    log_in(at, "Ellen", server.passwords["Ellen"])
    at.page.get_by_role("link", name=vanguard.NAME).first.click()
    at.page.wait_for_load_state("load")
    overview = at.page.url
    named = at.page.locator("a[data-offline]")
    paths = [href for href in (link.get_attribute("href") for link in named.all()) if href]
    roster = next(path for path in paths if "/warbands/" in path)
    name = at.page.locator(f'a[href="{roster}"]').inner_text()
    deadline = time.monotonic() + 30
    while not set(paths) <= set(at.page.evaluate(_KEPT)):
        assert time.monotonic() < deadline, "the worker keeps what the page names"
        at.page.wait_for_timeout(100)

    at.context.set_offline(True)
    at.page.goto(overview)
    at.sees("#kept a")
    assert "forbindelse" in at.page.inner_text("main"), (
        "the overview itself is not kept, and says so in Danish"
    )
    at.page.locator("#kept a").filter(has_text=name).first.click()
    at.page.wait_for_load_state("load")
    assert at.path() == roster
    assert name in at.page.inner_text("h1")
    assert at.page.locator("main").get_by_text("point").count() > 0
    at.sees("#offline")
    assert at.page.locator("#offline time").get_attribute("datetime")
    assert at.page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Alegreya Sans"')
    at.context.close()


def _counted(server: Server, question: str, campaign: str) -> int:
    """A count of the server's own database."""
    with house(server):
        found: int = db.session.execute(db.text(question), {"campaign": campaign}).scalar_one()
    return found


def test_an_answer_without_a_net_waits_in_sight_and_arrives_once(server: Server, browser: Browser) -> None:
    """Mads confirms the result of Hedetofte in a cellar; upstairs it is sent by itself."""
    path = next(one.path for one in set_up(server, ["battles"]) if one.name == "battles")
    campaign = path.rpartition("/")[2]
    at = device(browser, server.url, "Mads", "da-DK", PHONE)
    log_in(at, "Mads", server.passwords["Mads"])
    at.go(f"{path}/battles")
    at.go(str(at.page.locator('a.hit[href*="/battles/"]').first.get_attribute("href")))
    form = at.page.locator('form[action$="/confirm"]').first
    at.context.set_offline(True)
    at.button(form).click()
    at.sees("#outbox", "1 svar")
    agreed = "SELECT count(*) FROM audit_row WHERE kind = 'battle.agreed' AND campaign_id = :campaign"
    assert _counted(server, agreed, campaign) == 0
    at.context.set_offline(False)
    at.page.locator('form[action$="/confirm"]').first.wait_for(state="detached")
    at.page.wait_for_load_state("load")
    assert at.page.locator("#outbox").is_hidden()
    assert _counted(server, agreed, campaign) == 1
    at.context.close()


def test_an_answer_whose_reply_was_lost_is_not_given_twice(server: Server, browser: Browser) -> None:
    """Ellen's phone sends a roll; the server has it, and the phone hears nothing."""
    path = next(one.path for one in set_up(server, ["settlement"]) if one.name == "settlement")
    campaign = path.rpartition("/")[2]
    at = device(browser, server.url, "Ellen", "da-DK", PHONE)
    log_in(at, "Ellen", server.passwords["Ellen"])
    at.go(path)
    at.go(str(at.page.locator('a[href*="/settlements/"]').first.get_attribute("href")))
    page = at.page.url
    form = at.page.locator('form[action$="/injuries/roll"]').first
    rolled = "SELECT count(*) FROM settlement_entry e JOIN settlement s ON s.id = e.settlement_id "
    rolled += "WHERE s.campaign_id = :campaign AND e.kind = 'injury'"
    before = _counted(server, rolled, campaign)

    def lose(route: Route) -> None:
        route.fetch(max_redirects=0)
        route.abort()

    at.page.route(f"{server.url}{form.get_attribute('action')}", lose, times=1)
    form.evaluate("form => setTimeout(() => form.requestSubmit(), 0)")
    at.page.wait_for_event("requestfailed")
    assert _counted(server, rolled, campaign) == before + 1
    at.page.goto(page)
    at.page.wait_for_function("!Object.keys(localStorage).some(key => key.startsWith('feldtog-outbox'))")
    at.page.wait_for_load_state("load")
    assert _counted(server, rolled, campaign) == before + 1
    assert at.page.locator("#outbox").is_hidden()
    at.context.close()
