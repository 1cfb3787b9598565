"""Pages stay as things are, and leave alone what somebody types (asks E7, quality: nothing lost)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.live.site import Site, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

Visit = Callable[..., "Page"]


NO_LOCKS = "Object.defineProperty(navigator, 'locks', { value: undefined })"  # as over plain http


def ready(page: Page) -> None:
    """Wait until the page has asked for news once: from then on it misses nothing."""
    until(page, "performance.getEntriesByType('resource').some(e => e.name.endsWith('/live/versions'))")


def test_what_one_does_appears_with_the_others(site: Site, visit: Visit) -> None:
    page = visit("Bodil")
    ready(page)
    page.evaluate("window.mark = document.querySelector('[data-live=news]')")
    page.click("summary")
    page.evaluate(
        "window.root = null; document.addEventListener('feldtog:refreshed', e => root = e.detail.root)"
    )
    site.say("Astrid", "Broen er brændt")
    page.get_by_text("Broen er brændt").wait_for()
    assert page.evaluate("mark === document.querySelector('[data-live=news]') && mark.isConnected")
    assert page.evaluate("document.querySelector('details').open")
    assert page.evaluate("root === mark || root.dataset.live === 'letter'")
    until(page, "document.getElementById('said').textContent !== ''")


@pytest.mark.rule("V4.7")
def test_a_secret_makes_no_other_page_ask(site: Site, visit: Visit) -> None:
    page = visit("Bodil")
    ready(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    site.say("Astrid", "canary-in-an-order", secret=True)
    page.wait_for_timeout(1000)
    assert site.page not in asked
    site.say("Astrid", "for alle")
    page.get_by_text("for alle").wait_for()
    assert asked.count(site.page) == 1
    assert "canary" not in page.content()


def test_the_gm_sees_the_secret(site: Site, visit: Visit) -> None:
    page = visit("Gudrun")
    ready(page)
    site.say("Astrid", "skjult ordre", secret=True)
    page.get_by_text("skjult ordre").wait_for()


def test_what_somebody_types_is_left_alone_until_they_ask(site: Site, visit: Visit) -> None:
    page = visit("Bodil")
    ready(page)
    page.fill("#text", "Kære Astrid")
    site.say("Astrid", "nyt")
    page.get_by_text("nyt", exact=True).wait_for()  # the other part is renewed at once
    bar = page.locator("[data-bar=news]")
    bar.wait_for()
    assert page.inner_text(".count") == "0"
    bar.get_by_role("button").click()
    until(page, "document.querySelector('.count').textContent === '1'")
    assert page.input_value("#text") == "Kære Astrid"
    assert bar.is_hidden()


def test_a_phone_that_wakes_is_up_to_date_at_once(site: Site, visit: Visit) -> None:
    page = visit("Bodil")
    ready(page)
    hide(page, True)
    page.wait_for_timeout(300)
    site.say("Astrid", "mens du sov")
    page.wait_for_timeout(500)
    assert page.get_by_text("mens du sov").count() == 0, "a hidden page listens"
    hide(page, False)
    page.get_by_text("mens du sov").wait_for(timeout=2000)


def hide(page: Page, hidden: bool) -> None:
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


@pytest.mark.parametrize("site", [{"stream_cap": 0}], indirect=True)
def test_without_a_stream_the_page_asks_every_few_seconds(site: Site, visit: Visit) -> None:
    page = visit("Bodil")
    ready(page)
    site.say("Astrid", "uden strøm")
    page.get_by_text("uden strøm").wait_for(timeout=9000)


@pytest.mark.parametrize("locks", [True, False], ids=["locks", "no locks"])
def test_two_windows_share_one_stream(site: Site, visit: Visit, locks: bool) -> None:
    first = visit("Bodil", script=None if locks else NO_LOCKS)
    ready(first)
    hub = site.app.extensions["hub"]
    second = first.context.new_page()
    second.goto(site.page)
    ready(second)
    second.wait_for_timeout(2500)
    assert hub.open_streams == 1
    site.say("Astrid", "til begge")
    first.get_by_text("til begge").wait_for()
    second.get_by_text("til begge").wait_for()
    first.close()
    second.wait_for_timeout(300)
    site.say("Astrid", "til den sidste")
    second.get_by_text("til den sidste").wait_for()


def test_a_second_tap_sends_nothing(site: Site, visit: Visit) -> None:
    page = visit("Bodil")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method) if request.method == "POST" else None)
    page.fill("#text", "én gang")
    page.evaluate("b => { b.click(); b.click(); }", page.query_selector("text=Send"))
    page.get_by_text("én gang").first.wait_for()
    assert sent == ["POST"]


def test_a_letter_survives_the_end_of_the_session(site: Site, visit: Visit) -> None:
    page = visit("Bodil")
    page.fill("#text", "Et langt brev")
    page.context.clear_cookies(name="feldtog_stay")
    page.context.clear_cookies(name="feldtog")
    page.click("text=Send")
    page.goto(f"{site.url}/test/enter/{site.table.people['Bodil']}")
    page.goto(site.page)
    assert page.input_value("#text") == "Et langt brev"
    page.click("text=Send")
    page.get_by_text("Et langt brev").first.wait_for()
    assert page.input_value("#text") == ""
    page.reload()
    assert page.input_value("#text") == ""


def test_a_letter_survives_a_lost_net(site: Site, visit: Visit) -> None:
    page = visit("Bodil")
    page.fill("#text", "Et langt brev")
    page.route(
        site.page, lambda route: route.abort() if route.request.method == "POST" else route.continue_()
    )
    page.click("text=Send")
    page.wait_for_url("chrome-error://**")
    page.goto(f"{site.url}/test/page/other")
    page.goto(site.page)
    assert page.input_value("#text") == "Et langt brev"


def test_nobody_else_gets_the_letter(site: Site, visit: Visit) -> None:
    page = visit("Bodil")
    page.fill("#text", "hemmeligt")
    page.goto(f"{site.url}/test/enter/{site.table.people['Astrid']}")
    page.goto(site.page)
    assert page.input_value("#text") == ""
    assert "hemmeligt" not in page.evaluate("JSON.stringify(sessionStorage)")


def test_a_letter_is_not_sent_into_nothing(site: Site, visit: Visit) -> None:
    page = visit("Bodil")
    page.fill("#text", "fra toget")
    page.context.set_offline(True)
    page.click("text=Send")
    page.locator("[data-bar=unsent]").wait_for()
    assert page.input_value("#text") == "fra toget"
    page.context.set_offline(False)
    page.click("text=Send")
    page.get_by_text("fra toget").first.wait_for()


def test_a_question_opens_over_its_page(site: Site, visit: Visit) -> None:
    page = visit("Bodil")
    page.click("text=Slet")
    dialog = page.get_by_role("dialog", name="Sure?")
    dialog.wait_for()
    dialog.get_by_text("No").click()
    dialog.wait_for(state="detached")
    assert page.url == site.page
    assert page.evaluate("document.activeElement.textContent") == "Slet"


@pytest.mark.parametrize("clipboard", [True, False])
def test_links_are_copied(visit: Visit, clipboard: bool) -> None:
    page = visit("Bodil", permissions=["clipboard-read", "clipboard-write"])
    if not clipboard:  # as over plain http
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()); }")
    page.click("text=Kopier")
    until(page, "document.querySelector('[data-copy] span').textContent !== 'Kopier'")
    assert page.evaluate("navigator.clipboard.readText()") == "https://feldtog.example/x"
