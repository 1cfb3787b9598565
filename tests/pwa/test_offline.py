"""The installed app: what is kept, for whom, and when it goes (asks F6, H2)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browsers import CHROMIUM, FLAGS
from tests.live.site import Site, until

if TYPE_CHECKING:
    from playwright.sync_api import Page, Playwright

Visit = Callable[..., "Page"]
LANGUAGES = ("da", "de", "en")


@pytest.fixture
def installed(visit: Visit) -> Callable[[str], Page]:
    """Opens the table with the service worker at work."""

    def enter(name: str) -> Page:
        page = visit(name, service_workers="allow")
        until(page, "navigator.serviceWorker.ready.then(r => r.active.state === 'activated')")
        until(page, "navigator.serviceWorker.controller !== null")
        return page

    return enter


def kept(page: Page) -> dict[str, list[str]]:
    """The paths kept in each cache of kept pages."""
    found: dict[str, list[str]] = page.evaluate(
        """async () => {
            const found = {};
            for (const name of await caches.keys()) {
                if (!name.startsWith('feldtog-kept-')) continue;
                const keys = await (await caches.open(name)).keys();
                if (keys.length) found[name] = keys.map((request) => new URL(request.url).pathname);
            }
            return found;
        }"""
    )
    return found


def wait_until_kept(page: Page, paths: list[str]) -> None:
    deadline = time.monotonic() + 15
    while sorted(path for found in kept(page).values() for path in found) != sorted(paths):
        assert time.monotonic() < deadline, kept(page)
        page.wait_for_timeout(50)


def test_the_worker_may_serve_every_page_and_is_never_old(site: Site) -> None:
    answer = site.app.test_client().get("/sw.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert f'const BUILD = "{site.app.config["BUILD"]}";' in answer.text
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_manifest_speaks_each_language(site: Site, lang: str) -> None:
    answer = site.app.test_client().get(f"/manifest.webmanifest?lang={lang}")
    assert answer.mimetype == "application/manifest+json"
    manifest = json.loads(answer.data)
    assert manifest["lang"] == lang
    assert manifest["scope"] == manifest["start_url"] == manifest["id"] == "/"
    for icon in manifest["icons"]:
        assert site.app.test_client().get(icon["src"]).mimetype == icon["type"]
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_the_offline_page_is_nobodys(site: Site) -> None:
    for lang in LANGUAGES:
        stranger = site.app.test_client().get(f"/offline/{lang}")
        assert f'<html lang="{lang}"' in stranger.text
        assert "csrf_token" not in stranger.text
        assert 'data-reader="-"' in stranger.text
        assert "Set-Cookie" not in stranger.headers


def test_pages_name_their_reader_without_saying_who(site: Site) -> None:
    pages = [site.client(name).get("/test/page/start") for name in ("Astrid", "Astrid", "Bodil")]
    keys = [page.headers["X-Reader"] for page in pages]
    assert keys[0] == keys[1] != keys[2]
    assert site.table.people["Astrid"] not in keys[0]
    assert site.app.test_client().get("/test/page/start").headers["X-Reader"] == "-"
    assert "X-Offline" not in pages[0].headers
    assert site.client("Astrid").get("/test/page/kept").headers["X-Offline"] == "keep"


def test_marked_pages_can_be_read_offline_and_others_not(
    site: Site, installed: Callable[[str], Page]
) -> None:
    page = installed("Astrid")
    page.goto(f"{site.url}/test/page/kept-roster")
    page.goto(f"{site.url}/test/page/other")
    wait_until_kept(page, ["/test/page/kept-roster"])
    page.context.set_offline(True)
    page.goto(f"{site.url}/test/page/kept-roster")
    assert page.inner_text("h1") == "kept-roster"
    strip = page.locator("#offline")
    strip.wait_for()
    assert strip.locator("time").get_attribute("datetime")
    assert strip.locator("time").inner_text()
    page.goto(f"{site.url}/test/page/other")
    assert page.evaluate("document.documentElement.lang") == "da"
    page.locator("#kept a").wait_for()
    assert page.locator("#kept a").all_inner_texts() == ["kept-roster"]
    assert page.locator("#kept time").inner_text()
    page.click("#kept a")
    assert page.inner_text("h1") == "kept-roster"


def test_logging_out_wipes_what_was_kept(site: Site, installed: Callable[[str], Page]) -> None:
    page = installed("Astrid")
    page.goto(f"{site.url}/test/page/kept-roster")
    wait_until_kept(page, ["/test/page/kept-roster"])
    page.click("#leave")
    page.wait_for_url("**/test/page/out")
    wait_until_kept(page, [])
    page.context.set_offline(True)
    page.goto(f"{site.url}/test/page/kept-roster")
    assert "kept-roster" not in page.content()


def test_the_next_reader_of_a_phone_finds_nothing_of_the_last(
    site: Site, installed: Callable[[str], Page]
) -> None:
    page = installed("Astrid")
    page.goto(f"{site.url}/test/page/kept-astrid")
    wait_until_kept(page, ["/test/page/kept-astrid"])
    page.goto(f"{site.url}/test/enter/{site.table.people['Bodil']}")  # never logged out
    wait_until_kept(page, [])
    page.goto(f"{site.url}/test/page/kept-bodil")
    wait_until_kept(page, ["/test/page/kept-bodil"])
    page.context.set_offline(True)
    page.goto(f"{site.url}/test/page/kept-astrid")
    assert "kept-astrid" not in page.content().replace("/test/page/kept-astrid", "")


def test_what_is_sent_is_never_kept(site: Site, installed: Callable[[str], Page]) -> None:
    page = installed("Astrid")
    page.fill("#text", "et brev")
    page.click("text=Send")
    page.get_by_text("et brev").first.wait_for()
    cached = page.evaluate(
        """async () => {
            const found = [];
            for (const name of await caches.keys())
                for (const request of await (await caches.open(name)).keys())
                    found.push(request.method + ' ' + new URL(request.url).pathname);
            return found;
        }"""
    )
    build = site.app.config["BUILD"]
    assert cached
    for entry in cached:
        assert entry.startswith((f"GET /static/{build}/", "GET /offline/", "GET /reader")), entry


def test_an_old_build_leaves_nothing_behind(site: Site, installed: Callable[[str], Page]) -> None:
    page = installed("Astrid")
    page.evaluate(
        "caches.open('feldtog-static-old').then(c => c.put('/static/old/x.css', new Response('x')))"
    )
    old = site.app.config["BUILD"]
    site.app.config["BUILD"] = "ffffffffff"
    page.evaluate("navigator.serviceWorker.getRegistration().then(r => r.update())")
    bar = page.locator("[data-bar=version]")
    bar.wait_for()
    assert page.evaluate("document.body.dataset.build") == old
    with page.expect_navigation():
        bar.get_by_role("button").first.click()
    until(page, "document.body.dataset.build === 'ffffffffff'")
    until(page, "caches.keys().then(k => k.filter(n => n.startsWith('feldtog-static')).length === 1)")


@pytest.fixture
def lasting(site: Site, playwright: Playwright, tmp_path: Path) -> Iterator[Page]:
    """A page of a browser that keeps its profile: only there can something be installed."""
    context = playwright.chromium.launch_persistent_context(
        tmp_path / "profile", executable_path=CHROMIUM, args=FLAGS
    )
    yield context.new_page()
    context.close()


def test_chromium_finds_no_reason_not_to_install(site: Site, lasting: Page) -> None:
    lasting.goto(f"{site.url}/test/page/start")
    until(lasting, "navigator.serviceWorker.ready.then(() => true)")
    devtools = lasting.context.new_cdp_session(lasting)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/manifest.webmanifest?lang=en")
    assert devtools.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}
