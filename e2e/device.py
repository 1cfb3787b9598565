"""Somebody's phone or laptop: one browser context with one page, whose faults are collected."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Response, Route

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2}
LAPTOP = {"viewport": {"width": 1440, "height": 900}}
WAIT = 15_000
"""Milliseconds until an expected thing counts as missing: the machine may be busy."""


@dataclass
class Device:
    """A page with a person before it.

    ``faults`` fills with errors of script, violations of the content security policy, and answers that no
    reader should get: every 5xx, and 4xx outside ``refused()``. ``scripted``: its browser runs scripts.
    """

    name: str
    url: str
    context: BrowserContext
    page: Page
    faults: list[str] = field(default_factory=list)
    may_refuse: bool = False
    scripted: bool = True

    def path(self) -> str:
        return urlsplit(self.page.url).path

    def go(self, path: str) -> None:
        answer = self.page.goto(self.url + path if path.startswith("/") else path, wait_until="load")
        assert answer is not None
        assert answer.status < 400, f"{self.name}: {path} answers {answer.status}"

    def form(self, action: str, having: str = "") -> Locator:
        """The form whose address ends with ``action``, which holds ``having`` (a CSS selector) if given."""
        found = self.page.locator(f'form[action$="{action}"]')
        if having:
            found = found.filter(has=self.page.locator(having))
        return found.first

    def press(self, form: Locator, button: str = "") -> None:
        """Send the form by its button with a double click; wait for the answer.

        ``button`` is a CSS selector where the form has several. What is sent is held back for a moment, as on
        a slow net, so that both clicks meet the same page.
        """
        pressed = self.button(form, button)
        action = self.url + (form.get_attribute("action") or "")
        self.page.route(action, _slowly)
        with self.page.expect_navigation(wait_until="load", timeout=2 * WAIT):
            # Without script the second tap takes the place of the first, and the browser says so.
            pressed.click(click_count=2 if self.scripted else 1)
        self.page.unroute(action, _slowly)
        self.page.wait_for_load_state("load")

    def button(self, form: Locator, button: str = "") -> Locator:
        """The button that sends the form; it may stand outside of it, in the bar over the tabs."""
        inside = form.locator(button or 'button[type="submit"]')
        if inside.count():
            return inside.first
        return self.page.locator(f'button[form="{form.get_attribute("id")}"]{button}').first

    def send(self, action: str, having: str = "", *, button: str = "", **values: Any) -> None:
        """Fill the form of that address and press its button twice. Values by the fields' names."""
        form = self.form(action, having)
        fill(form, values)
        self.press(form, button)

    @contextmanager
    def refused(self) -> Iterator[None]:
        """Within, the server may say no."""
        self.may_refuse = True
        yield
        self.page.wait_for_load_state("load")
        self.may_refuse = False

    def stays(self) -> None:
        """Mark the page: `has_stayed` later tells that it was not loaded anew."""
        self.page.evaluate("window.stayed = true")

    def has_stayed(self) -> bool:
        return bool(self.page.evaluate("window.stayed === true"))

    def sees(self, selector: str, text: str = "") -> None:
        """Wait until the page shows it, without loading it anew if it was marked."""
        found = self.page.locator(selector)
        if text:
            found = found.filter(has_text=text)
        found.first.wait_for(state="visible", timeout=WAIT)

    def watch(self) -> None:
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"{self.name}: {error}"))
        self.page.on("response", self._answer)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type != "error" and "Content Security Policy" not in message.text:
            return
        if message.text.startswith("Failed to load resource") and "status of 5" not in message.text:
            return  # judged by its status below
        self.faults.append(f"{self.name} at {self.path()}: {message.text}")

    def _answer(self, response: Response) -> None:
        if response.status >= 500 or (response.status >= 400 and not self.may_refuse):
            self.faults.append(
                f"{self.name}: {response.request.method} {response.url} answers {response.status}"
            )


def _slowly(route: Route) -> None:
    time.sleep(0.15)
    route.continue_()


def fill(form: Locator, values: dict[str, Any]) -> None:
    """Fill fields by their names: text, choices of a list, boxes (True or the value to tick)."""
    for name, value in values.items():
        wanted = form.locator(f'[name="{name}"]')
        kind = wanted.first.get_attribute("type")
        if kind == "radio":
            _tick(form.locator(f'[name="{name}"][value="{value}"]'))
        elif kind == "checkbox":
            _tick(wanted.first if value is True else form.locator(f'[name="{name}"][value="{value}"]'))
        elif wanted.first.evaluate("el => el.tagName") == "SELECT":
            wanted.first.select_option(value)
        else:
            wanted.first.fill(str(value))


def _tick(box: Locator) -> None:
    """By its label, as people do; the box itself may be drawn over."""
    if not box.is_checked():
        box.locator("xpath=ancestor::label[1]").click()


def device(browser: Browser, url: str, name: str, locale: str, kind: dict[str, Any], **more: Any) -> Device:
    """A fresh browser that speaks ``locale``."""
    context = browser.new_context(locale=locale, **kind, **more)
    context.set_default_timeout(WAIT)
    scripted = more.get("java_script_enabled", True)
    made = Device(name, url, context, context.new_page(), scripted=scripted)
    made.watch()
    return made


def log_in(at: Device, nickname: str, password: str) -> None:
    at.go("/login")
    at.send("/login", nickname=nickname, password=password)
    assert at.path() == "/", f"{nickname} is not logged in"
