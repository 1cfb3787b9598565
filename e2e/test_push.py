"""V11.7: what a phone shows of a push message, in a real browser: to its reader and nobody else (asks H2)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from e2e.device import PHONE, device, log_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from e2e.server import Server

_SHOWN = """async () => {
  const shown = await (await navigator.serviceWorker.ready).getNotifications();
  return shown.map(({ title, body, data }) => [title, body, data.url]);
}"""


def test_a_message_is_shown_to_its_reader_alone(server: Server, browser: Browser) -> None:
    at = device(browser, server.url, "Ellen", "da-DK", PHONE)
    at.context.grant_permissions(["notifications"])
    log_in(at, "Ellen", server.passwords["Ellen"])
    at.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    at.page.goto(f"{server.url}/news/settings")
    assert at.page.locator("[data-push]").is_visible()
    reader = at.page.locator("body").get_attribute("data-reader")

    found: list[dict[str, Any]] = []
    browser_side = at.context.new_cdp_session(at.page)
    browser_side.on(
        "ServiceWorker.workerRegistrationUpdated", lambda news: found.extend(news["registrations"])
    )
    browser_side.send("ServiceWorker.enable")
    at.page.wait_for_timeout(500)
    for whose, title in ((reader, "Til Ellen"), ("somebody else", "Til en anden")):
        note = {"title": title, "body": "Det er din tur.", "url": "/news", "tag": title, "loud": True}
        browser_side.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": server.url,
                "registrationId": found[0]["registrationId"],
                "data": json.dumps({**note, "reader": whose}),
            },
        )
    at.page.wait_for_timeout(1000)
    assert at.page.evaluate(_SHOWN) == [["Til Ellen", "Det er din tur.", "/news"]]
    at.context.close()
