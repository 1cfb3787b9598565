"""The net goes, the roster stays: what a player's phone still shows (asks F6, H2)."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error

from app.campaign.settlement.models import Settlement, SettlementEntry
from app.campaign.states import Phase
from app.demo import rounds, vanguard
from app.demo.table import Table, Told
from app.extensions import db
from app.journal.writes import writing
from e2e.device import PHONE, WAIT, Device, device, fill, log_in
from e2e.stages import house, seated, set_up

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

_LEFT = """() => {
  const kept = Object.entries(localStorage).filter(([key]) => key.startsWith("feldtog-outbox"));
  return [kept.length, kept.filter(([, answer]) => JSON.parse(answer).refused).length];
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
    at.page.route(f"{server.url}{form.get_attribute('action')}", _lose, times=1)
    form.evaluate("form => setTimeout(() => form.requestSubmit(), 0)")
    at.page.wait_for_event("requestfailed")
    assert _counted(server, rolled, campaign) == before + 1
    at.page.goto(page)
    _wait_for_outbox(at, 0)
    at.page.wait_for_load_state("load")
    assert _counted(server, rolled, campaign) == before + 1
    assert at.page.locator("#outbox").is_hidden()
    at.context.close()


ROLLS = {"Thora Stenhånd": (4, 3), "Sigrid Ravneøje": (4, 4), "Ironclad 2": (3, 5)}


@pytest.mark.rule("V7.1", "C6.5")
@pytest.mark.parametrize("meanwhile", ["nothing", "a lost reply", "somebody else"])
def test_all_answers_for_one_page_arrive_once_and_in_order(
    server: Server, browser: Browser, meanwhile: str
) -> None:
    """Ellen types the rolls of her fallen in the cellar. Has somebody rolled for one meanwhile, none of hers
    is taken and all are kept."""
    with house(server), writing():
        table = seated(f"Kælderen: {meanwhile}"[:80])
        vanguard.settle_in(table)
        rounds.first_orders(table)
        table.switch(Phase.BATTLES)
        table.enter_result("Ellen", "Hedetofte", Told("Mads", frozenset(ROLLS)))
        table.confirm_result("Mads", "Hedetofte")
        table.switch(Phase.SETTLEMENT)
        table.settle("Ellen", "Hedetofte", gift="", until=2)
        ids = {name: table.model("Ellen", name).id for name in ROLLS}
        campaign = table.campaign_id
    at = device(browser, server.url, "Ellen", "da-DK", PHONE)
    log_in(at, "Ellen", server.passwords["Ellen"])
    at.go(f"/campaigns/{campaign}")
    at.go(str(at.page.locator('a[href*="/settlements/"]').first.get_attribute("href")))
    page, forms = at.page.url, 'form[action$="/injuries/roll"]'
    at.context.set_offline(True)
    for number, (name, dice) in enumerate(ROLLS.items(), 1):
        form = at.page.locator(forms).filter(has=at.page.locator(f'[name="model"][value="{ids[name]}"]'))
        form = form.filter(has=at.page.locator('[name="die1"]'))
        form.locator("xpath=ancestor::details/summary").click()
        fill(form, {"die1": dice[0], "die2": dice[1]})
        at.button(form).click()
        at.sees("#outbox", f"{number} svar")
    if meanwhile == "somebody else":
        with house(server), writing():
            Table(campaign).roll_for_injury("Ellen", "Hedetofte", "Ironclad 2", (4, 4))
    if meanwhile == "a lost reply":
        at.page.route("**/injuries/roll", _lose, times=1)
    at.may_refuse = True
    at.context.set_offline(False)
    if meanwhile == "a lost reply":
        at.page.wait_for_event("requestfailed")
        at.page.goto(page)
    left = 3 if meanwhile == "somebody else" else 0
    _wait_for_outbox(at, left)
    at.page.wait_for_load_state("load")
    with house(server):
        entries = db.session.execute(
            db.select(SettlementEntry.model_id, SettlementEntry.rolls)
            .join(Settlement)
            .where(Settlement.campaign_id == campaign, SettlementEntry.kind == "injury")
            .order_by(SettlementEntry.seq)
        ).all()
    told = {"Ironclad 2": (4, 4)} if meanwhile == "somebody else" else ROLLS
    assert [tuple(entry) for entry in entries] == [(ids[name], list(dice)) for name, dice in told.items()]
    assert at.page.locator("#outbox").is_visible() == bool(left)
    at.context.close()


def _wait_for_outbox(at: Device, left: int) -> None:
    """Until so many answers are left, and the server has said no to each of them."""
    deadline = time.monotonic() + WAIT / 1000
    found: object = None
    while found != [left, left]:
        assert time.monotonic() < deadline, f"{left} answers should be left, not {found}"
        at.page.wait_for_timeout(100)
        with suppress(Error):  # the page gives way to the next one
            found = at.page.evaluate(_LEFT)


def _lose(route: Route) -> None:
    """The server hears it, the phone does not hear the answer."""
    route.fetch(max_redirects=0)
    route.abort()
